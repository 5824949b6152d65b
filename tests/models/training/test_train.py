"""A training run, stopped and resumed."""

import json
import shutil
import sys
from dataclasses import replace

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file

from models.store import checkpoint
from models.store.tokenizer import Tokenizer
from models.training.data import Batches, read_pairs
from models.training.model_card import _describe_training
from models.training.recipes import RECIPES
from models.training.run import TrainingRun, _write_tensors
from models.training.train import _train
from tests.marks import slow_after
from tests.models.training.runs import CPU, same


def test_a_short_training_lowers_the_loss_and_leaves_a_checkpoint_that_loads(
    finished_run, data, recipe
):
    log = [json.loads(line) for line in (finished_run / "log.jsonl").read_text().splitlines()]
    assert [line["update"] for line in log] == [10, 20, 30, 40]
    assert log[-1]["loss"] < log[0]["loss"] - 0.3
    assert set(log[-1]["bleu"]) == {"tatoeba.dev", "multi30k.val"}
    network, tokenizer, card = checkpoint.load_checkpoint(finished_run / "checkpoint", CPU)
    assert len(tokenizer) == network.config.vocabulary_size
    assert card["training"]["updates"] == 40
    assert card["training"]["averaged_checkpoints"] == 2
    assert card["training"]["seed"] == recipe.seed
    assert card["training"]["epochs"] == 5.0


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_a_terminal_and_not_for_quiet(quiet, data, tmp_path, capsys, monkeypatch):
    recipe = replace(RECIPES["seq2seq"].tiny(), thin=1, batch_tokens=300)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _train("seq2seq", recipe, data, tmp_path, CPU, updates=2, every=2, quiet=quiet)
    printed = capsys.readouterr()
    assert ("2/2 [" in printed.err) != quiet
    assert ("update 2: loss" in printed.out) != quiet
    assert (tmp_path / "log.jsonl").read_text().count("\n") == 1


QUICK = "seq2seq", "bert"


@pytest.mark.parametrize(
    "name",
    slow_after(
        1,
        [
            pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
            for name in RECIPES
            if name != "transformer"
        ],
    ),
)
def test_every_other_network_learns_by_the_same_code(name, data, tmp_path, capsys):
    recipe = replace(RECIPES[name].tiny(), thin=1, batch_tokens=300, rate=0.02)
    made = _train(name, recipe, data, tmp_path, CPU, updates=40, every=20, as_json=True)
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert printed[:-1] == log
    assert printed[-1]["averaged"] == 2
    losses = [line["loss"] for line in log]
    assert losses[-1] < losses[0] - 0.3
    network, _, card = checkpoint.load_checkpoint(made, CPU)
    assert checkpoint.describe_layers(network) == card["architecture"]
    assert all(
        card["architecture"][size] == value
        for size, value in recipe.sizes.items()
        if size in ("score", "cell", "positions")
    )


def test_the_checkpoint_is_the_mean_of_the_last_kept_weights(finished_run):
    paths = sorted(finished_run.glob("weights-*.safetensors"))
    assert [path.stem for path in paths] == ["weights-0000030", "weights-0000040"]
    first, second = map(load_file, paths)
    for name, weights in load_file(finished_run / "checkpoint" / "weights.safetensors").items():
        assert torch.equal(weights, ((first[name] + second[name]) / 2).half())


@pytest.mark.slow
def test_a_run_that_varies_its_pairs_resumes_bit_for_bit(data, recipe, tmp_path):
    recipe = replace(recipe, merge_dropout=0.2, exchange=0.5)
    for folder, stops in ("whole", [20]), ("stopped", [7, 20]):
        for updates in stops:
            more = {"every": 10, "resume": updates != stops[0]}
            _train("transformer", recipe, data, tmp_path / folder, CPU, updates=updates, **more)
    assert same(tmp_path / "whole", tmp_path / "stopped")
    card = json.loads((tmp_path / "whole" / "checkpoint" / "card.json").read_text())
    assert card["training"]["merge_dropout"] == 0.2
    assert card["training"]["exchange"] == 0.5
    text = _describe_training(card)
    assert "--merge-dropout 0.2 --exchange 0.5" in text
    assert "20%" in text
    assert "50%" in text


def test_dropout_and_warm_up_of_a_run_are_in_its_card_and_its_command(data, recipe, tmp_path):
    for name, dropout in ("with", 0.5), ("without", 0.0):
        other = replace(recipe, dropout=dropout, warm_up=3)
        _train("transformer", other, data, tmp_path / name, CPU, updates=3, every=3)
    assert not same(tmp_path / "with", tmp_path / "without")
    card = json.loads((tmp_path / "without" / "checkpoint" / "card.json").read_text())
    assert card["architecture"]["dropout"] == recipe.sizes["dropout"]  # as others of its name
    text = _describe_training(card)
    assert "--warm-up 3 --dropout 0`" in text
    assert "| Dropout | 0% |" in text


