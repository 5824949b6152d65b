"""The claims of the lessons on pictures and on a pair of languages never seen are true."""

from functools import cache

import pytest

from models.digits import GRID, PATCH, card, curves
from models.scenes import card as card_of_captions
from tests.claims import STEPS, check_number, check_truth, name_of_claim, quoted
from tests.contents import content_at
from viz.pages.captions.compute import COMPUTATION as CAPTIONS
from viz.pages.digits.compute import COMPUTATION as DIGITS
from viz.pages.languages.compute import COMPUTATION as LANGUAGES


@cache
def shown(computation):
    """Return the content that a page opens on, which the first steps show."""
    return content_at(computation, {})


def share(figure) -> float:
    right, of = figure
    return right / of


def written(name: str) -> float:
    return share(card(name)["accuracy"]["written"])


def learnt(name: str, pictures: str, kind: str = "positions") -> float:
    return share(curves()[name][kind][pictures])


def captioned(name: str, kind: str) -> float:
    return share(card_of_captions()["right"][name][kind])


def gaze(what: str) -> float:
    return card_of_captions()["gaze"]["lstm"][what]


def bleu(name: str, what: str = "bleu") -> float:
    return shown(LANGUAGES).card["directions"][name][what]


def nearest(name: str) -> float:
    return shown(LANGUAGES).card["nearest"][name] / 1000


def weight_on_tag(word: str) -> float:
    content = content_at(LANGUAGES, dict(STEPS["languages 2"].parameters))
    (matrix,) = (matrix for matrix in content.head_matrices if word in matrix.rows)
    return matrix.values[matrix.rows.index(word), matrix.columns.index("<2fr>")]


def wrote(caption) -> str:
    return " ".join(caption.words)


SHARES = [
    ("pictures 1", "says 3, with {:.1%}", lambda: shown(DIGITS).reading.transformer[3]),
    ("pictures 2", "the transformer reads {:.1%}", lambda: written("transformer")),
    ("pictures 2", "as many weights {:.1%}", lambda: written("convolution")),
    ("pictures 2", "reach {:.0%} and", lambda: learnt("transformer", "100")),
    ("pictures 2", "and {:.0%} of all", lambda: learnt("convolution", "100")),
    ("pictures 2", "from 10,000 {:.0%}", lambda: learnt("transformer", "10000")),
    ("pictures 2", "92% and {:.0%}.", lambda: learnt("convolution", "10000")),
    ("pictures 2", "fall to {:.0%}:", lambda: learnt("transformer", "10000", "none")),
    ("pictures 2", "falls to {:.0%} where", lambda: learnt("convolution", "10000", "none")),
    ("pictures 4", "the LSTM captions {:.0%}", lambda: captioned("lstm", "new")),
    ("pictures 4", "the transformer {:.0%}", lambda: captioned("transformer", "new")),
    ("pictures 4", "left out, {:.0%}", lambda: captioned("lstm", "counts")),
    ("pictures 4", "and {:.0%}.", lambda: captioned("transformer", "counts")),
    ("languages 3", "{:.1%} are not in French", lambda: shown(LANGUAGES).wrong("de-fr").value),
    ("languages 4", "{:.1%} lie nearer", lambda: nearest("de-fr")),
    ("languages 4", "German and English: {:.1%}", lambda: nearest("de-en")),
    ("languages 4", "English and French: {:.1%}", lambda: nearest("en-fr")),
]
NUMBERS = [
    ("pictures 1", "cut into 16", lambda: GRID**2),
    ("pictures 1", "patches of 7", lambda: PATCH),
    ("pictures 2", "Of 400", lambda: card("transformer")["accuracy"]["written"][1]),
    ("pictures 3", "with 0.99", lambda: shown(CAPTIONS).captions["lstm"].gaze_by_cell[6, 13]),
    ("pictures 4", "the LSTM has 0.92", lambda: gaze("weight")),
    ("pictures 4", "the thing has 0.07", lambda: gaze("area")),
    ("pictures 4", "removed, 0.03", lambda: gaze("without")),
    ("languages 2", "gives the tag 0.64", lambda: weight_on_tag("Hund")),
    ("languages 2", "“dog” 0.90", lambda: weight_on_tag("dog")),
    ("languages 2", "“chien” 0.74", lambda: weight_on_tag("chien")),
    ("languages 3", "On 1,000", lambda: shown(LANGUAGES).card["sentences"]),
    ("languages 3", "has BLEU 24.7", lambda: bleu("de-fr")),
    ("languages 3", "through English 34.1", lambda: bleu("de-en-fr")),
    ("languages 3", "the network has 49.7", lambda: bleu("en-fr")),
]
TRUTHS = [
    (
        "pictures 3",
        "write “two red dogs and a blue house”",
        lambda: (
            {*map(wrote, shown(CAPTIONS).captions.values())} == {"two red dogs and a blue house"}
        ),
    ),
    (
        "pictures 3",
        "light falls on the dogs",
        lambda: all(
            {*caption.gaze_by_cell[2].argsort()[-2:]} == {5, 6}
            for caption in shown(CAPTIONS).captions.values()
        ),
    ),
    (
        "languages 1",
        "becomes “Un chien court sur l'herbe.”",
        lambda: shown(LANGUAGES).direct.translation == "Un chien court sur l'herbe.",
    ),
    (
        "languages 1",
        "“A dog is running across the grass.” and then “Un chien court dans l'herbe.”",
        lambda: (
            shown(LANGUAGES).english.translation == "A dog is running across the grass."
            and shown(LANGUAGES).from_english.translation == "Un chien court dans l'herbe."
        ),
    ),
    (
        "languages 3",
        "their intervals do not overlap",
        lambda: bleu("de-fr", "high") < bleu("de-en-fr", "low"),
    ),
]


@pytest.mark.parametrize("step, words, value", SHARES, ids=name_of_claim)
def test_a_quoted_share_is_that_of_the_page(step, words, value):
    quoted(step, words.format(value()))


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_that_of_the_page(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_a_scene_and_a_sentence_is_so(step, words, so):
    check_truth(step, words, so)
