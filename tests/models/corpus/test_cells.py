"""The unit of the character LSTM that tells a concept."""

from types import SimpleNamespace

import numpy as np
import pytest

import models
from models import Request, load
from models.corpus.cells import (
    BOOKS,
    CODE,
    CONCEPTS,
    GOOD,
    _auc_of,
    _interval_of,
    _is_enough,
    _ranks_of,
    cells_of,
    labels_of,
    model_of,
    rank_concept,
    read_table,
    requests,
    texts,
)
from models.normalisation import with_signs


@pytest.mark.parametrize(
    "concept, text, holds",
    [
        ("quotes", 'He: "No." So', "....++++...."),
        ("quotes", "“Yes” he", "++++...."),
        ("brackets", "a (b [c] d) e", "..++++++++..."),
        ("brackets", "a) b (c) d", ".....++..."),
        ("upper", "Mr. Fox", "+...+.."),
        ("later", "abcd", "..++"),
        ("words", "The cat, a CATalogue", "....+++............."),
        ("comments", "x # y's↵z", "..+++++.."),
        ("comments", "x = '# no' # yes", "...........+++++"),
        ("strings", "f('a\\'b') # 'c'", "..+++++........"),
        ("strings", '→"""a↵"b""" c', ".+++++++....."),
        ("strings", "x = 'a↵y = 1", "....++......"),
        ("expressions", "f(x, [1]) # (", ".+++++++....."),
        ("expressions", "b) + f(x)", "......++."),
        ("nested", "f(x, [1]) # (", ".....++......"),
        ("indented", "if x:↵→→y↵→z", "......+++..."),
    ],
)
def test_a_concept_holds_where_a_reader_would_say(concept, text, holds):
    labels = labels_of(concept, text, ["cat"])
    assert "".join("+" if label else "." for label in labels) == holds


def test_code_is_written_on_one_line():
    code = "def f(x):\n    if x:\n\treturn  1\n\n\n\n# end\n"
    assert with_signs(code) == "def f(x):↵→if x:↵→return 1↵↵# end"
    assert with_signs(" \n") == ""


def test_the_auc_is_the_share_of_pairs_in_the_right_order():
    dice = np.random.default_rng(3)
    cells, labels = dice.normal(size=(40, 3)), dice.random((2, 40)) < 0.4
    expected = [
        [np.mean(cells[row][:, None, unit] > cells[~row][None, :, unit]) for unit in range(3)]
        for row in labels
    ]
    np.testing.assert_allclose(_auc_of(_ranks_of(cells), labels), expected, atol=1e-6)


def test_equal_values_share_a_rank():
    np.testing.assert_allclose(
        _ranks_of(np.array([[2.0], [1.0], [2.0], [5.0]]))[:, 0], [2.5, 1, 2.5, 4]
    )


def test_the_interval_is_around_the_auc_and_narrow_where_all_paragraphs_agree():
    dice = np.random.default_rng(4)
    labels = [dice.random(30) < 0.5 for _ in range(12)]
    values = [dice.normal(size=30) + held for held in labels]
    whole, held = np.concatenate(values), np.concatenate(labels)
    auc, low, high = _interval_of(values, labels)
    assert auc == pytest.approx(
        float(_auc_of(_ranks_of(whole[:, None]), held[None])[0, 0]), abs=1e-6
    )
    assert low < auc < high
    assert _interval_of([label.astype(float) for label in labels], labels) == (1, 1, 1)


def traces_of(cells, texts):
    """Runs whose units have these values at each character of each text."""
    return [
        SimpleNamespace(
            sentence=text,
            prompt_length=len(text),
            gates={"encoder": SimpleNamespace(cell=np.concatenate([cell[:1], cell]))},
            predicted_spans=[(place, place + 1) for place in range(len(text))],
        )
        for cell, text in zip(cells, texts, strict=True)
    ]


def test_noise_has_no_cell_and_a_planted_cell_is_found():
    dice = np.random.default_rng(5)
    texts = ['He said "yes, I will" and left, and then "no".'] * 20
    cells = [dice.normal(size=(len(text), 50)) for text in texts]
    assert not rank_concept(traces_of(cells, texts), "quotes", (), 200).found
    for cell in cells[::2]:  # only where the unit is chosen
        cell[:, 7] -= 4 * labels_of("quotes", texts[0])
    chosen = rank_concept(traces_of(cells, texts), "quotes", (), 200)
    assert chosen.best_auc > max(GOOD, chosen.chance)
    assert not chosen.found
    for cell in cells[1::2]:
        cell[:, 7] -= 4 * labels_of("quotes", texts[0])
    ranking = rank_concept(traces_of(cells, texts), "quotes", (), 200)
    assert ranking.found
    assert ranking.best == 7
    assert ranking.is_low
    assert ranking.auc[7] < 0.05
    assert ranking.tested > 0.95
    few = [text.replace('"', "", 2) for text in texts[:10]]
    assert (
        rank_concept(traces_of(cells[:10], few), "quotes", (), 10) is None
    )  # 5 places in each half


@pytest.mark.slow
def test_the_quote_cell_of_the_table_passes_on_paragraphs_read_again():
    table = read_table()
    assert {*table} < {*CONCEPTS[BOOKS], *CONCEPTS[CODE]}
    assert not _is_enough(texts(), "brackets")
    quotes = table["quotes"]
    assert quotes.found
    assert quotes.tested > GOOD
    model, cells, labels = load(BOOKS, "cpu"), [], []
    for text in texts()[21:41:2]:
        read, places = cells_of(model.trace(Request(BOOKS, text, "")))
        cells.append(read[:, quotes.best])
        labels.append(labels_of("quotes", text)[places])
        assert len(read) == len(places) == len(text) + 1  # a space begins each text
    auc, *_ = _interval_of([-cell if quotes.is_low else cell for cell in cells], labels)
    assert auc > GOOD


@pytest.mark.slow
def test_the_cell_of_brackets_within_brackets_passes_on_code_read_again():
    table, model = read_table(), load(CODE, "cpu")
    for concept, low in (("comments", 0.8), ("nested", GOOD)):
        best = table[concept].best
        assert table[concept].found
        cells, labels = [], []
        for request in requests(texts(CODE)[21:41:2], CODE):
            read, places = cells_of(model.trace(request))
            cells.append(read[:, best])
            labels.append(labels_of(concept, request.sentence)[places])
        sign = -1 if table[concept].is_low else 1
        auc, *_ = _interval_of([sign * cell for cell in cells], labels)
        assert auc > low
    assert model_of("nested") == CODE


def test_no_list_of_models_has_the_one_that_reads_characters():
    assert {BOOKS, CODE} < {*models.APART}
    assert not {BOOKS, CODE} & {*models.available(), *models.shipped_for("causal-lm")}
    assert models.shipped_for("causal-lm")[0] == "gpt"
