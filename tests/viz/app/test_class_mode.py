"""A class on two tabs: the lecturer asks, a phone answers; each has only its own rights.

A phone sends through its component, whose script no test here runs: tests/browser does.
"""

import json
import re
import time
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from tests.marks import slow_after
from tests.pages import alerts, app, component_name, visit_with
from viz.app import class_mode, phone, presenter
from viz.app.class_mode import rooms
from viz.app.classroom.rate_limit import RateLimit
from viz.app.state import setting_key
from viz.view.playlist import Playlist, PlaylistEntry, to_link

DOG = "The big red dog is sleeping on the bed."


@pytest.fixture(autouse=True)
def new_rooms():
    rooms.clear()
    yield
    rooms.clear()


def open_class(**address: str) -> AppTest:
    address = {"sentence": DOG, "attention": "encoder", "layer": "2", "head": "3"} | address
    test = visit_with("inside", **{"inside-look": "guess"} | address)
    return test.button(key="ask class").click().run()


def parameter(test: AppTest, name: str) -> str:
    value = test.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def ticket_of(lecturer: AppTest) -> str | None:
    """Return the ticket that the lecturer's browser is given to keep."""
    (keys,) = [
        one.proto
        for one in lecturer.get("bidi_component")
        if component_name(one.proto) == "lecture"
    ]
    return json.loads(keys.json)[0]["ticket"]


def code_of(lecturer: AppTest) -> str:
    """Return the code in the link on the lecturer's screen."""
    html = "".join(one.proto.body for one in lecturer.get("html"))
    return re.search(r"\?class=(\w+)", html)[1]


def answered(table: str) -> str:
    return re.search(r"(\d+ of \d+) phone", table)[1]


def open_phone(code: str, **address: str) -> AppTest:
    test = app(**{"class": code} | address)
    assert not test.exception
    return test


def ballot_of(test: AppTest) -> dict:
    """Return the data of the phone's component."""
    (component,) = test.get("bidi_component")
    (data,) = json.loads(component.proto.json)
    return data


def table_of(test: AppTest) -> str:
    return "".join(one.proto.body for one in test.get("html") if "class-answers" in one.proto.body)


def send(monkeypatch, code: str, token: str, message: object) -> None:
    """Send a message from the component of a phone."""
    session = {"ballot": {"beat": message}}
    with monkeypatch.context() as patch:
        patch.setattr("viz.app.state.st", SimpleNamespace(session_state=session))
        phone._keep_answers(code, token)


def test_a_phone_answers_and_the_hall_counts_until_the_reveal(monkeypatch):
    lecturer = open_class()
    code = code_of(lecturer)
    assert "0 of 0 phones" in table_of(lecturer)
    assert any(f"class={code}" in one.proto.body for one in lecturer.get("html"))
    visitor = open_phone(code)
    token, state = parameter(visitor, "phone"), ballot_of(visitor)
    assert not alerts(visitor)
    assert not state["revealed"]
    assert state["texts"]["sentence"] == DOG
    assert len(state["questions"]) == 5
    options = [option["word"] for option in state["questions"][1]["options"]]
    assert options[:4] == ["The", "big", "red", "dog"]
    assert all(not option["note"] for row in state["questions"] for option in row["options"])
    send(monkeypatch, code, token, {"round": 1, "answers": {"1": 2}})
    send(monkeypatch, code, token, {"round": 1, "answers": {"1": 3}})
    visitor.run()
    assert [row["answer"] for row in ballot_of(visitor)["questions"]] == [None, 3, None, None, None]
    lecturer.run()
    assert "1 of 1 phone" in table_of(lecturer)
    assert "100%" in table_of(lecturer)
    assert "✓" not in table_of(lecturer)
    lecturer.toggle(key="switch reveal").set_value(True).run()
    assert table_of(lecturer).count('class="best"') == 5
    visitor.run()
    state = ballot_of(visitor)
    best = [option for row in state["questions"] for option in row["options"] if option["is_best"]]
    assert state["revealed"]
    assert len(best) == 5
    assert best[0]["note"].startswith("✓ 0.")
    assert state["texts"]["result"].startswith(("You found 0 of 5", "You found 1 of 5"))
    send(monkeypatch, code, token, {"round": 1, "answers": {"1": 0}})
    assert ballot_of(visitor.run())["questions"][1]["answer"] == 3


def test_closing_forgets_and_the_phone_has_one_clear_sentence():
    lecturer = open_class()
    code = code_of(lecturer)
    visitor = open_phone(code)
    lecturer.button(key="close class").click().run()
    assert ticket_of(lecturer) == ""
    assert not table_of(lecturer)
    visitor.run()
    assert not visitor.get("bidi_component")
    (sentence,) = alerts(visitor)
    assert f"No class with the code {code} is open." in sentence
    guesser = open_phone("<i>nobody</i>")
    assert len(alerts(guesser)) == 1
    for _ in range(10):
        guesser.run()
    (sentence,) = alerts(guesser)
    assert "Too many unknown codes were tried." in sentence


