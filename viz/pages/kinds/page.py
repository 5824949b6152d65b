"""Draw the page on the three kinds of transformer."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from .charts import heading_html, kinds_html
from .compute import COMPUTATION, KindsContent
from .settings import KindsSettings


def _render(content: KindsContent, settings: KindsSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("look", translatable("Look at"))
        controls.pick("place", translatable("Word"), width=160)
    controls.bind_key("step", "look")
    _LOOKS[settings.look](content, settings, controls)
    for note in filter(None, (content.missing, content.left_out)):
        st.info(note)
    if not is_lecture():
        st.html(kinds_html(content.rows))
    frame.draw_device_line(*content.models.values())


def _render_masks(content: KindsContent, settings: KindsSettings, controls: Controls) -> None:
    """Draw the masks of each kind."""
    show_matrices(
        content.matrices,
        t("Filled: the row's word may attend to the column's. Hatched: it may not."),
        key="kinds-matrices",
    )
    panels.show_menu(content.menu)


def _render_answers(content: KindsContent, settings: KindsSettings, controls: Controls) -> None:
    """Draw the answers of each kind in the place of the word."""
    if not content.answers:
        st.info(content.without_words)
        return
    st.markdown(content.finding)
    rows = dict(zip(content.models, content.rows, strict=True))
    columns = st.columns(len(content.answers), gap="medium")
    for place, (column, kind) in enumerate(zip(columns, content.answers, strict=True)):
        with column:
            st.html(heading_html(rows[kind], content.answers[kind]))
            key = f"answers {kind}" if place else content.menu.key
            panels.show_chart(content.chart(kind), key)


_LOOKS = {"sees": _render_masks, "gives": _render_answers}

PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Encoder, decoder, or both?"),
    lead=translatable("kinds#lead"),
    group=translatable("BERT and GPT"),
    terms=translatable(
        (
            "BERT and GPT side by side",
            "encoder",
            "decoder",
        )
    ),
    has_model_box=False,  # the page shows a model of each kind
)
