"""The unit of the character LSTM that tells a concept."""

import numpy as np
import pytest

import models
from models import Request, load
from models.analysis.cells import (
    CONCEPTS,
    GOOD,
    MODEL,
    auc_of,
    cells_of,
    labels_of,
    rank_units,
    ranks_of,
    read_table,
    texts,
)


@pytest.mark.parametrize(
    "concept, text, holds",
    [
        ("quotes", 'He: "No." So', "....++++...."),
        ("quotes", "“Yes” he", "++++...."),
        ("brackets", "a (b [c] d) e", "..++++++++..."),
        ("upper", "Mr. Fox", "+...+.."),
        ("later", "abcd", "..++"),
        ("words", "The cat, a CATalogue", "....+++............."),
    ],
)
def test_a_concept_holds_where_a_reader_would_say(concept, text, holds):
    labels = labels_of(concept, text, ["cat"])
    assert "".join("+" if label else "." for label in labels) == holds


def test_the_auc_is_the_share_of_pairs_in_the_right_order():
    dice = np.random.default_rng(3)
    cells, labels = dice.normal(size=(40, 3)), dice.random((2, 40)) < 0.4
    expected = [
        [np.mean(cells[row][:, None, unit] > cells[~row][None, :, unit]) for unit in range(3)]
        for row in labels
    ]
    np.testing.assert_allclose(auc_of(ranks_of(cells), labels), expected, atol=1e-6)


def test_noise_has_no_cell_and_a_planted_cell_is_found():
    dice = np.random.default_rng(5)
    cells, labels = dice.normal(size=(2000, 50)), np.repeat(dice.random(100) < 0.5, 20)
    assert not rank_units(ranks_of(cells), labels, 200).found
    cells[:, 7] -= 4 * labels
    ranking = rank_units(ranks_of(cells), labels, 200)
    assert ranking.found
    assert ranking.best == 7
    assert ranking.auc[7] < 0.05
    assert rank_units(ranks_of(cells), np.zeros(2000, bool), 10) is None


def test_the_quote_cell_of_the_table_passes_on_paragraphs_read_again():
    table = read_table()
    assert {*table} == {*CONCEPTS}
    quotes = table["quotes"]
    assert quotes.found
    assert quotes.best_auc > GOOD
    model, cells, labels = load(MODEL, "cpu"), [], []
    for text in texts()[20:32]:
        read, places = cells_of(model.trace(Request(MODEL, text, "")))
        cells.append(read[:, quotes.best])
        labels.append(labels_of("quotes", text)[places])
        assert len(read) == len(places) == len(text) + 1  # a space begins each text
    ranks, held = ranks_of(np.concatenate(cells)[:, None]), np.concatenate(labels)
    auc = auc_of(ranks, held[None])[0, 0]
    assert abs(auc - 0.5) + 0.5 > GOOD


def test_no_list_of_models_has_the_one_that_reads_characters():
    assert MODEL in models.APART
    assert MODEL not in models.available()
    assert MODEL not in models.shipped_for("causal-lm")
    assert models.shipped_for("causal-lm")[0] == "gpt"
