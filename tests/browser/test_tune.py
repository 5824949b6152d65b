"""The page of fine-tuning: curves grow while it trains, and a button stops it."""

import pytest

from tests.browser.conftest import at_rest

POINTS = "[data-testid=stPlotlyChart] .scatterlayer .point"
STEPS = "200"  # long enough to watch and to stop


@pytest.mark.weekly
def test_curves_grow_while_it_trains_and_stop_ends_it(server, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{server}/tune?tune-steps={STEPS}")
    at_rest(page)
    page.get_by_role("button", name="Train", exact=True).click()
    page.locator(POINTS).first.wait_for(timeout=90_000)
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.wait_for()  # it still trains
    page.wait_for_function(
        "([points, count]) => document.querySelectorAll(points).length > count",
        arg=[POINTS, page.locator(POINTS).count()],
        timeout=90_000,
    )
    assert stop.is_visible()
    stop.click()
    page.get_by_text("Nothing is trained with these settings yet.").wait_for()
    at_rest(page)
    assert page.get_by_role("button", name="Train", exact=True).is_visible()
    assert "train=" not in page.url
    assert not page.locator(POINTS).count()
    page.close()
