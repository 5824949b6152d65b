"""Draw the page on an LSTM's memory."""

import streamlit as st

from ...analysis.views import QUANTITIES, SIGNED, french_words
from ...app import alerts, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from ..adapters.clicks import show_memory
from ..reach.compute import REACH
from ..reach.draw import render_reach
from .compute import COMPUTATION, GRADIENTS, GradientsContent, RememberContent, chains
from .settings import GradientsSettings, RememberSettings
from .telling_units import telling_units_html


def _render(content: RememberContent, settings: RememberSettings, controls: Controls) -> None:
    content.gradients.start()
    content.reach.start()
    with st.container(horizontal=True, vertical_alignment="center", key="folded"):
        controls.pick("lstm", translatable("Model"), width=180)
        controls.pick("side", translatable("Which LSTM"))
        controls.pick("units", translatable("How many units"))
        if settings.units == "all":
            controls.pick("show", translatable("What to show"), width=180)
            controls.pick("unit_order", translatable("Order of the units"), width=400)
    if settings.units == "all":
        _render_all_units(content, settings)
    else:
        _render_telling_units(content)
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(t("#### How much does the state depend on an earlier word?"))
    render_reach(content.reach, settings, controls)
    st.markdown(t("#### How far back does it reach?"))
    _render_gradients(content.gradients, settings, controls)
    frame.draw_device_line(*dict.fromkeys((settings.lstm, *chains())))


def _render_telling_units(content: RememberContent) -> None:
    """Draw the sentence under three units with a nameable role."""
    panel = content.panels[0]
    theme = "dark" if st.context.theme.type == "dark" else "light"
    if not content.telling:
        st.info(t("Three words are too few to see what a unit does. Try a longer sentence."))
        return
    st.markdown(f"**{panel.title}**")
    st.html(telling_units_html(content.telling, panel.words, theme))
    st.markdown(t("remember#cells of telling units", count=panel.cells.shape[1]))


def _render_all_units(content: RememberContent, settings: RememberSettings) -> None:
    """Draw every unit at every word."""
    show_memory(content.panels, t(QUANTITIES[settings.show]), settings.show in SIGNED)
    st.markdown(t("remember#all units"))


def _render_charts(
    content: GradientsContent, settings: GradientsSettings, controls: Controls
) -> None:
    """Draw the gradients by themselves."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(t("**The state that has read the whole sentence**, left to right"))
        panels.show_chart(content.reading, "reading")
    with right:
        word = french_words(content.attentive, settings.merged)[content.place]
        st.markdown(t("**The state that writes “{word}”**", word=alerts.escape_markdown(word)))
        panels.show_chart(content.writing, "writing")


def _render_gradients(
    content: GradientsContent, settings: GradientsSettings, controls: Controls
) -> None:
    """Draw the gradients of the last encoder state, and of the state that writes a French word."""
    left, right = st.columns(2, gap="medium")
    with left, st.container(height=56, border=False, vertical_alignment="center"):
        st.markdown(t("**The state that has read the whole sentence**, left to right"))
    with right, st.container(height=56, border=False, horizontal=True, vertical_alignment="center"):
        st.markdown(t("**The state that**"), width="content")
        controls.pick("writes", translatable("Word of the translation"), width=220)
    with left:
        panels.show_chart(content.reading, "reading")
    with right:
        panels.show_chart(content.writing, "writing")
    st.caption(t("remember#how far back"))


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("How does an LSTM remember?"),
    lead=translatable("remember#lead"),
    group=translatable("LSTM and attention"),
    terms=translatable(
        (
            "gates and cell state",
            "forget gate",
            "vanishing gradient",
            "gradient",
        )
    ),
    has_model_box=False,  # not every model has an LSTM: it has a box of its own
    parts={"gradients": Part(GRADIENTS, _render_charts), "reach": Part(REACH, render_reach)},
)
