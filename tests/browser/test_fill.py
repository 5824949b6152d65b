"""The page of hidden words, with a small encoder made for this test."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.conftest import at_rest
from tests.serving import running_app

SCRIPT = """
import runpy
from pathlib import Path
from models import registry
from models.store import checkpoint
checkpoint.SHIPPED = registry.SHIPPED = Path({folder!r})
runpy.run_path("app.py", run_name="__main__")
"""


@pytest.fixture
def page(browser, small_bert, checkpoints, tmp_path):
    """Open the page in a browser; at the end fail for any error in it."""
    script = tmp_path / "with_bert.py"
    script.write_text(SCRIPT.format(folder=str(checkpoints)), encoding="utf-8")
    problems: list[str] = []
    with running_app(str(script)) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/fill")
        at_rest(page)
        yield page
        context.close()
    assert not problems


def test_a_click_hides_a_word_and_another_shows_it_again(page):
    charts = page.locator("[data-testid=stPlotlyChart]")
    masks = page.locator(".token-rows .mask")
    assert charts.count() == 3
    assert masks.all_inner_texts() == ["[MASK]"]
    chip = page.get_by_role("button", name="riding")
    top = charts.first.bounding_box()["y"]
    chip.click()
    page.wait_for_function("document.querySelectorAll('.token-rows .mask').length === 2")
    at_rest(page)
    query = parse_qs(urlsplit(page.url).query)
    assert query["hide"] == ["4,7"]
    link = page.get_by_role("link", name="See every head on this sentence").get_attribute("href")
    linked = parse_qs(urlsplit(link).query)
    assert linked["model"] == ["bert"]
    assert linked["sentence"] == ["A man is [MASK] a brown [MASK] on the beach."]
    page.get_by_role("radio", name="horse").click()
    page.get_by_text("The hidden word “horse”").wait_for()
    chip.click()
    page.wait_for_function("document.querySelectorAll('.token-rows .mask').length === 1")
    at_rest(page)
    assert charts.first.bounding_box()["y"] == pytest.approx(top, abs=1)
    page.get_by_role("radio", name="How it is trained").click()
    page.get_by_text("must be found").wait_for()
    before = page.locator(".token-rows").inner_text()
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_function(
        "before => document.querySelector('.token-rows').innerText !== before", arg=before
    )
    page.get_by_role("radio", name="Does it follow?").click()
    page.get_by_role("button", name="Example: from another book").click()
    page.get_by_text("to B following A").wait_for()
