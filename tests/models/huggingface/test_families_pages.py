"""Pages, links, files and Python of a hybrid, of windows, and of a model that cannot be shown."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from tests.marks import slow_after

pytest.importorskip("transformers")

import models
from models import Request, frame, huggingface
from models.huggingface import Offer
from models.huggingface.loading import load
from tests.models.huggingface.families import REFUSED, save
from tests.models.huggingface.tiny import SENTENCE
from tests.pages import alerts, picture, visit
from viz.analysis.views import HeadChoice
from viz.cli.export import main
from viz.components.canvas import _MASKED, quantize_uint16
from viz.components.notebook import show
from viz.draw.head_matrices import head_matrices
from viz.draw.head_pictures import overview_picture
from viz.pages.mask.compute import MaskContent


@pytest.fixture
def offer(tmp_path, monkeypatch):
    """Return a function that offers a tiny network of a family, and returns its folder."""
    monkeypatch.setattr(huggingface, "_withdrawn", {})

    def offer_family(name):
        folder = save(name, tmp_path / re.sub("[ ,]+", "-", name))
        monkeypatch.setenv(huggingface._VARIABLE, str(folder))
        return folder

    return offer_family


def trace_of(folder):
    model = load("tiny", Offer(str(folder)), "cpu")
    return model, model.trace(Request("tiny", SENTENCE, " le chien"))


@pytest.mark.slow
def test_a_hybrid_has_its_layers_numbers_on_the_page_in_links_and_in_files(offer, tmp_path):
    offer("qwen3_next")
    test = visit("heads", {"model": "qwen3_next", "sentence": SENTENCE, "layer": "2"})
    [alert] = alerts(test)
    assert "layer “2”, which does not exist. Available: 4." in alert
    assert test.query_params["layer"] == "4"
    [block] = picture(test)["blocks"]
    assert (block["layers"], block["without"]) == (4, [0, 1, 2])
    assert "No attention in layers 1–3 of 4." in block["findings"][3][0]
    link = f"http://localhost:8501/?model=qwen3_next&attention=decoder&layer=4&sentence={SENTENCE}"
    assert main(["--link", link, "-o", str(tmp_path / "head.svg")]) == 0
    text = (tmp_path / "head.svg").read_text()
    assert "layer 4, head 1" in text
    assert "No attention in layers 1–3 of 4." in text


def test_a_layer_in_python_has_the_networks_number_or_the_error_says_which_there_are(offer):
    model, trace = trace_of(offer("qwen3_next"))
    assert show(trace).choice == HeadChoice("decoder", 3, 0)
    with pytest.raises(ValueError, match="no head 0 in layer 0: layers are 3, heads 0 to 3"):
        show(trace, layer=0)
    titles = [matrix.title for matrix in overview_picture(trace, "decoder", False).matrices]
    assert titles == [f"layer 4, head {head}" for head in range(1, 5)]
    assert {*frame(trace)["layer"]} == {3}
    ablation = model.silence_each(Request("tiny", SENTENCE, " le chien"))
    assert {layer for _, layer, _ in ablation.heads} == {3}


def test_words_outside_a_window_are_hatched_in_the_layers_that_have_one(offer):
    _, trace = trace_of(offer("cohere2"))
    near, far = (
        head_matrices(trace, HeadChoice("decoder", layer, 0), False)[0].allowed for layer in (0, 3)
    )
    assert near[5].nonzero()[0].tolist() == [2, 3, 4, 5]
    np.testing.assert_array_equal(far, np.tri(len(far), dtype=bool))
    masks = np.stack([near, far])
    numbers = quantize_uint16(np.zeros((2, 3, *near.shape)), allowed=masks)
    np.testing.assert_array_equal(
        numbers == _MASKED, np.broadcast_to(~masks[:, None], numbers.shape)
    )


def test_of_a_window_only_later_words_are_said_to_be_later(offer):
    _, trace = trace_of(offer("mistral, near"))
    settings = SimpleNamespace(decoder_head=HeadChoice("decoder", 0, 0), sees="causal")
    content = MaskContent(settings, None, trace, trace)
    scores = trace.attention["decoder"].scores[0, 0].astype(float)
    unmasked = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    later = np.triu(unmasked, 1).sum(-1)[:-1].mean()
    outside = (unmasked * ~trace.attention["decoder"].allowed_in(0)).sum(-1).mean()
    assert outside > later + 0.1
    assert f"{later:.0%} of its weight on later words" in content.finding


@pytest.mark.parametrize("name", slow_after(1, ["gemma3n", "xmod"]))
def test_a_page_says_why_a_model_is_not_shown_and_shows_ours_again_and_again(offer, name):
    offer(name)
    for _ in range(2):
        test = visit("heads", {"model": name, "sentence": SENTENCE})
        assert not test.exception
        assert [REFUSED[name][2] in alert for alert in alerts(test)] == [True]
        assert test.query_params["model"] == "transformer"
    assert name not in models.available()


@pytest.mark.slow
def test_two_berts_write_on_a_page(offer):
    folder = offer("two berts")
    test = visit("heads", {"model": folder.name, "sentence": SENTENCE})
    assert not alerts(test)
    assert len(picture(test)["blocks"]) == 3


@pytest.mark.parametrize(
    "page", slow_after(1, ["inside", "mask", "order", "queries", "depth", "profiles", "model"])
)
@pytest.mark.parametrize("name", ["qwen3_next", "gemma3, both ways"])
def test_no_page_of_an_unusual_family_ends_in_an_error(offer, page, name):
    folder = offer(name)
    test = visit(page, {"model": folder.name, "sentence": SENTENCE})
    assert not test.exception
    assert not any("mistake in Heads Up" in alert for alert in alerts(test))
