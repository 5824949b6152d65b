"""Draw the look at contributions."""

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from .. import panels
from .compute import COMPUTATION
from .contribution import ContributionContent
from .settings import InsideSettings


def render_contribution(
    content: ContributionContent, settings: InsideSettings, controls: Controls
) -> None:
    controls.pick(mark("Beside the weights"), "beside")
    hint = t("Point at a word: its row stands out in both.")
    show_matrices(content.matrices, hint, key="inside matrices")
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(explain_rollout() if content.is_rollout else explain_norms(content))


def explain_rollout() -> str:
    return t(
        "Rollout (Abnar & Zuidema 2020) follows the weights down through the "
        "layers: in each one half of a word stays itself, for the residual "
        "connection, and half comes from what its heads look at. Rows add up to 1. "
        "It knows nothing of values, norms and feed-forward layers."
    )


def explain_norms(content: ContributionContent) -> str:
    """Explain the lengths and the share of the marks, in Markdown."""
    sentences = [
        t(
            "The weight is the share a head takes; the vector's length is how much there is to "
            "take. "
            "f(x) = (x W_V + b_V) W_O is what the head makes of a word (Kobayashi et al. "
            "2020, section 3)."
            if content.model.capabilities.known_layers
            else "The weight is the share a head takes; the vector's length is how much there is "
            "to take. "
            "f(x) = v W_O, a word's value times the rows of W_O that are this head's, is "
            "what the head makes of it (Kobayashi et al. 2020, section 3)."
        )
    ]
    if marks := content.marks:
        sentences.append(
            t(
                "The marks {marks} get {weight:.0%} of the weight here and {length:.0%} of "
                "the lengths.",
                marks=", ".join(map(escape_markdown, marks.tokens)),
                weight=marks.weight,
                length=marks.length,
            )
        )
    sentences.append(
        t(
            "All parts of all heads and b_O add up to what the layer's attention gives, to "
            "{error:.0e}.",
            error=content.contributions.error,
        )
    )
    return " ".join(sentences)
