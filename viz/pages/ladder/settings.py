"""Settings of the page on the ladder of language models."""

from dataclasses import dataclass

from models import UserError, shipped_for
from models.answers.counting import ORDERS, has_counts
from models.normalisation import normalise

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number
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
_LOOKS = translatable({"sentence": "One sentence", "texts": "Whole texts"})
MOST_ORDERS = 99


def rungs(known: Known, runner: Runner) -> Options:
    """List the rungs whose models are here and not damaged, the lowest first."""
    networks = shipped_for("causal-lm")
    names = []
    for name in _RUNGS:
        if name in ORDERS:
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


@dataclass(frozen=True)
class LadderSettings(Settings):
    """The look, the rung whose product is written out, and another order of the words."""

    look: str = choice(_LOOKS, parameter="ladder-look")
    rung: str | None = choice(rungs)
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
