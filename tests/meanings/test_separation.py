"""The stored separation of meanings equals a new measurement."""

import json
import sys
from collections import Counter

import pytest

from models import load, shipped_for
from models.words import meanings
from tests.meanings import report
from tests.meanings.report import measure

STORED = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))
TWELVE = [
    "light",
    "right",
    "watch",
    "kind",
    "left",
    "letter",
    "mouse",
    "cell",
    "green",
    "hard",
    "mean",
    "like",
]


def near(measured: dict, stored: dict) -> bool:
    """Whether two results are equal up to rounding, which differs between processors."""
    same = all(measured[name] == stored[name] for name in ("meanings", "sentences"))
    for kind in ("meaning", "french"):
        same &= (measured[kind] is None) == (stored[kind] is None)
        same &= measured[kind] is None or measured[kind] == pytest.approx(stored[kind], abs=0.002)
    return same


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transformer", "elmo"])
def test_measuring_again_gives_what_is_stored(name):
    figures = measure(name, ("left",))
    assert {*figures} == {"left"}
    assert near(figures["left"], STORED[name]["left"])


@pytest.mark.weekly
@pytest.mark.parametrize("place, name", [*enumerate(shipped_for("translation"))])
def test_measuring_words_again_gives_what_is_stored(place, name):
    """Each word with one of the models: with all of them it takes six times as long."""
    words = meanings.words()[place :: len(shipped_for("translation"))]
    assert words
    for word, row in measure(name, words).items():
        assert near(row, STORED[name][word]), word


@pytest.mark.parametrize("name", [*shipped_for("translation"), *report.OTHERS])
def test_every_model_is_there_with_every_word_and_every_step(name):
    steps = load(name, "cpu").encode("I").steps
    aligned = "cross" in load(name, "cpu").attention_sizes
    assert [*STORED] == [*shipped_for("translation"), *report.OTHERS]
    assert [*STORED[name]] == [*meanings.words()]
    for word, row in STORED[name].items():
        counts = Counter(example.meaning for example in meanings.examples() if example.word == word)
        assert row["meanings"] == [*counts]
        assert row["sentences"] == sum(counts.values())
        assert len(row["meaning"]) == len(steps)
        assert row["french"] is None or (aligned and len(row["french"]) == len(steps))
        assert all(-1 <= value <= 1 for value in (*row["meaning"], *(row["french"] or ())))


def test_the_transformer_tells_most_words_apart_and_better_than_its_embedding_does():
    rows = {word: row["meaning"] for word, row in STORED["transformer"].items()}
    apart = [word for word in TWELVE if rows[word][-1] > 0 and rows[word][-1] > rows[word][0]]
    assert len(apart) >= 8, apart


@pytest.mark.parametrize("name", shipped_for("translation"))
def test_before_the_first_layer_no_model_separates_meanings(name):
    """A word is one point there, or two with a capital letter."""
    assert all(row["meaning"][0] <= 0 for row in STORED[name].values())


def test_the_report_is_printed_and_written_only_when_asked(tmp_path, monkeypatch, capsys):
    row = {"meanings": ["a", "b"], "sentences": 4, "meaning": [-0.5, 0.25], "french": None}
    monkeypatch.setattr(report, "shipped_for", lambda task: ["some"])
    monkeypatch.setattr(report, "OTHERS", ())
    worse = row | {"meaning": [0.0, -0.125], "french": [0.0, 1.0]}
    monkeypatch.setattr(report, "measure", lambda name, words: {"bank": row, "left": worse})
    monkeypatch.setattr(meanings, "SEPARATION", tmp_path / "separation.json")
    monkeypatch.setattr(sys, "argv", ["report"])
    report.main()
    printed = capsys.readouterr().out
    assert "some: the last layer separates 1 of 2 words better" in printed
    assert "one colour" in printed
    assert "-0.50   0.25" in printed
    assert not meanings.SEPARATION.exists()
    monkeypatch.setattr(sys, "argv", ["report", "--write"])
    report.main()
    assert json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["some"]["bank"] == row
