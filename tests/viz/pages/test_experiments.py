"""The experiments of the page on all heads: their values, and the effect of a click."""

import re
from dataclasses import replace

import numpy as np
import pytest

from models import Ablation, Request, WhatIf, load
from tests.marks import slow_after
from tests.pages import app, picture
from viz.analysis.what_if_text import NAMES, read_what_if
from viz.app.controls import _WANTED
from viz.pages.heads.compute import _ablation_key
from viz.pages.heads.experiments import (
    EXPERIMENTS,
    hidden_words,
    hide_words,
    most_important_head,
    without_or_with,
)

SENTENCE = "The unbelievable dog sleeps"


def trace(sentence: str = SENTENCE):
    return load("transformer", "cpu").trace(Request("transformer", sentence))


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.field)
def test_every_experiment_is_a_setting_that_changes_the_model(experiment):
    what_if, refused = read_what_if({NAMES[experiment.field]: experiment.value})
    assert not refused
    assert what_if != WhatIf()


@pytest.mark.parametrize(
    "experiment", slow_after(1, EXPERIMENTS), ids=lambda experiment: experiment.field
)
def test_one_click_starts_an_experiment_and_the_next_takes_it_back(experiment):
    name, key = NAMES[experiment.field], f"experiment-{experiment.field}"
    test = app(sentence="The big red dog", panel="open")
    trained = picture(test)
    test.button(key=key).click().run()
    assert test.query_params[name] == experiment.value
    assert picture(test) != trained
    assert test.button(key=key).label == f"{experiment.title}: on"
    html = " ".join(one.proto.body for one in test.get("html"))
    of_words = re.search(r"word probability: (\d+)%.*? (?:&lt;)?(\d+)(?:\.\d)?%", html)
    before, now = of_words.groups()
    assert int(now) <= int(before)
    assert ("each position sees its answer" in html) == (experiment.field == "mask")
    test.button(key=key).click().run()
    assert name not in test.query_params
    assert picture(test) == trained
    assert test.button(key=key).label == experiment.title
    assert not test.exception


def test_a_model_is_offered_only_the_experiments_that_it_can_do():
    labels = {button.label for button in app(model="bilstm-additive", panel="open").button}
    assert "Blur attention" in labels
    assert not labels & {"No word order", "Let it peek", "One head less"}


# --- one head less -------------------------------------------------------------------------------


def test_the_head_whose_loss_is_largest_matters_most():
    heads = (("encoder", 0, 0), ("cross", 1, 2), ("decoder", 0, 1))
    words = np.log([[0.5, 0.5], [0.5, 0.25], [0.5, 0.4]])
    ablation = Ablation(
        Request("transformer", "a"), ("un", "</s>"), heads, words, np.log([0.5, 0.5])
    )
    head, log_probability = most_important_head(ablation)
    assert head == ("cross", 1, 2)
    assert log_probability == pytest.approx(np.log(0.125))


def test_a_head_is_turned_off_beside_the_others_and_on_again():
    assert without_or_with("", ("cross", 3, 0)) == "cross-4-1"
    assert without_or_with("encoder-1-1", ("cross", 3, 0)) == "encoder-1-1,cross-4-1"
    assert without_or_with("encoder-1-1,cross-4-1", ("cross", 3, 0)) == "encoder-1-1"


@pytest.mark.slow
def test_one_click_turns_off_the_head_that_an_ablation_of_this_sentence_names():
    sentence = "The big red dog"
    test = app(sentence=sentence, panel="open")
    test.button(key="experiment-head").click().run()
    assert not test.exception
    assert _WANTED not in test.session_state
    model = load("transformer")
    request = replace(
        model.trace(Request("transformer", sentence)).request,
        target=model.translate([sentence])[0],
    )
    (stack, layer, head), _ = most_important_head(model.silence_each(request))
    assert test.query_params["off"] == f"{stack}-{layer + 1}-{head + 1}"
    assert test.button(key="experiment-head").label == "One head less: on"
    caption = next(one.value for one in test.caption if "needs" in one.value)
    html = " ".join(one.proto.body for one in test.get("html"))
    before, now = re.search(r"without it: (\S+) → (\S+)\.", caption).groups()
    assert f"Mean word probability: {before} → {now}." in html  # the same number in both places
    test.button(key="experiment-head").click().run()
    assert "off" not in test.query_params


