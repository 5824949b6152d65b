"""`headsup attribute`: what each part of a decoder wrote for a word."""

import csv
import json

import pytest

from viz.cli.attribute import main

TEXT = "The students opened their"


def test_the_parts_are_printed_with_their_sum_and_files_are_written(capsys, tmp_path):
    assert main(["gpt", TEXT, "He said that"]) == 0
    first, second = capsys.readouterr().out.split("\n\n")
    title, *lines, total = first.splitlines()
    assert title == f"“{TEXT}”: logit of “books” minus that of “present”"
    values = [float(line.split()[0]) for line in lines]
    assert len(values) == 1 + 6 * 4 + 6 + 1
    assert sum(values) == pytest.approx(float(total.split()[0]), abs=0.02)
    assert sorted(values, key=lambda value: -abs(value)) == values
    assert second.startswith("“He said that”")
    files = tmp_path / "parts.csv", tmp_path / "parts.svg"
    for file in files:
        assert main(["gpt", TEXT, "--json", "--other", "eyes", "-o", str(file)]) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[0])
    assert data["words"] == ["books", "eyes"]
    *rows, logit = csv.DictReader(files[0].read_text().splitlines())
    for word in ("books", "eyes"):
        assert sum(float(row[word]) for row in rows) == pytest.approx(float(logit[word]), abs=1e-3)
    assert "books" in files[1].read_text()


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["transformer", "I am tired."], "each later layer norm rescales"),
        (["gpt", TEXT, "--other", "qqq"], "“qqq” is no other word"),
        (["gpt", TEXT, "-o", "x.docx"], "docx"),
    ],
)
def test_what_has_no_sum_is_an_error_in_a_sentence(arguments, reason, capsys):
    assert main(arguments) == 1
    assert reason in capsys.readouterr().err
