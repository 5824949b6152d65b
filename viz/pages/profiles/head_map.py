"""Draw the map of all heads, and the widgets of its order."""

from itertools import groupby

import streamlit as st

from ...analysis.views import STACK_TITLES, head_title
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.headmap import HeadButton, HeadGrid
from ...components.headprofile import HeadProfile
from ..adapters.clicks import show_headmap
from .cards import first_lines
from .compute import HeadMark, ProfilesContent
from .costs import legend as cost_legend
from .settings import CLEAREST
from .words import KIND_COLOURS, LABEL_KINDS, STRIPES, short_label


def render_order(controls: Controls) -> None:
    """Draw the widgets that order and filter the heads."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded-labelled"):
        controls.pick("by", translatable("Order the heads by"), width=330, labelled=True)
        controls.pick("kind", translatable("Show"), width=260, labelled=True)
        controls.slide("least", translatable("At least, in % of the largest"), width=220)
        controls.pick("colour", translatable("Colour"), width=220, labelled=True)


def render_map(content: ProfilesContent, profiles: dict[str, HeadProfile]) -> None:
    """Draw the map of all heads; heads of other kinds than the chosen one are pale."""
    ranked_heads = {mark.head for mark in content.ranked}
    grids = []
    for stack, marks in groupby(content.marks, key=lambda mark: mark.head.stack):
        buttons = tuple(
            _button_of(mark, content, mark.head in ranked_heads, profiles) for mark in marks
        )
        across = max(button.head for button in buttons) + 1
        grids.append(HeadGrid(stack, t(STACK_TITLES[stack]), across, buttons))
    kinds = {mark.kind for mark in content.marks}
    by_kind = [
        (_striped(kind, KIND_COLOURS[kind]), t(title))
        for kind, title in LABEL_KINDS.items()
        if kind in kinds
    ]
    costs = content.costs if content.by_cost else None
    legend = cost_legend(costs.scale) if costs else by_kind
    show_headmap(grids, content.chosen, legend, t("layer"))


def _striped(kind: str, colour: str) -> str:
    """Return how a mark is filled: striped where the head is not measured."""
    return STRIPES.format(colour=KIND_COLOURS["none"]) if kind == "unmeasured" else colour


def _button_of(
    mark: HeadMark, content: ProfilesContent, is_ranked: bool, profiles: dict[str, HeadProfile]
) -> HeadButton:
    """Return the mark of a head: its size is how sure its behaviour is, or the order's value."""
    most = max((abs(other.value) for other in content.ranked), default=1) or 1
    clearest = content.order == CLEAREST
    size = mark.value if clearest else (mark.value / most if is_ranked else 0)
    label, colour = short_label(mark.label, mark.kind), _striped(mark.kind, content.colour_of(mark))
    if content.by_cost and content.costs:
        label, colour = content.costs.label(mark.head), content.colour_of(mark)
    return HeadButton(
        mark.head.layer,
        mark.head.head,
        max(0.0, min(1.0, float(size))),
        colour,
        label,
        head_title(mark.head),
        first_lines(profiles[mark.head.key]),
        not is_ranked,
    )
