"""The training of InferSent: what stops it, and what its card says."""

import json

import numpy as np
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
    monkeypatch.setattr(infersent, "VALIDATION", 8)
    monkeypatch.setattr(infersent, "BATCH", 8)


def trained(folder, *arguments):
    folder.mkdir()
    infersent.main(["train", "--folder", str(folder), "--pairs", "40", *arguments])
    weights = safetensors.numpy.load_file(folder / "weights.safetensors")["lstm.bias_hh_l0"]
    return weights, json.loads((folder / "card.json").read_text(encoding="utf-8"))


def test_the_epoch_that_is_best_on_the_validation_pairs_is_saved(few, tmp_path, monkeypatch):
    right, read_after = iter((3, 5, 5)), []

    def answers(network, encoded):
        read_after.append(network.lstm.bias_hh_l0.detach().half().numpy().copy())
        labels = encoded[2].numpy()
        count = next(right)
        return np.where(np.arange(len(labels)) < count, labels, -1)

    monkeypatch.setattr(infersent, "answers", answers)
    weights, card = trained(tmp_path / "a", "--epochs", "3")
    assert (weights == read_after[1]).all()
    assert (read_after[1] != read_after[2]).any()
    assert card["validation"] == [5, 8]
    assert (card["epochs"], card["schedule"], card["pairs"]) == (2, 3, 32)


def test_the_cards_command_trains_the_same_network_again(few, tmp_path):
    first, card = trained(tmp_path / "a", "--epochs", "2")
    *_, command = card["made_with"].partition("--pairs 40 ")
    again, _ = trained(tmp_path / "b", *command.split())
    assert (first == again).all()


def test_the_card_of_the_shipped_one_has_a_command_of_its_epochs():
    shipped = card()
    assert f"--epochs {shipped['schedule']} --seed {shipped['seed']}" in shipped["made_with"]
    assert f"--pairs {shipped['generated']} " in shipped["made_with"]
    assert shipped["baseline_epochs"] == infersent.BASELINE_EPOCHS
