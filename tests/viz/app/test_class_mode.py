"""What the app knows of the class of a tab: what it can be asked, and what its browser says of it.

The browser talks with the server of classes itself: `test_server` has that, tests/browser both.
"""

import json
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from models import UserError
from tests.marks import slow_after
from tests.pages import alerts, app, component_name, visit_with
from viz.app import class_mode, presenter
from viz.app.classroom import read_task
from viz.app.state import CLASS_PANEL, CLASS_ROOM, setting_key
from viz.view.playlist import Playlist, PlaylistEntry, to_link

DOG = "The big red dog is sleeping on the bed."
LINK = "http://10.0.0.9:8501/?class=AB2CD"


def visit_guess(**address: str) -> AppTest:
    address = {"sentence": DOG, "attention": "encoder", "layer": "2", "head": "3"} | address
    return visit_with("inside", **{"inside-look": "guess"} | address)


def data_of(test: AppTest, name: str) -> dict:
    """Return the data of a component, {} where it is not drawn."""
    found = [one.proto for one in test.get("bidi_component") if component_name(one.proto) == name]
    return json.loads(found[0].json)[0] if found else {}


def panel_of(test: AppTest) -> dict:
    return data_of(test, "classroom")


def parameter(test: AppTest, name: str) -> str:
    value = test.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def own_guesses(test: AppTest) -> int:
    return sum(str(one.key).startswith("guess ") for one in test.get("button_group"))


def ask(test: AppTest, place: int = 0) -> AppTest:
    """Return the page after the browser has asked a class one of its tasks."""
    asked = panel_of(test)["tasks"][place]["id"]
    test.session_state[CLASS_ROOM] = {"asked": asked, "link": LINK, "image": "data:x"}
    return test.run()


def hear(monkeypatch, test: AppTest, reveal: str, room: object) -> dict:
    """Let the app hear what a browser says of its class; return the session state that changes."""
    session = {"class": {"room": room}, CLASS_ROOM: test.session_state[CLASS_ROOM]}
    with monkeypatch.context() as patch:
        patch.setattr("viz.app.state.st", SimpleNamespace(session_state=session))
        patch.setattr("viz.app.class_mode.st", SimpleNamespace(session_state=session))
        patch.setattr(
            "viz.app.class_mode.set_setting", lambda name, text: session.update({name: text})
        )
        class_mode._keep_room(reveal)
    return session


def test_the_look_for_guessing_offers_its_questions_and_a_class_that_is_asked_takes_its_place():
    test = visit_guess()
    panel = panel_of(test)
    ((offered),) = panel["tasks"]
    exercise = read_task(offered["task"])
    assert (exercise.sentence, len(exercise.questions)) == (DOG, 5)
    assert (panel["polls"], panel["revealed"], panel["server"]) == (False, False, "./")
    assert panel["link"].startswith("http")
    assert own_guesses(test) == 5
    test = ask(test)
    assert own_guesses(test) == 0
    assert panel_of(test)["tasks"] == panel["tasks"]
    test.toggle(key="switch reveal").set_value(True).run()
    assert panel_of(test)["revealed"] is True
    test.selectbox(key="box head").set_value(3).run()
    assert test.get("markdown")
    assert panel_of(test)["tasks"][0]["id"] != offered["id"]


def test_the_same_question_has_one_id_whatever_the_last_digits_of_its_weights(monkeypatch):
    exercise = read_task(panel_of(visit_guess())["tasks"][0]["task"])
    question = exercise.questions[0]
    near = tuple(weight + 1e-9 for weight in question.weights)
    other = class_mode.replace(
        exercise,
        questions=(class_mode.replace(question, weights=near), *exercise.questions[1:]),
    )
    ids = {class_mode._describe(task, "")["id"] for task in (exercise, other)}
    assert len(ids) == 1


def test_neighbours_are_offered_too():
    panel = panel_of(visit_with("vectors", **{"vectors-look": "judge", "word": "dog"}))
    assert [one["task"]["kind"] for one in panel["tasks"]] == ["neighbours"]


