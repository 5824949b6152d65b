"""The page of language models: a text is typed, words are drawn, and a link shows the same."""

import re

BARS, DRAWN = ".nexts table", ".goes-on"


def test_a_typed_beginning_changes_all_bars_and_a_draw_stands_in_the_link(visitor):
    page = visitor.page
    page.goto(visitor.address + "/next")
    four = page.locator(BARS, has_text="4-gram")
    four.locator("tr", has_text="meeting").wait_for(timeout=60_000)
    assert [*four.locator("th").all_inner_texts()][-1].endswith("others")
    visitor.type("The students opened their")
    four.locator("tr", has_text="eyes").wait_for(timeout=30_000)
    page.get_by_text("Going on").click()
    page.locator(DRAWN).wait_for(timeout=30_000)
    first = page.locator(DRAWN).inner_text()
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_function(
        "before => { const now = document.querySelector('.goes-on');"
        " return now && now.innerText !== before }",
        arg=first,
        timeout=30_000,
    )
    page.wait_for_url(re.compile("next-seed=2"))
    second = page.locator(DRAWN).inner_text()
    page.goto(page.url)
    page.locator(DRAWN).wait_for(timeout=60_000)
    assert page.locator(DRAWN).inner_text() == second
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
