"""Our ELMo on pages that know it: its card, its map, and its layers mixed."""

import numpy as np
import pytest

from models import Capabilities, load
from tests.contents import content_at
from tests.links import compare_link_and_menu
from tests.pages import charts, numbers, picture, visit
from tests.shipping import save_small_bert, save_small_elmo, ship_the_others
from viz.draw.model_map import build_map
from viz.pages.words.compute import COMPUTATION
from viz.pages.words.occurrences import word_states

SENTENCE = "The big red dog is sleeping on the bed."
MEANINGS = {"words-look": "meanings", "word": "left"}


@pytest.fixture(scope="module")
def elmo(shared_checkpoints):
    """The name of a small ELMo, beside a small BERT and all others of our own models."""
    save_small_bert(shared_checkpoints)
    name = save_small_elmo(shared_checkpoints)
    ship_the_others(shared_checkpoints)
    return name


def test_its_card_says_what_it_is(elmo):
    text = " ".join(element.value for element in visit("model", {"model": elmo}).markdown)
    assert "two language models with one embedding: 2 layers of LSTMs" in text
    assert "32 units in each LSTM" in text


def test_its_map_gives_vectors():
    elmo = Capabilities("bidirectional-lm", block="recurrent", score=None)
    assert build_map(elmo).writes == "Vectors of the words"


@pytest.mark.slow
def test_a_word_opens_on_the_mix_with_a_slider_for_each_layer(elmo):
    test = visit("words", MEANINGS | {"model": elmo})
    head = picture(test)
    assert head["step_names"] == ["embedding", "layer 1", "layer 2", "mix of layers"]
    assert head["step"] == 3
    assert head["title"].endswith("in the two LSTMs of ELMo")
    sliders = [one for one in test.slider if one.key.startswith("slide ")]
    assert [slider.label for slider in sliders] == ["embedding", "layer 1", "layer 2"]
    assert not [one for one in test.toggle if one.key == "switch mix"]  # it is always mixed
    text = " ".join(element.value for element in test.markdown)
    assert "Peters et al. 2018" in text
    assert "equation 1" in text
    assert "mix" not in test.query_params
    sliders[1].set_value(5.0).run()
    sliders = [one for one in test.slider if one.key.startswith("slide ")]
    sliders[0].set_value(-5.0).run()
    assert test.query_params["mix-weights"] == "-5,5,0"
    assert charts(test)[0]["data"][0]["type"] == "heatmap"  # the strips
    curve, mix = charts(test)[1]["data"]
    assert numbers(mix["y"])[0] == pytest.approx(numbers(curve["y"])[1], abs=0.05)


@pytest.mark.slow
def test_without_context_a_word_is_one_point_and_with_it_two(elmo):
    labels, states = word_states(load(elmo, "cpu").encode("The dog sees the dog."))
    first, second = (place for place, label in enumerate(labels) if label == "dog")
    np.testing.assert_array_equal(states[0, first], states[0, second])
    assert np.abs(states[1:, first] - states[1:, second]).max() > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("look", [MEANINGS, {"words-look": "sentences"}])
def test_its_link_gives_on_the_command_line_what_the_menu_gives(elmo, look, monkeypatch):
    address = look | {"model": elmo, "mix-weights": "1,-2.5,0.5"}
    compare_link_and_menu("words", address, monkeypatch)


def test_the_strips_of_a_word_add_up_to_its_vector():
    address = {"words-look": "meanings", "word": "stick", "from": "mine", "model": "elmo"}
    lines = "Let's stick to the plan.\nThe dog brings the stick.\nA stick is long.\nIt will stick."
    weights = {"mix-weights": "1,0,-1"}
    content = content_at(COMPUTATION, address | {"lines": lines} | weights)
    values = content.strips.heatmap.values
    assert content.strips.y.labels == (
        ["0.67 × embedding", "0.24 × layer 1", "0.09 × layer 2", "", "Σ"]
    )
    np.testing.assert_allclose(values[:3].sum(0), values[4], atol=1e-5)
    assert np.isnan(values[3]).all()
    assert "Let's stick to the plan." in content.strips.caption
