"""The playlist of a tab: the Share menu adds views, a link opens it, keys move through it."""

import json
from dataclasses import replace

import pytest

from models import UserError
from tests.marks import slow_after
from tests.pages import alerts, app, component_name, opened, pictures, visit_with
from viz.app import playlist_panel, presenter, state, tab_playlist
from viz.app.page import declared_parameters
from viz.pages.registry import PAGES
from viz.view.address import ADDRESS_VERSION
from viz.view.playlist import _RESERVED, Playlist, PlaylistEntry, from_link, to_link

HEADS = PlaylistEntry(
    "heads", (("sentence", "I am tired."), ("layer", "2"), ("head", "4")), "One", "Wait."
)
OTHER = PlaylistEntry("heads", (("sentence", "The cat sleeps."), ("temperature", "4")), "Two")
BOTH = Playlist((HEADS, OTHER))


def keys(test) -> dict:
    """Return the data of the key bar and of the keys."""
    components = test.get("bidi_component")
    [lecture] = [
        component.proto for component in components if component_name(component.proto) == "lecture"
    ]
    (data,) = json.loads(lecture.json)
    return data


def playlist_of(test) -> Playlist:
    code = keys(test)["kept"]["code"]
    return from_link(code) if code else Playlist()


def collect(**address: str):
    """Open the front page at an address, and add it to the playlist."""
    test = opened(app(**address), "share")
    return test.button(key="add view").click().run()


def test_add_this_view_keeps_page_sentence_head_and_what_ifs_and_no_lecture():
    test = collect(sentence="I am tired.", layer="2", head="4", temperature="4", language="en")
    [entry] = playlist_of(test).entries
    parameters = dict(entry.parameters)
    assert entry.page == "heads"
    assert parameters["sentence"] == "I am tired."
    assert (parameters["layer"], parameters["head"]) == ("2", "4")
    assert parameters["temperature"] == "4"
    assert not {"lecture", "language", "playlist"} & parameters.keys()
    assert entry.title == (
        "Where does each head look? · Cross-attention, layer 2, head 4 · "
        "the temperature is 4 instead of 1"
    )


def heading(test) -> str:
    """Return the heading of a page."""
    [body] = [one.proto.body for one in test.get("html") if "<h1>" in one.proto.body]
    return body


def test_the_title_of_a_view_stands_above_it_until_the_view_is_changed():
    test = app(playlist=to_link(BOTH), lecture="on")
    assert "<h1>One</h1>" in heading(test)
    test.text_input[0].set_value("She runs.").run()
    assert "<h1>Where does each head look?</h1>" in heading(test)
    test.text_input[0].set_value("I am tired.").run()
    assert "<h1>One</h1>" in heading(test)
    test.session_state[state.setting_key("temperature")] = "4"
    test.run()
    assert "<h1>Where does each head look?</h1>" in heading(test)


@pytest.mark.parametrize(
    "more, title",
    [
        ({}, "Two"),
        ({"panel": "open"}, "Two"),
        ({"mask": "none"}, ""),
        ({"off": "cross-3-1"}, ""),
        ({"model": "gpt"}, ""),
    ],
)
def test_a_title_does_not_stand_above_what_its_view_leaves_at_its_default(session, more, title):
    session[tab_playlist.PLAYLIST] = Playlist((HEADS, OTHER))
    short = dict(OTHER.parameters) | more
    address = {"model": "transformer", "v": "2"} | short
    assert tab_playlist.title_on_show("heads", address, short) == title


def test_a_title_stands_above_a_view_that_was_added_in_an_earlier_version(session):
    earlier = replace(OTHER, parameters=(*OTHER.parameters, ("v", "2")))
    session[tab_playlist.PLAYLIST] = Playlist((HEADS, earlier))
    short = dict(OTHER.parameters)
    assert tab_playlist.title_on_show("heads", short | {"v": ADDRESS_VERSION}, short) == "Two"


def test_a_ready_playlist_that_cannot_be_read_is_said_and_the_page_is_drawn(monkeypatch):
    def fail(language):
        raise UserError("10-attention.md has a mistake.")

    for module in (tab_playlist, playlist_panel):
        monkeypatch.setattr(module, "lectures", fail)
    test = app()
    test.session_state[playlist_panel.PANEL] = True
    test.run()
    assert not test.exception
    assert {"10-attention.md has a mistake." in alert for alert in alerts(test)} == {True}
    assert len(pictures(test)) == 1
    lecture = app(lecture="on")
    assert not lecture.exception
    assert keys(lecture)["ready"] == []


def test_a_step_of_a_lesson_is_named_after_the_step():
    test = opened(visit_with("lessons", lesson="mask", step="2"), "share")
    test.button(key="add view").click().run()
    [entry] = playlist_of(test).entries
    assert entry.title.startswith("Before the softmax")
    parameters = dict(entry.parameters)
    assert {"lesson": "mask", "step": "2"}.items() <= parameters.items()
    assert parameters.keys() <= declared_parameters(PAGES["lessons"], PAGES.values())


