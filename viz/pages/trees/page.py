"""Draw the page on trees."""

import streamlit as st

from ...app import alerts, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import t, translatable
from .. import panels
from .compute import COMPUTATION, TreesContent
from .settings import TreesSettings


def _render(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    controls.pick("look", translatable("Look at"))
    controls.bind_key("step", "look")
    _render_look(content, settings, controls)
    if not is_lecture():
        st.caption(t("trees#not a parse") if settings.look != "measured" else content.method)
    frame.draw_device_line()


def _render_look(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    if content.menu.alert:
        (st.info if settings.look == "measured" else alerts.show_alert)(content.menu.alert)
    elif settings.look == "measured":
        _render_measured(content, settings, controls)
    else:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.pick("parser", translatable("Read from"), width=300, labelled=True)
            controls.pick("single", translatable("Head"), width=180, labelled=True)
            controls.pick("direction", translatable("Direction"), width=240, labelled=True)
            if settings.look == "readings":
                controls.pick("word", translatable("Word"), width=140, labelled=True)
                controls.pick("first", translatable("hangs from"), width=140, labelled=True)
                controls.pick("second", translatable("or from"), width=140, labelled=True)
        controls.bind_key("head", "single" if controls.has("single") else "parser")
        draw = _render_tree if settings.look == "tree" else _render_readings
        draw(content, settings, controls)


def _render_tree(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    panels.show_findings(content.finding)
    panels.show_chart(content.tree_chart, content.menu.key, fills=not is_tour())


def _render_readings(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    """Draw both readings side by side, and what all models give to them."""
    panels.show_findings(content.readings_finding)
    for place, column in enumerate(panels.side_by_side(2)):
        with column:
            panels.show_findings(content.reading_title(place))
            key = f"trees second {place}" if place else content.menu.key
            panels.show_chart(content.reading_chart(place), key, fills=not is_tour())
    if is_lecture():
        return
    controls.edit_text("instead", translatable("Behind the preposition instead"), 260, True)
    _render_odds(content, settings, controls)


def _render_odds(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    """Draw what all models give to the readings, of both sentences."""
    if content.menu.alert:
        alerts.show_alert(content.menu.alert)
    elif content.odds:
        panels.show_chart(content.odds_chart, "trees odds")


def _render_measured(content: TreesContent, settings: TreesSettings, controls: Controls) -> None:
    panels.show_findings(content.measured_finding)
    left, right = panels.side_by_side(2)
    with left:
        panels.show_chart(content.shares_chart, content.menu.key, fills=True)
    with right:
        # More have no room on a slide.
        chart = content.relations_chart(5) if is_lecture() else content.relations_chart()
        panels.show_chart(chart, "trees relations", fills=True)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Is there a tree in the attention?"),
    lead=translatable("trees#lead"),
    group=translatable("Explore"),
    terms=translatable(
        ("dependency parsing", "maximum spanning tree", "treebank", "attachment score (UAS)")
    ),
    parts={
        "look": Part(COMPUTATION, _render_look),
        "odds": Part(COMPUTATION, _render_odds),
    },
    has_pieces=False,  # a tree is over whole words
)
