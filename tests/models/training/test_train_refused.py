"""Training with invalid options, damaged files, a full disk, and on CUDA."""

import json
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest
import torch

from models import UserError, files
from models.store import checkpoint
from models.training.recipes import RECIPES
from models.training.run import TrainingRun
from models.training.train import _train, main
from tests.disk import largest_file
from tests.models.training.runs import CPU, same


@pytest.mark.parametrize(
    "options, says",
    [
        ({"resume": True}, "no run to resume"),
        ({"init": Path("nowhere")}, "no checkpoint in nowhere"),
        ({"updates": 0}, "Not one update"),
    ],
)
def test_what_cannot_be_trained_says_what_to_do(data, recipe, tmp_path, options, says):
    with pytest.raises(UserError, match=says):
        _train("transformer", recipe, data, tmp_path / "run", CPU, **({"updates": 1} | options))


def test_a_run_is_not_overwritten_nor_resumed_with_other_data(finished_run, data, recipe, tmp_path):
    with pytest.raises(UserError, match="already holds a run"):
        _train("transformer", recipe, data, finished_run, CPU, updates=50)
    folder = shutil.copytree(data, tmp_path / "data")
    shutil.copy(folder / "multi30k.val.en-fr.tsv.gz", folder / "multi30k.train.en-fr.tsv.gz")
    with pytest.raises(UserError, match="Give the same --data"):
        _train("transformer", recipe, folder, finished_run, CPU, updates=50, resume=True)


def test_the_command_answers_mistakes_and_ctrl_c_with_a_sentence(data, tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match="There is no tatoeba.train"):
        main(["transformer", "--data", str(tmp_path)])
    with pytest.raises(SystemExit, match="no run to resume"):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / "run"), "--resume"])

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(TrainingRun, "step", stop)
    with pytest.raises(SystemExit, match="Stopped. Nothing was saved yet."):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / "run"), "--smoke"])


def resuming(data, folder, updates: int) -> list[str]:
    """Return the arguments of the command that resumes a run."""
    options = {
        "--data": data,
        "--run": folder,
        "--updates": updates,
        "--every": 10,
        "--cooldown": 0,
    }
    pairs = [str(part) for pair in options.items() for part in pair]
    return ["transformer", "--resume", *pairs]


@pytest.fixture
def resumed(finished_run, data, recipe, tmp_path, monkeypatch):
    """Return a function that resumes a copy of the run, changed by `change(folder)`."""
    monkeypatch.setitem(RECIPES, "transformer", recipe)

    def resume(change=lambda folder: None, updates=50):
        folder = shutil.copytree(finished_run, tmp_path / "run")
        change(folder)
        main(resuming(data, folder, updates))

    return resume


def cut(name, size=1000):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size])


@pytest.mark.parametrize(
    "change, says",
    [
        (
            cut("state.safetensors"),
            "state.safetensors is damaged .* Start the run anew in another folder, with --run.",
        ),
        (cut("state.safetensors", 0), "state.safetensors is damaged"),
        (
            cut("weights-0000030.safetensors"),
            "weights-0000030.safetensors is damaged .* Delete it, and the average is that of the",
        ),
        (
            lambda folder: (folder / "tokenizer.json").unlink(),
            "tokenizer.json is missing or damaged .* Start it anew in another folder, with --run.",
        ),
        (cut("tokenizer.json"), "tokenizer.json is missing or damaged"),
    ],
    ids=[
        "state truncated",
        "state empty",
        "weights truncated",
        "tokenizer missing",
        "tokenizer truncated",
    ],
)
def test_a_damaged_run_is_not_resumed_and_the_file_is_named(resumed, change, says):
    with pytest.raises(SystemExit, match=says):
        resumed(change)


def test_a_run_whose_damaged_weights_were_deleted_goes_on(resumed, tmp_path):
    resumed(lambda folder: (folder / "weights-0000030.safetensors").unlink(), updates=40)
    card = json.loads((tmp_path / "run" / "checkpoint" / "card.json").read_text())
    assert card["training"]["averaged_checkpoints"] == 1