def test_no_page_declares_a_parameter_of_a_tab_or_a_device():
    for page in PAGES.values():
        assert not _RESERVED & declared_parameters(page, PAGES.values()), page.path


def test_a_tab_without_a_playlist_lets_the_browser_keep_none_and_walks_none():
    assert keys(app(lecture="on"))["kept"] is None
    assert keys(app(lecture="on"))["walk"] is None


def test_a_link_opens_its_first_view_and_takes_itself_out_of_the_address():
    test = app(playlist=to_link(BOTH), lecture="on")
    assert not test.exception
    assert not alerts(test)
    parameters = test.query_params
    assert (parameters["sentence"], parameters["layer"]) == ("I am tired.", "2")
    assert parameters["lecture"] == "on"
    assert "playlist" not in parameters
    assert keys(test)["walk"] == {
        "place": 1,
        "count": 2,
        "title": "One",
        "notes": "Wait.",
        "next": "Two",
    }
    assert keys(test)["lesson"]
    assert "step" in keys(test)["axes"]


def test_without_a_lecture_the_keys_walk_no_playlist():
    test = app(playlist=to_link(BOTH))
    assert test.query_params["sentence"] == "I am tired."
    assert keys(test)["walk"] is None
    assert not keys(test)["lesson"]


@pytest.mark.parametrize("code", ["", "damaged", to_link(BOTH)[:-9], "%00", "é"])
def test_a_damaged_link_is_one_sentence_above_the_page(code):
    test = app(playlist=code, sentence="I am tired.")
    assert not test.exception
    assert test.query_params["sentence"] == "I am tired."
    [alert] = alerts(test)
    assert "playlist" in alert
    assert "playlist" not in test.query_params


def test_a_view_of_a_page_that_there_is_not_is_one_sentence():
    test = app(playlist=to_link(Playlist((PlaylistEntry("nowhere", (), "?"),))))
    assert not test.exception
    [alert] = alerts(test)
    assert "“nowhere”" in alert


@pytest.fixture
def session(monkeypatch) -> dict:
    """The session state of a lecture that shows the second of three entries."""
    names = ("One", "Two", "Three")
    three = Playlist(tuple(PlaylistEntry("mask", (("sees", "none"),), name) for name in names))
    session = {
        tab_playlist.PLAYLIST: three,
        tab_playlist._PLACE: 1,
        state.setting_key("lecture"): "on",
        state.setting_key("language"): "fr",
        state.setting_key("sees"): "causal",
    }
    monkeypatch.setattr(state.st, "session_state", session)
    return session


def titles() -> list[str]:
    return [entry.title for entry in tab_playlist.current_playlist().entries]


def press(session, number: int = 1, **message) -> None:
    session["lecture"] = {"go": {"messages": [{"number": number, **message}]}}
    presenter._on_presenter_key()


def restore(session, copy) -> None:
    session["lecture"] = {"go": {"restore": copy}}
    presenter._on_presenter_key()


def test_a_key_of_a_page_that_has_made_way_for_another_does_nothing(session):
    before = dict(session)
    presenter._on_presenter_key()
    assert session == before


def test_undo_does_not_lead_back_into_another_entry(session):
    session[state.UNDO_STEPS] = [{"sentence": "I am tired."}]
    press(session, walk=1)
    assert state.UNDO_STEPS not in session


def test_a_key_opens_an_entry_as_it_was_collected(session):
    press(session, walk=1)
    assert session[state.ADDRESS_TO_OPEN] == {"sees": "none"}
    assert tab_playlist.current_place() == 2
    assert tab_playlist.target_page({"heads", "mask"}) == "mask"
    assert tab_playlist.target_page({"heads", "mask"}) == "mask"  # until the page is drawn
    tab_playlist.forget_target()
    assert tab_playlist.target_page({"heads", "mask"}) is None


def test_a_picked_page_keeps_the_sentence_and_the_playlist_waits(session):
    session[state.ADDRESS_TO_OPEN] = {"sees": "none", "sentence": "She runs.", "layer": "2"}
    press(session, 1, page="order")
    assert tab_playlist.target_page({"heads", "mask", "order"}) == "order"
    assert session[state.ADDRESS_TO_OPEN] == {"sentence": "She runs.", "layer": "2"}
    press(session, 2, walk=-1)  # back to the view before
    assert tab_playlist.current_place() == 1
    assert tab_playlist.target_page({"heads", "mask", "order"}) == "mask"
    press(session, 3, page="order")
    press(session, 4, walk=1)
    assert tab_playlist.current_place() == 2


