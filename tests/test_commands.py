"""Commands check their arguments, with a sentence, before they load anything heavy."""

import argparse
import io
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import models
import viz
from models import arguments
from viz.cli.commands import _MODULES

PARSES = re.compile(r"argparse\.ArgumentParser\(|parser = build_parser\(")
COMMANDS = sorted(
    ".".join(file.relative_to(Path(package.__file__).parents[1]).with_suffix("").parts)
    for package in (models, viz)
    for file in Path(package.__file__).parent.rglob("*.py")
    if PARSES.search(file.read_text(encoding="utf-8"))
)
BAD = [
    ("models.corpus.__main__", ["--workers", "0"], "whole number from 1 to 256"),
    ("models.corpus.__main__", ["--workers", "-1"], "whole number from 1 to 256"),
    ("models.corpus.__main__", ["--workers", "1000000"], "whole number from 1 to 256"),
    ("models.corpus.__main__", ["--importance", "0"], "whole number of at least 1"),
    ("models.corpus.__main__", ["--held-out", "nowhere"], "there is no folder “nowhere”"),
    ("models.corpus.__main__", ["--held-out", "tests"], "needs --shipped or --importance"),
    ("models.corpus.__main__", ["--data", "nowhere.tsv"], "there is no file “nowhere.tsv”"),
    ("models.corpus.__main__", ["--data", "/dev/null"], "there is no file “/dev/null”"),
    (
        "models.corpus.__main__",
        ["--out", "README.md/x/a.npz"],
        "there is no folder “README.md/x”",
    ),
    ("models.corpus.__main__", ["--held-out", "x" * 300], "there is no folder “xxx"),
    ("models.corpus.learn_lexicon", ["--data", "nowhere"], "there is no folder “nowhere”"),
    ("models.store.checkpoint", [], "required: FOLDER"),
    ("models.store.checkpoint", ["nowhere"], "there is no folder “nowhere”"),
    ("models.training.counts", ["--data", "nowhere"], "there is no folder “nowhere”"),
    ("models.training.evaluate", ["gpt", "--beam", "0"], "whole number from 1 to 100"),
    ("models.training.evaluate", ["gpt", "--beam", "1000000"], "whole number from 1 to 100"),
    ("models.corpus.__main__", ["transformer", "nothing"], "no model called “nothing”"),
    ("models.training.evaluate", ["nothing", "--data", "README.md"], "no model called “nothing”"),
    ("models.training.evaluate", ["gpt"], "Name files that the model has not seen with --data"),
    ("models.training.calibrate", ["transformer"], "has not seen with --data"),
    ("models.training.calibrate", ["gpt", "--data", "nowhere.tsv"], "no file “nowhere.tsv”"),
    (
        "models.training.evaluate",
        ["gpt", "--data", "README.md", "--checkpoint", "x"],
        "no checkpoint in x",
    ),
    ("models.training.evaluate", ["gpt", "--data", "nowhere.tsv"], "no file “nowhere.tsv”"),
    ("models.training.evaluate", ["gpt", "--data", "x" * 300], "there is no file “xxx"),
    ("models.training.evaluate", ["gpt", "--data", "tests"], "there is no file “tests”"),
    ("models.training.evaluate", ["gpt", "--json", "--by-length"], "leave --json or --by-length"),
    ("models.training.mean", ["tests", "tests", "--share", "1.1"], "number from 0 to 1"),
    ("models.training.save_positions", ["nowhere"], "there is no folder “nowhere”"),
    ("models.training.train", ["gpt", "--updates", "-1"], "whole number of at least 0"),
    ("models.training.train", ["gpt", "--cooldown", "-1"], "whole number of at least 0"),
    ("models.training.train", ["gpt", "--every", "0"], "whole number of at least 1"),
    ("models.training.train", ["gpt", "--rate", "nan"], "number above 0"),
    ("models.training.train", ["transformer", "--exchange", "2"], "number from 0 to 1"),
    ("models.training.train", ["gpt", "--merge-dropout", "0.1"], "reads English alone"),
]


