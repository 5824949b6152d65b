import json

import pytest

from models import load, shipped_for
from models.store.checkpoint import SHIPPED
from models.words.lexicon import ERROR
from tests.alignment.report import GOLD, of_lexicon, write_card
from viz.cli.align import _diagonal, _error, _rates_of


def test_the_lexicon_aligns_as_well_as_it_says():
    assert round(_error(of_lexicon(), GOLD), 1) == ERROR < 7


@pytest.mark.slow
def test_the_best_head_of_the_transformer_aligns_better_than_the_diagonal_and_than_25():
    rates = _rates_of("transformer", GOLD)
    assert min(rates.values()) <= 25 < _error(_diagonal(GOLD), GOLD)
    assert len(rates) == 4 * (4 + 1) * 2


def test_a_card_gets_the_figures_of_every_head_and_keeps_the_rest(tmp_path):
    rates = {
        "layer 1, head 1, row that writes": 40.04,
        "layer 1, head 1, row that reads": 20.06,
        "layer 1, mean, row that writes": 30.0,
        "layer 1, mean, row that reads": 10.0,
    }
    (tmp_path / "card.json").write_text(
        '{"name": "some", "by_length": {}, "alignment": {"aer": 1}}'
    )
    write_card(tmp_path / "card.json", rates)
    assert json.loads((tmp_path / "card.json").read_text()) == {
        "name": "some",
        "by_length": {},
        "alignment": {
            "best_head": "layer 1, head 1, row that reads",
            "aer": 20.1,
            "sentences": len(GOLD),
            "heads": {
                "layer 1, head 1": {"writes": 40.0, "reads": 20.1},
                "layer 1, mean": {"writes": 30.0, "reads": 10.0},
            },
        },
    }


@pytest.mark.parametrize("name", shipped_for("translation"))
def test_a_shipped_card_has_the_figures_of_every_head_and_names_the_best(name):
    sizes = load(name, "cpu").attention_sizes
    card = json.loads((SHIPPED / name / "card.json").read_text(encoding="utf-8"))
    if "cross" not in sizes:
        assert "alignment" not in card
        return
    n_layers, n_heads = sizes["cross"]
    alignment = card["alignment"]
    heads = alignment["heads"]
    assert list(heads) == [
        f"layer {layer + 1}, {head}"
        for layer in range(n_layers)
        for head in (*(f"head {head + 1}" for head in range(n_heads)), "mean")
    ]
    assert all(
        set(rows) == {"writes", "reads"} and all(0 <= rate <= 100 for rate in rows.values())
        for rows in heads.values()
    )
    best, row = alignment["best_head"].rsplit(", row that ", 1)
    assert (
        alignment["aer"]
        == heads[best][row]
        == min(rate for head, rows in heads.items() if "mean" not in head for rate in rows.values())
    )
    assert alignment["sentences"] == len(GOLD)
