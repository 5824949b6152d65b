"""The top bar, the heading, the welcome and the glossary in a browser."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import at_rest

LIGHT, DARK = re.compile(r"rgb\(255, 255, 255\)"), re.compile(r"rgb\(17, 21, 28\)")


def test_the_tab_the_heading_and_the_navigation_say_where_one_is(visitor):
    page = visitor.page
    visitor.open("/mask", "matrices")
    expect(page).to_have_title("What may the decoder see? · Heads Up")
    expect(page.get_by_role("heading", level=1)).to_have_text("What may the decoder see?")
    groups = page.get_by_test_id("stTopNavSection")
    weights = groups.evaluate_all("all => all.map(one => getComputedStyle(one).backgroundImage)")
    assert [weight != "none" for weight in weights] == [True, False, False, False, False]
    home = page.get_by_role("button", name="Navigate to home page")
    name = home.evaluate("element => getComputedStyle(element, '::after').content")
    assert name == '"Heads Up"'
    page.goto(visitor.page.url + "&language=fr")
    expect(page).to_have_title("Que peut voir le décodeur ? · Heads Up")


def test_back_needs_one_press_after_the_menu(visitor):
    page = visitor.page
    visitor.open("/?sentence=I+am+tired.")
    page.wait_for_url("**v=4**")
    length = page.evaluate("history.length")
    page.get_by_test_id("stTopNavSection").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="What may the decoder").click()
    page.wait_for_url("**/mask?**v=4**")
    assert page.evaluate("history.length") == length + 1
    page.go_back()
    expect(page).to_have_title("Where does each head look? · Heads Up")
    expect(visitor.sentence).to_have_value("I am tired.")


def test_light_and_dark_are_one_click_and_every_page_keeps_the_choice(visitor):
    page = visitor.page
    visitor.open("/?sentence=I+am+tired.")
    app = page.get_by_test_id("stApp")
    expect(app).to_have_css("background-color", LIGHT)
    page.get_by_role("button", name="Dark background").click()
    expect(app).to_have_css("background-color", DARK)
    page.get_by_role("button", name="Light background").wait_for()
    loads = "performance.getEntriesByType('navigation')[0].type + performance.timeOrigin"
    before = page.evaluate(loads)
    visitor.open("/mask", "matrices")
    expect(app).to_have_css("background-color", DARK)
    assert page.evaluate(loads) != before
    after = page.evaluate(loads)
    page.get_by_role("button", name="Light background").click()
    expect(app).to_have_css("background-color", LIGHT)
    page.get_by_role("button", name="Dark background").wait_for()
    assert page.evaluate(loads) == after  # nothing was loaded again


def test_a_term_explains_itself_to_the_mouse_and_to_the_keyboard(visitor):
    page = visitor.page
    visitor.open("/?sentence=I+am+tired.")
    term, meaning = page.locator(".term").first, page.get_by_role("tooltip", include_hidden=True)
    expect(term).to_have_text(re.compile("^head"))
    expect(meaning.first).to_be_hidden()
    term.hover()
    expect(meaning.first).to_be_visible()
    page.mouse.move(0, 500)
    expect(meaning.first).to_be_hidden()
    term.focus()
    expect(meaning.first).to_contain_text("work side by side in a layer")
    box = meaning.first.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    assert "side by side" in term.get_attribute("aria-description")


def test_the_welcome_leaves_the_picture_on_the_first_screen_and_leads_to_lesson_1(visitor):
    page = visitor.page
    visitor.open("/")
    at_rest(page)
    assert visitor.value("explorer.getBoundingClientRect().top", "explorer") < 360
    welcome = page.locator(".st-key-welcome")
    assert welcome.bounding_box()["height"] < 70
    page.get_by_role("button", name="Take lesson 1").click()
    expect(page).to_have_title(re.compile("^Lessons · "))
    page.wait_for_url("**/lessons?**lesson=seq2seq&step=1**")
    page.get_by_role("button", name="Navigate to home page").click()
    expect(page).to_have_title(re.compile("^Where does each head look"))
    visitor.painted("true")
    expect(welcome).to_have_count(0)
