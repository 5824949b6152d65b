"""Settings of the page on the ladder of language models."""

from dataclasses import dataclass
from typing import Any

from models import UserError, shipped_for
from models.answers.counting import NGRAM_ORDERS, has_counts
from models.normalisation import normalise

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import MAX_LINES, Known, Options, Settings, choice, number, text
from .shuffling import can_be_shuffled

EXAMPLE = "The students opened their books"
SENTENCES = (
    EXAMPLE,
    "Anqi was late for class",
    "She went to class",
    "He hit me",
    "The human controls the machine",
    "The dog that chased the cat is barking",  # what barks is beyond a window of four
)
# The lowest rung first, by the name of its model.
_RUNGS = translatable(
    {
        "unigram": "Unigram",
        "bigram": "Bigram",
        "4-gram": "4-gram",
        "window-lm": "Window",
        "rnn-lm": "RNN",
        "lstm-lm": "LSTM",
        "gpt": "GPT",
    }
)
_LOOKS = translatable(
    {
        "sentence": "One sentence",
        "sides": "From both sides",
        "texts": "Whole texts",
        "classes": "A model of each class",
    }
)
_CLASSES = translatable({"languages": "Languages", "authors": "Authors", "own": "Your own"})
# A text of each group, at first on show; the sentences on Emma and Holmes are our own.
TEXTS = {
    "languages": (
        "Ein alter Mann liest eine Zeitung.",
        "Un vieil homme lit un journal.",
        "Starý muž čte noviny.",
        "I am tired.",
    ),
    "authors": (
        "She was persuaded that his attachment had been of the warmest kind.",
        "“You have been in the garden,” said he, and he pointed to the mud upon my boots.",
        "We took a raft down the river and warn't afraid of nothing.",
    ),
    "own": ("Win a free prize, click here!", "Are you free for lunch on Monday?"),
}
_SPAM = """Win a free phone now, click here!
Cheap watches, click here for a free offer.
You have won a prize! Send your bank number.
Lose weight now with this free pill!
Earn money fast, no work, click now!
Free entry: win cash, reply now!
Claim your cash prize today!
Free trial: click the link now.
You are our lucky winner, claim your phone!
Cheap pills and free money, offer ends now!"""
_MESSAGES = """Are we still meeting for lunch on Monday?
I am late for class, please save me a seat.
Thank you for the notes from the lecture.
Can you send me the slides of last week?
The train is late again, see you at eight.
Happy birthday! I hope you have a nice day.
I will be late, the train stopped again.
Shall we meet at the library after the lecture?
My mother sends you her thanks for the cake.
Please bring your notes to class on Friday."""
MOST_LINES = 30  # of a class of the reader's own
MOST_ORDERS = 99


def rungs(known: Known, runner: Runner) -> Options:
    """List the rungs whose models are here and not damaged, the lowest first."""
    networks = shipped_for("causal-lm")
    names = []
    for name in _RUNGS:
        if name in NGRAM_ORDERS:
            if not has_counts():
                continue
        elif name not in networks:
            continue
        else:
            try:
                runner.model(name)
            except UserError:
                continue
        names.append(name)
    return {name: t(_RUNGS[name]) for name in names}


def _shows_classes(known: Known, runner: Runner) -> bool:
    return known.look == "classes"


def _shows_rungs(known: Known, runner: Runner) -> bool:
    return known.look not in ("classes", "sides")


def _has_own_classes(known: Known, runner: Runner) -> bool:
    return known.classes == "own"


def _lines_of_class(example: str, parameter: str) -> Any:
    """Declare the lines of a class of the reader's own."""
    return text(
        example,
        parameter=parameter,
        omitted_when_default=True,
        max_characters=MAX_LINES,
        applies=_has_own_classes,
    )


@dataclass(frozen=True)
class LadderSettings(Settings):
    """The look, the rung whose product is written out, an order of the words; classes, a text."""

    look: str = choice(_LOOKS, parameter="ladder-look")
    classes: str | None = choice(_CLASSES, applies=_shows_classes)
    typed: str | None = text(
        lambda known, runner: TEXTS[known.classes][0],
        parameter="class-text",
        omitted_when_default=True,
        applies=_shows_classes,
    )
    first: str | None = _lines_of_class(_SPAM, "class-first")
    second: str | None = _lines_of_class(_MESSAGES, "class-second")
    rung: str | None = choice(rungs, applies=_shows_rungs)
    order: int | None = number(
        1,
        1,
        MOST_ORDERS,
        parameter="ladder-order",
        applies=lambda known, runner: (
            known.look == "sentence" and can_be_shuffled(normalise(known.sentence))
        ),
    )

    @property
    def text(self) -> str:
        """The sentence as our models read it, without trailing spaces."""
        return normalise(self.sentence).rstrip()
