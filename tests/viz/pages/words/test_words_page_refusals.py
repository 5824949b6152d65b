"""The page on words for any typed text and any address."""

import re
from urllib.parse import urlencode

import pytest

from models.words import meanings
from tests.marks import slow_after
from tests.pages import alerts, picture, refused, visit_with
from tests.viz.pages.words.cases import LAYERS, MEANINGS, MINE, OWN, QUICK, SENTENCES
from viz.app.alerts import escape_markdown
from viz.base.examples import EXAMPLE
from viz.pages.words import settings as page
from viz.view.address import View
from viz.view.settings import MAX_LINES

TOLD = {  # typed text: the page's one sentence on it
    "a word that stands nowhere": (
        MINE | {"word": "zebra"},
        "“zebra” is in 0 of your sentences; at least 2 are needed",
    ),
    "no word": (MINE | {"word": ""}, "is in 0 of your sentences"),
    "spaces": (MINE | {"word": "   "}, "is in 0 of your sentences"),
    "a long word": (MINE | {"word": "x" * 1000}, "is in 0 of your sentences"),
    "markup": (MINE | {"word": "<b>left</b>"}, "&lt;b&gt;left&lt;/b&gt;"),
    "no lines": (MINE | {"lines": " \n\t\n"}, "“left” is in 0 of your sentences"),
    "a line too long": (
        MINE | {"lines": "\n".join([*OWN, "a " * 600])},
        "600 tokens; this model reads at most 511",
    ),
    "a line far too long": (MINE | {"lines": "\n".join([*OWN, "a" * 5000])}, "5000 tokens"),
    "a book": (LAYERS | {"sentence": "word " * 2000}, "2001 tokens"),
    "one sentence only": (
        SENTENCES | {"sentences": "I am tired.\n\n  "},
        "Two sentences are needed to compare",
    ),
    "no sentences": (SENTENCES | {"sentences": "\n"}, "Two sentences are needed to compare"),
    "a sentence too long": (SENTENCES | {"sentences": "I am tired.\n" + "a " * 600}, "600 tokens"),
}


@pytest.mark.parametrize("address, says", slow_after(2, TOLD.values()), ids=TOLD)
def test_what_cannot_be_drawn_is_one_friendly_sentence_and_what_was_typed_stays(address, says):
    test = refused("words", address, says)
    for widgets, name in (
        (test.selectbox, "word"),
        (test.text_area, "lines"),
        (test.text_area, "sentences"),
    ):
        if name in address:
            assert widgets(key=f"setting {name}").value == address[name]


def test_a_word_outside_the_list_is_looked_for_in_all_our_sentences(monkeypatch):
    some = meanings.examples()[::25]
    monkeypatch.setattr(meanings, "examples", lambda: some)
    with_dog = [
        example.english for example in some if re.search(r"\bdog\b", example.english, re.IGNORECASE)
    ]
    for word in ("zebra", "dog"):
        refusals = alerts(visit_with("words", **MEANINGS, word=word))
        count = len(with_dog) if word == "dog" else 0
        assert len(refusals) == 1
        assert f"“{word}” is in {count} of our sentences; at least 2 are needed" in refusals[0]
    head = picture(visit_with("words", **MEANINGS, word="The", model="seq2seq"))
    assert head["details"] == [
        example.english for example in some if re.search(r"\bthe\b", example.english, re.IGNORECASE)
    ]


def test_what_is_typed_as_a_word_is_not_read_as_markdown():
    label = (
        visit_with("words", **MINE | {"word": ":red[x] **b** $x$"})
        .text_area(key="setting lines")
        .label
    )
    assert escape_markdown(":red[x] **b** $x$") in label or "red" not in label


def test_a_sentence_that_is_there_many_times_is_one_point_and_no_warning():
    head = picture(visit_with("words", **MINE | {"lines": "\n".join(["He left me."] * 6)}))
    assert head["notes"] == ["all at one point"] * 6
    assert len(head["names"]) == 6


@pytest.mark.parametrize("sentence", [EXAMPLE, "a" * 47_000], ids=["example", "a book"])
@pytest.mark.parametrize("letter", "aé我\n")
def test_an_address_of_lines_is_one_that_web_servers_take(letter, sentence):
    address = View("transformer", sentence).address({"lines": letter * MAX_LINES})
    assert len(urlencode(address)) < 64_000


@pytest.mark.parametrize(
    "look, name, lines, most",
    slow_after(
        1,
        [
            ("sentences", "sentences", 60, page.MOST_SENTENCES),
            ("meanings", "lines", 210, page.MOST_LINES),
        ],
    ),
)
def test_of_too_many_lines_the_first_are_shown_and_all_stay(look, name, lines, most):
    typed = "\n".join(f"I left {place}." for place in range(lines))
    test = visit_with(
        "words",
        **{"words-look": look, name: typed, "model": "seq2seq-rnn"}
        | ({"from": "mine"} if look == "meanings" else {}),
    )
    assert len(alerts(test)) == 1
    assert f"These are {lines} lines; the first {most} are shown." in alerts(test)[0]
    assert test.text_area(key=f"setting {name}").value == test.query_params[name] == typed
    drawn = (
        len(picture(test)["names"])
        if look == "meanings"
        else len(picture(test)["panels"][0]["rows"])
    )
    assert drawn == most


def test_a_sentence_of_the_address_says_what_points_there_are():
    refusal = alerts(visit_with("words", **QUICK | {"meanings-point": "101"}))[0]
    assert "100" in refusal
    assert "1 to none" not in refusal
