"""Draw the page on words as points."""

from collections.abc import Callable
from html import escape

import streamlit as st

from ...app import alerts, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from ..adapters.space import show_space
from ..space.draw import control_row, pick_projection, render_space
from .compute import COMPUTATION, CURVE, LayersContent, WordsContent
from .compute_input import InputContent
from .compute_meanings import MeaningsContent
from .compute_merges import MergesContent
from .compute_sentences import SentencesContent
from .meanings import render_meanings, render_pair
from .mix import render_weights, switch_mix
from .settings import MOST_SENTENCES, WordsSettings


def _render_layers(content: LayersContent, settings: WordsSettings, controls: Controls) -> None:
    with control_row():
        controls.pick("others", translatable("Beside yours"), width=220, labelled=True)
        pick_projection("layers", controls)
    if content.alert:
        alerts.show_alert(content.alert)
        return
    on_show = content.step, content.point
    render_space("layers", content.points, on_show, COMPUTATION, content, controls)
    st.markdown(content.explanation)
    st.caption(content.method + content.length_note)


def _render_sentences(
    content: SentencesContent, settings: WordsSettings, controls: Controls
) -> None:
    with control_row():
        controls.pick("vectors_of", translatable("Vectors of"), labelled=True)
        if settings.vectors_of == "model" and content.steps:
            controls.pick("after", translatable("After"), width=160, labelled=True)
            controls.pick("pool", translatable("As one vector"), width=200, labelled=True)
        switch_mix(content, controls)
    render_weights(content, controls)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        controls.edit_lines(
            "sentences", translatable("Sentences, one per line"), MOST_SENTENCES, 320
        )
    if content.alert:
        alerts.show_alert(content.alert)
        return
    with right:
        hint = t("Each column is labelled with the number of its sentence.")
        show_matrices(content.matrices, hint, key="similarity")
        panels.show_menu(content.menu)
    st.markdown(content.explanation)
    if content.cancelling is not None:
        st.html(f"<p>{escape(content.cancelling.finding)}</p>")
        panels.show_chart(content.cancelling.chart, "cancelling")
    if settings.mix:
        st.markdown(content.mix_note)


def _render_merges(content: MergesContent, settings: WordsSettings, controls: Controls) -> None:
    controls.edit_text("cut", translatable("A word"))
    _draw_chart(content, "merges", translatable("words#how pairs are chosen"))


def _render_input(content: InputContent, settings: WordsSettings, controls: Controls) -> None:
    controls.slide("input_token", translatable("Token"), width=260)
    _draw_chart(content, "input", translatable("words#how the input is read"))


def _draw_chart(content: MergesContent | InputContent, key: str, note: str) -> None:
    """Draw the finding of a look, its chart and how to read it, or why there is none."""
    if content.alert:
        alerts.show_alert(content.alert)
        return
    st.html(f"<p>{escape(content.finding)}</p>")
    panels.show_chart(content.chart, key)
    if not is_lecture():
        st.caption(t(note))


_LOOKS: dict[str, Callable[..., None]] = {
    "layers": _render_layers,
    "meanings": render_meanings,
    "sentences": _render_sentences,
    "merges": _render_merges,
    "input": _render_input,
}


def _render(content: WordsContent, settings: WordsSettings, controls: Controls) -> None:
    controls.pick("look", translatable("Look at"))
    _LOOKS[settings.look](content, settings, controls)
    frame.draw_device_line()


def _render_map(
    content: LayersContent | MeaningsContent, settings: WordsSettings, controls: Controls
) -> None:
    """Draw words from layer to layer, or a word in many sentences, with the slider."""
    if content.alert:
        alerts.show_alert(content.alert)
    elif isinstance(content, MeaningsContent) and content.missing:
        render_pair(content)
    else:
        show_space("meanings", content.points, content.step, content.point)


def _render_curve(content: MeaningsContent, settings: WordsSettings, controls: Controls) -> None:
    """Draw how far the meanings lie apart after each layer."""
    if content.alert:
        alerts.show_alert(content.alert)
    elif content.missing:
        render_pair(content)
    else:
        panels.show_chart(content.separation, "separation")


_PARTS = {
    "map": Part(COMPUTATION, _render_map, contents=(LayersContent, MeaningsContent)),
    "input": Part(COMPUTATION, _render_input, contents=InputContent),
    "merges": Part(COMPUTATION, _render_merges, contents=MergesContent),
    "curve": Part(CURVE, _render_curve, contents=MeaningsContent),
}


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Where do words live?"),
    lead=translatable("words#lead"),
    group=translatable("Attention"),
    terms=translatable(
        (
            "embedding projection",
            "contextual embeddings",
            "ELMo",
            "PCA, t-SNE, UMAP",
            "sentence embeddings",
            "byte-pair encoding",
        )
    ),
    has_sentence=lambda settings: settings.look in ("layers", "input"),
    parts=_PARTS,
)
