"""The claims of lessons on one head, on heads, the mask and word order are true."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

from models import Request, WhatIf
from models.corpus import sentences
from models.words import meanings
from tests.alignment.report import GOLD
from tests.claims import (
    DOG,
    RED,
    STEPS,
    check_number,
    check_truth,
    looks,
    name_of_claim,
    of,
    trace,
    weight,
    written,
)
from tests.contents import content_at
from viz.analysis.views import heads_of
from viz.analysis.walkthrough import contributions, derive
from viz.cli.align import _error, _links_of
from viz.pages.inside import blackboard
from viz.pages.mask import compute as mask
from viz.pages.order import encodings

pytestmark = pytest.mark.thorough

NO_MASK, NO_POSITIONS = WhatIf(mask="none"), WhatIf(positions="off")
PAD = WhatIf(padding=8, padding_mask=False)
STUDY = "I'm going to study math instead of English."
ENGLISH = "I'm going to study English instead of math."
TABLE = "The big red dog is sleeping on the table."
GREEN = "Two young girls are playing with a ball in the green park."


def silenced(*heads: tuple[str, int, int]) -> str:
    """Return the translation of the example without these heads."""
    return written(DOG, what_if=WhatIf(silenced=heads))


def words_of(french: str) -> set[str]:
    return {*french.rstrip(".").split()}


def without_layers(*layers: int) -> set[str]:
    """Return the words of the example's translation without the cross-attention of layers."""
    heads = (("cross", layer, head) for layer in layers for head in range(4))
    return words_of(silenced(*heads))


@cache
def lost():
    """Return the loss of the translation without each head in nats, and the heads."""
    ablation = of("transformer").silence_each(Request("transformer", DOG, trace(DOG).translation))
    return ablation.baseline - ablation.log_probability, ablation.heads


def without(*head) -> float:
    losses, heads = lost()
    return float(losses[heads.index(head)])


def resampled(*head) -> np.ndarray:
    """Return the loss with a head's output in each of eight other sentences."""
    request = Request("transformer", DOG, trace(DOG).translation)
    return of("transformer").ablate(request, head).losses["resample"]


def no_single_head_counts() -> bool:
    return all(silenced(head) == written(DOG) for head in lost()[1]) and len(lost()[1]) == 48


def mean_probability(trace) -> float:
    return float(np.exp(np.mean([np.log(choice.probability) for choice in trace.choices])))


@cache
def hundred_traces():
    """A hundred sentences, read by the encoder."""
    # Any French will do: the encoder does not read it, and nothing needs to be decoded.
    return [trace(example.english, target="Le") for example in meanings.examples()[::13][:100]]


def of_a_hundred() -> list[tuple[str, ...]]:
    return [one.source for one in hundred_traces()]


def previous_word() -> float:
    """Return the weight of layer 4, head 2 on the previous word, over a hundred sentences."""
    maps = [one.attention["encoder"].weights[3, 1] for one in hundred_traces()]
    return float(np.mean([np.diagonal(weights, -1).mean() for weights in maps]))


def without_division() -> float:
    """What is left for the other words in the lecture's example without the division."""
    dots = blackboard.lecture().grids["dots"].values[0].astype(float)
    return float(np.exp(np.sort(dots)[:-1] - dots.max()).sum())


def changed_scores(layer: int) -> float:
    """How much the scores of a layer of the decoder change without the mask."""
    with_mask, without = (
        trace(*RED, what_if=change).attention["decoder"].scores[layer - 1]
        for change in (WhatIf(), NO_MASK)
    )
    seen = np.tri(with_mask.shape[-1], dtype=bool)
    return float(np.abs(without - with_mask)[:, seen].max())


def later_word() -> list[np.ndarray]:
    """How much each row changes with the last word: with the mask, and without it."""
    content = content_at(mask.COMPUTATION, dict(STEPS["mask 5"].parameters))
    return [*content.exchange.changes.values()]


