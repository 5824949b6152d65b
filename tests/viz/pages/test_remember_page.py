"""The page of an LSTM's memory: which LSTMs it offers, and that it draws the model's own gates."""

import numpy as np
import pytest

from models import Request, load
from tests.contents import content_at
from tests.marks import slow_after
from viz.analysis.views import way_of
from viz.pages.remember.compute import COMPUTATION

SENTENCE = "The big red dog is sleeping on the bed."


@pytest.mark.parametrize(
    "name, side, ways",
    slow_after(
        2,
        [
            ("lstm-lm", "layer-2", ["decoder"]),
            ("elmo", "layer-1", ["forward", "backward"]),
            ("elmo", "layer-2", ["forward", "backward"]),
            ("bilstm-dot", "encoder", ["forward", "backward"]),
            ("seq2seq", "decoder", ["decoder"]),
        ],
    ),
)
def test_the_units_are_those_of_the_trace(name, side, ways):
    content = content_at(COMPUTATION, {"lstm": name, "side": side, "sentence": SENTENCE})
    model = load(name, "cpu")
    trace = model.trace(Request(name, SENTENCE, "" if name == "lstm-lm" else None))
    shown = [
        lstm
        for lstm in model.capabilities.lstms
        if side.replace("-", " ") in (lstm[-len("layer 1") :], lstm.split()[0])
    ]
    assert [panel.name for panel in content.panels] == ways == [*map(way_of, shown)]
    for panel, lstm in zip(content.panels, shown, strict=True):
        cells = np.tanh(trace.gates[lstm].cell)
        assert np.array_equal(panel.cells[-1], cells[-1])
        assert panel.cells.shape == (len(panel.words), cells.shape[1])
        assert panel.unit == np.ptp(cells, axis=0).argmax()
    assert len(content.telling) == 3


@pytest.mark.parametrize("side, target", [("encoder", ""), ("decoder", None)])
def test_a_model_writes_only_where_its_decoder_is_on_show(side, target):
    content = content_at(COMPUTATION, {"lstm": "seq2seq", "side": side})
    assert content.trace.request.target == target
    assert bool(content.trace.translation) == (side == "decoder")


def test_a_language_model_shows_the_sentence_and_no_continuation():
    content = content_at(COMPUTATION, {"lstm": "lstm-lm", "sentence": SENTENCE})
    [panel] = content.panels
    assert panel.words == ("<s>", *SENTENCE[:-1].split(), ".")
    assert content.draw_units(panel).caption.startswith(f"{SENTENCE}\n")
