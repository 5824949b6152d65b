"""The claims of the lesson on sentences as vectors are true."""

from functools import cache

import pytest

from models.pairs import card
from tests.claims import STEPS, check_number, check_truth, name_of_claim, quoted
from tests.contents import content_at
from viz.pages.verdict.compute import COMPUTATION


@cache
def shown():
    """Return what the page says of the pair that all steps show."""
    return content_at(COMPUTATION, {})


def share(word: str) -> float:
    """Return the share of the numbers of the first sentence that come from a word."""
    reading = shown().readings[0]
    return float(reading.shares[reading.words.index(word)])


def right(maker: str, held_out: str = "words") -> float:
    count, of = card()["accuracy"][maker][held_out]["all"]
    return count / of


def people(name: str, what: str = "spearman") -> float:
    return card()["people"][name][what]


NUMBERS = [
    ("sentences 1", "the same: cosine 1.00", lambda: shown().glove_cosine),
    ("sentences 1", "hardly shows it: rounded, 1.00", lambda: [*shown().cosines.values()][2]),
    ("sentences 1", "the network of the next steps, has 0.75", lambda: shown().verdict.cosine),
    ("sentences 2", "a state of 256", lambda: len(shown().readings[0].vector)),
    ("sentences 3", "read the order: cosine 0.75", lambda: shown().verdict.cosine),
    ("sentences 4", "For 1,379", lambda: people("MiniLM", "pairs")),
    ("sentences 4", "MiniLM has 0.82", lambda: people("MiniLM")),
    ("sentences 4", "the mean of BERT's states 0.50", lambda: people("bert")),
    ("sentences 4", "(0.38 – 0.48) have 0.43", lambda: people("glove")),
    ("sentences 4", "(0.38 – 0.48) have 0.43", lambda: people("infersent")),
    ("sentences 4", "With random weights InferSent has 0.28", lambda: people("untrained")),
]
SHARES = [
    ("sentences 2", "{:.0%} of them come from “controls”", lambda: share("controls")),
    ("sentences 2", "{:.0%} from “human”", lambda: share("human")),
    ("sentences 2", "{:.0%} from “machine”", lambda: share("machine")),
    ("sentences 3", "contradiction, with {:.1%}", lambda: shown().verdict.probabilities.max()),
    ("sentences 5", "InferSent is right on {:.0%}", lambda: right("infersent")),
    ("sentences 5", "written by hand, on {:.0%}", lambda: right("infersent", "written")),
    ("sentences 5", "alone is right on {:.0%}", lambda: right("second")),
]
TRUTHS = [
    ("sentences 3", "says contradiction", lambda: shown().verdict.label == "contradiction"),
    (
        "sentences 4",
        "here the order of the words is no clear gain",
        lambda: people("glove", "low") < people("infersent") < people("glove", "high"),
    ),
    ("sentences 5", "chance is a third", lambda: right("second") > 0.5),
]


@pytest.mark.parametrize(
    "name, words", [("infersent", "InferSent"), ("glove", "the mean of the GloVe vectors")]
)
def test_a_quoted_interval_is_that_of_the_card(name, words):
    quoted("sentences 4", f"{words} ({people(name, 'low'):.2f} – {people(name, 'high'):.2f})")


def test_all_steps_show_the_pair_that_the_page_opens_on():
    steps = [step for name, step in STEPS.items() if name.startswith("sentences ")]
    assert len(steps) == 5
    assert all({key for key, _ in step.parameters} <= {"verdict-look"} for step in steps)


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_that_of_the_page(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, value", SHARES, ids=name_of_claim)
def test_a_quoted_share_is_that_of_the_page(step, words, value):
    quoted(step, words.format(value()))


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_pair_and_the_figures_is_so(step, words, so):
    check_truth(step, words, so)
