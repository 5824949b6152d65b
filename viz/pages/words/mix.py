"""Draw the switch of the mix, and the sliders of the layers' weights."""

import streamlit as st

from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...base.markdown import escape_markdown
from .compute_mix import MixedContent
from .layer_mix import LARGEST_WEIGHT

_STEPS = {"meanings": "meanings_step", "sentences": "after"}  # by the look


def switch_mix(content: MixedContent, controls: Controls) -> None:
    """Draw the switch of the mix, if layers can be mixed; it moves to the mix or the last layer."""
    if controls.has("mix") and len(controls.options("mix")) > 1:
        step = _STEPS[content.settings.look]
        controls.switch(
            "mix",
            translatable("Mix of layers"),
            translatable(
                "Another vector for each word: the sum of its layers, weighted as you choose."
            ),
            clears=(step,),
        )


def render_weights(content: MixedContent, controls: Controls) -> None:
    """Draw a slider for the weight of each layer, and the sum."""
    if not controls.has("mix_weights"):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="folded-mix"):
        controls.slide_several(
            "mix_weights", content.mixed_steps, content.weights, -LARGEST_WEIGHT, LARGEST_WEIGHT
        )
        formula = escape_markdown(content.mix_formula)
        st.caption(f"{t('Weights before the softmax.')}  \n{formula}", width="content")
