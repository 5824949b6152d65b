"""The cooldown reads the corpus more often than the updates before it."""

import json
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file

from models.training import mixture
from models.training.data import TrainingPair
from models.training.train import _train

OF_OUR_OWN = [
    TrainingPair(f"the man sees {count} dogs.", f"l'homme voit {count} chiens.")
    for count in range(100, 140)
]


@pytest.fixture
def two_mixtures(recipe, monkeypatch):
    """A recipe that reads a corpus of 40 pairs in the cooldown only."""
    monkeypatch.setattr(mixture, "read_corpus", lambda unread: OF_OUR_OWN)
    return replace(recipe, cooldown_corpus=2)


def weights_of(folder):
    return load_file(folder / "checkpoint" / "weights.safetensors")


def run(recipe, data, folder, updates, **more):
    _train("transformer", recipe, data, folder, torch.device("cpu"), updates, every=10, **more)
    return weights_of(folder)


@pytest.mark.slow
def test_weights_are_the_same_until_the_cooldown_and_others_after(
    two_mixtures, recipe, data, tmp_path
):
    one = run(recipe, data, tmp_path / "one", 20, cooldown=0)
    two = run(two_mixtures, data, tmp_path / "two", 20, cooldown=0)
    assert all(torch.equal(one[name], two[name]) for name in one)
    one = run(recipe, data, tmp_path / "one", 30, cooldown=10, resume=True)
    two = run(two_mixtures, data, tmp_path / "two", 30, cooldown=10, resume=True)
    assert not all(torch.equal(one[name], two[name]) for name in one)


@pytest.mark.slow
def test_a_run_stopped_in_its_cooldown_ends_as_one_never_stopped(
    two_mixtures, data, tmp_path, monkeypatch
):
    whole = run(two_mixtures, data, tmp_path / "whole", 40, cooldown=20)
    real = torch.optim.Muon.step
    steps = []

    def stop_at_35(self, *arguments):
        steps.append(self)
        if len(steps) == 35:
            raise KeyboardInterrupt
        return real(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(torch.optim.Muon, "step", stop_at_35)
        with pytest.raises(KeyboardInterrupt):
            run(two_mixtures, data, tmp_path / "stopped", 40, cooldown=20)
    stopped = run(two_mixtures, data, tmp_path / "stopped", 40, cooldown=20, resume=True)
    assert all(torch.equal(whole[name], stopped[name]) for name in whole)


@pytest.mark.slow
def test_the_card_says_what_the_cooldown_read(two_mixtures, data, tmp_path):
    run(two_mixtures, data, tmp_path / "run", 30, cooldown=10)
    card = json.loads((tmp_path / "run" / "checkpoint" / "card.json").read_text(encoding="utf-8"))
    assert card["training"]["cooldown_corpus"] == 2
    assert card["training"]["epochs"] == pytest.approx(20 / 8 + 10 / 11, abs=0.2)
