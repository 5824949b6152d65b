"""The command that measures how well heads align words, on links that its user gives."""

import io
import json
import sys
from pathlib import Path

import pytest

from viz.cli.align import _read_gold, main

GOLD = Path(__file__).parents[2] / "alignment/gold.jsonl"
PAIR = {
    "source": "I am tired.",
    "target": "Je suis fatigué.",
    "english": ["I", "am", "tired", "."],
    "french": ["Je", "suis", "fatigué", "."],
    "sure": [[0, 0], [1, 1], [2, 2], [3, 3]],
    "possible": [],
}


def test_the_heads_are_listed_the_best_first_beside_the_diagonal(tmp_path, capsys):
    file = tmp_path / "gold.jsonl"
    file.write_text(json.dumps(PAIR) + "\n", encoding="utf-8")
    assert main(["transformer", "--gold", str(file), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rates = {line["head"]: line["aer"] for line in lines}
    assert len(rates) == 4 * (4 + 1) * 2 + 1
    assert [*rates.values()] == sorted(rates.values())
    assert rates["diagonal"] == 0
    assert rates["layer 2, head 3, row that reads"] == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("no JSON", "Line 1 of"),
        ("[" * 100_000, "Line 1 of"),
        ('{"source": "a"}', "Line 1 of"),
        (json.dumps(PAIR | {"sure": [[1]]}), "Line 1 of"),
        (json.dumps(PAIR | {"sure": []}), "no sure link in"),
        ("", "no sure link in"),
        (json.dumps(PAIR | {"possible": [[99, -5]]}), "Line 1 of"),
        (
            json.dumps(PAIR | {"french": ["Je"], "sure": [[0, 0]]}),
            "Line 1 has 4 English and 1 French words, and",
        ),
    ],
)
def test_a_file_without_usable_links_is_refused(line, sentence, tmp_path, capsys):
    file = tmp_path / "gold.jsonl"
    file.write_text(line, encoding="utf-8")
    assert main(["--gold", str(file)]) == 1
    output, error = capsys.readouterr()
    assert sentence in error
    assert (output, error.count("\n")) == ("", 1)


def test_a_dash_reads_the_links_from_the_standard_input(tmp_path, monkeypatch, capsys):
    (file := tmp_path / "gold.jsonl").write_text(json.dumps(PAIR), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert _read_gold(Path("-")) == _read_gold(file)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"no JSON")))
    assert main(["--gold", "-"]) == 1
    assert "Line 1 of the standard input" in capsys.readouterr().err


def test_a_model_without_cross_attention_is_refused(capsys):
    assert main(["bert", "--gold", str(GOLD)]) == 1
    assert "bert has no cross-attention" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["nothing", "--gold", str(GOLD)])
