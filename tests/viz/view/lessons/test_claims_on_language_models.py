"""The claims of the lesson from counts to GPT are true."""

import re
from functools import cache

import numpy as np
import pytest

from models import NextWords, Request
from models.answers.counting import shipped_counts
from models.cards import count_tokens
from tests.claims import DOG, STEPS, check_number, check_truth, name_of_claim, of
from tests.contents import content_at
from viz.pages.ladder.compute import COMPUTATION as LADDER
from viz.pages.next.compute import COMPUTATION
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

REPEATED = "Tom saw the red dog and the black cat. Mary saw the red"
EXCHANGED = "Tom saw the red cat and the black dog. Mary saw the red"
BOTH_EXCHANGED = "Tom saw the black cat and the red dog. Mary saw the red"


@cache
def shown(place: int, look: str | None = None):
    """Return the content of a step of the lesson, or of another look at its sentence."""
    parameters = dict(STEPS[f"language-models {place}"].parameters)
    if look:
        parameters = {"sentence": parameters["sentence"], "next-look": look}
    runner = PlainRunner("cpu")
    settings = read_settings(COMPUTATION.settings, parameters, runner, COMPUTATION.example).settings
    return COMPUTATION.compute(settings, runner)


def first(place: int, model: str) -> list[str]:
    """Return the two words that a model finds most probable."""
    return [row.text for row in shown(place, "next").rows[model].shown[:2]]


def seen(place: int, row: str) -> float:
    return next(ending.seen for ending in shown(place, "counts").endings if ending.text == row)


def followers(place: int, row: str) -> dict[str, int]:
    return next(ending.followers for ending in shown(place).endings if ending.text == row)


def bits(model: str, text: str) -> float:
    card = shipped_counts().card["held_out"]["bits_per_character"].get(model)
    return (card or of(model).card["held_out"]["bits_per_character"])[text]


def expected(sentence: str) -> NextWords:
    """What GPT expects after a sentence."""
    return of("gpt").next_words(Request("gpt", sentence, target=""))


def of_gpt(sentence: str) -> np.ndarray:
    """The weights of GPT on a text, `[layer, head, query, key]`."""
    return of("gpt").trace(Request("gpt", sentence, target="")).attention["decoder"].weights


def from_red(sentence: str, word: str) -> float:
    """What layer 6, head 2 of GPT gives to a word from the last one of a sentence."""
    attention = of("gpt").trace(Request("gpt", sentence, target="")).attention["decoder"]
    return attention.weights[5, 1, -1, attention.query_tokens.index(word)]


@cache
def induction_on_random_words() -> tuple[np.ndarray, float]:
    """The weight of each head on the word that followed, in random words read twice; and chance.

    Ten rows of twenty words, each a token of its own (Olsson et al. 2022).
    """
    tokenizer, generator = of("gpt").tokenizer, np.random.default_rng(0)
    pieces = [tokenizer.piece(one) for one in range(len(tokenizer))]
    words = [piece.strip() for piece in pieces if re.fullmatch(" [A-Za-z]{3,}", piece)]
    place = np.arange(19)
    scores = []
    for _ in range(10):
        row = [str(word) for word in generator.choice(words, 20, replace=False)]
        trace = of("gpt").trace(Request("gpt", " ".join(row * 2), target=""))
        weights = trace.attention["decoder"].weights
        assert weights.shape[-1] == 41  # with the start
        scores.append(weights[:, :, 21 + place, 2 + place].mean(-1))
    return np.mean(scores, axis=0), float(np.mean(1 / (22 + place)))


def choice(model: str) -> float:
    """Return the perplexity of a sentence."""
    return content_at(COMPUTATION, {"sentence": DOG, "next-look": "score"}).scores[model].perplexity


@cache
def on_ladder(place: int, **more: str):
    """Return the content of a step that shows the ladder, or of a changed one."""
    return content_at(LADDER, dict(STEPS[f"language-models {place}"].parameters) | more)


def times_less_probable(rung: str) -> float:
    """Return by how much the reverse order is less probable, by a model of the ladder."""
    forward, backward = on_ladder(5, rung=rung).products
    return float(np.exp(forward.log_probability - backward.log_probability))


def last_fraction() -> tuple[int, int]:
    """Return the counts of the last factor of the product."""
    (fraction,) = on_ladder(5).products[0].factors[-1].fractions
    return fraction.seen, fraction.of


pytestmark = pytest.mark.thorough

