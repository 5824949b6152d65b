"""Draw the sections below the map of all heads."""

from functools import partial

import numpy as np
import streamlit as st

from models import TextModel

from ...analysis.refuting import rule
from ...analysis.views import head_title
from ...app.page_controls import Controls
from ...app.state import set_head
from ...base.language import format_number, t, translatable
from ...base.markdown import escape_markdown
from ...components.headprofile import HeadProfile, headprofile
from .. import panels
from .cards import profile_texts
from .compute import ProfilesContent
from .head_plane import HeadPlane
from .own import render_unmeasured_costs
from .tables import partner_rows
from .words import MEASURE_TITLES

_BESIDE = translatable(
    {
        "untrained": "**The same head untrained**",
        "chance": "**By chance**: all words equally",
    }
)

# By the number of swapped words that keep what the head links to them.
_FOLLOWS = translatable(
    {
        None: "**The head links these words to no word**, so there is nothing to follow.",
        0: "**The head follows neither word**: at their new places it links them to other words.",
        1: "**The head follows one of the two words** to its new place.",
        2: "**The head follows both words** to their new places.",
    }
)
_PARTNERS = translatable(
    {
        False: "The word that the head attends to most from each word, with the weight.",
        True: "The translated word that attends most to each word, with the weight.",
    }
)

# What a model predicts while a head is silenced, by task.
_OURS_FOLLOW = translatable(
    {
        "translation": "The network is given the human translation, and each next token counts.",
        "causal-lm": "The network reads the English, and each next token counts.",
        "masked-lm": "The network predicts each token of the English, masked one at a time: "
        "the pseudo-log-likelihood (Salazar et al. 2020).",
    }
)
_PRETRAINED_FOLLOW = translatable(
    {
        "translation": "The model is given its own translation, and each next token counts.",
        "causal-lm": "The model reads the English, and each next token counts.",
        "masked-lm": "The model predicts 15% of the tokens of a sentence, masked together and "
        "drawn once.",
    }
)


_SEEN = translatable("profiles#trained on these sentences")


def render_profile(content: ProfilesContent, profiles: dict[str, HeadProfile]) -> None:
    """Draw the profile of the current head: its behaviour, its figures, and two sentences."""
    headprofile(profiles, content.chosen.key, profile_texts(content), "headprofile")


def render_pairs(content: ProfilesContent) -> None:
    """Draw the attention of the current head between parts of speech, and between words."""
    if content.has_tags:
        left, right = st.columns([3, 2], gap="medium")
        with left:
            st.markdown(t("**From a part of speech to another**"))
            panels.show_chart(content.tags, "tags")
        with right:
            for which, title in _BESIDE.items():
                st.markdown(t(title))
                panels.plot_chart(content.tags_of(which), f"tags {which}")
    else:
        st.info(t("The parts of speech of these sentences are not known."))
    st.markdown(t("**Word pairs** it links most often"))
    rows = content.pair_rows
    middle = (len(rows) + 1) // 2
    for column, part in zip(st.columns(2, gap="medium"), (rows[:middle], rows[middle:])):
        if part:
            column.table(part, border="horizontal", hide_index=True)
    if content.chosen.stack == "cross":
        st.caption(t("profiles#the word just read"))


def render_ranking(content: ProfilesContent) -> None:
    """Draw the heads in their order."""
    if not content.ranked:
        is_missing = content.settings.kind in content.unmeasured_kinds
        st.info(content.caution if is_missing else t("No head is of this kind. Choose another."))
        return
    panels.show_chart(content.ranking, "ranking")


def render_costs(content: ProfilesContent) -> None:
    """Draw what the model loses without its heads."""
    st.subheader(t("What is lost without a head?"), anchor=False)
    costs = content.costs
    if costs is None and content.own:
        st.info(t("This is not measured on sentences of your own."))
        return
    if costs is None and not _predicts(content.model):
        st.info(t("This is measured on predicted words, and this model predicts none."))
        return
    if costs is None and not content.model.capabilities.trained_here:
        render_unmeasured_costs(content)
        return
    if costs is None:
        st.info(
            t(
                "profiles#costs not measured",
                model=content.settings.model,
                name=content.settings.model,
            )
        )
        return
    st.markdown(costs.finding)
    trained_here = content.model.capabilities.trained_here
    if trained_here and not costs.importance.sources:
        st.caption(t(_SEEN))
    else:
        st.caption(t("Measured on {source}.", source=costs.source))
    if len(costs.places) < 3:
        return  # one head has no order
    if trained_here and (missing := costs.missing):
        st.info(t("profiles#not measured", what=", ".join(missing), name=content.settings.model))
    left, right = st.columns(2, gap="medium")
    with left:
        panels.show_chart(costs.two_measures, "two-measures")
    with right:
        if costs.has_curves:
            panels.show_chart(costs.pruning, "pruning")
    if costs.has_curves and costs.has_bleu:
        draw = partial(st.table, costs.bleu_rows, border="horizontal", hide_index=True)
        panels.draw_when_open(t("BLEU as heads are removed"), "bleu-curve", draw)


