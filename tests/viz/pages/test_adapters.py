"""Messages of components are stored if they are valid JSON objects, and else ignored."""

import pytest

from viz.analysis.views import HeadChoice
from viz.app import presenter, state
from viz.pages.adapters import map as model_map
from viz.pages.adapters.clicks import _keep_unit
from viz.pages.adapters.explorer import (
    _keep_forced_weights,
    _keep_head,
    _keep_heads_off,
    _keep_importance,
    _keep_overlay,
    _keep_pin,
)
from viz.pages.adapters.inside import _keep_derivation_settings
from viz.pages.adapters.space import _keep_point
from viz.pages.align.page import _SETS as ALIGNER
from viz.pages.heads.settings import _PICTURES, HeadsSettings
from viz.pages.mask.page import _SETS as DECODER_HEAD
from viz.view.runner import plain_runner
from viz.view.settings import read_settings


@pytest.fixture
def session(monkeypatch) -> dict:
    """A dict in place of Streamlit's session state."""
    session: dict = {}
    monkeypatch.setattr(state.st, "session_state", session)
    return session


def keep_point_of_near() -> None:
    _keep_point("near")


def keep_pin_of_page() -> None:
    _keep_pin(read_settings(HeadsSettings, {}, plain_runner("cpu")))


def keep_settings_of_board() -> None:
    _keep_derivation_settings("board")


def keep_head_of_map() -> None:
    model_map._keep_head(None)


def keep_decoder_head_of_map() -> None:
    model_map._keep_head(DECODER_HEAD)


def keep_aligner_of_map() -> None:
    model_map._keep_head(ALIGNER)


# The component's key, the message's name, the message, its callback, and what it stores.
MESSAGES = [
    (
        "explorer",
        "choice",
        {"stack": "encoder", "layer": 1, "head": 3},
        _keep_head,
        {"choice": HeadChoice("encoder", 1, 3)},
    ),
    (
        "explorer",
        "off",
        {"heads": ["cross-1-2", "encoder-3-4"]},
        _keep_heads_off,
        {"setting off": "cross-1-2,encoder-3-4"},
    ),
    ("explorer", "off", {"heads": []}, _keep_heads_off, {"setting off": ""}),
    (
        "explorer",
        "force",
        {"cells": ["cross-1-2-3-4-0.5"]},
        _keep_forced_weights,
        {"setting force": "cross-1-2-3-4-0.5"},
    ),
    (
        "explorer",
        "overlay",
        {"heads": ["cross-1-2", "cross-3-4-off"]},
        _keep_overlay,
        {"setting overlay": "cross-1-2,cross-3-4-off"},
    ),
    ("explorer", "pin", {"act": "same"}, keep_pin_of_page, {"setting pinned-french": "same"}),
    ("explorer", "pin", {"act": "own"}, keep_pin_of_page, {"setting pinned-french": "own"}),
    (
        "map",
        "head",
        {"stack": "cross", "layer": 3, "head": 0},
        keep_head_of_map,
        {"choice": HeadChoice("cross", 3, 0)},
    ),
    (
        "map",
        "head",
        {"stack": "decoder", "layer": 2, "head": 1},
        keep_decoder_head_of_map,
        {"setting decoder-head": "3-2"},
    ),
    (
        "map",
        "head",
        {"stack": "cross", "layer": 1, "head": 2},
        keep_aligner_of_map,
        {"setting aligner": "layer-2-head-3"},
    ),
    ("explorer", "rank", {"on": True}, _keep_importance, {"setting importance": "on"}),
    ("explorer", "rank", {"on": False}, _keep_importance, {"setting importance": "off"}),
    ("memory", "setting", {"name": "forward", "unit": 21}, _keep_unit, {"setting forward": "21"}),
    (
        "space near",
        "setting",
        {"step": 4, "chosen": 13},
        keep_point_of_near,
        {"setting near-step": "4", "setting near-point": "13"},
    ),
    (
        "inside board",
        "setting",
        {"step": 4, "row": 2, "all": True},
        keep_settings_of_board,
        {"setting board-step": "4", "setting board-row": "2", "setting board-all": "on"},
    ),
]


@pytest.mark.parametrize("key, name, message, keep, state", MESSAGES)
def test_what_a_component_sends_is_kept(session, key, name, message, keep, state):
    session[key] = {name: message}
    keep()
    del session[key]
    assert session == state


@pytest.mark.parametrize("key, name, _, keep, __", MESSAGES)
@pytest.mark.parametrize("message", ["cross/3/0", "step=4,chosen=13", None, 5, ["a"]], ids=repr)
def test_what_is_no_object_changes_nothing(session, key, name, _, keep, __, message):
    session[key] = {name: message}
    keep()
    assert session.keys() == {key}


@pytest.mark.parametrize(
    "value, by, after",
    [("b", 1, "c"), ("b", -1, "a"), ("a", -1, "a"), ("c", 1, "c"), ("x", 1, "a")],
)
def test_a_key_steps_the_setting_that_its_axis_is_bound_to(session, value, by, after):
    session[state.SHOWN_KEY_BINDINGS] = {"step": ("look", ("a", "b", "c"))}
    session["setting look"] = value
    session["lecture"] = {"go": {"messages": [{"number": 1, "axis": "step", "by": by}]}}
    presenter._on_presenter_key()
    assert session["setting look"] == after


def test_the_key_of_the_pictures_begins_again_after_the_last(session):
    session[state.SHOWN_KEY_BINDINGS] = {"pictures": ("pictures", tuple(_PICTURES))}
    session["setting pictures"] = "both"
    seen = []
    for number in (1, 2, 3, 4):
        message = {"number": number, "axis": "pictures", "by": 1}
        session["lecture"] = {"go": {"messages": [message]}}
        presenter._on_presenter_key()
        seen.append(session["setting pictures"])
    assert seen == ["heatmap", "lines", "words", "both"]


def test_the_key_of_the_quantity_goes_back_and_forth(session):
    session[state.SHOWN_KEY_BINDINGS] = {"quantity": ("quantity", ("weight", "norm"))}
    session["setting quantity"] = "weight"
    seen = []
    for number in (1, 2):
        message = {"number": number, "axis": "quantity", "by": 1}
        session["lecture"] = {"go": {"messages": [message]}}
        presenter._on_presenter_key()
        seen.append(session["setting quantity"])
    assert seen == ["norm", "weight"]


def test_a_key_without_a_binding_does_nothing(session):
    session[state.SHOWN_KEY_BINDINGS] = {}
    session["lecture"] = {"go": {"messages": [{"number": 1, "axis": "head", "by": 1}]}}
    before = dict(session)
    presenter._on_presenter_key()
    assert session == before | {state.HEARD: 1}


def test_the_key_of_the_lecture_begins_and_ends_it(session):
    for number, after in ((1, "on"), (2, "off")):
        session["lecture"] = {"go": {"messages": [{"number": number, "toggle": "lecture"}]}}
        presenter._on_presenter_key()
        assert session["setting lecture"] == after


@pytest.mark.parametrize(
    "selection, place",
    [
        ({"selection": {"points": [{"point_index": 3}]}}, 3),
        ({"selection": {"points": []}}, None),
        (None, None),
    ],
)
def test_the_mark_of_a_chart_that_was_clicked_is_read(session, selection, place):
    session["rank"] = selection
    assert state.selected_place("rank") == place
