"""Draw the page on alignments."""

import streamlit as st

from ...analysis.refuting import rule
from ...analysis.views import HeadChoice
from ...app import controls as widgets
from ...app import frame, gloss_switch
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.matrix import Matrix, with_highlights
from .. import panels
from ..adapters.map import show_map
from .compute import COMPUTATION, AlignContent
from .settings import AlignSettings

_SETS = "aligner", "layer-{}-head-{}"  # by a click in the map


def _render(content: AlignContent, settings: AlignSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="folded"):
        controls.pick("compare")
        controls.bind_key("step", "compare")
        controls.pick("whose")
        controls.edit_french_to_follow()
        panels.draw_refute_switch(controls)
    if settings.compare == "two":
        with st.container(key="folded-models"):
            _render_models(controls)
        _render_map(content)
    else:
        _render_head("aligner", controls)
    if settings.refute:
        panels.show_refutation([*content.refutations, rule()])
    hint = t("align#hover", target=content.target_word)
    _show_glossed(content, content.matrices, hint)
    st.markdown(content.explanation)
    if content.menu.exports:
        panels.show_page_menu(COMPUTATION, settings, content)
    frame.draw_device_line(*dict.fromkeys(entry.name for entry in content.compared))


def _render_models(controls: Controls) -> None:
    """Draw the widgets that choose two models and a head of each."""
    left, right = st.columns(2, gap="medium")
    with left, st.container(horizontal=True):
        widgets.pick_model(translatable("First model"))
        _render_head("aligner", controls)
    with right, st.container(horizontal=True):
        controls.pick("second", width=250)
        _render_head("second_aligner", controls)


def _render_map(content: AlignContent) -> None:
    """Draw the map of the first model with its head; the mean of a layer marks the whole layer."""
    first = content.compared[0]
    if first.aligner:
        head = -1 if first.aligner.head is None else first.aligner.head
        choice = HeadChoice("cross", first.aligner.layer, head)
        show_map(content.runner.model(first.name), choice, ("cross",), _SETS)


def _render_head(name: str, controls: Controls) -> None:
    """Draw the widget that chooses a head of a model with several."""
    if controls.has(name):
        controls.bind_key("head", name, sorted(controls.options(name), key=_by_number))
    controls.pick(name, width=280)


def _by_number(aligner: str) -> list[int | str]:
    """Return the key to sort by number: "layer-2-head-10" after "layer-2-head-9"."""
    return [int(part) if part.isdigit() else part for part in aligner.split("-")]


def _render_pictures(content: AlignContent, settings: AlignSettings, controls: Controls) -> None:
    """Draw the alignments side by side."""
    hint = t("shared#hover")
    _show_glossed(content, with_highlights(content.matrices, controls.highlights), hint)


def _show_glossed(content: AlignContent, matrices: list[Matrix], hint: str) -> None:
    """Draw the matrices, whose French words say their English."""
    glosses = gloss_switch.glosses_of(*(entry.trace for entry in content.compared))
    show_matrices(matrices, hint, glosses=glosses)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("How does it line up the two languages?"),
    lead=translatable("align#lead"),
    group=translatable("LSTM and attention"),
    terms=translatable(
        (
            "alignment",
            "Bahdanau attention",
            "Luong attention",
            "score functions",
            "alignment error rate (AER)",
        )
    ),
    has_model_box=False,  # the page has boxes for two models
    parts={"pictures": Part(COMPUTATION, _render_pictures)},
)
