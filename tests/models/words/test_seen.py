"""How many training sentences a word is in, without the words."""

import gzip

from models.corpus import seen as command
from models.words import seen


def test_a_word_is_counted_once_a_sentence_as_it_is_written(tmp_path, monkeypatch):
    counts = command._count_words(["A dog sees a dog.", "A dog sees a dog.", "Dogs see the dog"])
    assert counts == {"A": 1, "dog": 2, "sees": 1, "a": 1, ".": 1, "Dogs": 1, "see": 1, "the": 1}
    (tmp_path / "seen.safetensors").write_bytes(seen.pack(counts | {"the": 10**6}))
    monkeypatch.setattr(seen, "_table", lambda: seen.load_file(tmp_path / "seen.safetensors"))
    assert [seen.times_seen(word) for word in ("dog", "Dog", "Dogs", "cat", "the")] == [
        2,
        0,
        1,
        0,
        seen._MOST,
    ]
    assert b"Dogs" not in (tmp_path / "seen.safetensors").read_bytes()


def test_the_command_counts_the_training_pairs(tmp_path, monkeypatch, capsys):
    for name in ("tatoeba.train", "multi30k.train", "tatoeba.dev", "multi30k.val"):
        lines = "A dog\tUn chien\n" * 3
        (tmp_path / f"{name}.en-fr.tsv.gz").write_bytes(gzip.compress(lines.encode()))
    monkeypatch.setattr("models.training.mixture.read_corpus", lambda unread: [])
    command.main(["--data", str(tmp_path), "--out", str(tmp_path / "out.safetensors")])
    assert "2 words" in capsys.readouterr().out


def test_the_shipped_table_knows_common_words_and_no_nonsense():
    assert seen.times_seen("the") > 10_000
    assert 0 < seen.times_seen("saucers") < 100
    assert seen.times_seen("zzyzx") == 0