NUMBERS = [
    ("language-models 1", "together the 8,000", lambda: len(shown(1).distributions["gpt"].ids)),
    ("language-models 2", "“big red” occurs 29", lambda: seen(2, "big red")),
    ("language-models 3", "“the” was seen 160,439", lambda: seen(3, "the")),
    ("language-models 3", "“for the” 3,497", lambda: seen(3, "for the")),
    ("language-models 3", "“late for the” 14", lambda: seen(3, "late for the")),
    ("language-models 3", "“was late for the” 5", lambda: seen(3, "was late for the")),
    ("language-models 4", "Our GPT needs 6.8", lambda: of("gpt").card["weights"] / 1e6),
    (
        "language-models 4",
        "the counts hold 4.5",
        lambda: sum(shipped_counts().card["rows"].values()) / 1e6,
    ),
    ("language-models 5", "“for” came 23,523", lambda: last_fraction()[1]),
    ("language-models 5", "“class” followed 7", lambda: last_fraction()[0]),
    (
        "language-models 5",
        "order the sentence is 2.3",
        lambda: times_less_probable("bigram") / 1e10,
    ),
    ("language-models 6", "on the bed.” 362", lambda: choice("unigram")),
    ("language-models 6", "362 for the unigram, 26", lambda: choice("4-gram")),
    ("language-models 6", "4-gram and 14", lambda: choice("gpt")),
    ("language-models 6", "the 4-gram needs 1.67", lambda: bits("4-gram", "books")),
    ("language-models 6", "the window 1.72", lambda: bits("window-lm", "books")),
    ("language-models 6", "the recurrent network 1.62", lambda: bits("rnn-lm", "books")),
    ("language-models 6", "the LSTM 1.52", lambda: bits("lstm-lm", "books")),
    ("language-models 6", "and GPT 1.49", lambda: bits("gpt", "books")),
    *(
        (
            "language-models 6",
            "All four networks read 54",
            lambda model=model: count_tokens(of(model).card["training"]) / 1e6,
        )
        for model in ("window-lm", "rnn-lm", "lstm-lm", "gpt")
    ),
    (
        "language-models 8",
        "“cat”, which then follows “red”, gets 0.41",
        lambda: from_red(EXCHANGED, "cat"),
    ),
    ("language-models 8", "but gets 0.06", lambda: from_red(BOTH_EXCHANGED, "dog")),
    ("language-models 8", "“cat” still 0.39", lambda: from_red(BOTH_EXCHANGED, "cat")),
    (
        "language-models 8",
        "none of our GPT's 24",
        lambda: induction_on_random_words()[0].size,
    ),
    ("language-models 7", "over all 128", lambda: of("gpt").card["architecture"]["max_length"]),
    (
        "language-models 7",
        "“dog”, nine words back, 0.43",
        lambda: of_gpt(REPEATED)[5, 1, 14, 14 - 9],
    ),
]
TRUTHS = [
    (
        "language-models 1",
        "GPT, an LSTM and the 4-gram expect *grass* most, then *snow*",
        lambda: first(1, "gpt") == first(1, "lstm-lm") == first(1, "4-gram") == ["grass", "snow"],
    ),
    ("language-models 2", "“dog” follows it twice", lambda: followers(2, "big red")["dog"] == 2),
    (
        "language-models 3",
        "one can make 4 × 10¹⁵ sequences of four",
        lambda: round(len(shown(1).distributions["gpt"].ids) ** 4 / 1e15) == 4,
    ),
    (
        "language-models 3",
        "Sequences of five are not counted",
        lambda: shown(3).endings[-1].seen is None,
    ),
    (
        "language-models 4",
        "“students opened their” was never seen",
        lambda: seen(4, "students opened their") == 0 < seen(4, "opened their"),
    ),
    (
        "language-models 4",
        "says *eyes* and *mouths*",
        lambda: first(4, "4-gram") == ["eyes", "mouths"],
    ),
    (
        "language-models 4",
        "its first guess is *books*",
        lambda: first(4, "gpt")[0] == "books",
    ),
    (
        "language-models 5",
        "The unigram gives both orders the same probability",
        lambda: abs(np.log(times_less_probable("unigram"))) < 1e-9,
    ),
    (
        "language-models 6",
        "A **window** reads the vectors of the last four tokens",
        lambda: on_ladder(6).window("window-lm") == 4,
    ),
    (
        "language-models 7",
        "GPT's first guess is *one*, which makes sense only after the first sentence, then *dog*",
        lambda: first(7, "gpt") == ["one", "dog"],
    ),
    (
        "language-models 7",
        "makes sense only after the first sentence",
        lambda: "one" not in expected("Mary saw the red").words[:10],
    ),
    (
        "language-models 7",
        "no head attends more to what followed",
        lambda: shown(7, "heads").best == (5, 1),
    ),
    (
        "language-models 8",
        "it is no induction head",  # but the page names another
        lambda: shown(8, "heads").best != (5, 1),
    ),
    (
        "language-models 8",
        "gives the word that followed more than 0.04, about what chance gives",
        lambda: (
            induction_on_random_words()[0].max() < 0.04
            and abs(induction_on_random_words()[0].max() - induction_on_random_words()[1]) < 0.01
        ),
    ),
    ("language-models 7", "the 4-gram says *shoes*", lambda: first(7, "4-gram")[0] == "shoes"),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
