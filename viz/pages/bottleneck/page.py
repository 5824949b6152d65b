"""Draw the page on the bottleneck."""

import streamlit as st

from ...app import frame, gloss_switch
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from .. import panels
from ..reach.draw import render_reach
from .compute import COMPUTATION, MODELS, BottleneckContent
from .settings import BottleneckSettings

# In a low window the chart fills the rest of the window, and its explanation is below.
STYLE = """<style>
@media (min-width: 641px) and (max-height: 800px) {
  .st-key-lengths [data-testid=stPlotlyChart] { height: max(18rem, calc(100vh - 25.5rem)); }
  .st-key-lengths:has([data-testid=stPlotlyChart]),
  .st-key-lengths :has(> [data-testid=stPlotlyChart]) { flex: none; height: auto; }
}
</style>"""


def render(content: BottleneckContent, settings: BottleneckSettings, controls: Controls) -> None:
    render_translations(content, settings, controls)
    gloss_switch.draw_gloss_switch(MODELS[0])
    render_lengths(content, settings, controls)
    st.markdown(t("#### How much does the state depend on an earlier word?"))
    render_reach(content.reach, settings, controls)
    frame.draw_device_line(*MODELS)


def render_translations(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the translations of the sentence."""
    panels.show_translations(
        MODELS[0], content.translations, settings.sentence, reference=content.reference
    )


def render_chart(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the curves by themselves."""
    panels.show_chart(content.chart, content.menu.key)


def render_lengths(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the curves, and what they say."""
    controls.pick(translatable("Sentences"), "sentences")
    if not is_lecture():
        st.html(STYLE)
    render_chart(content, settings, controls)
    st.markdown(content.finding)
    st.caption(content.about_scores)


PAGE = Page(
    COMPUTATION,
    render,
    title=translatable("What does the bottleneck cost?"),
    lead=translatable(
        "Without attention, one vector must carry the whole sentence. Compare "
        "how well short and long sentences are translated with and without "
        "attention."
    ),
    group=translatable("LSTM and attention"),
    terms=translatable(
        (
            "seq2seq",
            "encoder-decoder without attention",
        )
    ),
    has_model_box=False,  # the page compares fixed models
    parts={
        "translations": Part(COMPUTATION, render_translations),
        "lengths": Part(COMPUTATION, render_chart),
    },
)