def where(folder):
    with safe_open(folder / "state.safetensors", "pt") as file:
        return json.loads(file.metadata()["where"])


@pytest.mark.slow
def test_a_run_stopped_and_resumed_twice_ends_bit_for_bit_as_one_never_stopped(
    finished_run, data, recipe, tmp_path
):
    _train("transformer", recipe, data, tmp_path, CPU, updates=23, every=10)
    assert where(tmp_path)["skip"] > 0  # in the middle of an epoch
    _train("transformer", recipe, data, tmp_path, CPU, updates=30, every=10, resume=True)
    assert not same(finished_run, tmp_path)
    _train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10, resume=True)
    assert same(finished_run, tmp_path)


@pytest.mark.slow
def test_a_run_resumed_at_the_end_of_an_epoch_ends_bit_for_bit_as_one_never_stopped(
    finished_run, data, recipe, tmp_path
):
    pairs = [
        pair for file, times in recipe.files.items() for pair in read_pairs(data / file) * times
    ]
    epoch = len(
        Batches(
            pairs, Tokenizer.load(finished_run / "tokenizer.json"), recipe.batch_tokens, recipe.seed
        ).epoch(0)
    )
    whole, halves = tmp_path / "whole", tmp_path / "halves"
    _train("transformer", recipe, data, whole, CPU, updates=2 * epoch, every=epoch)
    _train("transformer", recipe, data, halves, CPU, updates=epoch, every=epoch)
    assert (where(halves)["epoch"], where(halves)["skip"]) == (1, 0)
    _train("transformer", recipe, data, halves, CPU, updates=2 * epoch, every=epoch, resume=True)
    assert same(whole, halves)


@pytest.mark.slow
def test_a_run_killed_between_two_saves_repeats_what_was_lost(
    finished_run, data, recipe, tmp_path, monkeypatch
):
    step = TrainingRun.step

    def stop_at_27(run, batch, rate):
        if run.update == 27:
            raise KeyboardInterrupt
        return step(run, batch, rate)

    monkeypatch.setattr(TrainingRun, "step", stop_at_27)
    with pytest.raises(KeyboardInterrupt):
        _train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10)
    assert where(tmp_path)["update"] == 20
    monkeypatch.undo()
    # As if it stopped between the two files of one save.
    (tmp_path / "weights-0000020.safetensors").unlink()
    _train("transformer", recipe, data, tmp_path, CPU, updates=40, every=10, resume=True)
    assert same(finished_run, tmp_path)


def test_resuming_for_no_update_only_writes_the_average(finished_run, data, recipe, tmp_path):
    folder = shutil.copytree(finished_run, tmp_path / "copy")
    shutil.rmtree(folder / "checkpoint")
    _train("transformer", recipe, data, folder, CPU, updates=0, resume=True)
    assert same(finished_run, folder)
    assert where(folder) == where(finished_run)


def test_the_state_of_an_earlier_version_still_resumes(finished_run, data, recipe, tmp_path):
    folder = shutil.copytree(finished_run, tmp_path / "copy")
    old = {key: where(folder)[key] for key in ("update", "epoch", "skip", "seconds")}
    _write_tensors(
        load_file(folder / "state.safetensors"),
        folder / "state.safetensors",
        {"where": json.dumps(old)},
    )
    _train("transformer", recipe, data, folder, CPU, updates=0, resume=True)
    assert same(finished_run, folder)


def test_a_run_can_start_from_a_checkpoint(finished_run, data, recipe, tmp_path):
    start = finished_run / "checkpoint"
    made = _train("transformer", recipe, data, tmp_path / "more", CPU, updates=1, init=start)
    assert (made / "tokenizer.json").read_bytes() == (finished_run / "tokenizer.json").read_bytes()
    before, after = (load_file(folder / "weights.safetensors") for folder in (start, made))
    # One update at the lowest rate.
    assert all((before[name] - after[name]).abs().max() < 0.02 for name in before)
    assert json.loads((made / "card.json").read_text())["training"]["started_from"]["updates"] == 40


def test_a_bilinear_network_that_starts_from_a_dot_product_one_begins_as_it(data, tmp_path):
    dot, bilinear = (
        replace(RECIPES[name].tiny(), thin=1) for name in ("bilstm-dot", "bilstm-bilinear")
    )
    first = _train("bilstm-dot", dot, data, tmp_path / "dot", CPU, updates=2)
    made = _train(
        "bilstm-bilinear", bilinear, data, tmp_path / "bilinear", CPU, updates=1, init=first
    )
    before, after = (load_file(folder / "weights.safetensors") for folder in (first, made))
    assert set(after) - set(before) == {"score.weight"}
    assert all((before[name] - after[name]).abs().max() < 0.02 for name in before)
    assert (after["score.weight"] - torch.eye(len(after["score.weight"]))).abs().max() < 0.02
    assert (
        json.loads((made / "card.json").read_text())["training"]["started_from"]["name"]
        == "bilstm-dot"
    )
