"""Draw the page on word order."""

import streamlit as st

from ...app import frame, gloss_switch
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.chart import Chart
from ...draw.matrix import with_highlights
from .. import panels
from .compute import COMPUTATION, NotShown, OrderContent
from .look import ChartLook
from .sentence import Reordered
from .settings import OF_A_SENTENCE, OrderSettings

SLIDERS = {
    "alibi_head": translatable("Head"),
    "k": "k",
    "steps": translatable("Positions"),
    "distances": translatable("Distances"),
    "table_length": translatable("Positions"),
    "size": "d_model",
    "d_model": "d_model",
    "row": translatable("Row"),
}
# The widgets of the charts, in order.
LABELS = {
    "encoding": translatable("Encoding"),
    **SLIDERS,
    "layout": translatable("Sine and cosine"),
    "content": translatable("Query and key"),
    "base": translatable("Base"),
    "dimensions": translatable("Dimensions"),
}


def render(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    controls.pick(translatable("Look at"), "look")
    controls.bind_key("step", "look")
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
        return
    if isinstance(content, Reordered):
        render_reordered(content, controls)
    else:
        render_charts(content, settings, controls)
    frame.draw_device_line()


def render_charts(content: ChartLook, settings: OrderSettings, controls: Controls) -> None:
    """Draw the charts of a look with their widgets."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for name in LABELS:
            if controls.has(name):
                draw_widget(name, controls)
    draw_charts(content, settings)
    st.markdown(content.explanation)
    if content.note:
        st.caption(content.note)


def draw_widget(name: str, controls: Controls) -> None:
    label = LABELS[name]
    if name in SLIDERS:
        controls.slide(label, name)
    elif name == "dimensions":
        controls.edit_text(label, name, width=150, labelled=True)
    else:
        controls.pick(label, name, width=110 if name == "base" else None, labelled=True)


def draw_charts(content: ChartLook, settings: OrderSettings) -> None:
    """Draw the charts of a look side by side."""
    charts = content.charts()
    if len(charts) == 1:
        draw_chart(*next(iter(charts.items())), fills=True)
        return
    columns = (
        st.columns((2, 3), gap="medium", vertical_alignment="center")
        if settings.look == "shift"
        else panels.side_by_side(len(charts))
    )
    for column, (key, chart) in zip(columns, charts.items(), strict=True):
        with column:
            draw_chart(key, chart)


def draw_chart(key: str, chart: Chart | str, fills: bool = False) -> None:
    """Draw a chart, or say why there is none. A chart that `fills` the page grows with it."""
    if isinstance(chart, str):
        st.info(chart)
    else:
        panels.show_chart(chart, key, fills=fills)


def render_reordered(content: Reordered, controls: Controls) -> None:
    """Draw the distances between the words of two sentences, and the translations."""
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick(translatable("Positions"), "positions")
        controls.edit_text(translatable("The same words in another order"), "other")
    hint = t(
        "No colour: identical vectors. Rows are words of the first sentence, columns words of "
        "the second."
    )
    show_matrices(content.matrices, hint)
    panels.show_menu(content.menu)
    show_translations(content)
    draw_gloss_switch(content)
    st.markdown(content.finding)


def show_translations(content: Reordered) -> None:
    """Draw the translations of both sentences; nothing if the model writes none."""
    settings = content.settings
    if content.translations:
        sentences = settings.sentence, settings.other
        panels.show_translations(settings.model, content.translations, *sentences)


def draw_gloss_switch(content: Reordered) -> None:
    """Draw the switch of the English under the translations."""
    if content.translations:
        gloss_switch.draw_gloss_switch(content.settings.model)


def render_picture(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Draw the charts, or the states of two sentences, without settings."""
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
    elif isinstance(content, Reordered):
        hint = t("Page colour: the same vector. The stronger the colour, the greater the distance.")
        show_translations(content)  # first: they are the point, and stand on one screen
        show_matrices(with_highlights(content.matrices, controls.highlights), hint)
        draw_gloss_switch(content)
    else:
        draw_charts(content, settings)


def render_orders(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose the positions, and draw the result."""
    if controls.has("positions"):
        controls.pick(translatable("Positions"), "positions")
    render_picture(content, settings, controls)


def render_encodings(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose another encoding, and draw it."""
    if controls.has("encoding"):
        controls.pick(translatable("Encoding"), "encoding")
    render_picture(content, settings, controls)


PARTS = {
    "picture": Part(COMPUTATION, render_picture),
    "orders": Part(COMPUTATION, render_orders),
    "encodings": Part(COMPUTATION, render_encodings),
}


PAGE = Page(
    COMPUTATION,
    render,
    title=translatable("How does it know word order?"),
    lead=translatable(
        "Attention alone sees a bag of words; a position added to each vector tells it the "
        "order. Look at the positions, then take them away."
    ),
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
    parts=PARTS,
)
