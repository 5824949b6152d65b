"""What the lesson on being fooled by a head says of our models, and what pages say, is true."""

from functools import cache, partial
from typing import NamedTuple

import numpy as np
import pytest

from models import Request, WhatIf
from models.corpus import costs
from models.corpus.ablation import copy_network, without_each
from models.corpus.encoded import encode
from models.corpus.importance import HIGH, LOW, VALUE, Importance
from models.corpus.profile import read_shipped
from models.corpus.sentences import Pair
from models.training.data import _LECTURE, read_pairs
from tests.claims import (
    DOG,
    check_number,
    check_truth,
    looks,
    name_of_claim,
    of,
    trace,
    weight,
    written,
)
from viz.analysis.measures import residual
from viz.analysis.walkthrough import contributions
from viz.base.language import _texts_of

pytestmark = pytest.mark.thorough

STREET = "The {} didn't cross the street because it was too {}."
BIG_BED = "The red dog is sleeping on the big bed."
PAIRS = ("chien", "dog"), ("rouge", "red"), ("gros", "big"), ("lit", "bed")
HEADS = [
    (stack, layer, head)
    for stack in ("encoder", "decoder", "cross")
    for layer in range(4)
    for head in range(4)
]
LAST_TWO = tuple(("cross", layer, head) for layer in (2, 3) for head in range(4))
ENCODER = tuple(head for head in HEADS if head[0] == "encoder")
BOOK, BACKED_UP = "She gave the book to her brother.", (("encoder", 2, 2), ("encoder", 3, 2))
PREVIOUS, ALIGNING = ("encoder", 3, 1), ("cross", 2, 0)


def from_it(word: str, who: str = "robot", is_too: str = "weak") -> float:
    """What "it" gives to a word in layer 2, head 2 of the encoder."""
    return weight(trace(STREET.format(who, is_too)), "encoder", 2, 2, "it", word, merged=True)


def on_the_start() -> tuple[float, float]:
    """The share of the weight of decoder layer 1, head 1 on "<s>", and of the lengths it adds."""
    maps, parameters = trace(DOG).attention["decoder"], of("transformer").parameters("decoder", 0)
    norms = contributions(trace(DOG), parameters, "decoder", 0, 4).norms[0]
    weights = maps.weights[0, 0]
    return float(weights[:, 0].sum() / weights.sum()), float(norms[:, 0].sum() / norms.sum())


class Losses(NamedTuple):
    """Log-probabilities of sentences with all heads, then without each; and numbers of tokens.

    Of these heads only: without each of all 48 it takes minutes.
    """

    heads: tuple[tuple[str, int, int], ...]
    each: np.ndarray  # [sentence, 1 + head]
    tokens: np.ndarray  # [sentence]

    @classmethod
    def of(cls, part: costs._Part, heads: tuple) -> "Losses":
        network = copy_network(of("transformer").network)
        return cls(heads, part.sums(partial(without_each, network, heads=heads)), part.tokens)

    @property
    def of_heads(self) -> np.ndarray:
        """What a token loses without each head, and the interval, `[head, 3]`."""
        return costs.losses_with_interval(self.each[:, 0], self.each[:, 1:], self.tokens)

    @property
    def of_previous(self) -> np.ndarray:
        """What a token loses without the head of the previous word, and the interval."""
        return self.of_heads[self.heads.index(PREVIOUS)]

    @property
    def clear(self) -> set:
        """The heads that are missed with 95 % confidence."""
        return {head for head, lost in zip(self.heads, self.of_heads) if lost[1] > 0}


@cache
def lost_on_other_sentences() -> Losses:
    """The sentences of lectures, each with its first translation."""
    references: dict[str, str] = {}
    for pair in read_pairs(_LECTURE):
        references.setdefault(pair.source, pair.target)
    pairs = [*enumerate(Pair(*texts) for texts in references.items())]
    part = costs._Part.of(of("transformer"), encode(of("transformer"), pairs))
    return Losses.of(part, ENCODER)


