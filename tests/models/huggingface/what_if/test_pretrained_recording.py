"""The recording of a pretrained model equals what transformers computes."""

import numpy as np
import pytest
import torch

from models import WhatIf
from models.networks.recorder import Recording
from tests.models.huggingface.families import BOTH, FAMILIES
from tests.models.huggingface.what_if.cases import (
    SENTENCE,
    STACKED,
    TARGET,
    ask,
    inputs,
    output,
    run,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_gradients")]


@pytest.mark.parametrize("target", [None, TARGET])
def test_recorded_weights_and_probabilities_are_those_of_transformers_own_attention(
    any_model, eager, target
):
    trace = run(any_model, target=target)
    expected = eager(any_model.name)(
        **inputs(any_model, target=target), output_attentions=True, output_hidden_states=True
    )
    fields = {
        "encoder": "encoder_attentions",
        "decoder": "decoder_attentions",
        "cross": "cross_attentions",
    }
    for stack in any_model.attention_sizes:
        weights = torch.cat(expected[fields[stack] if any_model.name in BOTH else "attentions"])
        np.testing.assert_allclose(trace.attention[stack].weights, weights, atol=1e-5)
        assert trace.attention[stack].weights.std() > 0.01  # heads prefer some words
    for stack, states in trace.hidden.items():
        name = f"{stack}_hidden_states" if any_model.name in BOTH else "hidden_states"
        np.testing.assert_allclose(states, torch.cat(expected[name]), atol=1e-4)
    if trace.predicted:
        probabilities = expected.logits[0].softmax(-1)
        for row, choice in zip(probabilities, trace.choices, strict=True):
            assert choice.best[0][1] == pytest.approx(row.max().item(), abs=1e-5)
            assert sum(value for _, value in choice.best) <= 1 + 1e-5


def test_logits_with_recording_are_those_without_to_the_last_bit(any_model):
    recording = Recording()
    assert torch.equal(output(any_model, recording=recording), output(any_model))
    assert sum(map(len, recording.attention.values())) == sum(
        layers for layers, _ in any_model.attention_sizes.values()
    )


@pytest.mark.parametrize("family", STACKED)
def test_what_is_written_is_what_transformers_generates(family, pretrained, eager):
    model = pretrained(family)
    network = eager(family)
    for sentence in (SENTENCE, "un chat"):
        text_run = model._run(ask(model, target=None, sentence=sentence))
        begin = 1 if family in BOTH else text_run.prompt_length + 1
        prompt = (
            {"input_ids": text_run.source_ids}
            if family in BOTH
            else {"input_ids": text_run.read[:, :begin]}
        )
        # There its cache requires equal depths.
        expected = network.generate(
            **prompt,
            attention_mask=torch.ones_like(prompt["input_ids"]),
            do_sample=False,
            num_beams=1,
            max_new_tokens=len(text_run.written) - text_run.prompt_length,
            use_cache=family != "t5",
        )
        assert expected[0, begin:].tolist() == text_run.written[text_run.prompt_length :]


def test_the_network_and_its_weights_are_left_as_they_were(any_model, eager):
    run(any_model, WhatIf(temperature=3, silenced=(("encoder", 0, 0), ("decoder", 0, 0))))
    for (name, one), (_, other) in zip(
        any_model.network.named_parameters(), eager(any_model.name).named_parameters(), strict=True
    ):
        assert torch.equal(one, other), name


def test_the_changes_that_a_kind_of_model_does_not_have(pretrained):
    missing = {
        family: set(WhatIf.__dataclass_fields__)
        - pretrained(family).what_ifs
        - {"gates", "patched", "null_key"}
        for family in FAMILIES
    }
    assert missing["bert"] == {"mask", "window", "blocked"}
    assert missing["gpt2"] == {
        "blocked",
        "padding",
        "padding_mask",
    }
    assert missing["llama"] == missing["gpt2"] | {"positions"}
    assert missing["t5"] == {"positions", "scale"}
    assert not missing["bart"]
