"""An exercise of two questions over four words."""

from viz.analysis.views import HeadChoice
from viz.app.classroom import ClassQuestion, Exercise, Judgement, Measurement, Poll

WORDS = "The", "dog", "<b>", "."
EXERCISE = Exercise(
    "The dog <b>.",
    WORDS,
    (
        ClassQuestion("dog", (0, 1, 2, 3), (0.1, 0.2, 0.6, 0.1)),
        ClassQuestion("<b>", (0, 1, 2), (0.45, 0.45, 0.1, 0.0)),
    ),
    "transformer",
    HeadChoice("encoder", 1, 2),
)
OTHER = Exercise("The dog <b>.", WORDS, (), "transformer", HeadChoice("encoder", 1, 3))

JUDGEMENT = Judgement(
    "dog",
    ("cat", "<b>", "puppy", "tax"),
    (
        ClassQuestion("1", (0, 1), (0.8, 0.1, 0.7, -0.2)),
        ClassQuestion("2", (3, 2), (0.8, 0.1, 0.7, -0.2)),
    ),
    "GloVe",
)

MEASUREMENT = Measurement(
    "The dog <b>.", (), (), "transformer", HeadChoice("encoder", 1, 2), "previous"
)
POLL = Poll("Which head is it?", ("one", "<b>"), (ClassQuestion("", (0, 1), (0.0, 0.0)),))


class Clock:
    """A clock that a test sets, in seconds."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