def test_a_phone_comes_into_the_class_and_keeps_its_ballot_however_many_codes_others_try(
    monkeypatch,
):
    code = code_of(open_class())
    visitor, guesser = open_phone(code), open_phone("nobody")
    monkeypatch.setattr(rooms().guesses, "allowance", 0)
    monkeypatch.setattr(rooms().guesses, "rate", 0)
    assert "Too many unknown codes" in alerts(guesser.run())[0]
    for one in (visitor.run(), open_phone(code)):
        assert not alerts(one)
        assert ballot_of(one)


def restore(monkeypatch, test: AppTest, ticket: object) -> AppTest:
    """Return the page after the browser has sent the ticket that it kept."""
    session = {"lecture": {"go": {"ticket": ticket}}}
    if class_mode.CLASS_TICKET in test.session_state:
        session[class_mode.CLASS_TICKET] = test.session_state[class_mode.CLASS_TICKET]
    with monkeypatch.context() as patch:
        patch.setattr("viz.app.state.st.session_state", session)
        presenter._on_presenter_key()
    test.session_state[class_mode.CLASS_TICKET] = session[class_mode.CLASS_TICKET]
    return test.run()


def test_the_address_has_no_ticket_and_a_reload_gets_it_back_from_the_tab(monkeypatch):
    lecturer = open_class()
    code = code_of(lecturer)
    ticket, secret = rooms().find(code).ticket, rooms().find(code).secret
    assert secret not in str(lecturer.query_params)
    assert ticket_of(lecturer) == ticket
    address = {name: parameter(lecturer, name) for name in lecturer.query_params}
    again = visit_with("inside", **address)
    assert ticket_of(again) is None  # the browser is asked for its ticket
    assert not table_of(again)
    assert "close class" not in [one.key for one in again.button]
    restore(monkeypatch, again, ticket)
    assert "phones" in table_of(again)
    assert ticket_of(again) == ticket
    assert code_of(again) == code
    assert secret not in str(again.query_params)


@pytest.mark.parametrize(
    "forged", slow_after(2, ["", "x", ".", "CODE2.secret", "{code}.forged", None, 3, ["x"]])
)
def test_what_is_no_ticket_opens_no_class_and_the_browser_forgets_it(monkeypatch, forged):
    lecturer = open_class()
    if isinstance(forged, str):
        forged = forged.format(code=code_of(lecturer))
    other = restore(monkeypatch, visit_with("inside", **{"inside-look": "guess"}), forged)
    assert ticket_of(other) == ""
    assert not table_of(other)
    assert rooms().find_hosted(ticket_of(lecturer))


def test_a_ticket_that_comes_late_does_not_replace_the_class_that_was_opened_meanwhile(monkeypatch):
    first = ticket_of(open_class())
    lecturer = open_class()
    ticket = ticket_of(lecturer)
    assert ticket_of(restore(monkeypatch, lecturer, first)) == ticket != first


def test_an_old_link_with_a_ticket_shows_its_view_and_opens_no_class():
    lecturer = open_class()
    link = {"inside-look": "guess", "sentence": DOG, "layer": "3"}
    test = visit_with("inside", **link, room=rooms().find(code_of(lecturer)).ticket)
    assert not alerts(test)
    assert not table_of(test)
    assert parameter(test, "room") == ""
    assert {name: parameter(test, name) for name in link} == link


@pytest.mark.parametrize("name", slow_after(1, ["room", "class", "phone", "playlist"]))
def test_an_entry_of_a_playlist_chooses_what_its_page_shows_and_nothing_else(name):
    ticket = rooms().find(code_of(open_class())).ticket
    hostile = (("sentence", "I am tired."), (name, ticket), ("look-of-no-page", "x"))
    test = app(playlist=to_link(Playlist((PlaylistEntry("heads", hostile, "One"),))), lecture="on")
    assert not test.exception
    assert not alerts(test)
    assert test.query_params["sentence"] == "I am tired."
    assert name not in test.query_params
    state = test.session_state
    assert ticket not in str(state)
    assert setting_key("look-of-no-page") not in state
    components = [one.proto for one in test.get("bidi_component")]
    (keys,) = [component for component in components if component_name(component) == "lecture"]
    assert "class=" not in keys.json  # the code for phones is that of the view


def test_no_link_that_is_shared_has_the_ticket():
    lecturer = open_class()
    lecturer.session_state["share"] = True
    lecturer.run()
    (link,) = [
        one.proto for one in lecturer.get("bidi_component") if component_name(one.proto) == "link"
    ]
    assert "sentence" in link.json
    assert "room" not in json.loads(link.json)[0]["short"]
    assert ticket_of(lecturer).partition(".")[2] not in link.json


