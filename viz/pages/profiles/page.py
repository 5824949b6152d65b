"""Draw the page on what heads do."""

from functools import partial

import streamlit as st

from ...app import alerts, frame, presenter, state
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from .cards import profiles_of
from .compute import COMPUTATION, ProfilesContent
from .head_map import render_map, render_order
from .own import render_own, render_source, render_unmeasured
from .sections import (
    render_costs,
    render_head_pairs,
    render_method,
    render_pairs,
    render_plane,
    render_profile,
    render_ranking,
    render_refutation,
    render_words,
)
from .settings import ProfilesSettings


def _render(content: ProfilesContent, settings: ProfilesSettings, controls: Controls) -> None:
    if content.not_applicable:
        st.info(content.not_applicable)
        frame.draw_device_line()
        return
    if content.alert:
        alerts.show_alert(content.alert)
    if content.unmeasured:
        render_unmeasured(content)
        render_words(content, controls)
        frame.draw_device_line()
        return
    presenter.bind_head_keys(content.model.attention_sizes[content.chosen.stack])
    st.markdown(content.finding)
    render_source(content)
    profiles = profiles_of(content)
    if state.is_lecture():  # the map alone fits on the screen
        render_map(content, profiles)
        render_order(controls)
    else:
        render_order(controls)
        render_map(content, profiles)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        render_profile(content, profiles)
    with right:
        render_ranking(content)
    draw_refutation = partial(render_refutation, content, controls)
    panels.draw_when_open(t("Try to refute it"), "refute", draw_refutation)
    render_pairs(content)
    render_costs(content)
    render_head_pairs(content)
    render_plane(content, controls)
    render_words(content, controls)
    render_own(content)
    if not content.own:
        panels.draw_when_open(t("How this was measured"), "method", partial(render_method, content))
    panels.show_menu(content.menu)
    frame.draw_device_line()


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What does a head do in general?"),
    lead=translatable("profiles#lead"),
    group=translatable("Explore"),
    terms=translatable(("roles of heads",)),
    has_pieces=False,  # figures are of whole words
)
