"""What the lesson on testing heads says of our translator is true."""

from functools import cache

import numpy as np
import pytest

from models import Request, WhatIf
from tests.claims import DOG, STEPS, check_number, check_truth, name_of_claim, of, trace, written
from tests.contents import content_at
from viz.analysis.head_captions import caption_heads, word_links
from viz.analysis.refuting import refute_caption, runs_of
from viz.analysis.views import HeadChoice, heads_of, mean_word_probability
from viz.analysis.what_if_text import read_what_if
from viz.base.progress import unwatched
from viz.pages.depth.compute import COMPUTATION
from viz.pages.depth.patch import Patches
from viz.view.runner import PlainRunner

pytestmark = pytest.mark.thorough

LOOKS_RIGHT, MATTERS = ("cross", 3, 0), ("encoder", 2, 1)
FIRST, SECOND = ("cross", 0, 1), ("cross", 1, 2)
TIRED = "The animal didn't cross the street because it was too tired."
GIRLS = "Two young girls are playing with a ball in the green park."
CROSS = {("cross", layer, head) for layer in range(4) for head in range(4)}


def without(sentence: str, *heads: tuple[str, int, int]) -> str:
    """What is written without these heads."""
    return written(sentence, what_if=WhatIf(silenced=tuple(sorted(heads))))


def caption_of(sentence: str, head: tuple[str, int, int]) -> str:
    stack, layer, place = head
    run = trace(sentence)
    return caption_heads(heads_of(run, stack, True), word_links(run))[layer][place]


@cache
def refuted(head: tuple[str, int, int]):
    """The controls of a head's caption."""
    run = trace(DOG)
    runs = runs_of(run.request, of("transformer").trace, unwatched)
    return refute_caption(run, HeadChoice(*head), word_links(run), runs)


@cache
def losses(sentence: str, head: tuple[str, int, int]) -> dict[str, np.ndarray]:
    """What the words lose with a head's output replaced: zero, mean, resample."""
    request = Request("transformer", sentence, written(sentence))
    return of("transformer").ablate(request, head).losses


@cache
def partner_of_first():
    request = Request("transformer", GIRLS, written(GIRLS))
    repair = of("transformer").find_repair(request, FIRST)
    return repair.partner


def left_in(link: str) -> set[tuple[str, int, int]]:
    """The heads of cross-attention that an address leaves on."""
    what_if, refused = read_what_if({"off": link})
    assert not refused
    return CROSS - {*what_if.silenced}


def circuits() -> tuple[set, set]:
    """The heads left in the picture of the last step, and in the link of its text."""
    step = STEPS["testing 8"]
    linked = step.text.split("off=")[1].split(")")[0]
    return left_in(dict(step.parameters)["off"]), left_in(linked)


def probability_with(circuit: set) -> float:
    """The mean probability of the words of the French with these heads of cross-attention alone."""
    silenced = tuple(sorted(CROSS - circuit))
    run = trace(DOG, target=written(DOG), what_if=WhatIf(silenced=silenced))
    return mean_word_probability(run)


def with_state_of(place: int) -> set[str]:
    """What is written with the state of this token of “She is tired.” after each layer."""
    states = [("She is tired.", layer, place, place) for layer in range(5)]
    return {written("He is tired.", what_if=WhatIf(patched=(state,))) for state in states}


@cache
def patched(part: str) -> Patches:
    """The page with this part of each head taken from “She is tired.”."""
    runner = PlainRunner("cpu")
    runner.model = of
    address = {"sentence": "He is tired.", "depth-look": "patch", "depth-part": part}
    return content_at(COMPUTATION, {"model": "transformer", **address}, runner)


def heads_moved_by(part: str) -> tuple[np.ndarray, np.ndarray]:
    """How far each head moves the choice from “Il” to “Elle”, and back."""
    return patched(part).there.shares, patched(part).back.shares


