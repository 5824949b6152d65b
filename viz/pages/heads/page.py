"""Draw the page on all heads."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from models import WhatIf

from ...analysis.views import HeadChoice, heads_of, source_words
from ...app import alerts, frame, gloss_switch, presenter, state
from ...app.controls import hide_word, reset_what_ifs
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.side_panel import side_panel
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.head_matrices import head_matrices, row_matrices
from ...draw.tables import head_table
from .. import panels
from ..adapters.explorer import show_explorer
from ..adapters.map import show_map
from .charts import ranked_places
from .compute import COMPUTATION, HeadsContent
from .destinations import list_destinations
from .notes import pack_explorer
from .settings import HeadsSettings
from .what_ifs import render_button, render_change, render_panel

_PAIR = "The cat sat on the mat.", "The cat lay on the rug."  # from BertViz
_MAX_ROWS = 16  # of a table without a scroll bar


def _render_beside_panel(
    content: HeadsContent, settings: HeadsSettings, controls: Controls
) -> None:
    """Draw the page, and beside it the panel of what-ifs."""
    render_change(content)
    if content.pin_alert:
        alerts.show_alert(content.pin_alert)
    with side_panel(settings.panel == "open", controls, partial(render_panel, content)):
        _render(content, settings, controls)


def _render(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    if content.not_applicable:
        frame.show_not_applicable(content.not_applicable)
        return
    model = content.model
    presenter.bind_head_keys(model.attention_sizes[settings.choice.stack])
    controls.bind_key("pictures", "pictures")
    controls.pick("between", translatable("Between the two sentences"))
    controls.bind_key("step", "between")
    controls.bind_key("quantity", "quantity")
    controls.bind_key("refute", "refute", ("off", "on"))
    show_explorer(pack_explorer(content), controls.reading)
    gloss_switch.draw_gloss_switch(settings.model)
    show_map(model)
    panels.say(content.what_if, content.trace)
    st.markdown(content.explanation)
    _render_pair(content)
    panels.show_page_menu(COMPUTATION, settings, content)
    _render_predictions(content, controls)
    if content.can_rank:
        title = t("Which head matters most for this sentence?")
        panels.draw_when_open(title, "ranking", partial(_render_ranking, content))
        draw_losses = partial(_render_losses, content)
        panels.draw_when_on(controls, "this_head_off", draw_losses, is_picture=True)
        draw_repair = partial(_render_repair, content)
        panels.draw_when_on(controls, "takes_over", draw_repair, is_picture=True)
    title = t("The numbers of this head")
    panels.draw_when_open(title, "numbers", partial(_render_numbers, content))
    frame.draw_device_line()


def _render_pair(content: HeadsContent) -> None:
    """Draw how two sentences attend to each other, or offer two to a model that reads pairs."""
    separator = content.model.capabilities.separator
    if content.trace.second:
        st.markdown(content.shares)
    elif separator:
        st.button(
            t("Read two sentences"),
            help=t(
                "Type {separator} between two sentences, and they are read as a pair.",
                separator=separator,
            ),
            on_click=state.set_sentence,
            args=(f" {separator} ".join(_PAIR),),
            key="pair",
        )


def _render_ranking(content: HeadsContent) -> None:
    """Draw the chart of what the translation loses without each head."""
    panels.show_chart(content.ranking, "rank", partial(_open_ranked_head, content))
    st.markdown(t("heads#bars of heads"))


def _render_losses(content: HeadsContent) -> None:
    """Draw what is lost without the current head in three ways."""
    panels.show_chart(content.losses, "losses")
    st.markdown(content.probabilities)


def _render_repair(content: HeadsContent) -> None:
    """Say whether another head takes over; a lecture, which shows little text, has a chart."""
    if not state.is_lecture():
        st.markdown(content.repair)
        return
    st.markdown(content.repair_verdict)  # what follows the last picture is not on show
    panels.show_chart(content.repair_chart, "repair")


def _open_ranked_head(content: HeadsContent, place: int) -> None:
    """Select the head of a bar, counted from below."""
    heads = ranked_places(content.ablation)[::-1]
    if place < len(heads):
        state.set_head(HeadChoice(*content.ablation.heads[heads[place]]))


def _render_numbers(content: HeadsContent) -> None:
    """Draw the numbers of the current head as a table."""
    settings = content.settings
    heads = heads_of(content.shown, settings.choice.stack, settings.merged, content.between)
    table = head_table(heads, settings.choice)
    st.dataframe(table, height="content" if len(heads.rows) < _MAX_ROWS else 600)


def _render_predictions(content: HeadsContent, controls: Controls) -> None:
    """Draw the predictions of a pretrained model; nothing for one that translates."""
    if controls.has("next_after"):
        st.markdown(f"#### {t('What comes next?')}")
        _render_next_words(content, controls)
    elif content.predicts_masks:
        st.markdown(f"#### {t('Which word is hidden?')}")
        _render_hidden_words(content)


def _render_next_words(content: HeadsContent, controls: Controls) -> None:
    """Draw the distribution over the vocabulary after a place that the reader picks."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("next_after", translatable("After"), width=200, labelled=True)
        controls.pick("next_temperature", width=110, labelled=True)
        controls.pick("next_k", width=130, labelled=True)
        controls.pick("next_p", width=110, labelled=True)
    panels.show_chart(content.next_chart, "next")
    st.markdown(content.next_finding)


