"""Parts of the page on the inside of one head for lessons."""

from collections.abc import Callable

from ...app import frame
from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import t
from ...components.matrices import show_matrices
from ...draw.matrix import with_highlights
from ..adapters.inside import show_derivation
from .compute import COMPUTATION, Content
from .contribution import ContributionContent
from .derivations import Unfolded
from .derivations_page import derivation_on_show
from .guess import GuessContent
from .guess_page import render_guess
from .head import NoHeadContent
from .settings import InsideSettings


def _render_step(content: Unfolded, settings: InsideSettings, controls: Controls) -> None:
    """Draw the step of a derivation."""
    unfolding = content.unfolding
    show_derivation(
        content.name,
        derivation_on_show(content),
        max(unfolding.step, 0),  # a lesson has no overview
        unfolding.everything,
        unfolding.row,
        content.queries,
    )


def _render_weights(
    content: ContributionContent, settings: InsideSettings, controls: Controls
) -> None:
    """Draw the weights and each word's contribution."""
    hint = t("shared#hover")
    show_matrices(
        with_highlights(content.matrices, controls.highlights), hint, key="inside matrices"
    )


def _of_a_head(render: Callable[..., None]) -> Callable[..., None]:
    """Decorate a part: draw it, or say why a model has no head."""

    def render_or_explain(content: Content, settings: InsideSettings, controls: Controls) -> None:
        if isinstance(content, NoHeadContent):
            frame.show_not_applicable(content.reason)
        else:
            render(content, settings, controls)

    return render_or_explain


PARTS = {
    "step": Part(COMPUTATION, _of_a_head(_render_step), contents=(Unfolded, NoHeadContent)),
    "weights": Part(
        COMPUTATION, _of_a_head(_render_weights), contents=(ContributionContent, NoHeadContent)
    ),
    "guess": Part(COMPUTATION, _of_a_head(render_guess), contents=(GuessContent, NoHeadContent)),
}
