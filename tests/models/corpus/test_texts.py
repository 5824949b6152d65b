"""The user's own sentences: read from text and CSV, measured, cached, and evicted."""

import csv
import io
import os
from itertools import islice

import numpy as np
import pytest
from pyarrow import parquet

from models import UserError
from models.corpus import __main__ as command
from models.corpus import making, own_sentences, profile, sentences
from models.corpus.attention_sums import analyse
from models.corpus.profile_table import _cell, heads_parquet, heads_table
from models.corpus.sentences import Pair
from tests.models.corpus import handmade
from tests.models.corpus.random_models import random_model

PAIRS = [pair for _, pair in handmade.pairs(times=1)]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADS_UP_CACHE", str(tmp_path))
    return tmp_path


def test_lines_are_english_with_french_after_a_tab():
    content = "I am tired.\tJe suis fatigué.\r\n\n  The  dog sleeps. \n".encode("utf-8-sig")
    assert own_sentences.read_texts("mine.txt", content) == [
        Pair("I am tired.", "Je suis fatigué."),
        Pair("The dog sleeps.", ""),
    ]


def test_csv_has_two_columns_and_perhaps_a_header():
    content = b'English,French\n"Yes, I am.","Oui, je suis."\nThe dog.\n,nothing\n'
    assert own_sentences.read_texts("mine.CSV", content) == [
        Pair("Yes, I am.", "Oui, je suis."),
        Pair("The dog.", ""),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\n \n", "no sentence"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"a\n" * (own_sentences.MAX_TEXTS + 1), "5,001 sentences"),
        (b"a" * (own_sentences.MAX_FILE + 1), "2.0 MB"),
    ],
)
def test_what_cannot_be_read_is_refused(content, reason):
    with pytest.raises(UserError, match=reason):
        own_sentences.read_texts("mine.txt", content)


def test_the_command_reads_the_same_csv(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text('text\n"Yes, I am."\nThe dog.\n', encoding="utf-8")
    pairs = list(sentences.read_sentences(file))
    assert pairs == own_sentences.read_texts("mine.csv", file.read_bytes())


def test_another_text_model_or_code_has_another_key(monkeypatch):
    keys = {
        own_sentences.key_of(PAIRS, "a"),
        own_sentences.key_of(PAIRS, "b"),
        own_sentences.key_of(PAIRS[:2], "a"),
    }
    monkeypatch.setattr(profile, "PROFILE_VERSION", profile.PROFILE_VERSION + 1)
    keys.add(own_sentences.key_of(PAIRS, "a"))
    assert len(keys) == 4
    assert all(own_sentences._KEY.fullmatch(key) for key in keys)


@pytest.fixture(scope="module")
def measured():
    done = []
    model = random_model("transformer")
    profile = making.measure_texts(model, PAIRS, lambda *progress: done.append(progress))
    return model, profile, done


def test_the_profile_is_that_of_the_same_sums(measured):
    model, profile, done = measured
    sums = analyse(model, list(enumerate(PAIRS))).sums
    for stack, of_stack in profile.stacks.items():
        np.testing.assert_allclose(of_stack.trained.shares, sums[stack].shares, atol=1e-6)
        assert not np.allclose(of_stack.untrained.shares, of_stack.trained.shares)
    assert profile.sentences == len(PAIRS)
    assert done[-1][0] == done[-1][1] > 2 * len(PAIRS)  # the controls come last
    assert set(profile.texts) <= set(range(len(PAIRS)))


def test_a_run_that_is_stopped_raises_what_stopped_it():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        making.measure_texts(random_model("dot"), PAIRS, stop)


def test_a_kept_profile_is_found_again_and_no_other(cache, measured):
    _, profile, _ = measured
    key = own_sentences.key_of(PAIRS, "weights")
    assert own_sentences.read_kept(key) is None
    own_sentences.keep(key, profile)
    again = own_sentences.read_kept(key)
    assert again.sentences == profile.sentences
    assert own_sentences.read_kept(own_sentences.key_of(PAIRS, "other")) is None
    for bad in ("", "../profiles", key.upper(), key + "0"):
        assert own_sentences.read_kept(bad) is None


def test_profiles_used_longest_ago_are_dropped(cache, measured, monkeypatch):
    _, profile, _ = measured
    keys = [f"{number:016x}" for number in range(4)]
    own_sentences.keep(keys[0], profile)
    size = own_sentences.path_of(keys[0]).stat().st_size
    monkeypatch.setattr(own_sentences, "MAX_BYTES", int(2.5 * size))
    for age, key in enumerate(keys[1:3], start=1):
        own_sentences.keep(key, profile)
        os.utime(own_sentences.path_of(key), (age, age))
    os.utime(own_sentences.path_of(keys[0]), (9, 9))
    own_sentences.keep(keys[3], profile)
    left = {file.stem for file in cache.glob("*.npz")}
    assert left == {keys[0], keys[3]}
    assert sum(file.stat().st_size for file in cache.glob("*")) <= 2.5 * size


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path, monkeypatch, measured):
    file = tmp_path / "a file"
    file.write_text("in the way")
    monkeypatch.setenv("HEADS_UP_CACHE", str(file / "below"))
    with pytest.raises(UserError, match="cannot be written"):
        own_sentences.keep("0" * 16, measured[1])


def test_the_table_has_a_row_for_each_head(measured):
    model, profile, _ = measured
    rows = list(csv.DictReader(io.StringIO(heads_table(profile))))
    assert len(rows) == sum(layers * heads for layers, heads in model.attention_sizes.values())
    stack = profile.stacks["encoder"]
    share = stack.shares[3, stack.measures.index("previous")]
    row = rows[3]
    assert (row["mechanism"], row["layer"], row["head"]) == ("encoder", "2", "2")
    assert float(row["previous"]) == pytest.approx(share, rel=1e-5)
    assert row["begin"] == ""  # the encoder does not have it


def test_the_parquet_file_has_the_numbers_of_the_table(measured):
    _, profile, _ = measured
    table = parquet.read_table(io.BytesIO(heads_parquet(profile)))
    rows = list(csv.DictReader(io.StringIO(heads_table(profile))))
    assert table.column_names == list(rows[0])
    assert table.num_rows == len(rows)
    for exact, row in zip(table.to_pylist(), rows, strict=True):
        for name, value in exact.items():
            assert row[name] == ("" if value is None else _cell(value)), name
    assert table.schema.metadata[b"model"] == profile.model.encode()


@pytest.mark.slow
def test_the_command_writes_a_table(tmp_path, capsys):
    data, out = tmp_path / "pairs.tsv", tmp_path / "heads.csv"
    lines = (
        f"{pair.english}\t{pair.french}\n"
        for pair in islice(sentences.read_sentences(sentences.CORPUS), 12)
    )
    data.write_text("".join(lines), encoding="utf-8")
    command.main(["bilstm-dot", "--data", str(data), "--out", str(out)])
    [row] = csv.DictReader(io.StringIO(out.read_text(encoding="utf-8")))
    assert row["mechanism"] == "cross"
    assert float(row["entropy"]) >= 0
