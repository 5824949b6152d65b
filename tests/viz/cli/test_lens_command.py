"""`headsup lens`: what each layer would have written."""

import json
import re

from viz.cli.lens import main

SENTENCE = "The big red dog is sleeping on the bed."


def test_the_last_layer_is_on_top_and_files_are_written(capsys, tmp_path):
    assert main(["transformer", SENTENCE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["4", "3", "2", "1", "0"]
    assert re.search(r"gros \d\d%", lines[0])
    assert re.search(r"grand +\d+%", lines[1])
    files = tmp_path / "lens.csv", tmp_path / "lens.svg"
    for file in files:
        assert main(["transformer", SENTENCE, "--json", "-o", str(file)]) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[0])
    assert data["words"][3][1][0] == "grand"
    assert "2. gros,3,1,grand," in files[0].read_text()
    assert "gros" in files[1].read_text()


def test_a_model_without_states_between_is_an_error_in_a_sentence(capsys):
    assert main(["bilstm-dot", SENTENCE]) == 1
    assert "a single layer" in capsys.readouterr().err
