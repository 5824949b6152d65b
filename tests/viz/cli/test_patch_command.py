"""`headsup patch`: which state of another sentence changes what is written."""

import json

from viz.cli.patch import main

HE, SHE = "He is tired.", "She is tired."


def test_both_directions_are_printed_and_files_are_written(capsys, tmp_path):
    assert main(["transformer", HE, SHE]) == 0
    there, back = capsys.readouterr().out.split("\n\n")
    lines = there.splitlines()
    assert lines[0] == f"“{HE}”"
    assert lines[1].split() == ["He←She", "is", "tired", ".", "</s>"]
    assert [line.split()[0] for line in lines[2:7]] == ["4", "3", "2", "1", "0"]
    assert lines[5].split() == ["1", "100%", "0%", "0%", "0%", "0%"]
    assert "that of “She” moves the choice most" in lines[7]
    assert back.splitlines()[0] == f"“{SHE}”"
    files = tmp_path / "map.csv", tmp_path / "map.svg"
    for file in files:
        assert main(["transformer", HE, SHE, "--json", "-o", str(file)]) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[0])
    assert [entry["words"] for entry in data] == [["Il", "Elle"], ["Elle", "Il"]]
    assert "1. He,1. She,0," in files[0].read_text()
    assert "He ← She" in files[1].read_text()


def test_heads_are_printed_in_both_directions(capsys, tmp_path):
    assert main(["transformer", HE, SHE, "--heads", "values"]) == 0
    there, back = capsys.readouterr().out.split("\n\n")
    lines = there.splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [["encoder", str(n)] for n in (1, 2, 3)]
    assert len(lines) == 14
    assert lines[12].split()[:2] == ["cross", "4"]
    assert "cross-attention layer 4, head 1" in lines[13]
    assert back.startswith(f"“{SHE}”")
    file = tmp_path / "heads.csv"
    assert main(["transformer", HE, SHE, "--heads", "weights", "--json", "-o", str(file)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["kind"] for entry in data] == ["weights", "weights"]
    assert len(data[0]["shares"]) == len(data[0]["heads"]) == 48
    assert len(file.read_text().splitlines()) == 49


def test_sentences_that_cannot_be_compared_are_an_error_in_a_sentence(capsys):
    assert main(["transformer", HE, "She is very tired."]) == 1
    assert "Choose two sentences of equally many" in capsys.readouterr().err
