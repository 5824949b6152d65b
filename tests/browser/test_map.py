"""The map of the model in a browser: clicks and keys select heads, and it can be saved."""

import re

from playwright.sync_api import expect

LIT = ".map .strip .lit title"


def open_page(visitor, path: str) -> None:
    visitor.page.goto(visitor.address + path)
    visitor.page.locator(LIT).wait_for(state="attached")


def lit(visitor) -> str:
    return visitor.page.locator(LIT).text_content()


def wait_lit(visitor, head: str) -> None:
    visitor.page.wait_for_function(
        "head => [...document.querySelectorAll('*')].some(element => element.shadowRoot"
        "?.querySelector('.map .strip .lit title')?.textContent === head)"
        " || document.querySelector('.map .strip .lit title')?.textContent === head",
        arg=head,
    )


def test_a_click_on_a_head_of_the_strip_goes_there_and_the_page_stays(visitor):
    open_page(visitor, "/inside?attention=cross&layer=3&head=1")
    assert lit(visitor) == "Cross-attention, layer 3, head 1"
    assert visitor.page.locator(".map .line").bounding_box()["height"] <= 60
    visitor.page.locator(
        '.map .strip [data-stack="encoder"][data-layer="1"][data-head="2"]'
    ).click()
    wait_lit(visitor, "Encoder self-attention, layer 2, head 3")
    visitor.page.wait_for_url("**/inside?**attention=encoder&layer=2&head=3**")


def test_the_large_map_is_walked_by_keys_and_saved_with_its_colours(visitor):
    open_page(visitor, "/mask?decoder-head=1-1&sentence=I+am+tired.")
    page = visitor.page
    page.locator(".map .open").press("Enter")
    assert page.locator(".map dialog").is_visible()
    assert page.locator(".map .large :focus title").text_content().endswith("layer 1, head 1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert saved.startswith("<svg")
    assert "var(" not in saved
    assert "French text" in saved
    page.locator(".map .large .head.lit").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".map .large :focus title").text_content().endswith("layer 1, head 3")
    page.keyboard.press("Enter")
    wait_lit(visitor, "Decoder masked self-attention, layer 1, head 3")
    assert not page.locator(".map dialog").is_visible()
    page.wait_for_url("**/mask?**decoder-head=1-3**")


def test_a_head_that_the_page_does_not_show_is_shown_by_the_front_page(visitor):
    open_page(visitor, "/mask?sentence=I+am+tired.")
    visitor.page.locator(".map .strip [data-stack=encoder]").first.click()
    visitor.page.wait_for_url(re.compile(r"/\?.*attention=encoder&layer=1&head=1"))
    wait_lit(visitor, "Encoder self-attention, layer 1, head 1")
    expect(visitor.page.get_by_role("textbox").first).to_have_value("I am tired.")
