"""A class: the lecturer's screen and its phones, in windows of their own."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import switch_scheme, violations
from tests.browser.conftest import Visitor, at_rest
from tests.viz.app.classroom.measured import measured
from viz.view.playlist import Playlist, PlaylistEntry, to_link

EXERCISE = (
    "/inside?inside-look=guess&attention=encoder&layer=2&head=3"
    "&sentence=The+big+red+dog+is+sleeping+on+the+bed."
)
WORDS = ["The", "big", "red", "dog", "is", "sleeping", "on", "the", "bed."]
PHONE = {"width": 390, "height": 844}


def open_class(visitor: Visitor, address: str = EXERCISE) -> str:
    """Open a class; return the path that its phones open."""
    visitor.page.goto(visitor.address + address)
    visitor.page.get_by_role("button", name="Ask the class").click(timeout=60_000)
    visitor.page.locator(".class-answers").wait_for(timeout=30_000)
    link = visitor.page.locator(".classroom .link").inner_text()
    return link[link.index("/") :]


@pytest.fixture
def open_phone(browser, server):
    """Return a function that opens a path on a new phone; its page must raise no error."""
    contexts, problems = [], []

    def open_path(path: str, **settings) -> Page:
        contexts.append(browser.new_context(viewport=PHONE, has_touch=True, **settings))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(server + path)
        return page

    yield open_path
    for context in contexts:
        context.close()
    assert not problems


def question(phone: Page, word: str):
    return phone.get_by_role("group", name=f"“{word}” attends most to")


def test_a_phone_answers_the_hall_counts_and_both_see_the_truth(visitor, open_phone):
    path = open_class(visitor)
    hall = visitor.page.locator(".class-answers")
    phone = open_phone(path)
    expect(phone.get_by_role("heading", name="Guess")).to_be_visible(timeout=60_000)
    assert phone.get_by_role("textbox").count() == 0  # no other part of the app
    expect(hall).to_contain_text("0 of 1 phone")
    sizes = phone.locator(".ballot label").evaluate_all(
        "labels => labels.map(label => label.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert len(sizes) == 55
    assert min(map(min, sizes)) >= 48  # for a finger
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    red = question(phone, "red")
    red.locator("label", has_text="big").tap()
    expect(phone.get_by_role("status")).to_contain_text("Sent.")
    expect(hall).to_contain_text("1 of 1 phone")
    red.get_by_role("radio", name="dog").press("ArrowRight")  # the next word: an answer is changed
    expect(red.get_by_role("radio", name="is")).to_be_checked()
    row = hall.locator("tbody tr").nth(1).locator("td")
    expect(row.nth(4)).to_contain_text("100%")
    expect(row.nth(1)).to_have_text("")
    visitor.page.get_by_role("switch", name="Reveal").press("Space")
    expect(hall.locator("td.best")).to_have_count(5)
    expect(phone.get_by_role("status")).to_contain_text("You found")
    best = row.evaluate_all("cells => cells.findIndex(cell => cell.className.includes('best'))")
    assert red.locator("label.best").inner_text().split()[0] == WORDS[best]
    expect(red.get_by_role("radio", name="is")).to_be_disabled()
    visitor.page.get_by_role("button", name="Close the class").click()
    expect(phone.get_by_role("alert")).to_contain_text("No class with the code", timeout=15_000)


def test_a_reload_keeps_the_room_of_the_lecturer_and_the_answers_of_the_phone(visitor, open_phone):
    phone = open_phone(open_class(visitor))
    question(phone, "red").locator("label", has_text="dog").tap(timeout=60_000)
    expect(phone.get_by_role("status")).to_contain_text("Sent.")
    phone.reload()
    expect(question(phone, "red").get_by_role("radio", name="dog")).to_be_checked(timeout=60_000)
    visitor.page.reload()
    expect(visitor.page.locator(".class-answers")).to_contain_text("1 of 1 phone", timeout=60_000)


def test_the_address_has_no_ticket_and_opens_no_class_in_another_tab(visitor):
    page = visitor.page
    entry = PlaylistEntry("heads", (("sentence", "I am tired."),), "One")
    visitor.open(f"/?playlist={to_link(Playlist((entry,)))}")
    page.wait_for_function("sessionStorage.getItem('heads-up playlist') !== null")
    code = open_class(visitor).partition("class=")[2]
    ticket = page.evaluate("sessionStorage.getItem('heads-up class')")
    secret = json.loads(ticket)["ticket"].removeprefix(f"{code}.")
    assert len(secret) > 19
    close = page.get_by_role("button", name="Close the class")
    assert secret not in page.url
    page.get_by_role("switch", name="Reveal").press("Space")
    page.wait_for_url("**reveal=on**")
    page.go_back()
    expect(page.locator(".class-answers td.best")).to_have_count(0)
    expect(close).to_be_visible()
    page.reload()
    expect(close).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Share").click()  # the tab gets its playlist back too
    expect(page.get_by_role("button", name="Playlist (1) …")).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    assert secret not in page.url
    copied = page.url.removeprefix(visitor.address)
    for path in (copied, f"{copied}&room={code}.forged"):
        other = page.context.new_page()
        other.goto(visitor.address + path)
        expect(other.get_by_role("button", name="Ask the class")).to_be_visible(timeout=60_000)
        other.wait_for_timeout(1500)  # time in which the tab would have sent a ticket
        assert other.get_by_role("button", name="Close the class").count() == 0
        assert "room=" not in other.url
    close.click()
    expect(page.locator(".class-answers")).to_have_count(0)
    page.wait_for_function("sessionStorage.getItem('heads-up class') === null")


def test_what_is_tapped_without_a_network_arrives_when_the_phone_is_back(visitor, open_phone):
    phone = open_phone(open_class(visitor))
    question(phone, "The").locator("label", has_text="dog").tap(timeout=60_000)
    expect(phone.get_by_role("status")).to_contain_text("Sent.")
    phone.context.set_offline(True)
    question(phone, "red").locator("label", has_text="big").tap()
    expect(phone.get_by_role("status")).to_contain_text("Sending")
    phone.wait_for_timeout(1000)
    phone.context.set_offline(False)
    expect(phone.get_by_role("status")).to_contain_text("Sent.", timeout=30_000)
    rows = visitor.page.locator(".class-answers tbody tr")
    expect(rows.nth(1).locator("td").nth(1)).to_contain_text("100%")
    expect(rows.nth(0).locator("td").nth(3)).to_contain_text("100%")


def test_a_phone_sends_a_number_of_a_sentence_of_its_own_and_no_text(visitor, open_phone):
    """Two phones: one measures, the other one hears the next question."""
    page = visitor.page
    visitor.open("/?attention=encoder&layer=2&head=3&sentence=I+am+tired.")
    page.get_by_role("button", name="Share").click(timeout=60_000)
    page.get_by_role("button", name="Ask the class about this").click(timeout=30_000)
    page.locator(".classroom select").select_option(
        label="A number on a sentence of their own: the weight on the word after", timeout=30_000
    )
    page.locator(".classroom .ask").click()
    link = page.locator(".classroom .link").inner_text(timeout=30_000)
    first, second = (open_phone(link[link.index("/") :]) for _ in range(2))
    posted = []
    first.on("request", lambda request: posted.append(request.post_data or request.url))
    first.get_by_role("textbox").fill("The zebra sleeps on the bed.")
    first.get_by_role("button", name="Measure").tap()
    number = first.locator(".number")
    expect(number).to_contain_text("equal weights give", timeout=60_000)
    value, chance = map(float, re.findall(r"\d\.\d\d", number.inner_text()))
    # By the model of Python: see `test_measuring`.
    assert (value, chance) == pytest.approx(
        measured("The zebra sleeps on the bed.", "next"), abs=6e-3
    )
    first.get_by_role("button", name="Send this number").tap()
    expect(first.get_by_role("status")).to_contain_text("Sent.")
    assert not any("zebra" in text.lower() for text in posted)
    hall = page.locator(".class-answers")
    expect(hall).to_contain_text("1 of 2 phones answered")
    bars = hall.locator(".histogram b").all_inner_texts()
    assert [place for place, text in enumerate(bars) if text] == [int(value * 20)]
    page.locator(".classroom select").select_option(label="A question of your own")
    page.get_by_role("textbox", name="Question").fill("Which is it?")
    page.get_by_label("Answers, one a line").fill("this\nthat")
    page.locator(".classroom .ask").click()
    second.get_by_role("radio", name="that").check(timeout=30_000)
    expect(first.get_by_role("heading")).to_have_text("Which is it?")
    expect(hall).to_contain_text("1 of 2 phones answered")
    expect(hall.locator("tbody td").nth(1)).to_contain_text("100%")


@pytest.mark.weekly
def test_axe_finds_nothing_before_and_after_the_reveal_light_and_dark(visitor, open_phone):
    visitor.page.emulate_media(color_scheme="light")
    phone = open_phone(open_class(visitor))
    question(phone, "red").locator("label", has_text="dog").tap(timeout=60_000)
    expect(visitor.page.locator(".class-answers")).to_contain_text("1 of 1 phone")
    for revealed in (False, True):
        if revealed:
            visitor.page.get_by_role("switch", name="Reveal").press("Space")
            expect(phone.get_by_role("status")).to_contain_text("You found")
        for scheme in ("dark", "light"):
            for page in (visitor.page, phone):
                switch_scheme(page, scheme)
                assert violations(page) == [], scheme


@pytest.mark.slow
@pytest.mark.parametrize(
    "visitor",
    [
        pytest.param({"width": 1920, "height": 1080}, marks=pytest.mark.weekly),
        {"width": 1280, "height": 720},
        pytest.param({"width": 1024, "height": 768}, marks=pytest.mark.weekly),
    ],
    indirect=True,
    ids=["1920", "1280", "1024"],
)
def test_in_a_lecture_the_answers_stand_above_the_keys_and_page_down_reveals(visitor):
    open_class(visitor, f"{EXERCISE}&lecture=on")
    at_rest(visitor.page, footer=False)  # the keys know that there is something to reveal
    visitor.page.keyboard.press("PageDown")
    expect(visitor.page.locator(".class-answers td.best")).to_have_count(5)
    bar = visitor.page.get_by_role("toolbar", name="Lecture").bounding_box()
    for part in (".class-answers", ".classroom .code"):
        box = visitor.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= bar["y"], part
    visitor.page.keyboard.press("q")
    assert "/?class=" in visitor.page.locator(".lecture .code p").inner_text()
