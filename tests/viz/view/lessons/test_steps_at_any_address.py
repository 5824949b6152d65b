"""Steps of lessons at other addresses: a picture, or a sentence that says why not."""

import pytest

from tests.pages import alerts, visit
from viz.view import lessons

STRANGE = (
    {"model": "seq2seq"},  # without attention
    {"attention": "encoder", "layer": "2", "head": "2"},  # and nothing of the step's look
    {"sentence": "The queen never lived in this castle. " * 80},  # longer than any model reads
)


def cases():
    """Each lesson at each address: the one whose turn it is in CI, the others once a week."""
    for place, lesson in enumerate(lessons.lessons()):
        for turn, strange in enumerate(STRANGE):
            has_turn = place % 2 == 0 and turn == place // 2 % len(STRANGE)
            mark = pytest.mark.slow if has_turn else pytest.mark.weekly
            yield pytest.param(lesson, strange, id=f"{lesson}-{' '.join(strange)}", marks=mark)


@pytest.mark.parametrize("lesson, strange", [*cases()])
def test_a_step_at_an_address_of_something_else_draws_or_says_why_not(lesson, strange):
    for step in range(1, len(lessons.lessons()[lesson].steps) + 1):
        test = visit("lessons", {**strange, "lesson": lesson, "step": str(step)})
        assert not [text for text in alerts(test) if "mistake in Heads Up" in text], step
