"""The line under the sentence bar on sentences that the model cannot translate well."""

import html

import pytest

from models import load
from models.answers.limits import LANGUAGES, Limits, Unsure
from tests.pages import visit
from viz.app import sentence_warnings

CARD = {"threshold": 0.3556, "flagged_wrong": 0.699, "others_wrong": 0.21}
PRISON = "He was in prison, in a small cell."


@pytest.mark.parametrize(
    "limit, texts",
    [
        (Limits(), []),
        (Limits(language="de"), ["This looks like German: the model reads English."]),
        (Limits(unreadable=("🍕",)), ["1 character cannot be read: 🍕."]),
        (Limits(unreadable=("\u200b", "🍕")), ["2 characters cannot be read: U+200B 🍕."]),
        (
            Limits(unreadable=tuple("日本語中文字符号们")),
            ["9 characters cannot be read: 日 本 語 中 文 字 符 号 …."],
        ),
        (Limits(words=44), ["This sentence has 44 words, too many to show well."]),
        (
            Limits(repeated="de la rue", words=44),
            [
                "This sentence has 44 words, too many to show well.",
                "The French repeats itself: “de la rue”. The rest is cut.",
            ],
        ),
        (
            Limits(unsure=Unsure(("violoncelle",), 1, 12, 0.3247)),
            ["Unsure: 1 of 12 words is below 32%: “violoncelle”."],
        ),
        (
            Limits(unsure=Unsure(tuple("abcde"), 7, 12, 0.3247)),
            ["Unsure: 7 of 12 words are below 32%: “a”, “b”, “c”, “d” …."],
        ),
        (Limits(has_tags=True), ["This looks like HTML: the model reads plain English."]),
        (
            Limits(has_letters=False),
            ["There is nothing to translate. Type an English sentence."],
        ),
    ],
)
def test_there_is_a_sentence_for_each_thing_to_say(limit, texts):
    assert sentence_warnings.sentences(limit) == texts


def test_every_language_has_a_name():
    assert sentence_warnings.LANGUAGES.keys() == {*LANGUAGES} - {"en"}


def test_nothing_typed_is_read_as_markup():
    assert "<b>" not in sentence_warnings.line_html(["“<b>” & co."])


def test_on_hover_the_line_says_how_often_a_word_is_wrong_that_the_model_is_unsure_of():
    hint = sentence_warnings.reliability(CARD)
    assert "70% occur in no human translation" in hint
    assert "of the others 21%" in hint
    assert f'title="{html.escape(hint)}"' in sentence_warnings.line_html(["A sentence."], hint)


def line(test) -> str:
    """Return the text of the line; "" without one."""
    return next(
        (
            html.unescape(one.proto.body)
            for one in test.get("html")
            if 'role="status"' in one.proto.body
        ),
        "",
    )


def labels(test) -> list[str]:
    return [button.label for button in test.button if button.key in ("known", "undo")]


def test_an_example_is_shown_without_a_line():
    test = visit("heads", {})
    assert line(test) == ""
    assert labels(test) == []


def test_a_sentence_in_another_language_is_said_to_be_one_in_the_readers_language():
    german = {"sentence": "Der große Hund schläft auf dem roten Bett."}
    assert (
        "This looks like German: the model reads English. 2 characters cannot be read: ß ä."
        in line(visit("heads", german))
    )
    assert "On dirait de l'allemand" in line(visit("heads", german | {"language": "fr"}))


@pytest.fixture
def card(monkeypatch):
    """The transformer's card with figures, of a model loaded anywhere."""
    monkeypatch.setitem(load("transformer").card, "unsure", CARD | {"threshold": 2.0})  # all words


def test_words_of_the_models_own_translation_are_unsure_and_those_typed_are_not(card):
    address = {"sentence": "The small cat"}
    assert "Unsure: 3 of 3 words are below 200%: “" in line(visit("mask", address))
    assert "Unsure" not in line(visit("mask", address | {"french": "Le petit chat"}))
    assert "Unsure" not in line(visit("align", address)), "a page with models of its own"


def test_a_card_without_figures_gives_no_unsure_words(monkeypatch):
    monkeypatch.delitem(load("transformer").card, "unsure", raising=False)
    assert "Unsure" not in line(visit("heads", {"sentence": PRISON}))


def test_a_known_sentence_is_one_click_away_and_the_readers_own_one_click_back(card):
    test = visit("heads", {"sentence": PRISON})
    assert labels(test) == ["Try “A small prison cell”"]
    test.button(key="known").click().run()
    assert test.text_input(key="sentence").value == "A small prison cell"
    assert f"Undo: back to “{sentence_warnings.shortened(PRISON, 40)}”" in labels(test)
    test.button(key="undo").click().run()
    assert test.text_input(key="sentence").value == PRISON
    assert labels(test) == ["Try “A small prison cell”"]


def test_a_sentence_too_long_to_be_read_still_has_its_line():
    test = visit("heads", {"sentence": "the dog and the cat " * 60})
    assert "This sentence has 300 words" in line(test)
