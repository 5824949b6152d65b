"""The mix of a model's layers on the page on words, with the reader's weights."""

import numpy as np
import pytest

from models import load
from models.words import meanings
from tests import pages
from tests.contents import content_at
from tests.pages import alerts, charts, numbers, picture, visit_with
from tests.viz.pages.words.cases import LAYERS, MEANINGS, SENTENCES
from viz.analysis.projections import silhouettes
from viz.base.language import with_minus
from viz.pages.words import layer_mix
from viz.pages.words.compute import COMPUTATION
from viz.pages.words.occurrences import word_states

STEPS = ("embedding", "+ position", "layer 1", "layer 2")
MIXED = MEANINGS | {"mix": "on"}
WEIGHTED = {"mix": "on", "mix-weights": "0,0,2,1.5,-1"}


def content_of(address, model="transformer"):
    return content_at(COMPUTATION, {"model": model} | address)


def slider(test, place):
    return test.slider(key=f"slide mix-weights {place}")


def sliders(test):
    return [one for one in test.slider if one.key.startswith("slide ")]


# --- the equation --------------------------------------------------------------------------------


def test_what_enters_the_first_layer_is_mixed_with_what_leaves_each():
    assert layer_mix.mixed_places(STEPS) == (1, 2, 3)
    assert layer_mix.mixed_places(("embedding", "layer 1", "layer 2")) == (0, 1, 2)
    for steps in (("embedding", "both directions"), ("embedding", "layer 1"), ()):
        assert layer_mix.mixed_places(steps) == ()


def test_shares_are_the_softmax_of_the_weights():
    shares = layer_mix.shares_of((0.0, np.log(2), np.log(5)))
    np.testing.assert_allclose(shares, [1 / 8, 2 / 8, 5 / 8])
    np.testing.assert_allclose(layer_mix.shares_of((5.0, 5.0)), [0.5, 0.5])


def test_the_mix_is_the_sum_of_the_layers_by_their_shares():
    states = np.random.default_rng(0).normal(size=(4, 3, 6)).astype(np.float32)
    mixed = layer_mix.add_mix(states, STEPS, (0.0, 1.0, -1.0))
    shares = np.exp([0.0, 1.0, -1.0]) / np.exp([0.0, 1.0, -1.0]).sum()
    slow = sum(share * states[place] for share, place in zip(shares, (1, 2, 3), strict=True))
    np.testing.assert_array_equal(mixed[:-1], states)
    np.testing.assert_allclose(mixed[-1], slow, atol=1e-6)
    assert mixed.dtype == states.dtype


def test_weights_are_padded_and_cut_to_the_layers_there_are():
    assert layer_mix.parse_weights("", 3) == (0, 0, 0)
    assert layer_mix.parse_weights("1,-2.5", 3) == (1, -2.5, 0)
    assert layer_mix.parse_weights("1,2,3,4", 3) == (1, 2, 3)
    for text in ("1,x", "6", "nan", "1,,2"):
        with pytest.raises(ValueError):
            layer_mix.parse_weights(text, 3)
        assert "numbers from −5 to 5" in layer_mix.check_weights(text)
    assert layer_mix.check_weights("0,1.5,-2") == ""


# --- what the page computes ----------------------------------------------------------------------


@pytest.mark.slow
def test_without_it_the_transformer_has_its_layers_alone():
    content = content_of(MEANINGS)
    assert content.settings.mix is False
    assert len(content.steps) == len(content.states) == 6
    assert content.step == 5
    assert content.settings.mix_weights is None


@pytest.mark.slow
def test_a_mix_is_one_more_step_and_opens_on_it():
    content = content_of(MEANINGS | WEIGHTED)
    assert content.steps[-1] == "mix of layers"
    assert content.step == 6
    shares = layer_mix.shares_of((0, 0, 2, 1.5, -1))
    first = next(example.english for example in meanings.examples() if example.word == "left")
    [left] = [
        place
        for place, occurrence in enumerate(content.occurrences)
        if occurrence.sentence == first
    ]
    labels, states = word_states(load("transformer", "cpu").encode(first))
    place = [label.lower() for label in labels].index("left")
    expected = np.einsum("l,ld->d", shares, states[1:, place])
    np.testing.assert_allclose(content.states[-1, left], expected, atol=1e-4)


@pytest.mark.slow
def test_a_weight_that_is_far_above_the_others_gives_that_layer():
    content = content_of(MEANINGS | {"mix": "on", "mix-weights": "-5,-5,5,-5,-5"})
    np.testing.assert_allclose(content.states[-1], content.states[3], atol=0.01)


@pytest.mark.slow
def test_the_axes_are_those_of_the_last_layer_whatever_the_weights_are():
    plain, mixed = content_of(MEANINGS), content_of(MEANINGS | WEIGHTED)
    np.testing.assert_allclose(mixed.points.places[:6], plain.points.places, atol=1e-4)