def test_a_view_and_a_ready_playlist_are_picked_in_a_lecture_only(session):
    press(session, 1, place=3)
    assert tab_playlist.current_place() == 2
    wrong = [{"place": 9}, {"place": "x"}, {"place": 1.0}, {"place": [1]}, {"page": 5}]
    wrong += [{"page": ["order"]}, {"ready": "none"}, {"ready": ["seq2seq"]}, {}]
    session.pop(tab_playlist._TARGET)
    for number, pick in enumerate(wrong, start=2):
        press(session, number, **pick)
        assert tab_playlist.current_place() == 2
        assert tab_playlist._TARGET not in session
    press(session, 16, ready="seq2seq")
    assert tab_playlist.describe_walk()["title"].startswith("One vector for the whole sentence")
    session[state.setting_key("lecture")] = "off"
    press(session, 17, page="order")
    press(session, 18, place=2)
    assert tab_playlist.current_place() == 0


def test_a_key_that_is_sent_again_is_done_once(session):
    for by in (-1, 1, -1):
        press(session, walk=by, number=5)
    assert tab_playlist.current_place() == 0
    press(session, walk=1, number=6)
    assert tab_playlist.current_place() == 1


def test_there_is_nothing_before_the_first_and_after_the_last(session):
    for number, by in enumerate((1, 1, 1), start=1):
        press(session, number, walk=by)
    assert tab_playlist.current_place() == 2
    for number, by in enumerate((-1, -1, -1, -1), start=4):
        press(session, number, walk=by)
    assert tab_playlist.current_place() == 0


def test_out_of_a_lecture_no_key_walks(session):
    session[state.setting_key("lecture")] = "off"
    press(session, walk=1)
    assert tab_playlist.current_place() == 1
    assert tab_playlist.describe_walk() is None


def test_the_walk_begins_in_lecture_mode_with_the_first(session):
    session[state.setting_key("lecture")] = "off"
    tab_playlist.start()
    assert state.is_lecture()
    assert tab_playlist.current_place() == 0
    assert session[state.ADDRESS_TO_OPEN] == {"sees": "none"}


@pytest.mark.parametrize(
    "place, by, order, current",
    [
        (1, 1, ["One", "Three", "Two"], 2),
        (0, 1, ["Two", "One", "Three"], 0),
        (2, -1, ["One", "Three", "Two"], 2),
        (1, -1, ["Two", "One", "Three"], 0),
    ],
)
def test_the_entry_on_show_stays_on_show_when_entries_move(session, place, by, order, current):
    playlist_panel._move_entry(place, by)
    assert titles() == order
    assert tab_playlist.current_place() == current
    assert titles()[current] == "Two"


@pytest.mark.parametrize("place, current", [(0, 0), (1, None), (2, 1)])
def test_the_entry_on_show_stays_on_show_when_another_is_removed(session, place, current):
    playlist_panel._remove_entry(place)
    assert len(titles()) == 2
    assert tab_playlist.current_place() == current


def test_what_is_typed_in_the_panel_is_taken_over(session):
    session["field"] = "Slowly here."
    playlist_panel._change_entry(1, "notes", "field")
    assert tab_playlist.describe_walk()["notes"] == "Slowly here."
    assert tab_playlist.describe_walk()["next"] == "Three"


def test_the_browser_gives_back_what_it_keeps(session):
    copy = tab_playlist.kept_copy()
    before = tab_playlist.current_playlist()
    session.pop(tab_playlist.PLAYLIST)
    session.pop(tab_playlist._PLACE)
    assert tab_playlist.kept_copy() is None
    restore(session, copy)
    assert tab_playlist.current_playlist() == before
    assert tab_playlist.current_place() == 1


def earlier_titles(session) -> list[str]:
    return [one.entries[0].title for one in session[tab_playlist.EARLIER]]


def test_no_playlist_of_ones_own_is_lost_when_ready_ones_are_taken_and_changed(session):
    own = tab_playlist.current_playlist()
    tab_playlist.take_ready("attention")
    tab_playlist.take_ready("seq2seq")  # a ready one is not kept
    assert earlier_titles(session) == ["One"]
    session["field"] = "My title"
    playlist_panel._change_entry(0, "title", "field")
    tab_playlist.take_ready("attention")
    assert earlier_titles(session) == ["My title", "One"]
    tab_playlist.replace_playlist(own)
    assert tab_playlist.current_playlist() == own
    assert earlier_titles(session) == ["My title"]


def test_the_browser_keeps_what_is_aside_too(session):
    tab_playlist.take_ready("attention")
    copy = json.loads(json.dumps(tab_playlist.kept_copy()))
    for key in (tab_playlist.PLAYLIST, tab_playlist.EARLIER):
        session.pop(key)
    restore(session, copy)
    assert len(titles()) == 10
    assert earlier_titles(session) == ["One"]
    tab_playlist.set_playlist(Playlist())  # all views were removed
    restore(session, tab_playlist.kept_copy())
    assert (titles(), earlier_titles(session)) == ([], ["One"])
    restore(session, {"code": to_link(BOTH), "place": 1, "earlier": ["damaged", 5]})
    assert (titles(), earlier_titles(session)) == (["One", "Two"], [])


