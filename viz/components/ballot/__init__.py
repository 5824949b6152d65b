"""The page of a class's phone: questions with large answers to tap.

It polls the server every few seconds for new questions and revealed weights, and at once when the
phone wakes up. Answers are sent again until the server has them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from .. import canvas

KEY = "ballot"
_component = canvas.component("ballot")


@dataclass(frozen=True)
class BallotOption:
    """A word to choose, and its weight once the weights are revealed."""

    place: int
    word: str
    weight: float = 0  # width of the bar, 0 to 1
    note: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class BallotQuestion:
    """A question about one word."""

    text: str
    options: tuple[BallotOption, ...]
    answer: int | None  # index of the option chosen, as stored by the server


def ballot(
    round_: int,
    questions: Sequence[BallotQuestion],
    revealed: bool,
    texts: Mapping[str, str],
    seconds: float,
    on_beat: Callable[[], object],
):
    """Draw the questions; poll after about `seconds`.

    `texts` are "title", "sentence", "note", and the status texts "hint", "sending", "sent" and
    "result". The trigger "beat" is {"round": …, "answers": {number: place}}, with the answers that
    the server does not have yet.
    """
    return _component(
        key=KEY,
        data={
            "round": round_,
            "questions": [asdict(question) for question in questions],
            "revealed": revealed,
            "texts": dict(texts),
            "seconds": seconds,
        },
        on_beat_change=on_beat,
    )
