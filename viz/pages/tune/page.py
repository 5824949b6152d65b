"""Draw the page on fine-tuning."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from models.finetuning import AccuracyCurves

from ...app import cache, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import t, translatable
from .. import panels
from .compute import COMPUTATION, TuneContent
from .compute_layers import LayersContent
from .compute_transfer import TransferContent
from .looks import (
    LOOKS,
    render_accuracy,
    render_layers,
    render_mix,
    render_sizes,
    render_transfer,
    start_training,
    stop_training,
)
from .settings import TuneSettings, code_of

_TWO_LINES = 66  # pixels: in rows above 4 rem a table breaks its texts
_TABLE = 36 + 8 * _TWO_LINES  # pixels of a table with its head: down to the end of a high window


def _render(
    content: TuneContent | LayersContent | TransferContent,
    settings: TuneSettings,
    controls: Controls,
) -> None:
    controls.pick("look", translatable("Look at"))
    controls.bind_key("step", "look")
    if isinstance(content, LayersContent):
        render_layers(content, controls)
        return
    if isinstance(content, TransferContent):
        render_transfer(content, controls)
        return
    if content.is_trained:
        label = t("Train with other settings")
        panels.draw_when_open(label, "tune plan", partial(_render_plan, content, controls))
        _render_trained(content, settings, controls)
    else:
        _render_plan(content, controls)
        st.info(content.not_trained)
        st.markdown(content.about)
        if not is_lecture():
            columns = {title: st.column_config.TextColumn(width=200) for title in content.table}
            st.dataframe(
                content.table,
                height=_TABLE,
                row_height=_TWO_LINES,
                hide_index=True,
                column_config=columns,
            )
    if content.other_model:
        st.caption(content.other_model)
    frame.draw_device_line(content.name)


def _render_plan(content: TuneContent, controls: Controls) -> None:
    """Draw the settings of the training, and the button that starts it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("steps", translatable("Training steps"), width=150, labelled=True)
        controls.pick("rate", translatable("Learning rate"), width=150, labelled=True)
        controls.pick("count", translatable("Training questions"), width=190, labelled=True)
        controls.pick("frozen", translatable("Frozen"), width=240, labelled=True)
        controls.pick("seed", translatable("Seed"), width=80, labelled=True)
        if len(controls.options("tuner")) > 1:
            controls.pick("tuner", translatable("Model"), width=160, labelled=True)
        if not content.is_trained:
            code = code_of(content.plan)
            st.button(t("Train"), type="primary", on_click=start_training, args=(code,), key="go")


def _render_trained(content: TuneContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the results; first train, with a button to stop."""
    if cache.computed(content.key) is None:
        above, growing = st.empty(), st.empty()
        with above.container(horizontal=True, vertical_alignment="center"):
            st.button(t("Stop"), on_click=stop_training, key="stop")
            # In the container, so that the progress bar is beside the button.
            content.train(partial(_render_growing, content, growing))
        above.empty()
        growing.empty()
    LOOKS[settings.look](content, settings, controls)
    if not (is_lecture() or is_tour()):
        st.caption(content.about)


def _render_growing(content: TuneContent, place: DeltaGenerator, curves: AccuracyCurves) -> None:
    """Draw both curves so far, in the place of the final ones."""
    if len(curves) == len(content.titles):
        with place.container():
            column = st.container() if is_lecture() else st.columns(2, gap="medium")[0]
        with column:
            panels.plot_chart(content.draw_curves(curves), f"growing {curves}")


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Fine-tuning: BERT learns a task"),
    lead=translatable("tune#lead"),
    group=translatable("BERT and GPT"),
    terms=translatable(
        (
            "transfer learning",
            "[CLS]",
            "frozen features · probing",
            "TagLM",
        )
    ),
    parts={
        "accuracy": Part(COMPUTATION, render_accuracy, contents=LayersContent),
        "mix": Part(COMPUTATION, render_mix, contents=LayersContent),
        "sizes": Part(COMPUTATION, render_sizes, contents=TransferContent),
    },
    has_model_box=False,  # the page has its own list, of models that can be trained here
)
