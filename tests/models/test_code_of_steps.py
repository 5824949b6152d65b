"""The lines beside the steps are those of our networks, for every step of every head."""

import pytest

from models import Request, load
from models.code_of_steps import code_of_steps
from tests.serving import ROOT
from viz.analysis.walkthrough import derive

MODELS = ["transformer", "gpt", "bert", "bilstm-additive", "bilstm-dot", "bilstm-bilinear"]


@pytest.mark.parametrize("name", MODELS)
def test_each_step_of_a_head_has_lines_that_stand_in_the_file(name):
    model = load(name)
    trace = model.trace(Request(name, "The old dog sleeps."))
    for stack in model.capabilities.stacks:
        heads = model.attention_sizes[stack][1]
        derivation = derive(trace, model.parameters(stack, 0), stack, 0, 0, 1, heads)
        for step in derivation.steps:
            file, first, text = step.code
            lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
            there = [line.strip() for line in lines[first - 1 : first - 1 + len(text.split("\n"))]]
            assert there == [line.strip() for line in text.split("\n")]
            assert 1 <= len(there) <= 5


def test_the_lines_do_what_their_step_says():
    code = code_of_steps(load("transformer").capabilities, "encoder", 0)
    for grid, part in {
        "query": "to_query(x)",
        "keys": "to_key(context)",
        "values": "to_value(context)",
        "scores": "query @ key.transpose(-2, -1)",
        "masked": "masked_fill(~allowed",
        "weights": ".softmax(dim=-1)",
        "head_output": "@ value",
        "projected": "to_output(",
    }.items():
        assert part in code[grid].text
    assert "embedding(ids)" in code["word"].text
    above = code_of_steps(load("transformer").capabilities, "encoder", 1)
    assert above["word"] == above["leaves"]
    assert "feed_forward_norm" in above["word"].text
    cross = code_of_steps(load("transformer").capabilities, "cross", 1)
    assert "cross_attention_norm" in cross["attended"].text
    assert "tanh" in code_of_steps(load("bilstm-additive").capabilities, "cross", 0)["pairs"].text
