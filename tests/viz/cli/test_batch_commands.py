"""`headsup lens`, `patch` and `attribute` over a file of sentences."""

import csv
import json

import pytest

from models import read_batch
from viz.cli import attribute, lens, patch


@pytest.fixture
def file(tmp_path):
    def write(text: str):
        path = tmp_path / "sentences.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_lens_of_many_sentences_is_a_table_json_and_files(file, tmp_path, capsys):
    source = file("The big red dog is sleeping.\n\nI am tired.\tJe dors.\n")
    assert lens.main(["transformer", "--from", source]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert title.endswith("2 sentences, 12 words")
    assert [line.split("  ")[0].strip() for line in lines][1:] == [f"layer {n}" for n in "1234"]
    kept, rows, picture = (tmp_path / f"lens.{ending}" for ending in ("npz", "csv", "svg"))
    for path in (kept, rows, picture):
        assert lens.main(["transformer", "--from", source, "--json", "-o", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()[:2]]
    assert [line["sentence"] for line in lines] == ["The big red dog is sleeping.", "I am tired."]
    assert read_batch(kept)[1].request.target == "Je dors."
    first = next(csv.DictReader(rows.read_text(encoding="utf-8").splitlines()))
    assert (first["text"], first["layer"], first["rank"]) == ("1", "0", "1")
    assert "layer 4" in picture.read_text(encoding="utf-8")


def test_pairs_that_cannot_be_compared_are_named_and_the_others_go_on(file, capsys):
    source = file("He is tired.\tShe is tired.\nHe is\tShe is very tired.\n")
    assert patch.main(["transformer", "--from", source, "--json"]) == 1
    out, error = capsys.readouterr()
    both, refused = map(json.loads, out.splitlines())
    assert [one["words"] for one in both] == [["Il", "Elle"], ["Elle", "Il"]]
    assert refused["sentence"] == "He is | She is very tired."
    assert error.startswith("“He is | She is very tired.”: ")


def test_shares_of_parts_over_beginnings(file, capsys):
    source = file("The students opened their\nHe said that\n")
    assert attribute.main(["gpt", "--from", source]) == 0
    assert "heads, in all +" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("main", "arguments", "reason"),
    [
        (lens.main, ["transformer"], "give sentence, or a file with --from"),
        (patch.main, ["transformer", "a"], "give sentence and other, or a file"),
        (attribute.main, ["gpt", "a", "--from", "-"], "give sentences, or a file"),
        (lens.main, ["transformer", "--from", "nowhere.txt"], "there is no file “nowhere.txt”"),
    ],
)
def test_a_call_that_cannot_be_meant_is_a_usage_error(main, arguments, reason, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err


def test_a_file_without_a_sentence_is_an_error(file, capsys):
    assert lens.main(["transformer", "--from", file("# nothing\n")]) == 1
    assert "There is no sentence in" in capsys.readouterr().err
