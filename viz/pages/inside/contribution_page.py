"""Draw the look at contributions."""

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from .compute import COMPUTATION
from .contribution import ContributionContent
from .settings import InsideSettings


def render_contribution(
    content: ContributionContent, settings: InsideSettings, controls: Controls
) -> None:
    controls.pick(translatable("Beside the weights"), "beside")
    hint = t("Hover over a word to highlight its row in both.")
    show_matrices(content.matrices, hint, key="inside matrices")
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(explain_rollout() if content.is_rollout else explain_norms(content))


def explain_rollout() -> str:
    return t(
        "Rollout (Abnar & Zuidema 2020) multiplies the weights through the "
        "layers: in each, half of a word stays itself (the residual connection) "
        "and half comes from what its heads attend to. Rows add up to 1. It "
        "ignores values, norms and feed-forward layers."
    )


def explain_norms(content: ContributionContent) -> str:
    """Explain the lengths and the share of the marks, in Markdown."""
    sentences = [
        t(
            "The weight is the share a head takes; the length of the vector is how "
            "much there is to take. f(x) = (x W_V + b_V) W_O is the vector that the "
            "head moves (Kobayashi et al. 2020, section 3)."
            if content.model.capabilities.known_layers
            else "The weight is the share a head takes; the length of the vector is how "
            "much there is to take. f(x) = v W_O, a word's value times this head's "
            "rows of W_O, is the vector that the head moves (Kobayashi et al. 2020, "
            "section 3)."
        )
    ]
    if marks := content.marks:
        sentences.append(
            t(
                "Here {marks} get {weight:.0%} of the weight and {length:.0%} of the lengths.",
                marks=", ".join(map(escape_markdown, marks.tokens)),
                weight=marks.weight,
                length=marks.length,
            )
        )
    sentences.append(
        t(
            "The parts of all heads and b_O add up to the output of the layer's "
            "attention, to within {error:.0e}.",
            error=content.contributions.error,
        )
    )
    return " ".join(sentences)
