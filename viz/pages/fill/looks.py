"""Draw the looks of the page on hidden words."""

from collections.abc import Sequence

import streamlit as st

from ...app.alerts import show_alert
from ...app.controls import pick_chips
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour, set_sentence, set_setting
from ...base.language import t, translatable
from .. import panels
from .compute import SIDES, FillContent
from .settings import ELSEWHERE, FIRST, FOLLOWING, MOST_DRAWS, FillSettings
from .token_rows import token_rows_html


def _pick_words(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Let the reader hide words, and choose one of several gaps."""
    pick_chips(
        translatable("fill#click"),
        "hide",
        content.words,
        content.chosen,
        _hide,
        several=True,
    )
    if controls.has("gap") and len(controls.options("gap")) > 1:
        controls.pick("gap")
        controls.bind_key("head", "gap")


def _render_gap(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw the guesses from the left alone, from both sides and from the right alone."""
    if content.alert:
        show_alert(content.alert)
    if not is_lecture():  # repeats the words above
        st.html(token_rows_html([content.row]))
    if not content.hidden:
        st.info(content.nothing_hidden)
        return
    st.markdown(content.finding)
    render_sides(content, settings, controls)
    if not is_lecture():
        st.caption(t("fill#the left alone"))


def render_sides(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw the three charts side by side."""
    for column, side in zip(panels.side_by_side(len(SIDES)), SIDES, strict=True):
        with column:
            key = f"gap {side}" if side != "both" else "gap"
            panels.show_chart(content.side_chart(side), key, fills=not is_tour())


def _hide(groups: Sequence[str]) -> None:
    """Hide these words, each given as comma-separated places of its tokens."""
    places = sorted({int(place) for group in groups for place in group.split(",")})
    set_setting("hide", ",".join(map(str, places)))


def _draw_masks(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Let the reader draw again."""
    st.button(t("Draw again"), on_click=_draw_again, args=(settings.draw or 1,), key="draw")


def _render_training(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw the input of some epochs of training, and the probabilities of the words to predict."""
    left, right = st.columns([4, 3], gap="medium")
    with left:
        st.html(token_rows_html(content.draw_rows, content.kinds))
    with right:
        panels.show_chart(content.draws_chart, "masks")
    st.markdown(content.draws_finding)
    if not is_lecture():
        st.caption(t("fill#the loss"))


def _draw_again(draw: int) -> None:
    """Show the next draw, after the last the first."""
    set_setting("draw", str(draw % MOST_DRAWS + 1))


def _edit_pair(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Let the reader type a second sentence, or take one that follows or does not."""
    controls.edit_text("second", labelled=True)
    with st.container(horizontal=True):
        for key, label, second in (
            ("take following", t("Example: it follows in the book"), FOLLOWING),
            ("take elsewhere", t("Example: from another book"), ELSEWHERE),
        ):
            st.button(label, on_click=_take_pair, args=(second,), key=key)


def _render_pair(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw two sentences with their segments, and the probability that the second follows."""
    st.html(token_rows_html([content.pair_row]))
    if not content.has_pair:
        st.info(content.why_no_pair)
        return
    panels.show_chart(content.follows_chart, "follows")
    st.markdown(f"{content.follows_finding} {content.follows_quality}")
    if not is_lecture():
        st.caption(t("fill#segments"))


def _take_pair(second: str) -> None:
    """Show the first sentence of the example with this second one."""
    set_sentence(FIRST)
    set_setting("second-sentence", second)


CONTROLS = {"gap": _pick_words, "training": _draw_masks, "pair": _edit_pair}
LOOKS = {"gap": _render_gap, "training": _render_training, "pair": _render_pair}