def largest_places(layer: int, head: int) -> np.ndarray:
    """Return the column of each row's largest weight, in a head of the encoder."""
    return trace(DOG).attention["encoder"].weights[layer - 1, head - 1].argmax(-1)


def error_rates(row: str) -> dict[str, float]:
    """Return the error rate of each head, without the means of layers."""
    heads = of("transformer").card["alignment"]["heads"]
    return {name: rates[row] for name, rates in heads.items() if "mean" not in name}


@cache
def determiners() -> tuple[float, float]:
    """The weight of layer 4, head 3 from a determiner to its noun: the next word, or a later one.

    Over every sixth of the annotated sentences.
    """
    next_to, apart = [], []
    for pair in islice(sentences.read_sentences(sentences.CORPUS), 0, None, 6):
        heads = heads_of(trace(pair.english, target="Le"), "encoder", True)
        for place, word in enumerate(pair.source):
            distance = word.head - place
            if word.tag == "DET" and word.relation == "d" and distance > 0:
                weights = next_to if distance == 1 else apart
                weights.append(heads.weights[3, 2, place, place + distance])
    return float(np.mean(next_to)), float(np.mean(apart))


@cache
def chosen_on_one_half(first: int) -> tuple[str, float]:
    """The head that aligns every second gold sentence best, and its error on the other sentences.

    The first of the chosen sentences is `first`, 0 or 1. Rows are read as the word they write.
    """
    chosen, rest = (slice(start, None, 2) for start in (first, 1 - first))
    links = {
        title: links
        for title, links in _links_of("transformer", GOLD).items()
        if title.endswith("writes") and "mean" not in title
    }

    def rate(title: str, part: slice) -> float:
        return _error(links[title][part], GOLD[part])

    best = min(links, key=lambda title: rate(title, chosen))
    return best, rate(best, rest)


def on_the_end(heads: np.ndarray) -> float:
    """Return the share of all weight, or length, on the end of the sentence."""
    return float(heads[:, -1].sum() / heads.sum())


def norms() -> np.ndarray:
    dog_trace = trace(DOG)
    name = ("cross", 3)
    return contributions(dog_trace, of("transformer").parameters(*name), *name, 4).norms[3]


def red_steps() -> dict[str, np.ndarray]:
    derivation = derive(trace(DOG), of("transformer").parameters("cross", 3), "cross", 3, 0, 3, 4)
    return {
        name: np.sort(derivation.grids[name].values[0])[::-1]
        for name in ("dots", "scores", "weights")
    }


def board():
    return blackboard.small(**blackboard.SMALL).grids


def products() -> np.ndarray:
    """Return the dot products of a position with later ones."""
    table = encodings.sinusoids(50, 256, 10000)
    return table @ table[0]


