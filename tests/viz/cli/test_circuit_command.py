"""`headsup circuit`: what a head writes, off its weights."""

import csv
import json

import pytest

from viz.cli.circuit import main

HEAD = ["transformer", "cross", "4", "1"]
DOG = "The big red dog"


@pytest.mark.slow
def test_the_words_are_printed_beside_a_random_head_and_files_are_written(capsys, tmp_path):
    assert main([*HEAD, DOG]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split()[:3] == ["dog", "chien", "✓,"]
    assert "random: " in lines[3]
    assert "writes a translation first" in lines[4]
    table, picture, heads = (tmp_path / name for name in ("a.csv", "a.svg", "heads.csv"))
    assert main([*HEAD, DOG, "--encoded", "--json", "-o", str(table)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["words"][3][0] == "chien"
    assert data["encoded"] is True
    rows = [*csv.DictReader(table.read_text().splitlines())]
    assert len(rows) == 2 * 3 * len(data["tokens"])
    assert rows[9]["word written"] == "chien"
    assert main([*HEAD, DOG, "-o", str(picture)]) == 0
    assert "chien" in picture.read_text()
    assert main([*HEAD, "-o", str(heads)]) == 0
    assert len(heads.read_text().splitlines()) == 1 + 16 + 1


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["bilstm-dot", *HEAD[1:]], "off the weights of our transformers only"),
        (["transformer", "cross", "5", "1"], "4 × 4 heads"),
        (["transformer", "encoder", "1", "1", "--encoded"], "only cross-attention"),
    ],
)
def test_a_head_that_is_not_there_is_an_error_in_a_sentence(arguments, reason, capsys):
    assert main(arguments) == 1
    assert reason in capsys.readouterr().err
