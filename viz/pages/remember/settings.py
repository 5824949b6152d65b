"""Settings of the page on an LSTM's memory."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models import Request, Trace, shipped_with_lstms

from ...analysis.views import QUANTITIES, french_words
from ...base.language import MODEL_TITLES, t, translatable
from ...view.runner import Runner, teacher_forced_trace
from ...view.settings import Known, Options, Settings, choice, number
from ..reach.settings import ReachSettings

SIDES = translatable({"encoder": "Encoder, both ways", "decoder": "Decoder"})
UNIT_ORDERS = translatable(
    {
        "kept": "Units by mean forget gate, longest memory first",
        "strongest": "Units by the word at which the cell is farthest from 0",
        "number": "Units as numbered",
    }
)
UNITS = translatable({"three": "Three units", "all": "All units"})
ATTENTIVE = "bilstm-additive"  # the gradients follow its French


def models_with_lstms(known: Known, runner: Runner) -> Options:
    return {name: MODEL_TITLES.get(name, name) for name in shipped_with_lstms()}


def model_of_tab(known: Known, runner: Runner) -> str:
    return known.model


def shows(lstm: str) -> Callable[[Known, Runner], bool]:
    """Return the condition that an LSTM is on the page."""

    def applies(known: Known, runner: Runner) -> bool:
        lstms = runner.model(known.lstm).capabilities.lstms
        return lstm in lstms and lstm.startswith(known.side)

    return applies


def cells(lstm: str, known: Known, runner: Runner) -> np.ndarray:
    """Return tanh of the cell, `[position, unit]`."""
    trace = runner.trace(Request(known.lstm, known.sentence))
    return np.tanh(trace.gates[lstm].cell)


def unit(lstm: str) -> int | None:
    """Declare the unit of an LSTM that colours the words, by default the one that changes most.

    It counts from 1; its parameter is the LSTM's name without the stack.
    """

    def strongest(known: Known, runner: Runner) -> int:
        return 1 + int(np.argmax(np.ptp(cells(lstm, known, runner), axis=0)))

    def last(known: Known, runner: Runner) -> int:
        return cells(lstm, known, runner).shape[1]

    return number(strongest, 1, last, parameter=lstm.split()[-1], applies=shows(lstm))


def attentive_trace(known: Known, runner: Runner) -> Trace:
    """Return the run that writes the French of the gradients."""
    return teacher_forced_trace(runner, Request(ATTENTIVE, known.sentence))


def written_words(known: Known, runner: Runner) -> Options:
    """List the words of that French, by place from 1."""
    words = french_words(attentive_trace(known, runner), known.merged)
    return {str(place + 1): t("writes “{word}”", word=word) for place, word in words.items()}


def word_in_the_middle(known: Known, runner: Runner) -> str:
    places = list(written_words(known, runner))
    return places[(len(places) - 1) // 2]


@dataclass(frozen=True)
class GradientsSettings(Settings):
    """Settings of the section on gradients."""

    writes: int | None = choice(written_words, word_in_the_middle, parse=int)


@dataclass(frozen=True)
class RememberSettings(GradientsSettings, ReachSettings):
    """The LSTM, its quantity, and the unit that colours the words."""

    lstm: str = choice(models_with_lstms, model_of_tab)  # the model
    side: str = choice(SIDES)
    units: str = choice(UNITS)
    show: str = choice(QUANTITIES)
    unit_order: str = choice(UNIT_ORDERS, parameter="unit-order")
    forward: int | None = unit("encoder forward")
    backward: int | None = unit("encoder backward")
    decoder: int | None = unit("decoder")

    def unit_of(self, lstm: str) -> int:
        """The unit of an LSTM on show that colours the words, from 0."""
        return getattr(self, lstm.split()[-1]) - 1
