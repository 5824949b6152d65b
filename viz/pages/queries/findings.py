"""Texts on the map of queries and keys."""

import numpy as np

from ...base.language import t
from .joining import Places

CLEAR, ROUGH = 0.6, 0.3  # least rank correlations on the map


def describe_fit(placed: Places, dimensions: int) -> str:
    """Explain near, and how well it holds in all dimensions and on the map, in Markdown."""
    joint, on_map = placed.joint, placed.on_map
    correlation = np.nan_to_num(on_map.correlation)
    if correlation >= CLEAR:
        verdict = t("**On this map queries mostly attend to the keys near them.**")
    elif correlation >= ROUGH:
        verdict = t("**On this map queries attend to the keys near them, but only roughly.**")
    else:
        verdict = t(
            "**On this map distance says little about attention: click a query and "
            "follow its lines.**"
        )
    figures = t(
        "The nearer a key lies to a query of its sentence, the higher should be their product "
        "q·k. The rank correlation of the two is {joint:.2f} in all {dimensions} dimensions and "
        "**{on_map:.2f} on this map** (1: always so; 0: by chance). For {nearest:.0%} of the "
        "queries the nearest key is also the one attended to most, on this map for {seen:.0%}, "
        "by chance for {chance:.0%}.",
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
            "A dot product is no distance. So queries are multiplied by {factor:.2f}, keys divided "
            "by it, and all keys moved by one vector, which changes no attention weight; of the "
            "factors and moves tried, those after which near means attended best "
            "([AttentionViz, Yeh et al. 2023](https://arxiv.org/abs/2305.03210)). As the model "
            "makes them, the correlation is {before:.2f}.",
            factor=placed.factor,
            before=np.nan_to_num(placed.before.correlation),
        )
    ]
    if stack == "cross":
        parts.append(t("A query is labelled with the word about to be written."))
    if relative:
        parts.append(
            t(
                "This model adds to q·k a number for the distance between the two words, which no "
                "point can show."
            )
        )
    parts.append(t("Parts of speech are those of a parser; of your own sentence none are known."))
    return " ".join(parts)
