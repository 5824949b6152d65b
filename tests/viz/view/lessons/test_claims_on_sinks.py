"""What the lesson on attention sinks says of our networks is true."""

from functools import cache

import numpy as np
import pytest

from models import WhatIf
from tests.claims import DOG, check_number, check_truth, name_of_claim, of, trace, written
from tests.contents import content_at
from viz.pages.depth.compute import COMPUTATION
from viz.pages.depth.sinks import Sinks
from viz.view.runner import PlainRunner

pytestmark = pytest.mark.thorough

SHORT = "She is tired.", "The white cat drinks cold milk."
NULL_KEY = WhatIf(null_key=True)


@cache
def sinks(model: str) -> Sinks:
    """The page on sinks of a model."""
    runner = PlainRunner("cpu")
    runner.model = of
    address = {"model": model, "sentence": DOG, "depth-look": "sinks"}
    return content_at(COMPUTATION, address, runner)


def largest(model: str) -> float:
    """The share in per cent that the first head of the chart gives to the sink."""
    return 100 * float(sinks(model).shares.max())


def of_layer_1(model: str, what: str) -> float:
    """The weight or the norm of the sink in layer 1, as a share in per cent."""
    look = sinks(model)
    return 100 * float(getattr(look.vectors, what)[0, look.token])


def length_of(model: str, what: str) -> float:
    """How many times as long as the others' the first vector of the sink is."""
    look = sinks(model)
    return float(look.vectors.times_others(getattr(look.vectors, what), look.token)[0])


def without_tokens(sentence: str, *behind: int) -> str:
    """What is written with tokens hidden from cross-attention, counted from the end."""
    count = len(trace(sentence).source)
    return written(sentence, what_if=WhatIf(blocked=tuple(sorted(count - b for b in behind))))


def null_share(stack: str, layer: int) -> float:
    """What the null key takes in a layer, the mean of heads and rows."""
    maps = trace(DOG, what_if=NULL_KEY).attention[stack]
    return float(maps.null_weights[layer - 1].mean())


def scores_of_the_end(layer: int) -> float:
    """The median score of "</s>" in a layer of the encoder, where the null key has 0."""
    scores = trace(DOG).attention["encoder"].scores[layer - 1]
    return float(np.median(scores[:, :, -1]))


NUMBERS = [
    ("sinks 1", "of our translator 8", lambda: (sinks("transformer").shares > 0.5).sum()),
    ("sinks 1", "8 of 16", lambda: sinks("transformer").count),
    ("sinks 1", "gives it 90.4", lambda: largest("transformer")),
    ("sinks 1", "would give 9.1", lambda: 100 * sinks("transformer").even),
    ("sinks 2", "`<s>`, 62.6", lambda: of_layer_1("gpt", "weights")),
    ("sinks 2", "only 0.031", lambda: length_of("gpt", "values")),
    ("sinks 2", "by norm it has 10.5", lambda: of_layer_1("gpt", "norms")),
    ("sinks 2", "Its state is 4.3", lambda: length_of("gpt", "states")),
    ("sinks 3", "is short too, 0.14", lambda: length_of("transformer", "values")),
    ("sinks 3", "it takes 86.7", lambda: of_layer_1("transformer", "weights")),
    ("sinks 3", "it is still 78.1", lambda: of_layer_1("transformer", "norms")),
]
TRUTHS = [
    (
        "sinks 1",
        "Layer 1, head 4 gives it",
        lambda: (
            sinks("transformer").heads[0].key == "encoder-1-4"
            and sinks("transformer").tokens == "</s>"
        ),
    ),
    ("sinks 2", "GPT gives its first token, `<s>`", lambda: sinks("gpt").token == 0),
    (
        "sinks 3",
        "Its state is not large either",
        lambda: "Its state is not large" in sinks("transformer").finding,
    ),
    (
        "sinks 4",
        "the French stays the same, word for word",
        lambda: (
            written(DOG, what_if=WhatIf(silenced=tuple(("encoder", 0, head) for head in range(4))))
            == written(DOG)
        ),
    ),
    (
        "sinks 5",
        "The French stays the same",
        lambda: written(DOG, what_if=NULL_KEY) == written(DOG),
    ),
    (
        "sinks 5",
        "In layer 2 of the decoder it takes about a fifth of the weight",
        lambda: abs(null_share("decoder", 2) - 1 / 5) < 0.02,
    ),
    (
        "sinks 5",
        "in layer 1 of the encoder next to nothing",
        lambda: null_share("encoder", 1) < 0.002,
    ),
    (
        "sinks 5",
        "`</s>` has far higher scores there",
        lambda: scores_of_the_end(1) > 5,
    ),
    (
        "sinks 6",
        "*Elle est fatiguée*, three full stops, and the sentence once more",
        lambda: without_tokens(SHORT[0], 1) == "Elle est fatiguée... Elle est fatiguée..",
    ),
    (
        "sinks 6",
        "only the full stop is missing in the French",
        lambda: all(without_tokens(text, 2) == written(text).removesuffix(".") for text in SHORT),
    ),
    (
        "sinks 6",
        "The same on other short sentences",
        lambda: without_tokens(SHORT[1], 1).startswith(f"{written(SHORT[1])}.... "),
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
