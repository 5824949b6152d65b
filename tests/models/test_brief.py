"""Values with arrays print on a line."""

import numpy as np

from models import Guesses, Request
from models.brief import brief_field


def test_arrays_are_shapes_and_defaults_are_left_out():
    guesses = Guesses(3, ("dog",) * 20, np.full(20, 0.01), None, None, None)
    shown = "', '".join(["dog"] * 8)
    assert repr(guesses) == (
        f"Guesses(place=3, words=('{shown}', … 20 in all), probabilities=array[20], "
        "true_word=None, true_probability=None, true_rank=None)"
    )
    assert brief_field(Request("gpt", "x" * 100)) == (
        f"Request(model='gpt', sentence='{'x' * 60}…')"
    )
