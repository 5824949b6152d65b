"""Draw the page on the inside of one head."""

from collections.abc import Callable

import streamlit as st

from ...app import frame, state
from ...app.controls import pick_head
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import translatable
from .. import panels
from ..adapters.map import show_map
from .compute import COMPUTATION, Content
from .contribution_page import render_contribution
from .derivations_page import render_board, render_lecture, render_steps
from .guess_page import render_guess
from .head import HeadContent, NoHeadContent
from .kernel_page import render_kernel
from .parts import PARTS
from .settings import InsideSettings

_RENDER: dict[str, Callable[..., None]] = {
    "steps": render_steps,
    "contribution": render_contribution,
    "guess": render_guess,
    "lecture": render_lecture,
    "board": render_board,
    "kernel": render_kernel,
}


def _render(content: Content, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("look")
        if isinstance(content, HeadContent):
            # On a phone the boxes of the head are folded.
            panels.draw_refute_switch(controls, has_room=not state.is_lecture())
            pick_head(key="folded-head")
    if isinstance(content, NoHeadContent):
        frame.show_not_applicable(content.reason)
        return
    if isinstance(content, HeadContent):
        show_map(content.model)
        if settings.refute:
            panels.show_refutation(content.refutation)
    _RENDER[settings.look](content, settings, controls)
    frame.draw_device_line()


def _of_a_model(settings: InsideSettings) -> bool:
    """Return whether the current look shows a run of a model; the others have their own numbers."""
    return settings.look not in ("lecture", "board", "kernel")


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What happens inside one head?"),
    lead=translatable("inside#lead"),
    group=translatable("Attention"),
    terms=translatable(
        (
            "query, key, value",
            "scaled dot product",
            "softmax",
            "attention weight",
            "query",
            "key",
            "value",
            "attention rollout",
            "kernel regression (Nadaraya–Watson)",
        )
    ),
    has_sentence=_of_a_model,
    has_model_box=_of_a_model,
    parts=PARTS,
)
