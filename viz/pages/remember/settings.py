"""Settings of the page on an LSTM's memory."""

from dataclasses import dataclass

import numpy as np

from models import Request, Trace, shipped, shipped_with_lstms

from ...analysis.views import QUANTITIES, french_words, way_of
from ...base.language import MODEL_TITLES, t, translatable
from ...view.runner import Runner, teacher_forced_trace
from ...view.settings import Known, Options, Settings, choice, number
from ..reach.settings import ReachSettings

_SIDES = translatable({"encoder": "Encoder, both ways", "decoder": "Decoder"})
_UNIT_ORDERS = translatable(
    {
        "kept": "Units by mean forget gate, longest memory first",
        "strongest": "Units by the word at which the cell is farthest from 0",
        "number": "Units as numbered",
    }
)
_UNITS = translatable({"three": "Three units", "all": "All units"})
_LANGUAGE_MODELS = "lstm-lm", "elmo"
_ATTENTIVE = "bilstm-additive"  # the gradients follow its French


def _models_with_lstms(known: Known, runner: Runner) -> Options:
    """List the translators with LSTMs, then the language models."""
    language_models = (name for name in _LANGUAGE_MODELS if name in shipped())
    names = (*shipped_with_lstms(), *language_models)
    return {name: MODEL_TITLES.get(name, name) for name in names}


def _model_of_tab(known: Known, runner: Runner) -> str:
    return known.model


def trace_of(known: Known, runner: Runner) -> Trace:
    """Run the model on the sentence; it writes nothing unless its decoder is on show."""
    target = None if known.side == "decoder" else ""
    return runner.trace(Request(known.lstm, known.sentence, target))


def _sides(known: Known, runner: Runner) -> Options:
    """List the sides of a translator, or the layers of a language model."""
    lstms = runner.model(known.lstm).capabilities.lstms
    numbers = dict.fromkeys(lstm.partition(" layer ")[2] for lstm in lstms)
    if "" in numbers:
        return _SIDES
    return {f"layer-{number}": t("Layer {layer}", layer=int(number)) for number in numbers}


def lstms_on_show(known: Known, runner: Runner) -> tuple[str, ...]:
    """Return the LSTMs of the side or the layer."""
    place = known.side.replace("-", " ")
    lstms = runner.model(known.lstm).capabilities.lstms
    return tuple(lstm for lstm in lstms if lstm.startswith(place) or lstm.endswith(place))


def _lstm_of(way: str, known: Known, runner: Runner) -> str | None:
    """Return the LSTM on show that reads this way, None without one."""
    return next((lstm for lstm in lstms_on_show(known, runner) if way_of(lstm) == way), None)


def _unit(way: str) -> int | None:
    """Declare the unit of the LSTM that reads this way, by default the one that changes most.

    It counts from 1 and colours the words; `way` is its parameter.
    """

    def cells(known: Known, runner: Runner) -> np.ndarray:
        """Return tanh of the cell, `[position, unit]`."""
        lstm = _lstm_of(way, known, runner)
        assert lstm  # the setting applies
        return np.tanh(trace_of(known, runner).gates[lstm].cell)

    def applies(known: Known, runner: Runner) -> bool:
        return _lstm_of(way, known, runner) is not None

    def strongest(known: Known, runner: Runner) -> int:
        return 1 + int(np.argmax(np.ptp(cells(known, runner), axis=0)))

    def last(known: Known, runner: Runner) -> int:
        return cells(known, runner).shape[1]

    return number(strongest, 1, last, parameter=way, applies=applies)


def attentive_trace(known: Known, runner: Runner) -> Trace:
    """Return the run that writes the French of the gradients."""
    return teacher_forced_trace(runner, Request(_ATTENTIVE, known.sentence))


def _written_words(known: Known, runner: Runner) -> Options:
    """List the words of that French, by place from 1."""
    words = french_words(attentive_trace(known, runner), known.merged)
    return {str(place + 1): t("writes “{word}”", word=word) for place, word in words.items()}


def _word_in_the_middle(known: Known, runner: Runner) -> str:
    places = list(_written_words(known, runner))
    return places[(len(places) - 1) // 2]


@dataclass(frozen=True)
class GradientsSettings(Settings):
    """Settings of the section on gradients."""

    writes: int | None = choice(_written_words, _word_in_the_middle, parse=int, of_sentence=True)


@dataclass(frozen=True)
class RememberSettings(GradientsSettings, ReachSettings):
    """The LSTM, its quantity, and the unit that colours the words."""

    lstm: str = choice(_models_with_lstms, _model_of_tab)  # the model
    side: str = choice(_sides)
    units: str = choice(_UNITS)
    show: str = choice(QUANTITIES)
    unit_order: str = choice(_UNIT_ORDERS, parameter="unit-order")
    forward: int | None = _unit("forward")
    backward: int | None = _unit("backward")
    decoder: int | None = _unit("decoder")

    def unit_of(self, lstm: str) -> int:
        """The unit of an LSTM on show that colours the words, from 0."""
        return getattr(self, way_of(lstm)) - 1
