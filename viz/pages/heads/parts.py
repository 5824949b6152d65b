"""What lessons show of the page of all heads."""

from collections.abc import Callable

from ...app import frame
from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import t
from ...components.matrices import show_matrices
from ...draw.head_matrices import head_matrices, row_matrices
from ..adapters.explorer import show_explorer
from .compute import COMPUTATION, HeadsContent
from .notes import pack_explorer
from .settings import HeadsSettings
from .what_ifs import render_change


def render_all(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw all heads, and above them what a change of the model does."""
    render_change(content)
    show_explorer(pack_explorer(content))


def render_head(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw the head on show."""
    panels = head_matrices(content.trace, settings.choice, settings.merged, controls.lights)
    show_matrices(panels, hint_for_pointing())


def render_row(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw what one word attends to, in the head on show and in all."""
    panels = row_matrices(content.trace, settings.choice, settings.merged, controls.lights)
    show_matrices(panels, hint_for_pointing())


def hint_for_pointing() -> str:
    return t("Hover over a word or a cell. Click to pin it, Esc to release.")


def of_heads(render: Callable[..., None]) -> Callable[..., None]:
    """Draw this, or say why a model has no head."""

    def render_or_explain(
        content: HeadsContent, settings: HeadsSettings, controls: Controls
    ) -> None:
        if content.not_applicable:
            frame.show_not_applicable(content.not_applicable)
        else:
            render(content, settings, controls)

    return render_or_explain


PARTS = {
    "all": Part(COMPUTATION, of_heads(render_all)),
    "head": Part(COMPUTATION, of_heads(render_head)),
    "row": Part(COMPUTATION, of_heads(render_row)),
}