def in_profile() -> Importance:
    """What the page of profiles shows: measured on sentences never trained on."""
    return read_shipped("transformer").importance


def of_head(head: tuple) -> np.ndarray:
    """What a token loses without a head in the profile, and the interval."""
    return in_profile().lost[in_profile().heads.index(head)]


def clear_in_profile() -> set:
    """The heads of the encoder that are clearly missed in the profile."""
    return {head for head in ENCODER if of_head(head)[LOW] > 0}


def costs_more_with(head: tuple) -> np.ndarray:
    """The heads with which a head costs clearly more than the sum of both."""
    pairs = read_shipped("transformer").pairs
    return np.flatnonzero(pairs.signs[pairs.heads.index(head)] > 0)


NUMBERS = [
    ("controls 1", "“it” gives “robot” 0.27", lambda: from_it("robot")),
    ("controls 2", "“it” gives “street” 0.20", lambda: from_it("street", "dog")),
    ("controls 2", "“dog” only 0.09", lambda: from_it("dog", "dog")),
    ("controls 2", "“robot” still gets 0.25", lambda: from_it("robot", is_too="wide")),
    (
        "controls 3",
        "wrong on 12",
        lambda: of("transformer").card["alignment"]["heads"]["layer 3, head 1"]["writes"],
    ),
    (
        "controls 3",
        "each attend to their English word with 0.80",
        lambda: min(weight(trace(BIG_BED), "cross", 3, 1, *pair) for pair in PAIRS),
    ),
    (
        "controls 3",
        "0.80 to 0.97",
        lambda: max(weight(trace(BIG_BED), "cross", 3, 1, *pair) for pair in PAIRS),
    ),
    ("controls 5", "Over 320", lambda: in_profile().sentences),
    ("controls 5", "never trained on, 31", lambda: in_profile().needed.sum()),
    ("controls 5", "each by 0.042", lambda: in_profile().lost[:, VALUE].max()),
    ("controls 5", "together with any of 10", lambda: len(costs_more_with(ALIGNING))),
    ("controls 7", "On 320", lambda: in_profile().sentences),
    ("controls 7", "a token loses 0.011", lambda: of_head(PREVIOUS)[VALUE]),
    ("controls 7", "the interval goes from 0.003", lambda: of_head(PREVIOUS)[LOW]),
    ("controls 7", "0.003 to 0.019", lambda: of_head(PREVIOUS)[HIGH]),
    ("controls 7", "names the 320", lambda: in_profile().sentences),
    ("controls 7", "Of the encoder's 16", lambda: len(ENCODER)),
    ("controls 7", "16 heads 10", lambda: len(clear_in_profile())),
]
MEASURED_AGAIN = [  # on 150 sentences, without each head of the encoder
    ("controls 7", "On 150", lambda: len(lost_on_other_sentences().tokens)),
    ("controls 7", "it loses 0.013", lambda: lost_on_other_sentences().of_previous[0]),
    ("controls 7", "clearly missed there and 10", lambda: len(lost_on_other_sentences().clear)),
    (
        "controls 7",
        "but only 7",
        lambda: len(lost_on_other_sentences().clear & clear_in_profile()),
    ),
]
TRUTHS = [
    (
        "controls 1",
        "the one in which “it” gives most to “robot”",
        lambda: (
            heads_on("robot", "weak").argmax() == 4 + 1 and heads_on("robot", "weak").size == 16
        ),
    ),
    (
        "controls 2",
        "*elle était trop faible* both times",
        lambda: all(
            "qu'elle était trop faible" in written(STREET.format(who, "weak"))
            for who in ("robot", "dog")
        ),
    ),
    (
        "controls 3",
        "*le* before *gros* attends to “big”",
        lambda: (
            "sur le gros lit" in written(BIG_BED)
            and looks("cross", 3, 1, "le>big", sentence=BIG_BED)
        ),
    ),
    (
        "controls 4",
        "four fifths of all its weight",
        lambda: abs(on_the_start()[0] - 4 / 5) < 0.02,
    ),
    ("controls 4", "less than a fifth", lambda: 0.15 < on_the_start()[1] < 1 / 5),
    (
        "controls 5",
        "the French stays the same, word for word",
        lambda: written(DOG, what_if=WhatIf(silenced=(("cross", 2, 0),))) == written(DOG),
    ),
    (
        "controls 5",
        "None of the 48 heads changes this translation by itself",
        lambda: (
            {written(DOG, what_if=WhatIf(silenced=(head,))) for head in HEADS} == {written(DOG)}
        ),
    ),
    (
        "controls 5",
        "without one or the other, the French stays the same",
        lambda: (
            without_of_book(BACKED_UP[:1])
            == without_of_book(BACKED_UP[1:])
            == without_of_book()
            == "Elle a donné le livre à son frère."
        ),
    ),
    (
        "controls 5",
        "*le livre* becomes *son livre*",
        lambda: without_of_book(BACKED_UP) == "Elle a donné son livre à son frère.",
    ),
    (
        "controls 6",
        "nothing is left of the dog and the bed",
        lambda: (
            not any(
                word in written(DOG, what_if=WhatIf(silenced=LAST_TWO)) for word in ("chien", "lit")
            )
        ),
    ),
    (
        "controls 5",
        "sentences never trained on",
        lambda: in_profile().sources and "corpus" not in dict(in_profile().sources),
    ),
    (
        "controls 5",
        "This one is not",
        lambda: not in_profile().needed[in_profile().heads.index(ALIGNING)],
    ),
]


