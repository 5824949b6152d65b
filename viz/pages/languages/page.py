"""Draw the page on translation between languages that were never paired."""

from collections.abc import Callable
from html import escape

import streamlit as st

from models.answers.languages import LANGUAGES_MODEL

from ...app import alerts, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.translations import translations_html
from .. import panels
from ..adapters.space import show_space
from .compute import COMPUTATION, LanguagesContent
from .settings import EXAMPLES, LanguagesSettings


def _render(content: LanguagesContent, settings: LanguagesSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded"):
        controls.pick("look", translatable("Look at"))
        controls.pick("source", translatable("From"), width=130, labelled=True)
        controls.pick("target", translatable("Into"), width=130, labelled=True)
        controls.pick("aligner", translatable("Cross-attention"), width=240, labelled=True)
        controls.pick("head", translatable("Head"), width=180, labelled=True)
    if controls.has("typed"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.edit_text("typed", translatable("A German, English or French sentence"))
            if not is_lecture():
                parameter = controls.parameter("typed")
                frame.offer_sentences(
                    translatable("Captions"), EXAMPLES, "languages-example", parameter
                )
    controls.bind_key("step", "look")
    controls.bind_key("head", "aligner" if controls.has("aligner") else "head")
    if content.alert:
        alerts.show_alert(content.alert)
        return
    _LOOKS[settings.look](content)
    frame.draw_device_line(LANGUAGES_MODEL)


def _draw_finding(finding: str) -> None:
    st.html(f"<p>{escape(finding)}</p>")  # a lecture shows no Markdown


def _render_ways(content: LanguagesContent) -> None:
    """Draw the translations and the cross-attention of both ways."""
    st.html(translations_html(content.translations))
    _draw_finding(content.finding)
    show_matrices(content.matrices, t("shared#hover"), key="languages-ways")
    panels.show_page_menu(COMPUTATION, content.settings, content)


def _render_heads(content: LanguagesContent) -> None:
    """Draw one head over the sentence in three languages."""
    show_matrices(content.head_matrices, t("shared#hover"), key="languages-heads")
    panels.show_page_menu(COMPUTATION, content.settings, content)
    if not is_lecture():
        st.caption(t("languages#one head"))


def _render_space(content: LanguagesContent) -> None:
    """Draw sentences of three languages as points."""
    _draw_finding(content.space_finding)
    show_space("languages", content.points, 0, content.point)
    panels.show_page_menu(COMPUTATION, content.settings, content)
    if not is_lecture():
        st.caption(t("languages#what a point is"))


def _render_measured(content: LanguagesContent) -> None:
    """Draw BLEU and the share of answers in the wrong language."""
    _draw_finding(content.measured_finding)
    left, right = st.columns(2, gap="medium")
    with left:
        panels.show_chart(content.bleu_chart, content.menu.key, fills=True)
    with right:
        panels.show_chart(content.wrong_chart, "languages wrong", fills=True)
    if not is_lecture():
        st.caption(content.method)


_LOOKS: dict[str, Callable[[LanguagesContent], None]] = {
    "ways": _render_ways,
    "heads": _render_heads,
    "space": _render_space,
    "measured": _render_measured,
}


def _draw_picture(
    content: LanguagesContent, settings: LanguagesSettings, controls: Controls
) -> None:
    """Draw a look for a lesson, without settings."""
    if content.alert:
        alerts.show_alert(content.alert)
    else:
        _LOOKS[settings.look](content)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Can it translate a pair it never saw?"),
    lead=translatable("languages#lead"),
    group=translatable("Explore"),
    terms=translatable(
        (
            "zero-shot translation",
            "multilingual translation",
            "language tags",
            "pivot language",
            "sentences of three languages in one space",
        )
    ),
    has_sentence=False,
    has_model_box=False,
    parts={"picture": Part(COMPUTATION, _draw_picture)},
)
