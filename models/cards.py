"""What the card of a network says of its training."""

from typing import Any


def rounds_of(training: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a training and the trainings that its weights started from, the last first.

    Weights that do not come from a training add nothing.
    """
    former = training.get("started_from") or {}
    return [training, *(rounds_of(former) if "updates" in former else [])]


def count_tokens(training: dict[str, Any]) -> int:
    """Count the tokens that a network read in a training and in those that it continues."""
    return sum(
        training_round["updates"] * training_round["target_tokens_per_update"]
        for training_round in rounds_of(training)
    )
