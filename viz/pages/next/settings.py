"""Settings of the page on what comes next."""

from dataclasses import dataclass

from models import UserError, shipped_for
from models.answers.continuation import Sampling
from models.answers.counting import has_counts
from models.normalisation import normalise

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number, when
from ..heads.settings import sampling

# The last three words, all that a 4-gram sees, do not say who is sleeping.
EXAMPLE = "The cat is sleeping on the"
REPEATING = "Tom saw the red dog and the black cat. Mary saw the red"
BEGINNINGS = (
    EXAMPLE,
    "Anqi was late for the",
    "The students opened their",
    "The room was not very light. A small oblong reading lamp on the",  # Shannon 1951, section 3
    "Two dogs are running through the",
    REPEATING,
)
_LOOKS = translatable(
    {
        "next": "The next word",
        "write": "Going on",
        "score": "How surprising?",
        "counts": "Counts",
        "heads": "Heads that repeat",
    }
)
MOST_WRITTEN, MOST_SEEDS = 16, 99
_ONLY_RUNGS = "rnn-lm", "window-lm"  # the other looks compare two networks with the counts


def networks(known: Known, runner: Runner) -> list[str]:
    """List our networks that continue a text, the tab's first if it does; no damaged ones.

    A pretrained model of the tab has another vocabulary, and stays on the front page.
    """
    names = []
    for name in sorted(shipped_for("causal-lm"), key=lambda name: (name != known.model, name)):
        if name in _ONLY_RUNGS and name != known.model:
            continue
        try:
            runner.model(name)
        except UserError:
            continue
        names.append(name)
    return names


def with_heads(known: Known, runner: Runner) -> str | None:
    """Return the first of these networks that has attention."""
    names = networks(known, runner)
    return next((name for name in names if runner.model(name).attention_sizes), None)


def _looks(known: Known, runner: Runner) -> Options:
    """List the looks that have something to show."""
    missing = set()
    if not has_counts():
        missing.add("counts")
    if with_heads(known, runner) is None:
        missing.add("heads")
    return {name: t(title) for name, title in _LOOKS.items() if name not in missing}


@dataclass(frozen=True)
class NextSettings(Settings):
    """The look, and how words are drawn."""

    look: str = choice(_looks, label=translatable("Look at"), parameter="next-look")
    temperature: float | None = sampling("next-temperature", when(look=("next", "write")))
    k: int | None = sampling("next-k", when(look=("next", "write")))
    p: float | None = sampling("next-p", when(look=("next", "write")))
    # Tokens to draw.
    length: int | None = number(
        8,
        1,
        MOST_WRITTEN,
        label=translatable("Pieces drawn"),
        parameter="next-length",
        applies=when(look="write"),
    )
    seed: int | None = number(1, 1, MOST_SEEDS, parameter="next-seed", applies=when(look="write"))

    @property
    def text(self) -> str:
        """The sentence as our models read it, without trailing spaces.

        A space belongs to the word that follows.
        """
        return normalise(self.sentence).rstrip()

    @property
    def sampling(self) -> Sampling:
        return Sampling(self.temperature or 1.0, self.k or 0, self.p or 1.0)
