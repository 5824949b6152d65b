"""Draw the looks at derivations."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from ...analysis.derivation import Derivation
from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import holding, model_title, t, translatable
from .. import panels
from ..adapters.inside import show_derivation
from . import exercise_sheet
from .blackboard import MATRICES, of_first_head
from .compute import COMPUTATION
from .derivations import BoardContent, LectureContent, StepsContent, Unfolded
from .preview import describe_preview
from .settings import InsideSettings

_FULL_PRECISION = 32  # bits


def derivation_on_show(content: Unfolded) -> Derivation:
    """Return the derivation; in a lecture, which has less room, a blackboard of one head."""
    is_small = content.name == "board" and is_lecture()
    return of_first_head(content.derivation) if is_small else content.derivation


def _render_derivation(
    content: Unfolded, controls: Controls, preview: Mapping[str, Any] | None = None
) -> None:
    """Draw a derivation with its menu, and bind the presenter's keys to its steps."""
    name, derivation, unfolding = content.name, derivation_on_show(content), content.unfolding
    first = 0 if content.overview else 1
    steps = [str(place) for place in range(first, len(derivation.steps) + 1)]
    controls.bind_key("step", f"{name}_step", steps)
    show_derivation(
        name,
        derivation,
        unfolding.step,
        unfolding.everything,
        unfolding.row,
        content.queries,
        content.overview,
        preview,
    )
    panels.show_page_menu(COMPUTATION, content.settings, content)


def render_steps(content: StepsContent, settings: InsideSettings, controls: Controls) -> None:
    _render_derivation(content, controls, describe_preview(content, controls.reading))
    hint = t("inside#keys in a tour" if is_tour() else "inside#keys")
    st.markdown(" ".join((hint, *_explain_accuracy(content.model))))


def _explain_accuracy(model) -> list[str]:
    """Explain in Markdown which numbers are computed here, and how close to the model's."""
    if model.capabilities.known_layers:
        return [t("inside#real numbers")]
    sentences = [
        t("inside#computed from a pretrained model", model=escape_markdown(model_title(model.name)))
    ]
    bits = model.card.get("bits", _FULL_PRECISION)
    if bits < _FULL_PRECISION:
        sentences.append(t("inside#rounding", bits=bits))
    return sentences


def render_lecture(content: LectureContent, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("worked")
        controls.edit_text("scores", translatable("Scores"), 320)
    _render_derivation(content, controls)
    _render_sheets(content)


def render_board(content: BoardContent, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.edit_text("words", translatable("Words"), 320)
        controls.switch("causal")
    with st.container(horizontal=True, gap="small"):
        for name, title in MATRICES.items():
            title = t(title)
            title = title[:1].upper() + title[1:]
            label = t("{matrix}, a row a line", matrix=title)
            controls.edit_area(name, label, 136, 142)
    _render_derivation(content, controls)
    st.markdown(t("inside#two small heads"))
    _render_sheets(content)


def _render_sheets(content: Unfolded) -> None:
    """Draw download buttons for the exercise and its solution."""
    titles = {"exercise": t("Exercise sheet"), "solution": t("Solution")}
    with st.container(horizontal=True):
        for kind, title in titles.items():
            make = partial(exercise_sheet.sheet, content.derivation, kind == "solution")
            st.download_button(
                title,
                holding(make),
                on_click="ignore",
                mime="text/html",
                file_name=f"attention-{content.sheet_name}-{kind}.html",
                icon=":material/download:",
            )
