"""A playlist: views are collected, ordered, and shown one by one by keyboard alone."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import LocatorAssertions, expect

from tests.browser.conftest import at_rest
from viz.view.lectures import lectures
from viz.view.playlist import Playlist, PlaylistEntry, to_json, to_link

VIEWS = {  # path: the class of its picture
    "/?sentence=I+am+tired.&layer=2&head=4": "explorer",
    "/mask?sentence=The+cat+sleeps.&sees=none": "matrices",
    "/lessons?lesson=mask&step=2": "matrices",
}
FIVE = Playlist(
    (
        PlaylistEntry(
            "heads", (("sentence", "I am tired."), ("layer", "2"), ("head", "4")), "One", "Wait."
        ),
        PlaylistEntry("mask", (("sentence", "The cat sleeps."), ("sees", "none")), "Two"),
        PlaylistEntry("mask", (("sentence", "The cat sleeps."), ("sees", "causal")), "Three"),
        PlaylistEntry("lessons", (("lesson", "mask"), ("step", "2")), "Four"),
        PlaylistEntry("heads", (("sentence", "My students are sleeping."),), "Five"),
    )
)


def parameters(visitor) -> dict[str, str]:
    query = parse_qs(urlsplit(visitor.page.url).query)
    return {name: values[0] for name, values in query.items()}


def shows(visitor, place: int, path: str, views: int = 5, **expected: str) -> None:
    """Wait until the entry at this place, from 1, is shown at this address."""
    visitor.page.get_by_role("button", name="Next", exact=False).filter(
        has_text=f"{place} of {views}"
    ).wait_for(timeout=30_000)
    visitor.page.wait_for_function(
        "([path, expected]) => { const query = new URLSearchParams(location.search);"
        " return location.pathname === path"
        " && Object.entries(expected).every(([name, value]) => query.get(name) === value) }",
        arg=[path, {"lecture": "on"} | expected],
        timeout=30_000,
    )


def layer(visitor, name: str) -> LocatorAssertions:
    return expect(visitor.page.locator(f".lecture .{name}"))


def open_share(visitor) -> None:
    visitor.page.get_by_role("button", name="Share").click()
    visitor.page.get_by_role("button", name="Add this view").wait_for(timeout=30_000)


@pytest.mark.slow
def test_views_are_collected_and_walked_from_the_keyboard_alone(visitor):
    page = visitor.page
    visitor.open("/?sentence=I+am+tired.&layer=2&head=4")
    for number, (path, picture) in enumerate(VIEWS.items(), start=1):
        if number > 1:  # a reload of the app: the tab keeps the playlist
            visitor.open(path, picture)
        open_share(visitor)
        page.get_by_role("button", name=f"Playlist ({number - 1}) …").wait_for(timeout=30_000)
        page.get_by_role("button", name="Add this view").click()
        page.get_by_role("button", name=f"Playlist ({number}) …").wait_for(timeout=30_000)
        at_rest(page)  # the copy in the browser is written last
    page.get_by_role("button", name="Playlist (3) …").click()
    panel = page.get_by_role("dialog").filter(has_text="Playlist")
    panel.get_by_role("button", name="↓").nth(1).click()
    titles = panel.get_by_role("textbox", name="Title of view")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=dialog] input[type=text]')]"
        "[2]?.value.startsWith('What may the decoder see?')",
        timeout=30_000,
    )
    titles.nth(0).fill("The first head")
    titles.nth(0).press("Enter")
    panel.get_by_role("button", name="Start the lecture").click()
    shows(visitor, 1, "/", 3, sentence="I am tired.", layer="2", head="4")
    page.keyboard.press("PageDown")
    shows(visitor, 2, "/lessons", 3, lesson="mask", step="2")
    page.keyboard.press(".")
    layer(visitor, "blank").to_be_visible()
    page.keyboard.press("PageDown")  # the screen stays black across a change of page
    shows(visitor, 3, "/mask", 3, sentence="The cat sleeps.", sees="none")
    layer(visitor, "blank").to_be_visible()
    page.keyboard.press("b")
    layer(visitor, "blank").to_be_hidden()
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(800)
    shows(visitor, 3, "/mask", 3)
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    shows(visitor, 2, "/lessons", 3, lesson="mask", step="2")
    page.keyboard.press("Enter")
    shows(visitor, 3, "/mask", 3, sees="none")
    page.keyboard.press(" ")  # there is no fourth entry
    page.keyboard.press("q")
    layer(visitor, "code").to_be_visible()
    page.keyboard.press("q")
    page.keyboard.press("PageUp")
    shows(visitor, 2, "/lessons", 3, step="2")
    page.keyboard.press("l")
    page.get_by_role("toolbar", name="Lecture").wait_for(state="hidden")
    page.keyboard.press("l")
    shows(visitor, 2, "/lessons", 3, step="2")


@pytest.mark.weekly
def test_a_10_minute_lecture_is_given_from_the_keyboard_without_leaving_it(visitor):
    page, lecture = visitor.page, lectures()["attention"].playlist
    header = expect(page.get_by_test_id("stHeader"))

    def reads(title: str) -> None:
        """Wait for the heading above the picture."""
        page.get_by_role("heading", name=title, level=1, exact=True).wait_for(timeout=30_000)

    def pick(text: str) -> None:
        page.keyboard.press("g")
        page.get_by_role("dialog", name="Go to").wait_for()
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    visitor.open("/")
    page.keyboard.press("l")
    page.get_by_role("toolbar", name="Lecture").wait_for()
    pick("10 min attention")
    for place, entry in enumerate(lecture.entries, start=1):
        reads(entry.title)
        header.to_be_hidden()
        if place == 4:
            pick("causal mask decoder")
            reads("What may the decoder see?")
            page.keyboard.press("PageUp")
            reads(entry.title)
            page.keyboard.press("?")
            keys = page.get_by_role("dialog", name="Keys of a lecture")
            keys.get_by_text("go to a view, a page or another playlist").wait_for()
            page.keyboard.press("Escape")
            expect(keys).to_be_hidden()
        page.keyboard.press("PageDown")
    pick("2")
    reads(lecture.entries[1].title)


def test_a_link_opens_the_first_view_and_a_reload_stays_where_it_is(visitor):
    page = visitor.page
    visitor.open(f"/cost?lecture=on&playlist={to_link(FIVE)}")
    shows(visitor, 1, "/", sentence="I am tired.", layer="2", head="4")
    assert "playlist" not in parameters(visitor)
    for place, path in ((2, "/mask"), (3, "/mask"), (4, "/lessons")):
        page.keyboard.press("PageDown")
        shows(visitor, place, path)
    page.reload()
    shows(visitor, 4, "/lessons", lesson="mask", step="2")
    page.keyboard.press("PageDown")
    shows(visitor, 5, "/", sentence="My students are sleeping.")


@pytest.mark.parametrize(
    "pause", [150, *(pytest.param(pause, marks=pytest.mark.weekly) for pause in (30, 400))]
)
def test_no_key_is_lost_while_the_page_changes(visitor, pause):
    page = visitor.page
    visitor.open(f"/?lecture=on&playlist={to_link(FIVE)}")
    shows(visitor, 1, "/")
    for key, place, path in (("PageDown", 4, "/lessons"), ("PageUp", 1, "/")):
        for _ in range(3):
            page.keyboard.press(key)
            page.wait_for_timeout(pause)
        shows(visitor, place, path)
        page.wait_for_timeout(1500)
        shows(visitor, place, path)
    assert page.get_by_role("alert").count() == 0


def test_the_notes_stand_in_a_second_window_that_follows_and_leads(visitor):
    page = visitor.page
    visitor.open(f"/?lecture=on&playlist={to_link(FIVE)}")
    shows(visitor, 1, "/")
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value
    notes.get_by_role("heading", name="One").wait_for()
    assert notes.locator("#notes").inner_text() == "Wait."
    assert notes.locator("#next").inner_text() == "Next: Two"
    assert notes.locator("#place").inner_text() == "1 of 5"
    notes.wait_for_function("() => document.getElementById('elapsed').textContent >= '00:01'")
    page.keyboard.press("PageDown")
    notes.get_by_role("heading", name="Two").wait_for(timeout=30_000)
    notes.get_by_role("button", name="Next").click()
    shows(visitor, 3, "/mask", sees="causal")
    notes.get_by_role("heading", name="Three").wait_for(timeout=30_000)
    notes.keyboard.press("b")
    page.locator(".lecture .blank").wait_for(state="visible")
    notes.keyboard.press("b")
    page.locator(".lecture .blank").wait_for(state="hidden")
    page.reload()
    shows(visitor, 3, "/mask")
    notes.keyboard.press("PageUp")
    shows(visitor, 2, "/mask", sees="none")
    notes.get_by_role("heading", name="Two").wait_for(timeout=30_000)


def test_a_file_is_opened_and_another_is_refused(visitor, tmp_path):
    page = visitor.page
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(to_json(FIVE), encoding="utf-8")
    bad.write_text(json.dumps({"playlist": "1", "views": [{}]}), encoding="utf-8")
    visitor.open("/")
    open_share(visitor)
    page.get_by_role("button", name="Playlist (0) …").click()
    panel = page.get_by_role("dialog").filter(has_text="Playlist")
    panel.locator("input[type=file]").set_input_files(bad)
    panel.get_by_role("alert").filter(has_text="View 1 of this playlist").wait_for(timeout=30_000)
    panel.locator("input[type=file]").set_input_files(good)
    panel.get_by_role("textbox", name="Title of view 5").wait_for(timeout=30_000)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Download as a file").click()
    assert download.value.path().read_text(encoding="utf-8") == to_json(FIVE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
