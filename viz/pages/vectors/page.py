"""How the page of word vectors is drawn."""

from collections.abc import Callable

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import mark, t
from .analogies import render_analogies
from .axes import render_axes
from .bias import render_bias
from .compute import COMPUTATION, VectorsContent
from .near import render_near
from .parts import PARTS
from .settings import VectorsSettings

LOOKS: dict[str, Callable[..., None]] = {
    "near": render_near,
    "analogies": render_analogies,
    "axes": render_axes,
    "bias": render_bias,
}


def render(content: VectorsContent, settings: VectorsSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick(mark("Look at"), "look")
        controls.pick(mark("Vectors"), "table")
        st.checkbox(t("Settings"), key="fold")  # on a phone, where it unfolds the rest
    source = content.source  # first: of a model without whole words there is nothing to show
    LOOKS[settings.look](content, settings, controls)
    st.caption(source)
    if settings.table == "model":
        frame.draw_device_line()


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("What do word vectors know?"),
    lead=mark(
        "Words that are used alike get similar vectors. Look up neighbours, try analogies, "
        "and see which prejudices the vectors hold."
    ),
    group=mark("Words"),
    has_sentence=False,
    has_model_box=lambda settings: settings.table == "model",
    parts=PARTS,
)
