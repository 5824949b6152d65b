"""Settings of the page on the bottleneck."""

from dataclasses import dataclass

from models import Request, Trace, shipped

from ...base.language import MODEL_TITLES, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, choice
from ..reach.settings import ReachSettings

_LOOKS = translatable({"scores": "Translations and scores", "unrolled": "Unrolled"})
LENGTHS_OF = translatable(
    {
        "multi30k.test_2016_flickr": "Picture captions",
        "tatoeba.dev": "Everyday sentences",
        "all files": "All sentences",
    }
)
# The networks that pass a state from step to step.
_RECURRENT = "seq2seq", "seq2seq-rnn", "bilstm-additive", "bilstm-dot", "bilstm-bilinear"


def _is_unrolled(known: Known, runner: Runner) -> bool:
    return known.look == "unrolled"


def _recurrent_models(known: Known, runner: Runner) -> Options:
    return {name: MODEL_TITLES[name] for name in _RECURRENT if name in shipped()}


def unrolled_trace(known: Known, runner: Runner) -> Trace:
    """Run the network that is unrolled."""
    return runner.trace(Request(known.unrolled, known.sentence))


def _steps(known: Known, runner: Runner) -> Options:
    """Number the steps from 1: each piece read, the state handed over, each piece written."""
    trace = unrolled_trace(known, runner)
    count = len(trace.source) + 1 + len(trace.predicted)
    return {str(step): str(step) for step in range(1, count + 1)}


def _first_written(known: Known, runner: Runner) -> str:
    return str(len(unrolled_trace(known, runner).source) + 2)


@dataclass(frozen=True)
class BottleneckSettings(ReachSettings):
    """The sentences whose scores are shown by length, and the two words of the section below.

    Or the network that is unrolled, and the step on show.
    """

    sentences: str = choice(LENGTHS_OF)
    look: str = choice(_LOOKS, parameter="bottleneck-look", omitted_when_default=True)
    unrolled: str | None = choice(_recurrent_models, applies=_is_unrolled)
    step: int | None = choice(
        _steps, _first_written, parameter="unrolled-step", parse=int, applies=_is_unrolled
    )
