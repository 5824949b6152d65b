"""What a phone of a class shows: questions with large answers to tap.

It asks the server again every few seconds, so that a new question and the weights arrive, and at
once when the phone is woken. What was tapped is sent again until the server has it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from .. import canvas

KEY = "ballot"
component = canvas.component("ballot")


@dataclass(frozen=True)
class BallotOption:
    """A word to choose, and once the weights are revealed what there is to say of it."""

    place: int
    word: str
    weight: float = 0  # as wide as its bar, 0 to 1
    note: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class BallotQuestion:
    """A word that is asked about."""

    text: str
    options: tuple[BallotOption, ...]
    answer: int | None  # the place chosen, as the server has it


def ballot(
    round_: int,
    questions: Sequence[BallotQuestion],
    revealed: bool,
    texts: Mapping[str, str],
    seconds: float,
    on_beat: Callable[[], object],
):
    """Draw the questions; ask again after about so many `seconds`.

    `texts` are "title", "sentence", "note", and what the line of state says: "hint", "sending",
    "sent", "result". The trigger "beat" is {"round": …, "answers": {number: place}}, of the
    answers that the server does not have yet.
    """
    return component(
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
