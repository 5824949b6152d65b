"""Texts on the map of queries and keys."""

import numpy as np

from ...base.language import t
from .joining import Places

_CLEAR, _ROUGH = 0.6, 0.3  # least rank correlations on the map


def describe_fit(placed: Places, dimensions: int) -> str:
    """Explain near, and how well it holds in all dimensions and on the map, in Markdown."""
    joint, on_map = placed.joint, placed.on_map
    correlation = np.nan_to_num(on_map.correlation)
    if correlation >= _CLEAR:
        verdict = t("**On this map queries mostly attend to the keys near them.**")
    elif correlation >= _ROUGH:
        verdict = t("**On this map queries attend to the keys near them, but only roughly.**")
    else:
        verdict = t("queries#distance says little")
    figures = t(
        "queries#how faithful the map is",
        joint=np.nan_to_num(joint.correlation),
        dimensions=dimensions,
        on_map=correlation,
        nearest=np.nan_to_num(joint.nearest),
        seen=np.nan_to_num(on_map.nearest),
        chance=np.nan_to_num(joint.chance),
    )
    return f"{verdict} {figures}"


def describe_method(placed: Places, stack: str, relative: bool) -> str:
    """Explain how queries and keys came into one space, in Markdown."""
    parts = [
        t(
            "queries#how near means attended",
            factor=placed.factor,
            before=np.nan_to_num(placed.before.correlation),
        )
    ]
    if stack == "cross":
        parts.append(t("A query is labelled with the word about to be written."))
    if relative:
        parts.append(t("queries#distances in scores"))
    parts.append(t("Parts of speech are those of a parser; of your own sentence none are known."))
    return " ".join(parts)
