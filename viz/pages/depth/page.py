"""Draw the page on what happens from layer to layer."""

from functools import partial
from urllib.parse import urlencode

import streamlit as st

from ...analysis.views import HeadChoice, model_head_title
from ...app import cache, frame
from ...app.controls import pick_chips
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import (
    clear_setting,
    is_lecture,
    is_tour,
    set_head,
    set_sentence,
    set_setting,
)
from ...base.language import t, translatable
from ...base.markdown import escape_markdown
from .. import panels
from .compute import COMPUTATION, DepthContent, NotShown
from .look import DepthLook
from .patch_pairs import changed_words, pairs_of
from .settings import OTHER, DepthSettings
from .sinks import Sinks


def _render(content: DepthContent, settings: DepthSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("look")
        _pick_settings(settings, controls)
    if not settings.pairs:
        controls.edit_text("other", placeholder=OTHER)
    controls.bind_key("step", "look")
    if isinstance(content, NotShown):
        _draw_reason(content)
        return
    panels.show_findings(content.finding)
    if content.note:
        st.info(content.note)
    _draw_charts(content, settings)
    if not is_lecture():
        is_click = isinstance(content, Sinks) and not is_tour()
        click = t("Click a bar to choose its head.") if is_click else ""
        st.caption(f"{content.explanation} {click}".strip())
        if is_click:
            _draw_link(settings)
    frame.draw_device_line()


def _render_look(content: DepthContent, settings: DepthSettings, controls: Controls) -> None:
    """Draw what a look finds, without settings."""
    if isinstance(content, NotShown):
        _draw_reason(content)
        return
    st.markdown(escape_markdown(content.finding))
    _draw_charts(content, settings)


def _draw_reason(content: NotShown) -> None:
    """Say why nothing is drawn, and let the reader go on with what was stopped."""
    frame.show_not_applicable(content.reason)
    if content.is_stopped:
        st.button(t("Compute the map"), type="primary", on_click=cache.resume)


def _offer_pairs(settings: DepthSettings) -> None:
    """Draw the pairs of sentences that are proposed for the model; a click puts one in."""
    pairs = {changed_words(pair): pair for pair in pairs_of(cache.model(settings.model))}
    current = settings.sentence.strip(), settings.other
    pick_chips(
        translatable("Pairs"),
        "patch pair",
        {name: name for name in pairs},
        [name for name, pair in pairs.items() if pair == current and not settings.pairs],
        lambda chosen: _take_pair(*pairs[chosen[0]]) if chosen else None,
    )


def _take_pair(sentence: str, other: str) -> None:
    set_sentence(sentence)
    set_setting("depth-other", other)
    clear_setting("depth-pairs")


# Of the charts side by side.
_WIDTHS = {
    "alike": (1, 1),
    "sinks": (1, 1),
    "flow": (3, 2),
    "lens": (3, 2),
    "patch": (1, 1),
    "writes": (3, 2),
}


def _pick_settings(settings: DepthSettings, controls: Controls) -> None:
    """Draw the settings of the look, without those with a single option."""
    controls.pick("word", translatable("Word"), width=180)
    controls.bind_key("head", "word")
    controls.pick("at", width=180)
    controls.pick("part", width=240)
    if controls.has("pairs") and not is_tour():
        with st.popover(t("Pairs")):
            _offer_pairs(settings)
    controls.bind_key("head", "at")
    controls.pick("against", translatable("Its logit"), width=180)
    controls.pick("writer", translatable("Head"), width=180)
    controls.bind_key("head", "writer")
    with st.container(horizontal=True, vertical_alignment="center", key="folded", width="content"):
        if controls.has("stack") and len(controls.options("stack")) > 1:
            controls.pick("stack", translatable("In the"))
        controls.pick("heads", translatable("Attention"), width=240)
        if controls.has("sink") and len(controls.options("sink")) > 1:
            controls.pick("sink", translatable("To"))
        controls.pick("scale", translatable("Axis"))
        controls.switch("pairs", translatable("Mean of all pairs"))
        controls.switch("untrained", translatable("Beside it, untrained"))
        controls.switch("encoded", translatable("Each word through the encoder"))
        controls.switch("random")


def _draw_charts(content: DepthLook, settings: DepthSettings) -> None:
    """Draw the charts side by side; a click on a bar of the sinks chooses its head."""
    # In a lesson there is half the room: the names of bars need most of it.
    is_narrow = is_tour() and isinstance(content, Sinks)
    widths = (3, 2) if is_narrow else _WIDTHS[settings.look]
    columns = st.columns(widths, gap="medium")
    choose = partial(_choose_head, content.heads) if isinstance(content, Sinks) else None
    for place, (key, chart) in enumerate(content.charts.items()):
        open_mark = choose if key == content.main else None
        with columns[min(place, len(columns) - 1)]:
            panels.show_chart(chart, key, open_mark=open_mark, fills=place < len(columns))


def _choose_head(heads: list[HeadChoice], bar: int) -> None:
    """Select the head of a bar, counted from below."""
    set_head(heads[len(heads) - 1 - bar])


def _draw_link(settings: DepthSettings) -> None:
    """Draw the link to the chosen head."""
    link = f"./?{urlencode(settings.view.address())}"
    head = model_head_title(settings.choice, settings.model)
    st.link_button(t("See {head}", head=head), link)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What happens from layer to layer?"),
    lead=translatable("depth#lead"),
    group=translatable("Explore"),
    terms=translatable(
        (
            "attention sink",
            "lens",
            "logit lens",
            "direct logit attribution",
            "OV circuit",
            "patching map",
            "rank collapse",
            "residual connection",
            "layer normalisation",
        )
    ),
    parts={"look": Part(COMPUTATION, _render_look)},
)
