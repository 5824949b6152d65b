"""The five stages of a head in everyday words, over the steps of its derivation. Numpy only."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...base.language import t, translatable
from ..derivation import Derivation, Step, formula

STAGE_TITLES = translatable(
    {
        "word": "The word",
        "projections": "Query, key, value",
        "scores": "Scores",
        "softmax": "Softmax",
        "mix": "Mix",
        "rest": "The rest of the layer",
    }
)
# The stage of a step, by the grid that it makes; steps after the head are "rest".
STAGE_OF_RESULT = {
    "word": "word",
    "normed": "word",
    "query": "projections",
    "keys": "projections",
    "values": "projections",
    "asked": "scores",
    "offered": "scores",
    "pairs": "scores",
    "dots": "scores",
    "scaled": "scores",
    "scores": "scores",
    "masked": "scores",
    "total": "softmax",
    "weights": "softmax",
    "weighted": "mix",
    "head_output": "mix",
}
MAJORITY = 0.5  # the least weight that a text calls most of the attention
MUCH = 0.25


@dataclass(frozen=True)
class _Stage:
    """One stage: its text, and the indices of its steps, from 0."""

    name: str  # of TITLES
    title: str
    says: str
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Overview:
    """The stages of a head, its finding, and the grids of the picture."""

    who: str  # the word that attends
    finding: str
    reads: str  # why a button has two words; "" where it has one
    stages: tuple[_Stage, ...]
    # Grids by role: "word", "query", "key", "value", "score", "weight", "mixed" and "result", as
    # far as the architecture has them.
    grids: Mapping[str, str]


def _stage_of(step: Step, is_origin: bool = False) -> str:
    """Return the stage of a step; with `is_origin` the step comes after the layer's output."""
    return "rest" if is_origin else STAGE_OF_RESULT.get(step.shows[-1], "rest")


def build_overview(derivation: Derivation, who: str, written: str = "") -> Overview:
    """Build the overview of a derivation of `derive` for the query word `who`.

    A decoder that attends to a source has read `who` and writes `written` next.
    """
    grids = derivation.grids
    parts = {
        "word": "word",
        "query": "query",
        "key": "keys",
        "value": "values" if "values" in grids else "keys",
        "score": "masked" if "masked" in grids else "scores",
        "weight": "weights",
        "mixed": "weighted",
        "result": "head_output",
    }
    parts = {part: name for part, name in parts.items() if name in grids}
    places: dict[str, list[int]] = {name: [] for name in STAGE_TITLES}
    for place, step in enumerate(derivation.steps):
        places[_stage_of(step, bool(places["rest"]))].append(place)
    says = _describe_stages(derivation, who, written)
    stages = [
        _Stage(name, t(title), says[name], tuple(places[name]))
        for name, title in STAGE_TITLES.items()
        if name != "rest" or places[name]
    ]
    reads = t("inside#read and written") if written else ""
    finding = _describe_finding(grids["weights"].values[0], grids["weights"].columns, who, written)
    return Overview(who, finding, reads, tuple(stages), parts)


def step_of_overview(derivation: Derivation, overview: Overview) -> Derivation:
    """Return the derivation with a single step: the grids of the stages and the finding."""
    expression = formula("q , k_j , s_j , α_j , u_j")
    shows = tuple(dict.fromkeys(name for part, name in overview.grids.items() if part != "word"))
    return replace(
        derivation, steps=(Step(t("One head in five stages"), overview.finding, expression, shows),)
    )


def _describe_stages(derivation: Derivation, who: str, written: str) -> dict[str, str]:
    """Describe each stage in everyday words."""
    grids = derivation.grids
    shares_states = "values" not in grids
    masks = "masked" in grids and bool(np.isnan(grids["masked"].values).any())
    if written:
        word = t("inside#word just read", who=who, written=written)
    elif "word" in grids:
        count = grids["word"].values.shape[1]
        word = t("“{who}” is a vector of {count} numbers.", who=who, count=count)
    else:
        word = t("“{who}” is a vector.", who=who)
    projections = (
        t("The decoder's state is the query. Each encoder state is both key and value.")
        if shares_states
        else t("inside#query, key and value")
    )
    scores = t("inside#a key that matches")
    if masks:
        scores += " " + t("Hatched: hidden by the mask.")
    rest = [step.name.lower() for step in derivation.steps if _stage_of(step) == "rest"]
    return {
        "word": word,
        "projections": projections,
        "scores": scores,
        "softmax": t("inside#softmax"),
        "mix": t("inside#weighted values"),
        "rest": t("After the head: {steps}.", steps=", ".join(dict.fromkeys(rest))),
    }


def _describe_finding(
    weights: np.ndarray, words: tuple[str, ...], who: str, written: str = ""
) -> str:
    """Say which words the query word attends to; `weights [key]`."""
    first, second = np.argsort(-weights, kind="stable")[:2] if len(weights) > 1 else (0, 0)
    values = {
        "who": written or who,
        "first": words[first],
        "second": words[second],
        "share": round(100 * weights[first]),
        "rest": round(100 * weights[second]),
    }
    if written:
        if weights[first] >= MAJORITY:
            return t("inside#attends mainly, to write", **values)
        if weights[first] >= MUCH:
            return t("inside#attends most", **values)
        return t("inside#spreads, to write", **values)
    if weights[first] >= MAJORITY:
        return t("inside#attends mainly", **values)
    if weights[first] >= MUCH:
        return t("inside#attends to two words", **values)
    return t("inside#spreads", **values)
