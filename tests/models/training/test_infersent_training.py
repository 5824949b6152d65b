"""The training of InferSent: what stops it, and what its card says."""

import json

import pytest
import safetensors.numpy

from models.pairs import card
from models.training import infersent
from models.training.pair_words import TRAINED
from models.training.pairs import FRAMES, Grammar


@pytest.fixture
def few(monkeypatch):
    """Train on a few pairs of the grammar."""
    monkeypatch.setattr(
        infersent,
        "training_pairs",
        lambda count, seed: [*Grammar(TRAINED, FRAMES, infersent.random.Random(seed)).pairs(count)],
    )
    monkeypatch.setattr(infersent, "HELD_OUT", 5)
    monkeypatch.setattr(infersent, "BATCH", 8)


def trained(folder, *arguments):
    folder.mkdir()
    infersent.main(["train", "--folder", str(folder), "--pairs", "32", *arguments])
    weights = safetensors.numpy.load_file(folder / "weights.safetensors")["lstm.bias_hh_l0"]
    return weights, json.loads((folder / "card.json").read_text(encoding="utf-8"))


def test_it_stops_before_the_end_of_its_schedule_and_its_card_has_the_command(few, tmp_path):
    stopped, stopped_card = trained(tmp_path / "a", "--epochs", "2", "--stop-after", "1")
    assert stopped_card["epochs"] == 1
    *_, command = stopped_card["made_with"].partition("--pairs 32 ")
    again, _ = trained(tmp_path / "b", *command.split())
    assert (stopped == again).all()
    ended, ended_card = trained(tmp_path / "c", "--epochs", "1")
    assert ended_card["epochs"] == 1
    assert (stopped != ended).any()  # the rate of the last steps


def test_the_card_of_the_shipped_one_has_a_command_of_its_epochs():
    shipped = card()
    assert f"--stop-after {shipped['epochs']} --seed {shipped['seed']}" in shipped["made_with"]
    assert f"--pairs {shipped['generated']} --epochs {infersent.EPOCHS} " in shipped["made_with"]
    assert "optimistic" in shipped["epochs_chosen"]
    assert shipped["baseline_epochs"] == infersent.BASELINE_EPOCHS