@pytest.mark.slow
def test_the_curve_shows_the_mix_beside_the_line_of_the_layers():
    content = content_of(MIXED)
    labels = content.written_meanings
    measured = silhouettes(content.states, labels)
    [by_translation, line, _, mix] = content.separation.marks
    assert by_translation.line
    assert line.line
    assert not mix.line
    assert not mix.in_legend
    np.testing.assert_allclose(line.y, measured[:6], atol=1e-4)
    assert [*mix.x] == [6]
    assert mix.y[0] == pytest.approx(measured[6], abs=1e-4)
    plain = content_of(MEANINGS).separation
    assert len(plain.marks) == 2
    assert [*plain.marks[0].x] == [*range(6)]


def test_sentences_are_compared_by_the_mix_too():
    content = content_of(SENTENCES | WEIGHTED)
    assert content.settings.after == 6
    assert "mix of layers" in content.whose
    encoding = load("transformer", "cpu").encode(content.lines[0])
    mixed = layer_mix.add_mix(encoding.states, encoding.steps, (0, 0, 2, 1.5, -1))[-1]
    np.testing.assert_allclose(content.vectors[0], mixed[:-1].mean(0), atol=1e-4)


@pytest.mark.parametrize(
    "address",
    [LAYERS, SENTENCES | {"vectors-of": "glove"}, MEANINGS | {"model": "seq2seq"}],
)
def test_where_nothing_can_be_mixed_there_is_no_such_setting(address):
    content = content_of(address | {"mix": "on"}, address.get("model", "transformer"))
    assert content.settings.mix is None
    assert content.settings.mix_weights is None


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("look", [MEANINGS, SENTENCES])
def test_the_switch_adds_the_mix_and_goes_to_it_and_back(look):
    test = visit_with("words", **look)
    assert not sliders(test)
    assert "mix" not in test.query_params
    test.toggle(key="switch mix").set_value(True).run()
    assert not alerts(test)
    assert test.query_params["mix"] == "on"
    assert len(sliders(test)) == 5
    name = "meanings-step" if look is MEANINGS else "after"
    assert test.query_params[name] == ("7" if look is MEANINGS else "6")
    test.toggle(key="switch mix").set_value(False).run()
    assert not sliders(test)
    assert test.query_params[name] == ("6" if look is MEANINGS else "5")


def test_a_slider_sets_a_weight_that_stands_in_the_address():
    test = visit_with("words", **MIXED)
    before = picture(test)
    assert "mix-weights" not in test.query_params
    slider(test, 2).set_value(2.5).run()
    assert not alerts(test)
    assert test.query_params["mix-weights"] == "0,0,2.5,0,0"
    assert any("0.75 · layer 2" in element.value for element in test.caption)
    assert picture(test)["title"] == before["title"]
    again = visit_with("words", **{name: test.query_params[name] for name in test.query_params})
    assert slider(again, 2).value == 2.5
    assert picture(again) == picture(test)
    slider(test, 2).set_value(0.0).run()
    assert "mix-weights" not in test.query_params
    assert picture(test) == before


def test_weights_that_are_none_are_one_sentence_and_equal_shares():
    test = visit_with("words", **MIXED, **{"mix-weights": "much"})
    assert "numbers from −5 to 5" in alerts(test)[0]
    assert slider(test, 0).value == 0
    assert len(charts(test)[1]["data"]) == 4


def test_the_curve_of_the_page_has_a_diamond():
    marks = charts(visit_with("words", **MIXED))[1]["data"]
    diamonds = [mark for mark in marks if mark["marker"].get("symbol") == "diamond"]
    assert len(diamonds) == 2
    assert all(len(numbers(mark["y"])) == 1 for mark in diamonds)


@pytest.mark.slow
def test_models_of_every_kind_stand_side_by_side():
    test = pages.opened(visit_with("words", **MEANINGS), "in other models")
    table = test.table[0].value
    assert not alerts(test)
    assert table["model"].tolist()[0] == "Transformer"
    content = content_of(MIXED)
    measured = silhouettes(content.states, content.written_meanings)
    first = table.iloc[0]
    assert first["embedding"] == with_minus(f"{measured[0]:.2f}")
    assert first["last layer"] == with_minus(f"{measured[5]:.2f}")
    assert first["mix, equal shares"] == with_minus(f"{measured[6]:.2f}")
    assert len(table) >= 3


@pytest.mark.slow
def test_a_word_of_the_readers_own_sentences_has_no_such_table():
    test = visit_with("words", **MEANINGS, **{"from": "mine", "lines": "He left me.\nShe left."})
    assert "And in other models?" not in [one.label for one in test.expander]
