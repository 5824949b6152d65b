"""The content of the page on word order: one of its looks."""

from collections.abc import Callable
from dataclasses import dataclass

from ...view.computation import Computation, ExportMenu
from ...view.runner import Runner
from .look import ChartLook
from .others import Alibi, Learned, Rotary
from .sentence import Added, Reordered
from .settings import EXAMPLE, OrderSettings, explain_not_shown
from .sinusoids import Products, Shift, Table, Waves


@dataclass(frozen=True)
class NotShown:
    """A look that has nothing to show of the model."""

    reason: str

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("order", (), alert=self.reason)


OrderContent = ChartLook | Reordered | NotShown
# By look or encoding.
_CONTENTS: dict[str, Callable[[OrderSettings, Runner], OrderContent]] = {
    "table": Table,
    "waves": Waves,
    "products": Products,
    "added": Added,
    "shift": Shift,
    "rotary": Rotary,
    "alibi": Alibi,
    "learned": Learned,
    "order": Reordered,
}


def _compute(settings: OrderSettings, runner: Runner) -> OrderContent:
    """Return the chosen look, which runs the model when it is drawn.

    So the page has its controls even for an unreadable sentence.
    """
    if reason := explain_not_shown(settings, runner):
        return NotShown(reason)
    return _CONTENTS[settings.encoding or settings.look](settings, runner)


COMPUTATION = Computation("order", OrderSettings, _compute, EXAMPLE)
