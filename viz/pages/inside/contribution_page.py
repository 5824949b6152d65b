"""Draw the look at contributions."""

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...base.language import t
from ...components.matrices import show_matrices
from .. import panels
from .compute import COMPUTATION
from .contribution import ContributionContent
from .settings import InsideSettings


def render_contribution(
    content: ContributionContent, settings: InsideSettings, controls: Controls
) -> None:
    controls.pick("beside")
    hint = t("inside#hover")
    show_matrices(content.matrices, hint, key="inside matrices")
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(_explain_rollout() if content.is_rollout else _explain_norms(content))


def _explain_rollout() -> str:
    return t("inside#rollout")


def _explain_norms(content: ContributionContent) -> str:
    """Explain the lengths and the share of the marks, in Markdown."""
    sentences = [
        t(
            "inside#contributions"
            if content.model.capabilities.known_layers
            else "inside#contributions of values"
        )
    ]
    if marks := content.marks:
        sentences.append(
            t(
                "inside#weight on marks",
                marks=", ".join(map(escape_markdown, marks.tokens)),
                weight=marks.weight,
                length=marks.length,
            )
        )
    sentences.append(t("inside#parts that add up", error=content.contributions.error))
    return " ".join(sentences)