def without_of_book(heads: tuple = ()) -> str:
    """What is written of the book without these heads."""
    return written(BOOK, what_if=WhatIf(silenced=heads))


def heads_on(who: str, is_too: str) -> np.ndarray:
    """What "it" gives to this noun in every head of the encoder."""
    run = trace(STREET.format(who, is_too))
    return np.array(
        [
            weight(run, "encoder", layer, head, "it", who, merged=True)
            for layer in range(1, 5)
            for head in range(1, 5)
        ]
    )


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.weekly
@pytest.mark.parametrize("step, words, value", MEASURED_AGAIN, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_lose(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)


# --- captions of pages ---------------------------------------------------------------------------


def on_a_page(words: str) -> bool:
    """Whether a text of the pages says this."""
    return any(words in text for text in (*_texts_of("en").values(), *_texts_of("fr")))


def test_the_gallery_quotes_what_it_gives_to_tired_and_the_most_it_gives_to_the_animal():
    assert on_a_page("“it” gives “tired” 0.65 of its weight; no head gives “animal” a fifth")
    tired = STREET.format("animal", "tired")
    assert round(weight(trace(tired), "encoder", 4, 1, "it", "tired", merged=True), 2) == 0.65
    assert heads_on("animal", "tired").max() < 0.2


def test_label_smoothing_leaves_at_most_about_nine_tenths():
    assert on_a_page("it is at most about 90%, even where there is no doubt")
    probabilities = [choice.probability for choice in trace(DOG).choices]
    assert 0.85 < max(probabilities) < 0.95
    assert of("transformer").card["training"]["label_smoothing"] == 0.1


def test_attention_alone_collapses_faster_and_faster_in_the_encoder_and_not_in_gpt():
    """What the page says of a share that falls and of one that stays, beside the two networks."""

    def kept(model: str, stack: str, target: str | None) -> np.ndarray:
        request = Request(model, DOG, target)
        alone = residual(of(model).layer_states(request, stack).alone)
        return alone[1:] / alone[:-1]

    encoder, decoder = kept("transformer", "encoder", None), kept("gpt", "decoder", "")
    assert (np.diff(encoder) < 0).all()
    assert encoder[-1] < 0.05
    assert decoder[1:].min() > 0.3
