"""The description of a model's training on its page."""

import pytest

from models import load
from models.cards import rounds_of
from models.networks.attention import SCORES
from viz.pages.card.compute import _describe_network


@pytest.mark.parametrize("score", [*SCORES, None])
def test_a_bilstm_of_any_score_is_described(score):
    assert "16" in _describe_network({"architecture": "bilstm", "score": score, "d_model": 16})


def test_updates_and_time_are_those_of_all_rounds():
    first = {"updates": 100, "epochs": 1.0, "minutes": 9.0}
    second = {"updates": 10, "epochs": 0.1, "minutes": 1.0, "started_from": first}
    assert rounds_of(second) == [second, first]
    assert rounds_of(first) == [first]
    assert rounds_of(first | {"started_from": {"name": "a checkpoint"}})[1:] == []


def test_the_shipped_transformer_was_trained_in_rounds():
    training = load("transformer").card["training"]
    assert sum(one["updates"] for one in rounds_of(training)) > 10 * training["updates"]
