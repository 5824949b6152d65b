"""What the lesson, the playlist and the classic on trees say of our networks is true."""

import pytest

from models.corpus.trees import ROOT, maximum_tree, read_trees
from tests.claims import check_number, check_truth, name_of_claim, of
from tests.contents import content_at
from viz.pages.trees.compute import COMPUTATION
from viz.view.runner import PlainRunner

pytestmark = pytest.mark.thorough

PAJAMAS = "I shot an elephant in my pajamas."


def page(model: str = "transformer", **address: str):
    runner = PlainRunner("cpu")
    runner.model = of
    return content_at(COMPUTATION, {"model": model, **address}, runner)


def above(sentence: str, model: str) -> dict[str, str]:
    """The head of each word in the tree of the learnt sum, "" for the root."""
    content = page(model, sentence=sentence)
    tree = maximum_tree(content.scores)
    words = content.words
    return {
        word: "" if head == ROOT else words[head] for word, head in zip(words, tree, strict=True)
    }


def share(model: str, parser: str) -> float:
    right, count = read_trees()["models"][model]["trees"][parser]["directed"]
    return 100 * right / count


def of_controls(name: str) -> float:
    right, count = read_trees()["controls"][name]["directed"]
    return 100 * right / count


def of_articles(entry: dict) -> float:
    _, _, right, count = entry["relations"]["det"]
    return 100 * right / count


def odds(model: str) -> list[float]:
    """By how much the elephant in pajamas, and in a cage, is above the man."""
    readings = page(model, **{"trees-look": "readings"}).odds
    return [value for (name, _), value in readings.items() if name == model]


NUMBERS = [
    ("trees 1", "for each of 16", lambda: len(page("bert").attention.weights)),
    ("trees 2", "it finds 86", lambda: of_articles(read_trees()["models"]["transformer"])),
    ("trees 2", "beside 59", lambda: of_articles(read_trees()["controls"])),
    ("trees 4", "that tree is 2.51", lambda: -odds("bert")[0]),
    ("trees 4", "it is 1.59", lambda: -odds("bert")[1]),
    ("trees 5", "The learnt sum finds 45", lambda: share("transformer", "sum")),
    ("trees 5", "it would be 33", lambda: of_controls("distances")),
    ("trees 5", "untrained network 13", lambda: share("transformer", "untrained sum")),
    ("trees 5", "by chance 9", lambda: of_controls("chance")),
    ("trees 5", "finds 59", lambda: share("all-MiniLM-L6-v2", "sum")),
]
TRUTHS = [
    (
        "trees 1",
        "gives “shot” as root",
        lambda: (
            above(PAJAMAS, "bert")
            == {"I": "shot", "shot": "", "an": "elephant", "elephant": "shot"}
            | {"in": "pajamas", "my": "pajamas", "pajamas": "shot"}
        ),
    ),
    (
        "trees 2",
        "looks from an article to its noun",
        lambda: read_trees()["models"]["transformer"]["relations"]["det"][0] == "to",
    ),
    (
        "trees 3",
        "it hangs “chase” from “cats” and makes “dogs” the root",
        lambda: (
            above("dogs chase cats", "transformer") == {"dogs": "", "chase": "cats", "cats": "dogs"}
        ),
    ),
    (
        "trees 4",
        "The translator prefers the elephant in both sentences, GPT the man",
        lambda: min(odds("transformer")) > 0 > max(odds("gpt")),
    ),
    (
        "classics 9",
        "GPT does too, the translator prefers the elephant",
        lambda: odds("bert")[0] < 0 > odds("gpt")[0] and odds("transformer")[0] > 0,
    ),
    (
        "classics 10",
        "BERT and GPT hang “dogs” from “chase”, as they should, and then “chase” from “cats”",
        lambda: all(
            above("dogs chase cats", name) == {"dogs": "chase", "chase": "cats", "cats": ""}
            for name in ("bert", "gpt")
        ),
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