@pytest.mark.slow
def test_the_head_that_matters_is_searched_once_for_a_sentence(monkeypatch):
    model, requests = load("transformer"), []
    search = type(model).silence_each
    monkeypatch.setattr(
        type(model),
        "silence_each",
        lambda self, request, **more: requests.append(request) or search(self, request, **more),
    )
    test = app(sentence="A horse eats an apple.", panel="open")
    for _ in range(3):
        test.button(key="experiment-head").click().run()
    assert len(requests) == 1
    assert test.query_params["off"]
    assert _ablation_key(requests[0]).startswith("ablation Request(")


# --- words ---------------------------------------------------------------------------------------


def test_a_hidden_word_hides_all_of_its_pieces_and_what_else_is_hidden_stays():
    run = trace()
    end = len(run.source)
    pieces = [place for place, word in enumerate(run.source_words) if word == 1]
    assert len(pieces) > 1
    blocked = hide_words(run, str(end), [1])
    assert [int(place) for place in blocked.split(",")] == [*(p + 1 for p in pieces), end]
    assert hidden_words(run, blocked) == [1]
    assert hide_words(run, blocked, []) == str(end)
    assert hidden_words(run, str(pieces[0] + 1)) == []


def test_a_word_that_is_clicked_is_hidden_and_clicked_again_it_is_not():
    test = app(sentence="The big red dog", panel="open")
    test.button_group(key="chips hide").set_value(["2"]).run()
    assert not test.exception
    assert test.query_params["block"] == "3"
    test.button_group(key="chips hide").set_value([]).run()
    assert "block" not in test.query_params


def test_a_swapped_word_names_both_and_is_put_back_by_one_click():
    test = app(sentence="The big red dog", panel="open", swap="4:cat")
    test.button_group(key="chips swap").set_value("4").run()
    assert "dog ▸ cat" in str(test.button_group(key="chips swap").proto)
    test.button(key="swap back").click().run()
    assert not test.exception
    assert "swap" not in test.query_params


def test_a_head_is_taken_from_another_sentence_by_its_kind_mechanism_layer_and_number():
    test = app(sentence="He is tired.", panel="open", patch="2-1-1:She%20is%20tired.")
    for name, value, made in (
        ("kind", "output", "cross-output-4-1"),
        ("stack", "encoder", "encoder-output-4-1"),
        ("part layer", "1", "encoder-output-2-1"),
        ("head", "2", "encoder-output-2-3"),
        ("kind", "feed_forward", "encoder-feed_forward-4"),
        ("kind", "state", "2-1-1"),
    ):
        test.button_group(key=f"chips patch {name}").set_value(value).run()
        assert not test.exception
        assert test.query_params["patch"] == f"{made}:She%20is%20tired."


def test_the_state_of_another_sentences_word_makes_the_french_follow():
    test = app(sentence="He is tired.", panel="open")
    [box] = [box for box in test.text_input if box.label.startswith("Take the state")]
    box.input("She is tired.").run()
    assert test.query_params["patch"] == "2-1-1:She%20is%20tired."  # the first word that differs
    html = " ".join(one.proto.body for one in test.get("html"))
    assert "“She is tired.” gives “He” the state of its token 1 after layer 2" in html
    assert [word["text"] for word in picture(test)["words"]][:3] == ["Elle", "est", "fatiguée"]
    layers = test.get("button_group")
    [words] = [group for group in layers if group.label == "States of these words"]
    words.set_value(["2"]).run()
    assert test.query_params["patch"] == "2-3-3:She%20is%20tired."
    assert [word["text"] for word in picture(test)["words"]][:3] == ["Il", "est", "fatigué"]
    [after] = [group for group in test.get("button_group") if group.label == "After layer"]
    after.set_value("0").run()
    assert test.query_params["patch"] == "0-3-3:She%20is%20tired."
    assert not test.exception


def test_another_sentence_of_more_words_is_refused_and_stays_in_its_box():
    test = app(sentence="He is tired.", panel="open")
    [box] = [box for box in test.text_input if box.label.startswith("Take the state")]
    box.input("She is very tired.").run()
    assert "patch" not in test.query_params
    alerts = " ".join(one.value for one in (*test.error, *test.warning, *test.info))
    html = " ".join(one.proto.body for one in test.get("html"))
    assert "Choose two sentences of equally many" in alerts + html
    [box] = [box for box in test.text_input if box.label.startswith("Take the state")]
    assert box.value == "She is very tired."
