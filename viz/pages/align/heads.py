"""What chooses the models and heads whose alignments are compared."""

import streamlit as st

from ...analysis.views import HeadChoice
from ...app import controls as widgets
from ...app.page_controls import Controls
from ...app.state import set_setting
from ...base.language import mark
from ..adapters.map import show_map
from .compute import AlignContent


def render_models(controls: Controls) -> None:
    """Draw what chooses the two models, and a head of each."""
    left, right = st.columns(2, gap="medium")
    with left, st.container(horizontal=True):
        widgets.pick_model(mark("First model"))
        render_head("aligner", controls)
    with right, st.container(horizontal=True):
        controls.pick(mark("Second model"), "second", width=250)
        render_head("second_aligner", controls)


def render_map(content: AlignContent) -> None:
    """Draw where the head of the first model is; a mean is the whole of its layer."""
    first = content.compared[0]
    if first.aligner:
        head = -1 if first.aligner.head is None else first.aligner.head
        choice = HeadChoice("cross", first.aligner.layer, head)
        show_map(content.runner.model(first.name), choice, ("cross",), show_aligner)


def show_aligner(choice: HeadChoice) -> None:
    """Align by a head of the cross-attention of the first model."""
    set_setting("aligner", f"layer-{choice.layer + 1}-head-{choice.head + 1}")


def render_head(name: str, controls: Controls) -> None:
    """Draw what chooses the head of a model, where there are several."""
    if controls.has(name):
        controls.bind_key("head", name, sorted(controls.options(name), key=by_number))
        controls.pick(mark("Head"), name, width=280)


def by_number(aligner: str) -> list[int | str]:
    """The order of layers, heads and means by number: "layer-2-head-10" after "layer-2-head-9"."""
    return [int(part) if part.isdigit() else part for part in aligner.split("-")]
