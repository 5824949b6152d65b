"""The table of accuracies by the number of training sentences."""

import json

import pytest

from models import load
from models.cards import count_tokens
from models.finetuning.curves import (
    _ALONE,
    _READERS,
    _TABLE,
    _TUNED_SIZES,
    _USES,
    SIZES,
    read_curves,
)


@pytest.mark.slow
def test_the_table_is_of_the_shipped_models_and_is_complete():
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    cards = {name: load(name, "cpu").card for name in _READERS}
    assert table["models"] == {
        name: card["sha256"]["weights.safetensors"] for name, card in cards.items()
    }
    measured = read_curves()
    assert measured.read == {name: count_tokens(card["training"]) for name, card in cards.items()}
    assert {use: (*entries,) for use, entries in measured.curves.items()} == {
        "alone": _ALONE,
        **_USES,
    }
    assert [*measured.known] == [*SIZES]
    assert sorted(measured.known.values()) == [*measured.known.values()]
    glove = measured.curves["alone"]["glove"]
    for use, entries in measured.curves.items():
        for curve in entries.values():
            assert (*curve.accuracy,) == (_TUNED_SIZES if use == "tuned" else SIZES)
            for size, (value, low, high) in curve.accuracy.items():
                assert low <= value <= high
                below, least, most = curve.to_glove[size]
                assert least <= below <= most
                if measured.draws[use] == measured.draws["alone"]:
                    assert below == pytest.approx(value - glove.accuracy[size][0], abs=2e-4)