def _render_hidden_words(content: HeadsContent) -> None:
    """Let the reader hide a word, and draw what the model predicts in its place."""
    trace, mask_token = content.trace, content.model.capabilities.mask_token
    if mask_token not in trace.source:
        words = source_words(trace)
        st.pills(
            t("Hide a word behind {mask}", mask=mask_token),
            [str(place + 1) for place in words],
            key="hide",
            on_change=hide_word,
            args=(mask_token, "hide"),
            format_func=lambda place: alerts.escape_markdown(words[int(place) - 1]),
        )
        return
    for place, chart in content.hidden_words.items():
        panels.show_chart(chart, f"mask {place + 1}")
    if trace.request.what_if != WhatIf():
        st.button(t("Show the words again"), on_click=reset_what_ifs, key="unhide")


def _render_all(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw all heads below the effect of the what-ifs."""
    render_change(content)
    show_explorer(pack_explorer(content), controls.reading)


def _render_head(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw the current head."""
    trace = content.shown
    matrices = head_matrices(trace, settings.choice, settings.merged, controls.highlights)
    show_matrices(matrices, _hint_for_pointing(), glosses=gloss_switch.glosses_of(trace))


def _render_row(content: HeadsContent, settings: HeadsSettings, controls: Controls) -> None:
    """Draw what one word attends to, in the current head and in all."""
    matrices = row_matrices(content.shown, settings.choice, settings.merged, controls.highlights)
    show_matrices(matrices, _hint_for_pointing())


def _hint_for_pointing() -> str:
    return t("shared#hover")


def _of_heads(render: Callable[..., None]) -> Callable[..., None]:
    """Decorate a part: draw it, or say why a model has no head."""

    def render_or_explain(
        content: HeadsContent, settings: HeadsSettings, controls: Controls
    ) -> None:
        if content.not_applicable:
            frame.show_not_applicable(content.not_applicable)
        else:
            render(content, settings, controls)

    return render_or_explain


_PARTS = {
    "all": Part(COMPUTATION, _of_heads(_render_all)),
    "head": Part(COMPUTATION, _of_heads(_render_head)),
    "row": Part(COMPUTATION, _of_heads(_render_row)),
}


PAGE = Page(
    COMPUTATION,
    _render_beside_panel,
    title=translatable("Where does each head look?"),
    lead=translatable("heads#lead"),
    group=translatable("Attention"),
    destinations=list_destinations,
    terms=translatable(
        (
            "multi-head attention",
            "self-attention",
            "heatmap",
            "cross-attention",
            "head",
            "layer",
            "attention",
            "sub-word",
            "norm-weighted attention",
        )
    ),
    more=render_button,
    parts=_PARTS,
)
