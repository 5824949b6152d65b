"""Figures of a head as rows of tables."""

import numpy as np

from models.corpus.labels import FEW
from models.corpus.profile import StackProfile

from ...base.language import format_number, t
from ...base.markdown import escape_markdown
from .refute import Swap
from .words import FIGURES, MEASURE_TITLES

LISTED = 12  # rows of a long list


def measure_rows(stack: StackProfile, place: int) -> list[dict[str, str]]:
    """Return the measures of the current head, by chance and untrained, largest gain first."""
    measured = [at for at in range(len(stack.measures)) if stack.trained.rows[at] >= FEW]
    measured.sort(key=lambda at: stack.chance[at] - stack.shares[place, at])
    return [
        {
            t("attends to"): t(MEASURE_TITLES[stack.measures[at]]),
            t("this head"): format_number(stack.shares[place, at], ".0%"),
            **_control_cell(stack, place, at),
            t("untrained"): _share_text(stack.untrained_shares[place, at]),
            t("chance"): format_number(stack.chance[at], ".0%"),
            t("most of all"): format_number(stack.accuracies[place, at], ".0%"),
            t("best fixed distance"): format_number(stack.best_offset[at], ".0%"),
            t("words"): format_number(stack.trained.rows[at], ",.0f"),
        }
        for at in measured
    ]


def _control_cell(stack: StackProfile, place: int, at: int) -> dict[str, str]:
    """Return a measure of a head under its control."""
    is_enough = stack.controls.rows[at] >= FEW
    return {t("control"): _share_text(stack.controls.shares[place, at] if is_enough else np.nan)}


def _share_text(share: float) -> str:
    """Format a share in per cent, a dash for nan."""
    return "–" if np.isnan(share) else format_number(share, ".0%")


def _weight_text(weight: float) -> str:
    """Format a weight, a dash for nan."""
    return "–" if np.isnan(weight) else format_number(weight, ".2f")


def figure_rows(stack: StackProfile, place: int) -> list[dict[str, str]]:
    """Return entropy and similar figures of the current head, by chance and untrained."""
    trained, untrained = stack.figures(), stack.figures("untrained")
    return [
        {
            t("on average"): t(title),
            t("this head"): format_number(trained[name][place], ".2f"),
            t("untrained"): format_number(untrained[name][place], ".2f"),
            t("chance"): format_number(trained[name][-1], ".2f"),
        }
        for name, title in FIGURES.items()
    ]


def partner_rows(refutation: Swap) -> list[dict[str, str]]:
    """Return what the head links to the two swapped words, before and after."""
    return [
        {
            t("word"): escape_markdown(partner.word),
            t("before the swap"): _partner_text(partner.before, partner.weight_before),
            t("after the swap"): _partner_text(partner.after, partner.weight_after),
            t("the same"): t("yes") if partner.is_same else t("no"),
        }
        for partner in refutation.partners
    ]


def _partner_text(word: str, weight: float) -> str:
    """Write a word with the weight of its link, in Markdown."""
    return f"{escape_markdown(word)} ({_weight_text(weight)})"


def pair_rows(stack: StackProfile, place: int) -> list[dict[str, str]]:
    """Return the most frequent pairs of words of the current head, untrained and by chance.

    Files of an earlier version lack the last two.
    """
    pairs = stack.word_pairs[place][:LISTED]
    is_known = not all(np.isnan(pair.chance) for pair in pairs)
    return [
        {
            t("from"): escape_markdown(pair.query),
            t("to"): escape_markdown(pair.key),
            t("weight"): format_number(pair.weight, ".2f"),
            **{
                title: _weight_text(value)
                for title, value in ((t("untrained"), pair.untrained), (t("chance"), pair.chance))
                if is_known
            },
            t("times"): format_number(pair.times, ","),
        }
        for pair in pairs
    ]
