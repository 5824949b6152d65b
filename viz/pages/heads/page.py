"""How the page of all heads is drawn."""

from functools import partial

import streamlit as st

from ...analysis.views import HeadChoice, heads_of
from ...app import alerts, frame, presenter, state
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.side_panel import side_panel
from ...base.language import mark, t
from ...draw.ranking import ranked_places
from .. import panels
from ..adapters.explorer import show_explorer
from ..adapters.map import show_map
from .compute import COMPUTATION, HeadsContent
from .notes import pack_explorer
from .numbers import head_table
from .parts import PARTS
from .predictions import render_predictions
from .settings import HeadsSettings
from .what_ifs import render_button, render_change, render_panel

PAIR = "The cat sat on the mat.", "The cat lay on the rug."  # two sentences of BertViz
MAX_ROWS = 16  # of a table that is drawn whole


def render_beside_panel(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw the page, and beside it what can be changed in the model."""
    render_change(content)
    if content.pin_alert:
        alerts.show_alert(content.pin_alert)
    with side_panel(settings.panel == "open", controls, partial(render_panel, content)):
        render(content, settings, controls)


def render(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    if content.not_applicable:
        frame.show_not_applicable(content.not_applicable)
        return
    model = content.model
    presenter.bind_head_keys(model.attention_sizes[settings.choice.stack])
    if controls.has("between"):
        controls.pick(mark("Between the two sentences"), "between")
        controls.bind_key("step", "between")
    show_explorer(pack_explorer(content))
    show_map(model)
    panels.say(content.what_if, content.trace)
    st.markdown(content.explanation)
    render_pair(content)
    panels.show_page_menu(COMPUTATION, settings, content)
    render_predictions(content, controls)
    if content.can_rank:
        title = t("Which head matters most for this sentence?")
        panels.draw_when_open(title, "ranking", partial(render_ranking, content))
    title = t("The numbers of this head")
    panels.draw_when_open(title, "numbers", partial(render_numbers, content))
    frame.draw_device_line()


def render_pair(content: HeadsContent) -> None:
    """Draw how two sentences look at each other, or offer two to a model that reads pairs."""
    separator = content.model.capabilities.separator
    if content.trace.second:
        st.markdown(content.shares)
    elif separator:
        st.button(
            t("Read two sentences"),
            help=t(
                "Type {separator} between two sentences, and they are read as a pair.",
                separator=separator,
            ),
            on_click=state.set_sentence,
            args=(f" {separator} ".join(PAIR),),
            key="pair",
        )


def render_ranking(content: HeadsContent) -> None:
    """Draw what the translation loses when one head is off."""
    panels.chart(content.ranking, "rank", partial(open_ranked_head, content))
    st.markdown(
        t(
            "Each bar: how much less likely this translation becomes with that one head off. "
            "A negative bar means the model does better without it. Click a bar to open its head."
        )
    )


def open_ranked_head(content: HeadsContent, place: int) -> None:
    """Show the head of the bar at this place, counted from below."""
    heads = ranked_places(content.ablation)[::-1]
    if place < len(heads):
        state.set_head(HeadChoice(*content.ablation.heads[heads[place]]))


def render_numbers(content: HeadsContent) -> None:
    """Draw the weights of the head on show as a table."""
    settings = content.settings
    heads = heads_of(content.trace, settings.choice.stack, settings.merged, content.between)
    table = head_table(heads, settings.choice)
    st.dataframe(table, height="content" if len(heads.rows) < MAX_ROWS else 600)


PAGE = Page(
    COMPUTATION,
    render_beside_panel,
    title=mark("Where does each head look?"),
    lead=mark(
        "Each small picture is one head: it shows which word attends to which. Point at one "
        "to see it large, or type another sentence."
    ),
    group=mark("Attention"),
    more=render_button,
    parts=PARTS,
)
