"""The panel of experiments beside the picture, the place of their result, and the way back."""

from urllib.parse import parse_qs, urlsplit

import pytest

PHONE = {"width": 390, "height": 844}
TOP = """[...document.querySelectorAll('*')]
  .find(element => element.shadowRoot?.querySelector('.explorer')).getBoundingClientRect().top"""
# The picture stays the same node of the page with the same width.
MARK = """() => { const picture = [...document.querySelectorAll('*')]
  .find(element => element.shadowRoot?.querySelector('.explorer'));
  picture.dataset.marked = "yes"; return picture.getBoundingClientRect().width }"""
MARKED = """() => { const picture = [...document.querySelectorAll('*')]
  .find(element => element.shadowRoot?.querySelector('.explorer'));
  return [picture.dataset.marked, picture.getBoundingClientRect().width] }"""


def panel(visitor):
    return visitor.page.locator(".st-key-panel")


def parameters(visitor) -> dict[str, str]:
    return {name: value[0] for name, value in parse_qs(urlsplit(visitor.page.url).query).items()}


def address_has(visitor, **values: str | None) -> None:
    """Wait until the address has these parameters; None: until it lacks one."""

    def agrees(url: str) -> bool:
        query = parse_qs(urlsplit(url).query)
        return all(query.get(name, [None])[0] == value for name, value in values.items())

    visitor.page.wait_for_url(agrees, timeout=30_000)


def test_the_panel_stands_beside_the_picture_which_stays_the_same_and_gives_way(visitor):
    visitor.open()
    assert panel(visitor).count() == 0 or not panel(visitor).is_visible()
    width = visitor.page.evaluate(MARK)
    button = visitor.page.get_by_role("button", name="What if …?")
    button.click()
    experiment = panel(visitor).get_by_role("button", name="Blur attention")
    experiment.wait_for()
    visitor.page.wait_for_function(f"width => ({MARKED})()[1] < width - 300", arg=width)
    assert visitor.page.evaluate(MARKED)[0] == "yes"
    left = panel(visitor).bounding_box()["x"]
    picture = visitor.page.locator("canvas.map").bounding_box()
    assert picture["x"] + picture["width"] < left
    address_has(visitor, panel="open")
    button.click()
    experiment.wait_for(state="detached")
    visitor.page.wait_for_function(f"width => ({MARKED})()[1] === width", arg=width)
    assert visitor.page.evaluate(MARKED)[0] == "yes"


def test_nothing_moves_when_a_result_comes_and_goes_and_on_a_phone_the_panel_is_on_top(visitor):
    # Its result has two lines.
    visitor.open("/?panel=open&sentence=The+young+woman+in+a+red+hat+is+reading+a+long+book+here.")
    experiment = panel(visitor).get_by_role("button", name="No word order")
    experiment.wait_for()
    before = visitor.page.evaluate(TOP)
    experiment.click()
    visitor.page.locator(".what-if").wait_for()
    assert visitor.page.evaluate(TOP) == pytest.approx(before, abs=1)
    visitor.page.get_by_role("button", name="Undo").click()
    visitor.page.locator(".what-if").wait_for(state="detached")
    assert visitor.page.evaluate(TOP) == pytest.approx(before, abs=1)
    visitor.page.set_viewport_size(PHONE)  # where the panel is above the picture, and no wider
    visitor.page.wait_for_function("document.documentElement.scrollWidth === 390")
    box = panel(visitor).bounding_box()
    assert box["y"] + 10 < visitor.page.evaluate(TOP)
    assert box["x"] + box["width"] <= 390


def test_by_keyboard_the_panel_comes_next_after_its_button(visitor):
    visitor.open()
    visitor.page.get_by_role("button", name="What if …?").focus()
    visitor.page.keyboard.press("Enter")
    experiment = panel(visitor).get_by_role("button", name="Blur attention")
    experiment.wait_for()
    for _ in range(8):  # past the Share menu
        visitor.page.keyboard.press("Tab")
        if experiment.evaluate("button => button === document.activeElement"):
            break
    visitor.page.keyboard.press("Enter")
    address_has(visitor, temperature="4")
    panel(visitor).get_by_role("button", name="Blur attention: on").wait_for()
    assert visitor.page.evaluate("document.activeElement.innerText") == "Blur attention: on"


def test_undo_and_the_back_button_of_the_browser_go_one_step_back(visitor):
    visitor.open("/?panel=open&sentence=The+big+red+dog")
    panel(visitor).get_by_role("button", name="Blur attention").click()
    address_has(visitor, temperature="4")
    visitor.type("The small cat")
    visitor.painted("explorer.view.matrix.columns.includes('cat')")
    address_has(visitor, sentence="The small cat", temperature="4")
    visitor.page.get_by_role("button", name="Undo", exact=True).click()
    visitor.painted("explorer.view.matrix.columns.includes('dog')")
    address_has(visitor, sentence="The big red dog", temperature="4")
    visitor.page.get_by_role("button", name="Undo", exact=True).click()
    address_has(visitor, temperature=None)
    visitor.page.go_back()
    address_has(visitor, sentence="The big red dog", temperature="4")
    visitor.page.locator(".what-if").wait_for()