def render_head_pairs(content: ProfilesContent) -> None:
    """Draw what the model loses without two heads, against the sum of both."""
    if content.costs is None:
        return  # the section of costs says why
    st.subheader(t("Which heads stand in for each other?"), anchor=False)
    pairs, model = content.pairs, content.settings.model
    if len(content.labels) == 1:
        st.info(t("{model} has a single head, and so no pairs of heads.", model=model))
        return
    if pairs is None and not content.model.capabilities.trained_here:
        st.info(t("Pairs of heads are measured only for the models trained here."))
        return
    if pairs is None:
        st.info(t("profiles#pairs not measured", model=model, name=model))
        return
    st.markdown(pairs.finding)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if pairs.has_chart:
            panels.show_chart(pairs.chart, "pairs")
    with right:
        for title, rows in (
            (t("**Cost more together than the sum of both**"), pairs.rows(1)),
            (t("**Cost less together**"), pairs.rows(-1)),
            (t("**Pairs of {head}**", head=head_title(content.chosen)), pairs.chosen_rows),
        ):
            if rows:
                st.markdown(title)
                st.table(rows, border="horizontal", hide_index=True)
        st.caption(t("In nats per token. Measured on {source}.", source=pairs.source))


def _predicts(model: TextModel) -> bool:
    """Return whether a model predicts words: the next ones, or masked ones."""
    return model.capabilities.writes or model.capabilities.mask_token is not None


def render_plane(content: ProfilesContent, controls: Controls) -> None:
    """Draw all heads by the similarity of their attention, with those of a second model."""
    plane = content.plane
    if plane is None:
        return
    st.subheader(t("Which heads attend alike?"), anchor=False)
    controls.pick("beside", translatable("Beside the heads of"), width=330, labelled=True)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        panels.show_chart(plane.chart, "alike", open_mark=partial(_open_head, plane))
    with right:
        st.markdown(plane.finding)
        st.table(plane.nearest_rows, border="horizontal", hide_index=True)
        st.caption(plane.method)


def _open_head(plane: HeadPlane, place: int) -> None:
    """Select the head of a mark; heads of the second model are only named on hover."""
    if place < plane.first:
        set_head(plane.heads[place])


def render_words(content: ProfilesContent, controls: Controls) -> None:
    """Draw the ranking of heads between two words of the sentence."""
    if not controls.has("word_from"):
        return
    st.subheader(t("Which head attends from this word to that one?"), anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("word_from", translatable("From"), width=260, labelled=True)
        controls.pick("word_to", translatable("To"), width=260, labelled=True)
    if content.between_words:
        panels.show_chart(content.word_chart, "words")
    else:
        st.info(t("No head of this model can attend from the first to the second."))


def render_refutation(content: ProfilesContent, controls: Controls) -> None:
    """Draw the control of the label on the sentence, and the sentence with two words swapped."""
    if content.tested_label:
        st.markdown(escape_markdown(content.control))
        st.caption(rule())
    if content.chosen.stack == "decoder" and content.model.capabilities.translates:
        st.info(
            t("The decoder reads the translation. Choose a head of the encoder or cross-attention.")
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("swap_first", translatable("Swap"), width=260, labelled=True)
        controls.pick("swap_second", translatable("with"), width=260, labelled=True)
    refutation = content.refutation
    if refutation is None or not refutation.is_comparable:
        st.info(t("Choose two other words: after this swap the sentence has other words."))
        return
    st.text(refutation.after.sentence)
    st.markdown(t(_FOLLOWS[refutation.followed]))
    st.table(partner_rows(refutation), border="horizontal", hide_index=True)
    st.caption(t(_PARTNERS[content.chosen.stack == "cross"]))
    if not refutation.measure:
        return
    before, after = refutation.shares
    title = escape_markdown(t(MEASURE_TITLES[refutation.measure]))
    if np.isnan(before) or np.isnan(after):
        st.markdown(t("**{title}** cannot be measured in this sentence.", title=title))
        return
    st.markdown(
        t(
            "**{title}**: {before:.0%} in this sentence, {after:.0%} after the swap.",
            title=title,
            before=before,
            after=after,
        )
    )


def render_method(content: ProfilesContent) -> None:
    """Explain the figures."""
    st.markdown(t("profiles#how heads are labelled", source=content.source))
    if content.costs:
        trained_here = content.model.capabilities.trained_here
        follows = _OURS_FOLLOW if trained_here else _PRETRAINED_FOLLOW
        st.markdown(
            t(
                "profiles#how costs are measured",
                follows=t(follows[content.costs.importance.task]),
                source=content.costs.source,
            )
            + (f" {t(_SEEN)}" if trained_here and not content.costs.importance.sources else "")
        )
    if content.pairs:
        st.markdown(
            t(
                "profiles#how pairs are measured",
                source=content.pairs.source,
                width=format_number(content.pairs.pairs.width, ".1f"),
            )
        )