NUMBERS = [
    ("testing 7", "from *Il* to *Elle* by 25", lambda: 100 * heads_moved_by("values")[0].max()),
    ("testing 7", "and back by 22", lambda: 100 * heads_moved_by("values")[1].max()),
]
TRUTHS = [
    (
        "testing 1",
        "Each French word attends to its English word, also where the order differs",
        lambda: (
            caption_of(DOG, LOOKS_RIGHT)
            == "This head aligns: each French word attends to its English word. "
            "Here the lines cross: “chien rouge” / “red dog”."
        ),
    ),
    (
        "testing 1",
        "No straight line and no head that knows only places does as well",
        lambda: (
            refuted(LOOKS_RIGHT).verdict == "stands"
            and {rival.name for rival in refuted(LOOKS_RIGHT).rivals} == {"line", "relative"}
        ),
    ),
    (
        "testing 2",
        "the French stays the same, word for word",
        lambda: without(DOG, LOOKS_RIGHT) == written(DOG),
    ),
    (
        "testing 2",
        "taken together they gain a little",
        lambda: -0.3 < losses(DOG, LOOKS_RIGHT)["zero"][0] < -0.1,
    ),
    (
        "testing 2",
        "the words gain a little too",
        lambda: -0.3 < losses(DOG, LOOKS_RIGHT)["mean"][0] < -0.1,
    ),
    (
        "testing 2",
        "they lose or gain",
        lambda: (
            losses(DOG, LOOKS_RIGHT)["resample"].min()
            < 0
            < losses(DOG, LOOKS_RIGHT)["resample"].max()
        ),
    ),
    (
        "testing 3",
        "no clear pattern in the sentence",
        lambda: caption_of(TIRED, MATTERS).startswith("No clear pattern"),
    ),
    (
        "testing 3",
        "*il était trop fatigué* becomes *elle était trop fatiguée*",
        lambda: (
            written(TIRED).replace("il était trop fatigué", "elle était trop fatiguée")
            == without(TIRED, MATTERS)
            != written(TIRED)
        ),
    ),
    (
        "testing 3",
        "is less probable each time",
        lambda: min(each.min() for each in losses(TIRED, MATTERS).values()) > 0,
    ),
    (
        "testing 4",
        "look at the English of the word just read",
        lambda: (
            {caption_of(GIRLS, head) for head in (FIRST, SECOND)}
            == {"One step behind: each row attends to the English of the word just read."}
        ),
    ),
    (
        "testing 4",
        "Without either the French stays the same",
        lambda: without(GIRLS, FIRST) == without(GIRLS, SECOND) == written(GIRLS),
    ),
    (
        "testing 4",
        "*le parc vert* becomes *le parc*",
        lambda: (
            written(GIRLS).replace("le parc vert", "le parc")
            == without(GIRLS, FIRST, SECOND)
            != written(GIRLS)
        ),
    ),
    (
        "testing 4",
        "the second is the one that makes up most for the first",
        lambda: partner_of_first() == SECOND,
    ),
    (
        "testing 5",
        "The French becomes *Elle est fatiguée*",
        lambda: with_state_of(0) == {"Elle est fatiguée."},
    ),
    (
        "testing 6",
        "The French stays *Il est fatigué*, after every layer",
        lambda: with_state_of(2) == {"Il est fatigué."} == {written("He is tired.")},
    ),
    (
        "testing 7",
        "Layer 4, head 1 of cross-attention",
        lambda: "cross-attention layer 4, head 1 (25%) moves" in patched("values").finding,
    ),
    (
        "testing 7",
        "no head moves the choice by a twentieth, either way",
        lambda: max(np.abs(way).max() for way in heads_moved_by("weights")) < 1 / 20,
    ),
    (
        "testing 8",
        "Eleven of the sixteen heads between the languages are off, and five are enough",
        lambda: (
            len(CROSS) == 16
            and len(circuits()[0]) == 5
            and without(DOG, *(CROSS - circuits()[0])) == written(DOG)
        ),
    ),
    (
        "testing 8",
        "if less surely",
        lambda: probability_with(circuits()[0]) < probability_with(CROSS) - 0.1,
    ),
    (
        "testing 8",
        "none of them among these, do it as well",
        lambda: (
            len(circuits()[1]) == 5
            and not circuits()[0] & circuits()[1]
            and without(DOG, *(CROSS - circuits()[1])) == written(DOG)
        ),
    ),
    (
        "testing 8",
        "Without all ten nothing of the sentence is left",
        lambda: (
            not any(
                word in without(DOG, *circuits()[0], *circuits()[1])
                for word in ("gros", "chien", "rouge", "dort", "lit")
            )
        ),
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
