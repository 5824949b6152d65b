"""Draw the page on the ladder of language models."""

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...app import frame, state
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...base.markdown import escape_markdown
from ...base.theme import model_colour
from .. import panels
from .compute import COMPUTATION, LadderContent
from .html import STYLE, TALL_STYLE, lecture_product_html, product_html, table_html
from .settings import MOST_LINES, MOST_ORDERS, SENTENCES, TEXTS, LadderSettings
from .sides import MODEL


def _render(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded"):
        controls.pick("look", translatable("Look at"))
        controls.pick("rung", translatable("Model"))
        if controls.has("order"):
            st.button(
                t("Shuffle again"),
                on_click=state.set_setting,
                args=(controls.parameter("order"), str((settings.order or 1) % MOST_ORDERS + 1)),
            )
        if _has_sentence(settings) and not state.is_lecture():  # which has one row of settings
            frame.offer_sentences(translatable("Sentences of lectures"), SENTENCES, "of-lectures")
    if settings.look == "classes":
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.pick("classes", translatable("Classes"))
            controls.edit_text("typed", translatable("A text"))
            if not state.is_lecture():
                frame.offer_sentences(
                    translatable("Examples"),
                    TEXTS[settings.classes or "languages"],
                    "class-example",
                    controls.parameter("typed"),
                )
    if settings.look != "sides":
        controls.bind_key("step", "classes" if settings.look == "classes" else "rung")
    _DRAWINGS[settings.look](content, settings, controls)
    if settings.look == "sides":
        frame.draw_device_line(MODEL)
    elif settings.look != "classes" and content.networks:
        frame.draw_device_line(*content.networks)


def _has_sentence(settings: LadderSettings) -> bool:
    return settings.look in ("sentence", "sides")


def _style() -> str:
    return STYLE if state.is_lecture() else STYLE + TALL_STYLE


def _side_by_side() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return two places beside each other; below each other beside the text of a lesson."""
    if state.is_tour():
        return st.container(), st.container()
    left, right = st.columns([3, 2], gap="large")
    return left, right


def _draw_sentence(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    """Write both orders of the words as products, beside the probabilities by all models."""
    chart = content.chart  # refuses what no model can read
    if content.left_out:
        st.info(escape_markdown(content.left_out))
    if content.rung in content.refused:
        panels.show_chart(chart, content.menu.key, fills=True)
        return
    left, right = _side_by_side()
    with left:
        colour, names = model_colour(content.rung), ("", t("the same words, shuffled"))
        write = lecture_product_html if state.is_lecture() else product_html
        products = [write(product, colour, name) for product, name in zip(content.products, names)]
        st.html(_style() + "".join(products))
        st.markdown(content.finding)
        if not state.is_lecture():  # which has no room for it
            st.caption(t("The end of the text is not a factor."))
    with right:
        panels.show_chart(chart, content.menu.key, fills=True)


def _draw_sides(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    """Write the product of each of ELMo's two models, and draw the words' surprise from each."""
    view = content.sides
    write = lecture_product_html if state.is_lecture() else product_html
    products = [
        write(product, model_colour(MODEL), title)
        for product, title in zip(view.products, view.titles)
    ]
    left, right = _side_by_side()
    with left:
        st.html(_style() + "".join(products) + f"<p>{escape(view.finding)}</p>")
        if not state.is_lecture():  # which has no room for it
            st.caption(t("ladder#ends of the sides"))
    with right:
        panels.show_chart(view.chart, content.menu.key, fills=True)


def _draw_texts(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    """Draw how well each model predicts held-out text."""
    left, right = _side_by_side()
    with left:
        st.html(_style() + table_html(content.table, content.rung))
        st.markdown(content.steps_back)
        if not state.is_lecture():  # which has no room for it
            st.caption(content.comparison)
    with right:
        panels.show_chart(content.bits_chart, content.menu.key, fills=True)


def _draw_classes(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    """Draw which class a text surprises least, word by word, and how often that is right."""
    view = content.classes
    if controls.has("first"):
        first, second = st.columns(2)
        with first:
            controls.edit_lines(
                "first", translatable("First class, a text a line"), MOST_LINES, 110
            )
        with second:
            label = translatable("Second class, a text a line")
            controls.edit_lines("second", label, MOST_LINES, 110)
    st.html(f"<p>{escape(view.finding)}</p>")  # a lecture shows no Markdown
    left, right = _side_by_side()
    with left:
        panels.show_chart(view.words_chart, "class-words")
    with right:
        panels.show_chart(view.share_chart, "classes")
    if (accuracy := view.accuracy_chart) is not None:
        panels.show_chart(accuracy, "class-accuracy")
    else:
        st.markdown(view.own_accuracy)
    st.caption(view.method)


_DRAWINGS = {
    "sentence": _draw_sentence,
    "sides": _draw_sides,
    "texts": _draw_texts,
    "classes": _draw_classes,
}


def _draw_picture(content: LadderContent, settings: LadderSettings, controls: Controls) -> None:
    """Draw a look for a lesson, without settings."""
    _DRAWINGS[settings.look](content, settings, controls)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("How probable is a sentence?"),
    lead=translatable("ladder#lead"),
    group=translatable("BERT and GPT"),
    terms=translatable(
        (
            "from counts to GPT",
            "chain rule",
            "unigram",
            "n-gram language model",
            "feed-forward language model",
            "recurrent language model",
            "backward language model",
            "cross-entropy loss",
            "bits per character",
            "language identification",
            "spam filter",
        )
    ),
    has_sentence=_has_sentence,
    has_model_box=False,  # the page compares all our language models
    parts={"picture": Part(COMPUTATION, _draw_picture)},
)
