"""Accuracy by the number of training sentences: draws, intervals, counted words, the table."""

import gzip
import json

import numpy as np
import pytest

from models import UserError, load
from models.cards import count_tokens
from models.finetuning import curves, measure_curves
from models.finetuning.curves import ALONE, READERS, SIZES, TABLE, TUNED_SIZES, USES, read_curves
from models.finetuning.measure_curves import (
    _DRAWS,
    _count_words,
    _draw,
    _interval,
    _Measuring,
    _read_examples,
)
from models.finetuning.tasks import Example, read_task
from models.finetuning.unfrozen import Tuned, rows_of


def save_sentences(folder, rows) -> None:
    lines = "".join(f"own\t{sentence}\t{label}\n" for sentence, label in rows)
    (folder / "sentiment.en.tsv.gz").write_bytes(gzip.compress(lines.encode()))


def test_sentences_near_an_earlier_one_are_left_out(tmp_path):
    rows = [("The food was very good.", 1), ("The food was very, very good!", 1), ("No.", 0)]
    save_sentences(tmp_path, rows)
    assert [(one.sentence, one.labels) for one in _read_examples(tmp_path)] == [
        ("The food was very good.", (1,)),
        ("No.", (0,)),
    ]
    with pytest.raises(UserError, match=r"no sentiment\.en\.tsv\.gz in .*nowhere"):
        _read_examples(tmp_path / "nowhere")


def test_labels_take_turns_in_each_draw_and_no_sentence_is_trained_and_held_out():
    examples = [Example(str(place), ((0, 1),), (int(place < 1500),)) for place in range(2950)]
    orders = [_draw(examples, seed) for seed in (1, 2)]
    assert orders[0] != orders[1]
    for order in orders:
        assert len({*order}) == len(order) == 2 * 1450
        labels = np.array([examples[place].labels[0] for place in order])
        assert (labels[::2] != labels[1::2]).all()
    for train, held_out in _Measuring(examples).draw("mix", 100):
        assert len(train) == 100
        assert len(held_out) == 500
        assert not {*train} & {*held_out}


def test_counted_words_are_those_of_two_training_sentences():
    train = [Example(text, (), ()) for text in ("A good film", "A bad film", "Good, good")]
    rows = _count_words(train, [Example("Film good, bad film", (), ()), Example("Oh", (), ())])
    assert [row.shape for row in rows] == [(1, 1, 3)] * 2  # a, film, good
    assert rows[0].ravel().tolist() == [0, 1, 1]
    assert not rows[1].any()


def test_an_interval_resamples_draws_and_sentences():
    dice = np.random.default_rng(1)
    same = np.tile(dice.integers(0, 2, 400), (4, 1)).astype(float)
    value, low, high = _interval(same)
    assert value == pytest.approx(same.mean(), abs=1e-4)
    assert high - low == pytest.approx(4 * 0.5 / 20, abs=0.02)  # of 400 sentences, not of 1,600
    apart = np.stack([np.full(400, share) for share in (0.0, 1.0, 0.0, 1.0)])
    assert _interval(apart)[1:] == [0, 1]
    partly = same.copy()
    partly[:, 200:] = np.nan
    assert _interval(partly)[0] == pytest.approx(same[:, :200].mean(), abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gpt", "bert"])
def test_sentences_of_like_length_are_read_together_and_keep_their_scores(name):
    model, examples = load(name, "cpu"), read_task("sentiment").train[:40]
    tuned, rows = Tuned(model, 2), rows_of(model, examples)
    for row, example in zip(rows, examples, strict=True):
        assert len(row.ids) == len(model.encode(example.sentence).source)
    assert len({len(row.ids) for row in rows}) > 5
    alone = np.concatenate([tuned.score([row]).detach() for row in rows])
    assert np.abs(tuned.score(rows).detach().numpy() - alone).max() < 1e-4


@pytest.mark.slow
def test_the_command_measures_sentences_of_a_folder(tmp_path, monkeypatch):
    rows = [(one.sentence, one.labels[0]) for one in read_task("sentiment").train[:90]]
    save_sentences(tmp_path, rows)
    for module in (curves, measure_curves):
        monkeypatch.setattr(module, "TABLE", tmp_path / "table.json")
    monkeypatch.setattr(measure_curves, "SIZES", (20, 40))
    monkeypatch.setattr(measure_curves, "TUNED_SIZES", (20,))
    monkeypatch.setattr(measure_curves, "_LEAST_STEPS", 2)
    measure_curves.main(["--data", str(tmp_path), "last", "tuned"])
    table = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert table["sentences"] == 80
    assert table["held_out"] == 30
    assert {use: [*entries] for use, entries in table["curves"].items()} == {
        "alone": [*ALONE],
        "last": [*USES["last"]],
        "tuned": [*USES["tuned"]],
    }
    assert table["curves"]["alone"]["glove"]["to_glove"] == {"20": [0, 0, 0], "40": [0, 0, 0]}


@pytest.mark.slow
def test_the_table_is_of_the_shipped_models_and_is_complete():
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    cards = {name: load(name, "cpu").card for name in READERS}
    assert table["models"] == {
        name: card["sha256"]["weights.safetensors"] for name, card in cards.items()
    }
    measured = read_curves()
    assert measured.read == {name: count_tokens(card["training"]) for name, card in cards.items()}
    assert measured.draws == _DRAWS
    assert {use: (*entries,) for use, entries in measured.curves.items()} == {
        "alone": ALONE,
        **USES,
    }
    assert [*measured.known] == [*SIZES]
    assert sorted(measured.known.values()) == [*measured.known.values()]
    glove = measured.curves["alone"]["glove"]
    for use, entries in measured.curves.items():
        for curve in entries.values():
            assert (*curve.accuracy,) == (TUNED_SIZES if use == "tuned" else SIZES)
            for size, (value, low, high) in curve.accuracy.items():
                assert low <= value <= high
                below, least, most = curve.to_glove[size]
                assert least <= below <= most
                if measured.draws[use] == measured.draws["alone"]:
                    assert below == pytest.approx(value - glove.accuracy[size][0], abs=2e-4)
