"""The content of the page on what happens from layer to layer: one of its looks."""

from collections.abc import Callable
from dataclasses import dataclass

from ...base.language import explain, t, translatable
from ...view.computation import Computation, ExportMenu
from ...view.runner import Runner, Stopped
from ...view.settings import plain_trace
from .flow import Flow
from .lens import Readings
from .look import DepthLook
from .patch import Patches
from .patch_pairs import PairPatches
from .settings import DepthSettings
from .sinks import Sinks
from .word_similarity import WordDistances
from .writes import HeadDictionary, LogitParts

_NO_STACK = translatable(
    {
        "alike": "{model} has no layers whose states could be compared. Choose another model.",
        "sinks": "{model} has no attention, so there are no sinks. Choose another model.",
        "flow": (
            "{model} has no self-attention through which one word could reach "
            "another. Choose our Transformer, GPT or BERT."
        ),
    }
)


@dataclass(frozen=True)
class NotShown:
    """A look that has nothing to show for the model."""

    reason: str
    is_stopped: bool = False  # by the reader

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("depth", (), alert=self.reason)


DepthContent = DepthLook | NotShown
_CONTENTS: dict[str, Callable[[DepthSettings, Runner], DepthLook]] = {
    "alike": WordDistances,
    "sinks": Sinks,
    "flow": Flow,
    "lens": Readings,
    "patch": Patches,
    "writes": lambda settings, runner: (
        HeadDictionary(settings, runner) if settings.writer else LogitParts(settings, runner)
    ),
}
# The question that a model must answer for a look, where it is named otherwise.
_QUESTIONS = {"writes": "attribute"}


def _compute(settings: DepthSettings, runner: Runner) -> DepthContent:
    """Return the chosen look. Raises UserError for an unreadable sentence."""
    if settings.stack is None:
        unanswered = runner.model(settings.model).capabilities.unanswered
        question = _QUESTIONS.get(settings.look, settings.look)
        reason = unanswered.get(question) or _NO_STACK[settings.look]
        return NotShown(t(reason, model=settings.model))
    plain_trace(settings, runner)  # refuses an unreadable sentence
    look = PairPatches if settings.pairs else _CONTENTS[settings.look]
    content = look(settings, runner)
    try:
        return NotShown(content.refusal) if content.refusal else content
    except Stopped as stopped:
        return NotShown(explain(stopped), is_stopped=True)


COMPUTATION = Computation("depth", DepthSettings, _compute)