def added() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the vectors of the words, of the positions, and the input of the first layer."""
    words, entering = (
        trace(STUDY, what_if=change).hidden["encoder"][0] for change in (NO_POSITIONS, WhatIf())
    )
    return words, of("transformer").parameters("encoder")["positions"][: len(words)], entering


def times_as_long() -> float:
    words, places, _ = added()
    return float(np.linalg.norm(words, axis=1).mean() / np.linalg.norm(places, axis=1).mean())


def on_padding() -> np.ndarray:
    """Return the share of each encoder head on padding."""
    return trace(RED[0], what_if=PAD).attention["encoder"].weights[:, :, :5, 5:].sum(-1).mean(-1)


NUMBERS = [  # the step, words in it that end in a number, and a function that computes the number
    (
        "one-head 4",
        "together they are 1: 0.88",
        lambda: blackboard.lecture().grids["weights"].values[0, 0],
    ),
    ("one-head 4", "0.88, 0.12", lambda: blackboard.lecture().grids["weights"].values[0, 1]),
    ("one-head 2", "attends most to “brown”, 0.76", lambda: board()["weights_1"].values[0].max()),
    ("one-head 6", "key of “red” is 65", lambda: red_steps()["dots"][0]),
    ("one-head 6", "it is 8.1", lambda: red_steps()["scores"][0]),
    ("one-head 6", "“red” gets 0.97", lambda: red_steps()["weights"][0]),
    pytest.param("heads 1", "gets 0.4", previous_word, marks=pytest.mark.thorough),
    ("heads 3", "wrong on 12", lambda: error_rates("writes")["layer 3, head 1"]),
    ("one-head 4", "a factor of e² ≈ 7.4", lambda: float(np.exp(2))),
    ("heads 3", "drew for 70", lambda: len(GOLD)),
    ("heads 2", "its noun 0.86", lambda: determiners()[0]),
    ("heads 2", "when the noun comes next, and 0.80", lambda: determiners()[1]),
    ("heads 3", "both times, wrong on 11", lambda: chosen_on_one_half(0)[1]),
    ("heads 3", "wrong on 11 and on 12", lambda: chosen_on_one_half(1)[1]),
    ("heads 4", "any other head here: only 8", lambda: error_rates("reads")["layer 2, head 3"]),
    ("heads 8", "loses most, 0.36", lambda: without("cross", 3, 3)),
    ("heads 8", "up to 0.21", lambda: resampled("cross", 2, 0).max()),
    ("mask 4", "falls from 0.8", lambda: mean_probability(trace(*RED))),
    (
        "order 4",
        "6 and 7 of the next, 2.5",
        lambda: encodings.wavelengths(20)[1] / encodings.wavelengths(20)[0],
    ),
    ("order 5", "position has 128", lambda: products()[0]),
    ("order 5", "away it is 124.4", lambda: products()[1]),
    ("order 5", "two words 115.5", lambda: products()[2]),
    ("order 5", "five words 94.6", lambda: products()[5]),
    ("order 5", "falls up to 24", lambda: np.flatnonzero(np.diff(products()) > 0)[0]),
]
TRUTHS = [  # the step, words in it, and whether they are true
    (
        "one-head 2",
        "in head 2 to all four alike",
        lambda: np.ptp(board()["weights_2"].values[0]) < 1e-9,
    ),
    (
        "one-head 2",
        "“The” gets 0 with itself, 6 with “brown”, 2 with “dog” and 4 with “ran”",
        lambda: board()["dots_1"].values[0].tolist() == [0, 6, 2, 4],
    ),
    (
        "one-head 3",
        "all the weight but a ten-millionth",
        lambda: abs(without_division() / 1e-7 - 1) < 0.2,
    ),
    (
        "one-head 5",
        "nearly nine tenths of the value of “The” and one tenth of that of “brown”",
        lambda: (
            np.abs(blackboard.lecture().grids["weights"].values[0, :2] - [0.89, 0.11]).max() < 0.015
        ),
    ),
    (
        "one-head 6",
        "Its query has 64",
        lambda: of("transformer").card["architecture"]["d_model"] / 4 == 64,
    ),
    (
        "one-head 6",
        "the next best about half of that",
        lambda: abs(red_steps()["dots"][1] / red_steps()["dots"][0] - 1 / 2) < 0.05,
    ),
    (
        "one-head 7",
        "nearly three tenths of its weight",
        lambda: 0.28 < on_the_end(trace(DOG).attention["cross"].weights[3, 3]) < 0.3,
    ),
    ("one-head 7", "less than a twentieth", lambda: on_the_end(norms()) < 0.05),
    (
        "one-head 8",
        "words like “the” or “in” tend to attend to a word on their right",
        lambda: looks("encoder", 4, 3, "a>ball", "in>park", "the>park", sentence=GREEN),
    ),
    (
        "heads 1",
        "each more than to any other word",
        lambda: looks("encoder", 4, 2, "sleeping>is", "on>sleeping", "the>on"),
    ),
    (
        "heads 1",
        "uniform attention would give a tenth",
        lambda: abs(np.mean([1 / len(tokens) for tokens in of_a_hundred()]) - 1 / 10) < 0.01,
    ),
    (
        "heads 1",
        "here in six of the ten rows that have one",
        lambda: (largest_places(4, 2)[1:] == np.arange(10)).sum() == 6,
    ),
    (
        "heads 1",
        "it, attends to the end, and so does “is”",
        lambda: looks("encoder", 4, 2, "The></s>", "is></s>"),
    ),
    (
        "heads 2",
        "“The” and “big” to “dog”, “the” to “bed”",
        lambda: looks("encoder", 4, 3, "The>dog", "big>dog", "the>bed"),
    ),
    (
        "heads 2",
        "more than nine tenths",
        lambda: weight(trace(DOG), "encoder", 4, 3, "The", "dog") > 0.9,
    ),
    (
        "heads 2",
        "“on”, which is no article, attends to “bed” too, while “red”, right before “dog”, attends",
        lambda: looks("encoder", 4, 3, "on>bed", "red></s>"),
    ),
    (
        "heads 3",
        "to “dog” to write *chien*, to “red” to write *rouge*, to “sleeping” to write *dort*",
        lambda: looks("cross", 3, 1, "chien>dog", "rouge>red", "dort>sleeping"),
    ),
    (
        "heads 3",
        "fewer than any other head read in this way",
        lambda: min(error_rates("writes").values()) == error_rates("writes")["layer 3, head 1"],
    ),
    (
        "heads 3",
        "gives the same head",
        lambda: all(
            chosen_on_one_half(half)[0] == "layer 3, head 1, row that writes" for half in (0, 1)
        ),
    ),
    (
        "heads 4",
        "nearly all of its weight",
        lambda: weight(trace(DOG), "cross", 2, 3, "chien", "big") > 0.95,
    ),
    (
        "heads 4",
        "better than any other head here",
        lambda: (
            error_rates("reads")["layer 2, head 3"]
            == min(min(error_rates(row).values()) for row in ("reads", "writes"))
        ),
    ),
    (
        "heads 4",
        "nearly nine in ten are",
        lambda: 85 < error_rates("writes")["layer 2, head 3"] < 90,
    ),
    (
        "heads 5",
        "more than eight tenths of its weight, and before *gros* too",
        lambda: (
            min(weight(trace(DOG), "cross", 3, 4, word, "dog") for word in ("Le", "gros")) > 0.8
        ),
    ),
    ("heads 5", "*le* it attends to “bed”", lambda: looks("cross", 3, 4, "le>bed")),
    (
        "heads 5",
        "*le* becomes *la*, and the head attends to “table”",
        lambda: (
            written(TABLE) == written(DOG).replace("le lit", "la table")
            and looks("cross", 3, 4, "la>table", sentence=TABLE)
        ),
    ),
    (
        "heads 6",
        "give it 1.00",
        lambda: (
            min(
                weight(trace(DOG), "decoder", 1, 1, word, "<s>")
                for word in ("Le", "gros", "rouge", "dort", "sur")
            )
            >= 0.995
        ),
    ),
    (
        "heads 6",
        "Only two rows do something else: *le* attends to *sur*, and the full stop to itself",
        lambda: (
            looks("decoder", 1, 1, "le>sur", ".>.")
            and (trace(DOG).attention["decoder"].weights[0, 0, :, 0] < 0.9).sum() == 2
        ),
    ),
    ("heads 7", "The French stays the same", lambda: silenced(("cross", 2, 0)) == written(DOG)),
    pytest.param(
        "heads 7",
        "no single one changes the French",
        no_single_head_counts,
        marks=pytest.mark.thorough,
    ),
    (
        "heads 8",
        "the French has lost the dog and the bed, the red and the sleep",
        lambda: not {"chien", "lit", "rouge", "dort", "dormir"} & without_layers(2, 3),
    ),
    (
        "heads 8",
        "Switch off the four of one layer instead, whichever, and not a word changes",
        lambda: all(without_layers(layer) == words_of(written(DOG)) for layer in range(4)),
    ),
    (
        "heads 8",
        "Without head 4 of layer 4 the translation loses most",
        lambda: without("cross", 3, 3) == lost()[0].max(),
    ),
    (
        "heads 8",
        "without the neat one of layer 3, nothing",
        lambda: without("cross", 2, 0) < 0.01,
    ),
    (
        "mask 2",
        "rests on `<s>` with about a third of its weight",
        lambda: abs(weight(trace(*RED), "decoder", 3, 3, "rouge", "<s>") - 1 / 3) < 0.05,
    ),
    (
        "mask 3",
        "with two thirds of its weight",
        lambda: (
            abs(weight(trace(*RED, what_if=NO_MASK), "decoder", 3, 3, "chien", "rouge") - 2 / 3)
            < 0.05
        ),
    ),
    (
        "mask 3",
        "attends most to the end, *rouge*",
        lambda: trace(*RED, what_if=NO_MASK).attention["decoder"].weights[2, 2, 0].argmax() == 4,
    ),
    (
        "mask 2",
        "The first row can only attend to `<s>`, with weight 1, whatever the head",
        lambda: (trace(*RED).attention["decoder"].weights[:, :, 0, 0] == 1).all(),
    ),
    ("mask 3", "In layer 3 the scores change too", lambda: changed_scores(3) > 1),
    (
        "mask 5",
        "earlier words do not change at all: 0, to the last bit. Without it, every row changes",
        lambda: (
            later_word()[0][:-2].tolist() == [0, 0, 0]
            and min(changes.min() for changes in later_word()[1:]) > 0
        ),
    ),
    (
        "mask 3",
        "the scores are the same with the mask and without",
        lambda: np.array_equal(
            *(
                trace(*RED, what_if=change).attention["decoder"].scores[0]
                for change in (WhatIf(), NO_MASK)
            )
        ),
    ),
    (
        "mask 4",
        "to less than a thousandth",
        lambda: mean_probability(trace(*RED, what_if=NO_MASK)) < 0.001,
    ),
    (
        "mask 6",
        "its French stays *Le gros chien rouge*",
        lambda: written(RED[0], what_if=WhatIf(window=3)) == RED[2],
    ),
    (
        "mask 7",
        "the French is the same as for the sentence by itself",
        lambda: written(RED[0], what_if=WhatIf(padding=8)) == written(RED[0]) == RED[2],
    ),
    (
        "mask 7",
        "the French goes on after *rouge*",
        lambda: written(RED[0], what_if=PAD).startswith(f"{RED[2]} "),
    ),
    ("mask 7", "more than half of the weight in one head", lambda: (on_padding() > 0.5).sum() == 1),
    (
        "order 1",
        "*Le chien regarde*, and the man is lost",
        lambda: all(
            written(sentence, what_if=NO_POSITIONS) == "Le chien regarde."
            for sentence in ("The dog watches the man.", "The man watches the dog.")
        ),
    ),
    (
        "order 1",
        "the dog watches the man or the man the dog",
        lambda: (
            written("The dog watches the man.") == "Le chien regarde l'homme."
            and written("The man watches the dog.") == "L'homme regarde le chien."
        ),
    ),
    (
        "order 2",
        "right for neither",
        lambda: all(
            written(STUDY, what_if=NO_POSITIONS) != written(pair) for pair in (STUDY, ENGLISH)
        ),
    ),
    (
        "order 2",
        "so is the French",
        lambda: written(STUDY, what_if=NO_POSITIONS) == written(ENGLISH, what_if=NO_POSITIONS),
    ),
    (
        "order 4",
        "The shortest wave takes 2π positions",
        lambda: abs(encodings.wavelengths(20)[0] - 2 * np.pi) < 1e-6,
    ),
    (
        "order 4",
        "of the 10 waves now 7 repeat within 100 positions, not 4",
        lambda: (
            [int((encodings.wavelengths(20, base) < 100).sum()) for base in (100, 10000)] == [7, 4]
        ),
    ),
    ("order 6", "vectors are twice as long", lambda: abs(times_as_long() - 2) < 0.05),
    (
        "order 6",
        "the same as in the model to the last digit",
        lambda: np.array_equal(added()[0] + added()[1], added()[2]),
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
