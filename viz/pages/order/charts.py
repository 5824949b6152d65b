"""Draw the charts of the page on word order, and their widgets."""

import streamlit as st

from ...app.page_controls import Controls
from ...base.language import mark
from ...draw.chart import Chart
from .. import panels
from .look import ChartLook
from .settings import OrderSettings

WIDTHS: dict[str, tuple[int, ...]] = {"added": (1, 1, 1), "shift": (2, 3)}
SLIDERS = {
    "alibi_head": mark("Head"),
    "k": "k",
    "steps": mark("Positions"),
    "distances": mark("Distances"),
    "table_length": mark("Positions"),
    "size": "d_model",
    "d_model": "d_model",
    "row": mark("Row"),
}
# The widgets of the charts, in order.
LABELS = {
    "encoding": mark("Encoding"),
    **SLIDERS,
    "layout": mark("Sine and cosine"),
    "content": mark("Query and key"),
    "base": mark("Base"),
    "dimensions": mark("Dimensions"),
}


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
    columns = st.columns(
        WIDTHS.get(settings.look, (1, 1)),
        gap="medium",
        vertical_alignment="center" if settings.look == "shift" else "top",
    )
    for column, (key, chart) in zip(columns, charts.items(), strict=True):
        with column:
            draw_chart(key, chart)


def draw_chart(key: str, chart: Chart | str, fills: bool = False) -> None:
    """Draw a chart, or say why there is none. A chart that `fills` the page grows with it."""
    if isinstance(chart, str):
        st.info(chart)
    else:
        panels.chart(chart, key, fills=fills)