def test_another_head_is_asked_with_the_same_code_and_is_not_revealed_with_it(monkeypatch):
    lecturer = open_class()
    code = code_of(lecturer)
    visitor = open_phone(code)
    token = parameter(visitor, "phone")
    send(monkeypatch, code, token, {"round": 1, "answers": {"0": 0}})
    lecturer.toggle(key="switch reveal").set_value(True).run()
    lecturer.selectbox(key="box head").set_value(3).run()
    assert not table_of(lecturer)
    assert "layer 2, head 3" in "".join(text.value for text in lecturer.markdown)
    assert rooms().find(code).revealed  # for the exercise that the phones still show
    lecturer.button(key="ask class").click().run()
    assert code_of(lecturer) == code
    assert parameter(lecturer, "reveal") == "off"
    assert "0 of 1 phone" in table_of(lecturer)
    state = ballot_of(visitor.run())
    assert state["round"] == 2
    assert not state["revealed"]
    assert "head 4" in state["texts"]["note"]


def test_a_reload_of_a_phone_is_the_same_phone_and_a_forged_token_is_replaced():
    code = code_of(open_class())
    token = parameter(open_phone(code), "phone")
    assert parameter(open_phone(code, phone=token), "phone") == token
    assert len(rooms().find(code).phones) == 1
    for forged in ("<script>", "0000000000000000"):
        assert parameter(open_phone(code, phone=forged), "phone") not in (forged, token)


def test_one_session_is_one_phone_whatever_its_address_says(monkeypatch):
    lecturer = open_class()
    code = code_of(lecturer)
    visitor = open_phone(code)
    token = parameter(visitor, "phone")
    for number in range(5):
        visitor.query_params["phone"] = f"{number:016}"
        visitor.query_params["class"] = code.lower() if number % 2 else code
        visitor.run()
        assert parameter(visitor, "phone") == token
        send(monkeypatch, code, token, {"round": 1, "answers": {"1": number}})
    lecturer.run()
    assert answered(table_of(lecturer)) == "1 of 1"


def test_a_phone_that_was_forgotten_joins_again_and_gets_another_token(monkeypatch):
    lecturer = open_class()
    code = code_of(lecturer)
    visitor = open_phone(code)
    token = parameter(visitor, "phone")
    send(monkeypatch, code, token, {"round": 1, "answers": {"1": 2}})
    lecturer.toggle(key="switch reveal").set_value(True).run()
    lecturer.button(key="clear class").click().run()
    assert answered(table_of(lecturer)) == "0 of 0"
    assert parameter(lecturer, "reveal") == "off"
    visitor.run()
    state = ballot_of(visitor)
    assert state["round"] == 2
    assert not state["revealed"]
    assert all(row["answer"] is None for row in state["questions"])
    assert parameter(visitor, "phone") != token
    send(monkeypatch, code, token, {"round": 2, "answers": {"1": 2}})
    assert answered(table_of(lecturer.run())) == "0 of 1"


def test_a_phone_waits_with_a_sentence_while_many_join_and_then_joins_by_itself():
    code = code_of(open_class())
    room = rooms().find(code)
    room.arrival_limits.append(RateLimit(0, 0, time.monotonic))
    room.reveal(True)
    visitor = open_phone(code, language="fr")
    (sentence,) = alerts(visitor)
    assert "Beaucoup de téléphones rejoignent cette classe" in sentence
    state = ballot_of(visitor)
    assert not state["questions"]
    assert not state["revealed"]
    assert state["seconds"] == 3
    assert not room.phones
    assert parameter(visitor, "phone") == ""
    room.arrival_limits.clear()
    visitor.run()
    assert not alerts(visitor)
    assert len(ballot_of(visitor)["questions"]) == 5


@pytest.mark.parametrize(
    "message",
    slow_after(
        2,
        [
            {},
            {"answers": [1, 2]},
            {"round": "x", "answers": {"0": 0}},
            {"round": 1, "answers": {"0": [0], "x": 3, "1": {"a": 1}, "2": "3", "77": 0}},
            {"round": 1, "answers": None},
            "none",
        ],
    ),
)
def test_what_is_no_answer_is_not_kept(monkeypatch, message):
    code = code_of(open_class())
    token = parameter(open_phone(code), "phone")
    send(monkeypatch, code, token, message)
    send(monkeypatch, "NOONE", token, message)
    assert rooms().find(code).tally().answered == 0


def test_a_class_that_is_full_says_so(monkeypatch):
    code = code_of(open_class())
    monkeypatch.setattr("viz.app.classroom.rooms.MAX_PHONES", 1)
    assert not alerts(open_phone(code))
    (sentence,) = alerts(open_phone(code))
    assert "This class is full" in sentence


def test_a_phone_loads_no_model(monkeypatch):
    code = code_of(open_class())
    monkeypatch.setattr("viz.app.cache.start_work", lambda *rest: pytest.fail("a model"))
    open_phone(code)


def test_in_a_lecture_the_code_for_phones_is_that_of_the_class_and_page_down_reveals():
    lecturer = open_class(lecture="on")
    (keys,) = [
        one.proto
        for one in lecturer.get("bidi_component")
        if component_name(one.proto) == "lecture"
    ]
    (data,) = json.loads(keys.json)
    assert data["link"].endswith(f"/?class={code_of(lecturer)}")
    assert "step" in data["axes"]


def test_the_phone_speaks_french_where_its_address_does():
    code = code_of(open_class())
    state = ballot_of(open_phone(code, language="fr"))
    assert state["texts"]["hint"] == "Touchez un mot dans chaque ligne."