@pytest.mark.parametrize(
    "run, says",
    [
        ("/proc/x/run", "/proc/x cannot be written: No such file or directory"),
        ("file/run", "file/run cannot be written: Not a directory"),
    ],
)
def test_a_run_that_cannot_be_written_is_a_sentence(data, recipe, tmp_path, monkeypatch, run, says):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    (tmp_path / "file").touch()
    with pytest.raises(
        SystemExit, match=f"{says}. Make room there, or name another folder with --run."
    ):
        main(["transformer", "--data", str(data), "--run", str(tmp_path / run), "--updates", "1"])


@pytest.mark.slow
def test_a_disk_that_fills_up_in_training_loses_nothing_that_was_saved(
    finished_run, data, recipe, tmp_path, monkeypatch
):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    _train("transformer", recipe, data, tmp_path, CPU, updates=20, every=10)
    before, again = (tmp_path / "state.safetensors").read_bytes(), resuming(data, tmp_path, 40)
    with (
        largest_file(120_000),
        pytest.raises(
            SystemExit, match="state.safetensors cannot be written: File too large. Make room there"
        ),
    ):
        main(again)
    assert (tmp_path / "state.safetensors").read_bytes() == before
    assert not list(tmp_path.glob("*.part"))
    main(again)
    assert same(finished_run, tmp_path)


def test_a_log_that_cannot_be_written_is_a_sentence(resumed):
    def fill(folder):
        (folder / "log.jsonl").unlink()
        (folder / "log.jsonl").symlink_to("/dev/full")

    with pytest.raises(SystemExit, match="run cannot be written: No space left on device. Make"):
        resumed(fill)


def test_a_checkpoint_is_shipped_whole_or_not_at_all(
    finished_run, data, recipe, tmp_path, monkeypatch
):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    monkeypatch.setattr(checkpoint, "SHIPPED", tmp_path)
    (tmp_path / "transformer").mkdir()
    for name in ("weights.safetensors", "config.json", "README.md"):
        (tmp_path / "transformer" / name).write_text("of the one before")
    before = {path.name: path.read_bytes() for path in (tmp_path / "transformer").iterdir()}
    ship = [*resuming(data, finished_run, 0), "--ship"]
    with monkeypatch.context() as patch:
        write_whole = files.write_whole

        def on_a_small_disk(contents):
            small = any(path.parent == tmp_path / "transformer" for path in contents)
            with largest_file(25_000) if small else nullcontext():
                write_whole(contents)

        patch.setattr("models.training.train.write_whole", on_a_small_disk)
        with pytest.raises(SystemExit, match="weights.safetensors cannot be written: File too"):
            main(ship)
    assert {path.name: path.read_bytes() for path in (tmp_path / "transformer").iterdir()} == before
    main(ship)
    names = {path.name for path in (tmp_path / "transformer").iterdir()}
    assert names == {"weights.safetensors", "config.json", "tokenizer.json", "card.json"}
    checkpoint.load_checkpoint(tmp_path / "transformer", CPU)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")
def test_training_on_cuda_lowers_the_loss_resumes_and_can_go_on_elsewhere(data, recipe, tmp_path):
    cuda = torch.device("cuda")
    _train("transformer", recipe, data, tmp_path, cuda, updates=20, every=10)
    _train("transformer", recipe, data, tmp_path, cuda, updates=40, every=10, resume=True)
    _train("transformer", recipe, data, tmp_path, CPU, updates=50, every=10, resume=True)
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert log[3]["loss"] < log[0]["loss"] - 0.3
    assert log[4]["loss"] < log[0]["loss"] - 0.3


@pytest.mark.slow
def test_without_a_word_the_command_lets_the_rate_fall_over_two_fifths_of_all_updates(
    data, recipe, tmp_path, monkeypatch
):
    monkeypatch.setitem(RECIPES, "transformer", recipe)
    for folder, options in (("usual", []), ("none", ["--cooldown", "0"])):
        run = ["--data", str(data), "--run", str(tmp_path / folder), "--updates", "5"]
        main(["transformer", *run, "--device", "cpu", *options])
    cooldown = {
        folder: json.loads((tmp_path / folder / "checkpoint" / "card.json").read_text())[
            "training"
        ]["cooldown"]
        for folder in ("usual", "none")
    }
    assert cooldown == {"usual": 2, "none": 0}
