"""Draw the page on drawn digits."""

from html import escape

import streamlit as st

from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.sketch import Sketch
from .. import panels
from ..adapters.clicks import show_sketch
from .compute import COMPUTATION, DigitsContent
from .examples import EXAMPLES
from .settings import DigitsSettings

_TEXTS = "digit", "hidden", "silenced", "query"  # the settings that the drawing changes


def _render(content: DigitsContent, settings: DigitsSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("look", translatable("Look at"))
        controls.pick("positions", translatable("Positions"))
    controls.bind_key("step", "look")
    if settings.look == "tested":
        _render_tested(content)
        return
    _render_sketch(content, settings, controls)
    panels.show_page_menu(COMPUTATION, settings, content)
    st.caption(content.method)


def _render_sketch(content: DigitsContent, settings: DigitsSettings, controls: Controls) -> None:
    """Draw the surface with the heads beside it."""
    reading = content.reading
    sketch = Sketch(
        settings={name: controls.text(name) for name in _TEXTS},
        examples=EXAMPLES,
        weights=reading.weights,
        rollout=content.rollout,
        ink=content.picture,
        shown=reading.shown,
        probabilities=content.probabilities,
        finding=content.finding,
        names={
            "rollout": t("Rollout from [CLS]"),
            "shown": t("Read by the convolution"),
            "keys": t("digits#keys"),
        },
    )
    show_sketch(sketch, {name: controls.parameter(name) for name in _TEXTS})


def _render_tested(content: DigitsContent) -> None:
    """Draw how often both networks are right, and how that grows with the training pictures."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.html(f"<p>{escape(content.tested_finding)}</p>")
        panels.show_chart(content.tested_chart, "tested", fills=True)
    with right:
        st.html(f"<p>{escape(content.curves_finding)}</p>")
        panels.show_chart(content.curves_chart, "curves", fills=True)
    st.caption(content.tested_method)


def _render_figures(content: DigitsContent, settings: DigitsSettings, controls: Controls) -> None:
    _render_tested(content)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Can a transformer read digits?"),
    lead=translatable("digits#lead"),
    group=translatable("Explore"),
    terms=translatable(
        (
            "vision transformer · ViT",
            "MNIST",
            "patch embeddings",
            "convolutional network",
        )
    ),
    parts={
        "sketch": Part(COMPUTATION, _render_sketch),
        "tested": Part(COMPUTATION, _render_figures),
    },
    has_sentence=False,
    has_model_box=False,
)