@pytest.mark.parametrize(
    "page, address, kinds",
    slow_after(
        1,
        [
            ("heads", {"attention": "encoder"}, ["number"] * 6),
            ("heads", {"attention": "cross"}, ["number"] * 3),
            ("heads", {"model": "gpt"}, []),
            ("cost", {}, []),
        ],
    ),
)
def test_a_class_can_be_asked_about_any_picture_once_that_is_wanted(page, address, kinds):
    test = visit_with(page, **address)
    assert not panel_of(test)
    test.session_state["share"] = True
    test.run()
    test.button(key="ask class").click().run()
    panel = panel_of(test)
    assert [one["task"]["kind"] for one in panel["tasks"]] == kinds
    assert (panel["polls"], panel["revealed"]) == (True, None)
    for one in panel["tasks"]:
        assert read_task(one["task"]).choice.stack == address["attention"]


def test_a_class_goes_along_to_other_pages_with_its_code():
    test = ask(visit_guess(lecture="on"))
    assert data_of(test, "lecture")["link"] == LINK
    assert "step" in data_of(test, "lecture")["axes"]  # Page Down reveals
    other = visit_with("mask")
    other.session_state[CLASS_ROOM] = {"asked": "x", "link": LINK, "image": "data:x"}
    other.run()
    assert panel_of(other)["polls"]
    assert not alerts(other)


def test_a_new_question_and_cleared_answers_hide_what_was_revealed(monkeypatch):
    test = ask(visit_guess())
    room = test.session_state[CLASS_ROOM]
    assert "reveal" not in hear(monkeypatch, test, "reveal", room)
    assert hear(monkeypatch, test, "reveal", room | {"asked": "other"})["reveal"] == "off"
    assert hear(monkeypatch, test, "reveal", room | {"isCleared": 5})["reveal"] == "off"
    closed = hear(monkeypatch, test, "reveal", {})
    assert (closed[CLASS_ROOM], closed[CLASS_PANEL]) == ({}, False)
    assert "reveal" not in closed


def test_a_reload_draws_the_class_that_the_browser_has_kept(monkeypatch):
    test = visit_with("mask")
    assert data_of(test, "lecture")["hasClass"] is None  # the browser is asked
    for message, drawn in (({"class": "yes"}, False), ({"class": True}, True)):
        session = {"lecture": {"go": message}}
        with monkeypatch.context() as patch:
            patch.setattr("viz.app.state.st.session_state", session)
            presenter._on_presenter_key()
        again = visit_with("mask")
        again.session_state[CLASS_ROOM] = session[CLASS_ROOM]
        again.run()
        assert bool(panel_of(again)) is drawn
        assert data_of(again, "lecture")["hasClass"] is drawn


@pytest.mark.parametrize("name", slow_after(1, ["class", "room", "phone", "playlist"]))
def test_an_entry_of_a_playlist_chooses_what_its_page_shows_and_nothing_else(name):
    hostile = (("sentence", "I am tired."), (name, "AB2CD.secret"), ("look-of-no-page", "x"))
    test = app(playlist=to_link(Playlist((PlaylistEntry("heads", hostile, "One"),))), lecture="on")
    assert not test.exception
    assert not alerts(test)
    assert test.query_params["sentence"] == "I am tired."
    assert name not in test.query_params
    assert "AB2CD.secret" not in str(test.session_state)
    assert setting_key("look-of-no-page") not in test.session_state


def test_the_address_of_another_server_of_classes():
    assert class_mode.class_address([]) == ""
    for given in (["--class", "https://a.org:8600"], ["x", "--class=https://a.org:8600/?y#z"]):
        assert class_mode.class_address(given) == "https://a.org:8600/"
    for wrong in ("a.org", "ftp://a.org", "http://[::1", ""):
        with pytest.raises(UserError, match="no address of a server of classes"):
            class_mode.class_address(["--class", wrong])
