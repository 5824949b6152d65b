"""Each family of transformers is shown with the network's own numbers, or refused before a picture.

The families are the table in `families.py`.
"""

import numpy as np
import pytest
import torch

pytest.importorskip("transformers")

import models
from models import Request, UserError, huggingface
from models.huggingface import NotShown, Offer
from models.huggingface.families import refused_in_a_sentence
from models.huggingface.loading import load
from models.huggingface.needed_memory import TooLittleMemory
from tests.marks import slow_after, slow_except
from tests.models.huggingface.families import REFUSED, SHOWN, save
from tests.models.huggingface.tiny import SENTENCE
from viz.analysis.views import describe_layers
from viz.cli import check

ATTENTIONS = {
    "encoder": "encoder_attentions",
    "decoder": "decoder_attentions",
    "cross": "cross_attentions",
}


def expected_mask(family, layer, length, looks_ahead):
    """Write out the mask of a layer, from 1."""
    row, column = np.indices((length, length))
    mask = np.ones((length, length), bool) if looks_ahead else column <= row
    if width := family.windows.get(layer):
        mask &= abs(row - column) < width
    if size := family.chunks.get(layer):
        mask &= row // size == column // size
    return mask


def own_attentions(family, folder, model, trace, stack):
    """Return the weights that transformers computes, of the layers that attend."""
    network = family.network.from_pretrained(folder, attn_implementation="eager").eval()
    inputs = model._inputs(model._run(Request(model.name, SENTENCE, trace.request.target)))
    with torch.no_grad():
        out = network(**inputs, output_attentions=True)
    findings = out[ATTENTIONS[stack] if family.translates else "attentions"]
    findings = [layer for layer in findings if layer is not None]  # some leave layers out
    if len(findings) == family.layers:
        findings = [findings[layer] for layer in trace.attention[stack].attending]
    return [layer[0].numpy() for layer in findings]


# A hybrid, one with windows, an encoder, and one that translates; the others in CI.
@pytest.mark.parametrize("name", slow_except(("qwen3_next", "gemma3", "bert", "t5"), SHOWN))
def test_a_family_is_shown_with_its_layers_masks_and_positions(name, tmp_path):
    family = SHOWN[name]
    folder = save(name, tmp_path / "model")
    model = load("model", Offer(str(folder)), "cpu")
    known, attending = model.capabilities, family.attending or range(1, family.layers + 1)
    looks_ahead = family.stack == "encoder" if family.looks_ahead is None else family.looks_ahead
    assert known.stacks[family.stack] == (family.layers, family.heads)
    assert [layer + 1 for layer in known.attending(family.stack)] == [*attending]
    assert known.positions == family.positions
    rotated = family.rotated or (family.attending if known.positions == "rotary" else ())
    assert tuple(layer + 1 for layer in known.rotated) == rotated
    assert known.directions[family.stack] == ("both" if looks_ahead else "left to right")
    assert known.writes == (family.stack == "decoder" or family.translates)
    assert bool(known.mask_token) == family.fills
    assert known.writes or model.translate([SENTENCE]) == [""]
    trace = model.trace(Request("model", SENTENCE, " le chien" if known.writes else None))
    assert bool(trace.predicted) == known.writes
    maps = trace.attention[family.stack]
    for layer in range(1, family.layers + 1):
        expected = expected_mask(family, layer, len(maps.query_tokens), looks_ahead)
        expected &= layer in attending
        np.testing.assert_array_equal(maps.allowed_in(layer - 1), expected, str(layer))
    np.testing.assert_array_equal(
        maps.weights.any((1, 2, 3)), [layer in attending for layer in range(1, family.layers + 1)]
    )
    assert len(trace.hidden[family.stack]) == family.layers + 1
    for stack in known.stacks:
        there = trace.attention[stack]
        own = own_attentions(family, folder, model, trace, stack)
        np.testing.assert_allclose(there.weights[[*there.attending]], own, atol=1e-5)
    without = [layer for layer in range(1, family.layers + 1) if layer not in attending]
    assert bool(describe_layers(maps)) == bool(without)


@pytest.mark.parametrize("name", slow_after(3, REFUSED))
def test_a_family_that_cannot_be_shown_is_refused_in_a_sentence_and_leaves_the_list(
    name, tmp_path, monkeypatch, capsys
):
    *_, sentence = REFUSED[name]
    folder = save(name, tmp_path / "refused")
    monkeypatch.setattr(huggingface, "_withdrawn", {})
    monkeypatch.setenv(huggingface._VARIABLE, str(folder))
    assert "refused" in models.available()
    for _ in range(2):
        with pytest.raises(UserError) as error:
            models.load("refused", "cpu")
        assert sentence in str(error.value)
    assert "refused" not in models.available()
    assert check.main([str(folder)]) == 1
    assert sentence in capsys.readouterr().out


def test_check_calls_a_folder_as_the_app_does(tmp_path, monkeypatch, capsys):
    folder = save("bert", tmp_path / "run" / "checkpoint-5")
    monkeypatch.setenv(huggingface._VARIABLE, str(folder))
    assert check.main([str(folder)]) == 0
    assert capsys.readouterr().out.startswith("run-checkpoint-5 is shown.\n")
    assert models.available()[-1] == "run-checkpoint-5"


@pytest.mark.parametrize(
    ("failure", "raised"),
    [
        (MemoryError, MemoryError),
        (torch.OutOfMemoryError, torch.OutOfMemoryError),
        (TooLittleMemory("1 GB is needed"), TooLittleMemory),
        (UserError("It has no mask"), NotShown),
        (RuntimeError, NotShown),
    ],
)
def test_a_lack_of_memory_withdraws_no_model(failure, raised):
    with pytest.raises(raised), refused_in_a_sentence("model"):
        raise failure
