"""The lexicon learns from pairs of sentences which words translate each other."""

import gzip

import numpy as np
import pytest

from models.corpus import learn_lexicon as command
from models.corpus.learn_lexicon import _learn, _pack
from models.words import lexicon as shipped

PAIRS = [
    (["the", "house"], ["la", "maison"]),
    (["the", "car"], ["la", "voiture"]),
    (["a", "house"], ["une", "maison"]),
] * 5


def test_words_that_often_stand_together_translate_each_other():
    table, counts = _learn(PAIRS, rounds=20)
    for english, french in (("house", "maison"), ("car", "voiture"), ("a", "une"), ("the", "la")):
        assert table.links([english], [french]) == [0]
    assert table.links(["the", "car"], ["la", "maison"]) == [0, None]
    pair = np.searchsorted(table.pairs, table.english["a"] * 4 + table.french["une"])
    assert counts[pair].tolist() == [5, 5]


def test_no_word_has_more_than_the_whole_of_its_probability():
    table, _ = _learn(PAIRS)
    for probabilities, given in (
        (table.to_french, table.pairs // len(table.french)),
        (table.to_english, table.pairs % len(table.french)),
    ):
        assert np.bincount(given, probabilities).max() <= 1 + 1e-6
    assert table.french_alone.sum() == pytest.approx(1)


def test_the_place_decides_between_equal_words():
    sentence = ["the", "car", "the", "house"], ["la", "voiture", "la", "maison"]
    assert _learn(PAIRS, rounds=20)[0].links(*sentence) == [0, 1, 2, 3]


def test_what_was_learnt_is_read_back(tmp_path, monkeypatch):
    learnt, counts = _learn([*PAIRS, (["once"], ["jadis"])], rounds=20)
    (tmp_path / "lexicon.safetensors").write_bytes(_pack(learnt, counts))
    monkeypatch.setattr(shipped, "LEXICON_TABLE", tmp_path / "lexicon.safetensors")
    table = shipped.lexicon.__wrapped__()
    assert "once" not in table.english  # seen once only
    assert table.links(["a", "house"], ["une", "maison"]) == [0, 1]


def test_the_command_reads_each_training_pair_once(tmp_path, monkeypatch):
    for name in ("tatoeba.train", "multi30k.train", "tatoeba.dev", "multi30k.val"):
        lines = "A dog\tUn chien\n" * 3
        (tmp_path / f"{name}.en-fr.tsv.gz").write_bytes(gzip.compress(lines.encode()))
    monkeypatch.setattr("models.training.mixture.read_corpus", lambda unread: [])
    assert command._read_words(tmp_path) == [(["a", "dog"], ["un", "chien"])]
    command.main(["--data", str(tmp_path), "--out", str(tmp_path / "out.safetensors")])
    assert (tmp_path / "out.safetensors").stat().st_size > 0
