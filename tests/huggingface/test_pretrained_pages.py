"""Every page with a pretrained model of each kind: it works, or says in a sentence what the model does not have."""

import pytest

from tests.pages import alerts, visit
from viz.pages import PAGES

KINDS = {"bert": "encoder-only", "gpt2": "decoder-only", "llama": "decoder-only", "t5": "encoder-decoder"}
ONE_SENTENCE = [path for path, page in PAGES.items() if not hasattr(page, "opens")]  # the tours show these pages


@pytest.fixture
def offered(saved, monkeypatch):
    """The names under which the tiny networks are offered."""
    monkeypatch.setenv("HEADS_UP_MODELS", ",".join(str(saved(family)) for family in KINDS))


def opened(page: str, family: str):
    return visit(page, {"sentence": "The big red dog sees the cat.", "model": family})


@pytest.mark.parametrize("family", KINDS)
@pytest.mark.parametrize("page", [page for page in ONE_SENTENCE if page not in ("gallery", "cost", "vectors", "bottleneck", "remember")])
def test_every_page_draws_or_says_in_a_sentence_why_not(offered, page, family):
    test = opened(page, family)
    assert len(alerts(test)) == (page == "inside")  # which is written out for our own models alone
    said = [element.value for element in (*test.caption, *test.info)]
    assert page == "inside" or any(family in one for one in said)
    assert not any("trained by us, on" in caption.value for caption in test.caption) or page == "align"


def test_what_comes_next_is_a_share_of_the_whole_vocabulary(offered):
    test = opened("heads", "gpt2")
    said = next(element.value for element in test.markdown if "most probable of" in element.value)
    assert "Together they have" in said
    test.selectbox(key="setting next-k").set_value("5").run()
    assert not test.exception
    again = next(element.value for element in test.markdown if "most probable of" in element.value)
    assert "among 5 of them" in again and again.split("A choice")[0] == said.split("A choice")[0]  # nothing is renormalised


def test_a_click_hides_a_word_and_another_brings_it_back(offered):
    test = opened("heads", "bert")
    test.button_group(key="hide").set_value("4").run()
    assert not test.exception and test.query_params["swap"] == "4:%5BMASK%5D"
    assert any("bert: which word stands at [MASK]" in chart.proto.alt for chart in test.get("plotly_chart"))
    test.button(key="unhide").click().run()
    assert not test.exception and "swap" not in test.query_params


def test_a_model_that_cannot_be_loaded_gives_way_to_ours_with_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "broken").mkdir()
    monkeypatch.setenv("HEADS_UP_MODELS", str(tmp_path / "broken"))
    test = opened("heads", "broken")
    assert len(alerts(test)) == 1 and "safetensors" in alerts(test)[0]
    assert test.query_params["model"] == "transformer"
