"""The line under the sentence bar on sentences that the model cannot translate well."""

import html
from dataclasses import replace

import pytest

from models import load
from models.answers.limits import _LANGUAGES, Limits, Unsure
from models.answers.source_words import Misread
from tests.marks import slow_after
from tests.pages import alerts, visit
from viz.app import sentence_warnings
from viz.base.examples import EXAMPLE

UNSURE = {"threshold": 0.3556, "flagged_wrong": 0.699, "others_wrong": 0.21}
MISREAD = {
    "most_seen": 10,
    "right_sentences": 481,
    "right_warned": 0.031,
    "bad_sentences": 208,
    "bad_warned": 0.51,
}
CARD = {"unsure": UNSURE, "misread": MISREAD}
LABEL = Misread("label", ("lab", "el"), 7, 0)
PRISON = "He was in prison, in a small cell."


@pytest.mark.parametrize(
    "limit, texts",
    [
        (Limits(), []),
        (Limits(language="de"), ["This looks like German: the model reads English."]),
        (Limits(emoji=("😀", "🍕")), ["Emoji are left out: 😀 🍕."]),
        (Limits(unreadable=("🍕",)), ["1 character cannot be read: 🍕."]),
        (Limits(unreadable=("\u200b", "🍕")), ["2 characters cannot be read: U+200B 🍕."]),
        (
            Limits(unreadable=tuple("日本語中文字符号们")),
            ["9 characters cannot be read: 日 本 語 中 文 字 符 号 …."],
        ),
        (
            Limits(capitals=("LEFT",), misread=(replace(LABEL, text="LEFT"),)),
            ["Hardly ever read in capitals: “LEFT”."],
        ),
        (Limits(lost=("7",)), ["The French does not have the number 7."]),
        (
            Limits(lost=("366",), new=("36",)),
            ["The French does not have the number 366: it has 36."],
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
        (
            Limits(misread=(replace(LABEL, text="axes", seen=8, pieces=("axes",)), LABEL)),
            [
                "Perhaps misread: “label” is read as 2 pieces, “lab” and “el”; it was in 7 "
                "training sentences."
            ],
        ),
        (
            Limits(misread=(replace(LABEL, pieces=("l", "ab", "el"), seen=1),)),
            [
                "Perhaps misread: “label” is read as 3 pieces, “l”, “ab” and “el”; it was in 1 "
                "training sentence."
            ],
        ),
        (
            Limits(misread=(replace(LABEL, pieces=("label",), seen=0),)),
            ["Perhaps misread: “label” was in no training sentence."],
        ),
        (
            Limits(misread=(replace(LABEL, pieces=("label",), seen=1),)),
            ["Perhaps misread: “label” was in 1 training sentence."],
        ),
        (Limits(has_tags=True), ["This looks like HTML: the model reads plain English."]),
        (
            Limits(has_letters=False),
            ["There is no word here. Type an English sentence."],
        ),
    ],
)
def test_there_is_a_sentence_for_each_thing_to_say(limit, texts):
    assert sentence_warnings.sentences(limit) == texts


def test_a_brief_warning_names_the_words_alone():
    limits = Limits(unsure=Unsure(("violoncelle",), 1, 12, 0.3247), misread=(LABEL,))
    brief = sentence_warnings.sentences(limits, brief=True)
    assert brief == ["Unsure: “violoncelle”.", "Perhaps misread: “label”."]


@pytest.mark.slow
def test_a_lecture_has_a_brief_warning_and_the_whole_one_on_hover():
    sentence = {"sentence": "A lumberjack with a chainsaw cuts the supercalifragilistic tree."}
    text, rest = "Perhaps misread: “supercalifragilistic”.", "is read as 7 pieces"
    at_home, lecture = (
        line(visit("mask", sentence)),
        line(visit("mask", sentence | {"lecture": "on"})),
    )
    assert rest in at_home.split(">", 1)[1]
    assert text not in at_home
    assert text in lecture
    assert rest in lecture.split(">", 1)[0]


def test_every_language_has_a_name():
    assert sentence_warnings._LANGUAGES.keys() == {*_LANGUAGES} - {"en"}


def test_nothing_typed_is_read_as_markup():
    assert "<b>" not in sentence_warnings.line_html(["“<b>” & co."])


def test_on_hover_the_line_says_how_often_a_warning_about_a_word_is_right():
    unsure, misread = Limits(unsure=Unsure(("a",), 1, 2, 0.3)), Limits(misread=(LABEL,))
    hint = sentence_warnings.reliability(unsure, CARD)
    assert "70% occur in no human translation" in hint
    assert "of the others 21%" in hint
    assert f'title="{html.escape(hint)}"' in sentence_warnings.line_html(["A sentence."], hint)
    hint = sentence_warnings.reliability(misread, CARD)
    assert "Of 481 translations that equal a human one 3% carry a warning" in hint
    assert "of 208 that are far from any 51%" in hint
    assert sentence_warnings.reliability(Limits(words=44), CARD) == ""


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
    card = load("transformer").card
    monkeypatch.setitem(card, "unsure", UNSURE | {"threshold": 2.0})  # all words
    monkeypatch.setitem(card, "misread", MISREAD)


def test_words_of_the_models_own_translation_are_unsure_and_those_typed_are_not(card):
    address = {"sentence": "The small cat"}
    assert "Unsure: 3 of 3 words are below 200%: “" in line(visit("mask", address))
    assert "Unsure" not in line(visit("mask", address | {"french": "Le petit chat"}))
    assert "Unsure" not in line(visit("align", address)), "a page with models of its own"


def test_a_card_without_figures_gives_no_unsure_words(monkeypatch):
    for warning in CARD:
        monkeypatch.delitem(load("transformer").card, warning, raising=False)
    assert "Unsure" not in line(visit("heads", {"sentence": PRISON}))
    assert "misread" not in line(visit("heads", {"sentence": "I like zzyzxq."}))


def test_an_english_word_that_no_french_word_translates_is_named_with_its_pieces(card):
    address = {"sentence": "The dog saw a zzyzxq."}
    text = line(visit("mask", address))
    assert "Perhaps misread: “zzyzxq” is read as" in text
    assert "it was in no training sentence." in text
    assert "Peut-être mal lu" in line(visit("mask", address | {"language": "fr"}))


def test_a_known_sentence_is_one_click_away_and_the_readers_own_one_click_back(card):
    test = visit("heads", {"sentence": PRISON})
    assert labels(test) == ["Try “A small prison cell”"]
    test.button(key="known").click().run()
    assert test.text_input(key="sentence").value == "A small prison cell"
    assert f"Undo: back to “{sentence_warnings.shortened(PRISON, 40)}”" in labels(test)
    test.button(key="undo").click().run()
    assert test.text_input(key="sentence").value == PRISON
    assert labels(test) == ["Try “A small prison cell”"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page, sentence, label, better",
    [
        ("heads", "On the LEFT.", "Try it in lower case", "On the left."),
        ("bottleneck", "HELLO WORLD", "Try it in lower case", "Hello world"),
        ("next", "■ I love pizza ▶", "Try it without them", "I love pizza"),
        ("heads", "<p>I <b>love</b> it<i>!</i></p>", "Try it without the tags", "I love it!"),
    ],
)
def test_capitals_and_signs_are_mended_by_one_click_on_every_page(page, sentence, label, better):
    test = visit(page, {"sentence": sentence})
    assert labels(test) == [label]
    test.button(key="known").click().run()
    assert test.text_input(key="sentence").value == better
    assert line(test) == ""


@pytest.mark.slow
def test_pages_that_do_not_translate_do_not_speak_of_translating():
    for page in ("next", "fill"):
        test = visit(page, {"sentence": "1 2 3 4"})
        assert line(test).startswith('<p role="status">There is no word here.')
        assert labels(test) == [f"Try “{EXAMPLE}”"]
    assert "This looks like French" in line(visit("next", {"sentence": "Je suis"}))


@pytest.mark.slow
def test_a_sentence_too_long_to_be_read_still_has_its_line():
    test = visit("heads", {"sentence": "the dog and the cat " * 60})
    assert "This sentence has 300 words" in line(test)


@pytest.mark.parametrize("page", slow_after(1, ["fill", "ladder"]))
def test_of_an_emoji_alone_one_thing_is_said_once(page):
    test = visit(page, {"sentence": "😀"})
    assert [alert.count("no word in this sentence") for alert in alerts(test)] == [1]
    assert line(test) == '<p role="status">Emoji are left out: 😀.</p>'
    assert labels(test) == [f"Try “{EXAMPLE}”"]