class QueryParameters(dict):
    def to_dict(self) -> dict:
        return {**self}


def test_a_link_keeps_the_playlist_of_the_tab_aside(session, monkeypatch):
    own, copy = titles(), json.loads(json.dumps(tab_playlist.kept_copy()))
    parameters = QueryParameters(playlist=to_link(BOTH))
    monkeypatch.setattr(tab_playlist.st, "query_params", parameters)
    tab_playlist.open_playlist_link()  # in a session of the server that knows the own one
    assert (titles(), earlier_titles(session)) == (["One", "Two"], [own[0]])
    session.clear()  # a link in the tab's address line begins a new session
    parameters["playlist"] = to_link(BOTH)
    tab_playlist.open_playlist_link()
    assert tab_playlist.kept_copy()["linked"]
    restore(session, copy)
    assert (titles(), earlier_titles(session)) == (["One", "Two"], [own[0]])
    assert "linked" not in tab_playlist.kept_copy()
    session.clear()
    parameters["playlist"] = to_link(BOTH)
    tab_playlist.open_playlist_link()
    playlist_panel._remove_entry(0)  # before the browser has answered
    assert "linked" not in tab_playlist.kept_copy()


@pytest.mark.parametrize(
    "copy", [None, {}, "x", {"code": "damaged", "place": 1}, {"code": to_link(BOTH), "place": 7}]
)
def test_a_copy_that_cannot_be_read_is_forgotten_for_good(session, copy):
    restore(session, copy)
    assert tab_playlist.current_place() is None
    assert tab_playlist.kept_copy() is not None  # so that the browser does not send it again


def choose_lecture(test, start: str):
    """Choose the lecture whose entry in the menu of the Share menu starts so."""
    menu = opened(test, "share").menu_button(key="lecture menu")
    [option] = [option for option in menu.proto.options if option.startswith(start)]
    return menu.click(option).run()


@pytest.mark.parametrize(
    "language, start, title",
    slow_after(
        1,
        [
            ("en", "10 minutes: Attention (a playlist of 10 views)", "One vector for the whole"),
            ("fr", "10 minutes\u00a0: L'attention (un déroulé de 10 vues)", "Un seul vecteur pour"),
        ],
    ),
)
def test_a_ready_playlist_starts_the_lecture_and_is_that_of_the_tab(language, start, title):
    test = choose_lecture(app(language=language), start)
    assert not test.exception
    assert not alerts(test)
    assert test.query_params["lecture"] == "on"
    assert (
        test.query_params["sentence"] == "An old man with a hat is reading a newspaper on a bench."
    )
    walk = keys(test)["walk"]
    assert (walk["place"], walk["count"]) == (1, 10)
    assert walk["title"].startswith(title)
    assert walk["notes"]
    assert playlist_of(test).entries[0].page == "bottleneck"


@pytest.mark.slow
def test_a_class_is_asked_from_the_share_menu_and_from_start_a_lecture():
    test = app(sentence="The red dog sleeps.")
    shared = opened(test, "share").button(key="share class").click().run()
    begun = choose_lecture(app(sentence="The red dog sleeps."), "Ask the class")
    for test, lecture in ((shared, None), (begun, "on")):
        assert not test.exception
        assert test.query_params["inside-look"] == "guess"
        assert test.query_params["sentence"] == "The red dog sleeps."
        assert test.query_params.get("lecture") == lecture
        (panel,) = [
            json.loads(one.proto.json)[0]
            for one in test.get("bidi_component")
            if component_name(one.proto) == "classroom"
        ]
        assert [one["task"]["kind"] for one in panel["tasks"]] == ["head"]
        assert panel["tasks"][0]["task"]["sentence"] == "The red dog sleeps."


@pytest.mark.slow
def test_an_own_playlist_is_offered_and_is_kept_when_a_ready_one_is_taken():
    test = app(playlist=to_link(BOTH))
    options = opened(test, "share").menu_button(key="lecture menu").proto.options
    assert options[0] == "Your playlist, 2 views"
    test = choose_lecture(test, "20 minutes")
    assert len(playlist_of(test).entries) == 18
    test.run()  # the lecture has no Share menu
    test.session_state[state.setting_key("lecture")] = "off"
    test.run()
    test = opened(test, "share")
    assert not test.menu_button(key="lecture menu").proto.options[0].startswith("Your")
    test.button(key="open playlist").click().run()
    test.button(key="earlier playlist 0").click().run()
    assert playlist_of(test) == BOTH
