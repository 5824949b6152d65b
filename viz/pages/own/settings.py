"""Settings of the page on attention from a file."""

from dataclasses import dataclass

from ...analysis.views import BETWEEN
from ...base.language import t
from ...view.pins import read_head
from ...view.settings import MAX_LINES, Settings, choice, text
from ..heads.settings import check_overlay


def _check_head(value: str) -> str:
    """Return why a text names no head, or "". Which heads there are, the file says."""
    try:
        head = read_head(value)
    except ValueError:
        head = None
    if value and (head is None or min(head.layer, head.head) < 0):
        return t("The head in this link cannot be read. Click a head to enlarge it.")
    return ""


@dataclass(frozen=True)
class OwnSettings(Settings):
    """The large head, "" for the first of the last mechanism, its lines, and the part on show."""

    head: str = text(
        parameter="own-head", omitted_when_default=True, max_characters=40, check=_check_head
    )
    overlay: str = text(
        parameter="own-overlay",
        omitted_when_default=True,
        max_characters=MAX_LINES,
        check=check_overlay,
    )
    between: str = choice(BETWEEN, parameter="own-between", omitted_when_default=True)
