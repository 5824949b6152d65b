"""One step back, and the sentences typed in a tab."""

import pytest

from tests.pages import app, visit


def type_sentence(test, sentence: str):
    test.text_input(key="sentence").set_value(sentence).run()
    assert not test.exception


def undo_labels(test) -> list[str]:
    return [button.label for button in test.button if button.key == "undo"]


def examples(test) -> list[str]:
    protos = [one.proto for one in test.get("menu_button")]
    return list(next(one.options for one in protos if one.label == "Examples"))


def test_there_is_nothing_to_undo_at_first():
    assert undo_labels(app()) == []
    assert undo_labels(app(temperature="4", sentence="The small cat")) == []


@pytest.mark.slow
def test_undo_takes_back_one_change_after_the_other_and_the_sentence():
    test = app(panel="open", sentence="The big red dog")
    test.button(key="experiment-temperature").click().run()
    test.button(key="experiment-positions").click().run()
    type_sentence(test, "The small cat")
    assert undo_labels(test) == ["Undo"]  # the effect of a change leaves no room for more buttons
    test.button(key="undo").click().run()
    assert test.text_input(key="sentence").value == "The big red dog"
    assert (test.query_params["temperature"], test.query_params["positions"]) == ("4", "off")
    assert undo_labels(test) == ["Undo"]
    test.button(key="undo").click().run()
    assert test.query_params["temperature"] == "4"
    assert "positions" not in test.query_params
    test.button(key="undo").click().run()
    assert "temperature" not in test.query_params
    assert undo_labels(test) == []


def test_what_names_words_goes_with_the_sentence_and_undo_brings_it_back():
    named = {"swap": "4:cat", "block": "2", "force": "encoder-1-1-1-1-0.5"}
    test = app(sentence="The big red dog", off="cross-3-1", **named)
    type_sentence(test, "The small cat")
    assert not named.keys() & {*test.query_params}
    assert test.query_params["off"] == "cross-3-1"
    test.button(key="undo").click().run()
    assert {name: test.query_params[name] for name in named} == named


def test_opening_the_panel_or_another_head_is_no_step():
    test = app(sentence="The big red dog")
    test.button(key="button panel").click().run()
    assert undo_labels(test) == []


@pytest.mark.slow
def test_a_sentence_is_undone_on_a_page_without_what_ifs():
    test = visit("mask", {"sentence": "The big red dog"})
    type_sentence(test, "The small cat")
    test.button(key="undo").click().run()
    assert not test.exception
    assert test.text_input(key="sentence").value == "The big red dog"


def test_sentences_typed_before_stand_below_the_examples_the_latest_first():
    test = app()
    before = examples(test)
    for sentence in ("One small cat", "Two small cats", before[1], "Three small cats"):
        type_sentence(test, sentence)
    assert examples(test) == [*before, "Two small cats", "One small cat"]
