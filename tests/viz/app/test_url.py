from types import SimpleNamespace

import pytest

from models import load
from models.protocols import Capabilities, Stack
from tests.marks import slow_after
from viz.analysis.views import HeadChoice
from viz.app import alerts, cache
from viz.app.address_bar import _parse
from viz.view.address import OPENING, View, nearest


@pytest.fixture(autouse=True)
def model_without_streamlit(monkeypatch):
    monkeypatch.setattr(cache, "model", lambda name: load(name, "cpu"))


@pytest.mark.parametrize(
    "view",
    slow_after(
        3,
        [
            View("transformer"),
            View(
                "transformer", "I'm “here” & <there> 日本\x00", HeadChoice("decoder", 1, 1), False
            ),
            View("transformer", "", HeadChoice("encoder", 0, 0)),
            View(
                "seq2seq", "dog", HeadChoice("decoder", 3, 1)
            ),  # no attention: the next model has it
        ],
    ),
)
def test_an_address_leads_back_to_its_view(view):
    assert _parse(view.address()) == (view, [])


def test_a_sentence_no_web_server_would_take_stays_out_of_the_address():
    assert "sentence" in View("transformer", "我" * 5_000).address()
    assert "sentence" not in View("transformer", "a" * 60_000).address()


def test_an_empty_address_shows_the_worked_example():
    view, notes = _parse({})
    assert view == View("transformer")
    assert not notes


def test_another_model_shows_the_nearest_head_it_has():
    four = {"encoder": (4, 4), "decoder": (4, 4), "cross": (4, 4)}
    assert nearest(HeadChoice("encoder", 3, 2), four) == HeadChoice("encoder", 3, 2)
    assert nearest(HeadChoice("cross", 3, 2), {"cross": (1, 1)}) == HeadChoice("cross", 0, 0)
    assert nearest(HeadChoice("encoder", 3, 2), {"cross": (1, 1)}) == HeadChoice("cross", 0, 0)
    assert nearest(HeadChoice("encoder", 3, 2), {}) == HeadChoice("encoder", 3, 2)


@pytest.mark.parametrize("name, value", [("attention", "x"), ("layer", "0"), ("head", "<b>")])
def test_a_head_that_no_model_has_is_not_kept(name, value):
    address = {"model": "seq2seq", "attention": "decoder", "layer": "4", "head": "2"}
    view, notes = _parse(address | {name: value})
    assert view.choice == OPENING
    assert not notes


@pytest.mark.parametrize("stacks", [{}, {"cross": Stack(1, 1)}])
def test_the_worked_example_opens_with_a_model_that_has_less_attention(monkeypatch, stacks):
    capabilities = Capabilities("translation", stacks=stacks)
    monkeypatch.setattr(cache, "model", lambda name: SimpleNamespace(capabilities=capabilities))
    view, notes = _parse({})
    assert not notes
    assert view.choice == nearest(OPENING, stacks)


@pytest.mark.parametrize(
    "name, value",
    [
        ("model", "gpt-9"),
        ("model", "../../etc/passwd"),
        ("model", ""),
        ("attention", "sideways"),
        ("layer", "99"),
        ("layer", "0"),
        ("layer", "-1"),
        ("layer", "1e9"),
        ("layer", "٣"),
        ("head", "9" * 5000),
        ("head", "<script>"),
        ("words", "x" * 1_000_000),
    ],
)
def test_a_hostile_address_gets_one_short_sentence_and_the_nearest_view(name, value):
    view, notes = _parse({**View("transformer").address(), name: value})
    assert view == View("transformer")
    assert len(notes) == 1
    assert name in notes[0]
    assert len(notes[0]) < 250


def test_plain_text_survives_markdown():
    assert alerts.escape_markdown("**b** :red[x] $x$") == r"\*\*b\*\* \:red\[x\] \$x\$"
    assert alerts.escape_markdown("chien") == "chien"