@pytest.mark.parametrize(("command", "given", "sentence"), BAD)
def test_a_bad_argument_is_a_usage_error(command, given, sentence, capsys):
    with pytest.raises(SystemExit) as stopped:
        import_module(command).main(given)
    assert stopped.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--layer", "x"], "There is no layer “x”."),
        (["--head", "mean"], "There is no head “mean”."),
        (["--device", "tpu"], "There is no device “tpu”."),
        (["-o", "nowhere/dog.svg"], "There is no folder “nowhere” to write into."),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_a_model_is_loaded(
    wrong, sentence, monkeypatch, capsys
):
    from viz.cli import export

    monkeypatch.setattr(export, "make", None)
    assert export.main(["A dog.", "-o", "dog.svg", *wrong]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.slow
def test_without_trained_models_nothing_else_is_loaded(tmp_path):
    script = (
        "import sys; from viz.cli.export import main\n"
        "code = main(['A dog.', '-o', 'dog.svg']); assert 'torch' not in sys.modules; exit(code)"
    )
    weights = {**os.environ, "HEADS_UP_WEIGHTS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=weights, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("There is no trained model here.")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_whole_sentences(command, monkeypatch, capsys):
    described = []
    make = argparse.ArgumentParser.__init__

    def keep(parser, *rest, **options):
        make(parser, *rest, **options)
        described.append(parser)

    monkeypatch.setattr(argparse.ArgumentParser, "__init__", keep)
    with pytest.raises(SystemExit) as stopped:
        import_module(command).main(["--help"])
    assert stopped.value.code == 0
    name = command.removesuffix(".__main__").replace("viz.cli.", "viz.")
    name = name.replace("viz.edition.export", "viz.static")
    assert described[0].prog == f"python -m {name}"
    assert described[0].description.strip().endswith(".")
    output = " ".join(capsys.readouterr().out.split())
    assert " ".join(described[0].description.split())[-30:] in output


_WITHOUT_A_BAR = {"serve", "class", "static", "align", "check", "circuit", "texts"}


@pytest.mark.parametrize("name", _MODULES)
def test_a_command_prints_json_and_hides_its_progress(name, capsys):
    with pytest.raises(SystemExit):
        import_module(_MODULES[name][0]).main(["--help"])
    options = capsys.readouterr().out
    assert ("--json" in options) == (name not in ("serve", "class"))  # which run until stopped
    assert ("--quiet" in options) == (name not in _WITHOUT_A_BAR)


@pytest.mark.parametrize("text", ["0", "65536", "99999", "-1", "8e3", "", "--1", "9" * 5000, "²"])
def test_a_port_is_from_1_to_65535(text):
    with pytest.raises(argparse.ArgumentTypeError, match="whole number from 1 to 65,535"):
        arguments.port(text)
    assert arguments.port("8000") == 8000


def read_from(monkeypatch, content: bytes) -> None:
    """Give a command this standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_dash_reads_the_sentence_from_the_standard_input(tmp_path, monkeypatch):
    from viz.cli.export import main

    options = ["--device", "cpu", "-o"]
    read_from(monkeypatch, b"The big\nred dog\n")
    assert main(["-", *options, str(tmp_path / "read.csv")]) == 0
    assert main(["The big red dog", *options, str(tmp_path / "typed.csv")]) == 0
    assert (tmp_path / "read.csv").read_bytes() == (tmp_path / "typed.csv").read_bytes()


def test_links_are_read_from_the_standard_input(tmp_path, monkeypatch):
    from viz.cli.export import main

    read_from(monkeypatch, b"# a comment\n/?sentence=I+am+tired.\n")
    many = ["--from", "-", "--to", str(tmp_path), "--format", "csv", "--device", "cpu"]
    assert main(many) == 0
    assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"\xff\xfe\0", "is not UTF-8 text"), (b"\n", "There is no sentence")]
)
def test_a_standard_input_without_a_sentence_is_refused(content, sentence, monkeypatch, capsys):
    from viz.cli.export import main

    read_from(monkeypatch, content)
    assert main(["-", "-o", "dog.svg"]) == 2
    assert sentence in capsys.readouterr().err
