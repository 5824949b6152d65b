"""What a cold server's HTML shows at the page's place leaves when the app draws; see first_page."""

import json

from viz.app.first_page import FirstPage
from viz.pages.gallery.shipped import DRAWN_FOLDER

COVER = "#first-page"
ROOT = '<div id="root"'


def cover(page: str = "mask") -> str:
    pages = FirstPage(None, DRAWN_FOLDER, lambda: False)
    return pages.cover(pages.pages[page], {}, {})


INSERT = """html => addEventListener("DOMContentLoaded", () => document.getElementById("first-page")
  || document.body.prepend(document.createRange().createContextualFragment(html)))"""

# Whether the question and the sentence of the cover lie on those of the page.
SAME_LINES = """() => {
  const [cover, page] = ["#first-page header", ".page-heading"].map((root) =>
    JSON.stringify([...document.querySelectorAll(`${root} > *`)].map((line) => {
      const { x, y, height } = line.getBoundingClientRect();
      return [line.localName, ...[x, y, height].map(Math.round)];
    })));
  return cover === page && cover.includes('"p"');
}"""


def test_it_leaves_a_page_that_streamlit_draws(windows, server):
    page = windows.open_tab(server, {"width": 1280, "height": 720})
    # The server may have its model by now, and so send none.
    page.add_init_script(f"({INSERT})({json.dumps(cover())})")
    page.goto(f"{server}/mask", wait_until="domcontentloaded")
    page.locator(COVER).wait_for()
    page.wait_for_function(SAME_LINES, polling=50)
    page.locator(COVER).wait_for(state="detached", timeout=5_000)
    windows.close_tabs(server)


def test_it_leaves_whatever_the_app_draws_and_where_it_draws_nothing(browser):
    page = browser.new_page()
    page.clock.install()
    for drawn, seconds in (
        ('<div class="st-key-opening"><img></div>', 0),
        ('<div class="st-key-gallery"><img></div>', 0),
        ('<div role="alert">', 0),
        ('<div role="dialog">', 0),
        ('<div class="page-heading">', 1),
        ('<div data-testid="stApp">', 15),
    ):
        page.set_content(f"{cover()}{ROOT}></div>")
        assert page.locator(COVER).is_visible()
        page.evaluate("html => { document.querySelector('#root').innerHTML = html }", drawn)
        page.clock.run_for(1000 * seconds)
        assert page.locator(COVER).count() == 0, drawn
    page.close()


def test_cards_that_were_scrolled_stay_where_they_are_once_all_are_drawn(browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    style = ".stMain { position: fixed; inset: 0; overflow: auto } .stMain img { height: 300px }"
    page.set_content(f"<style>{style}</style>{cover('gallery')}{ROOT}></div>")
    cards = page.locator(f"{COVER} .card img")
    cards.nth(9).evaluate("card => card.scrollIntoView()")
    top = cards.nth(9).bounding_box()["y"]
    draw = """count => { document.querySelector("#root").innerHTML = `<div class="stMain">
      <h1 class="page-heading"></h1><div class="st-key-gallery">${
        "<img style='display: block'>".repeat(count)}</div></div>` }"""
    page.evaluate(draw, 6)
    page.wait_for_timeout(1500)
    count = cards.count()
    assert count > 6
    page.evaluate(draw, count)
    page.locator(COVER).wait_for(state="detached")
    own = page.locator(".st-key-gallery img").nth(9)
    assert abs(own.bounding_box()["y"] - top) <= 1
    page.close()
