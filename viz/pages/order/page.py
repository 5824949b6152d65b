"""Draw the page on word order."""

import streamlit as st

from ...app import frame, gloss_switch
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.matrix import with_highlights
from .. import panels
from .compute import COMPUTATION, NotShown, OrderContent
from .look import ChartLook
from .sentence import Reordered
from .settings import OF_A_SENTENCE, OrderSettings

_SLIDERS = "alibi_head", "k", "steps", "distances", "table_length", "size", "d_model", "row"


def _render(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    controls.pick("look")
    controls.bind_key("step", "look")
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
        return
    if isinstance(content, Reordered):
        _render_reordered(content, controls)
    else:
        _render_charts(content, controls)
    frame.draw_device_line()


def _render_charts(content: ChartLook, controls: Controls) -> None:
    """Draw the charts of a look with their widgets."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        controls.pick("encoding", labelled=True)
        for name in _SLIDERS:
            controls.slide(name)
        controls.pick("layout", labelled=True)
        controls.pick("content", labelled=True)
        controls.pick("base", width=110, labelled=True)
        controls.edit_text("dimensions", width=150, labelled=True)
    _draw_charts(content)
    st.markdown(content.explanation)
    if content.note:
        st.caption(content.note)


def _draw_charts(content: ChartLook) -> None:
    widths = (2, 3) if content.settings.look == "shift" else ()
    panels.show_charts(content.charts(), widths, numbers=content.numbers)


def _render_reordered(content: Reordered, controls: Controls) -> None:
    """Draw the distances between the words of two sentences, and the translations."""
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("positions")
        controls.edit_text("other")
    hint = t("order#distances")
    show_matrices(content.matrices, hint)
    panels.show_menu(content.menu)
    _show_translations(content)
    _draw_gloss_switch(content)
    st.markdown(content.finding)


def _show_translations(content: Reordered) -> None:
    """Draw the translations of both sentences; nothing if the model writes none."""
    settings = content.settings
    if content.translations:
        sentences = settings.sentence, settings.other
        panels.show_translations(settings.model, content.translations, *sentences)


def _draw_gloss_switch(content: Reordered) -> None:
    """Draw the switch of the English under the translations."""
    if content.translations:
        gloss_switch.draw_gloss_switch(content.settings.model)


def _render_picture(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Draw the charts, or the states of two sentences, without settings."""
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
    elif isinstance(content, Reordered):
        hint = t("order#colours")
        _show_translations(content)  # first: they are the point, and stand on one screen
        show_matrices(with_highlights(content.matrices, controls.highlights), hint)
        _draw_gloss_switch(content)
    else:
        _draw_charts(content)


def _render_orders(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose the positions, and draw the result."""
    controls.pick("positions")
    _render_picture(content, settings, controls)


def _render_encodings(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose another encoding, and draw it."""
    controls.pick("encoding")
    _render_picture(content, settings, controls)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("How does it know word order?"),
    lead=translatable("order#lead"),
    group=translatable("Attention"),
    terms=translatable(
        (
            "positional encoding",
            "sinusoids",
            "rotary encoding (RoPE)",
            "ALiBi",
            "bag of words",
        )
    ),
    has_sentence=lambda settings: settings.look in OF_A_SENTENCE,
    has_model_box=lambda settings: settings.look in OF_A_SENTENCE,
    parts={
        "picture": Part(COMPUTATION, _render_picture),
        "orders": Part(COMPUTATION, _render_orders),
        "encodings": Part(COMPUTATION, _render_encodings),
    },
)
