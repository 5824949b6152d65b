"""The map of a model of 48 layers of 64 heads."""

import pytest

from tests.serving import running_app


@pytest.fixture(scope="module")
def server():
    with running_app("tests/browser/map_page.py") as address:
        yield address


@pytest.mark.weekly
def test_the_map_of_3072_heads_is_as_wide_as_it_needs_and_scrolls(visitor):
    """A box of negative width would log an error on the console, and fail in the visitor."""
    visitor.open(picture="map")
    visitor.page.locator(".map .open").click()
    picture = visitor.page.locator(".map .picture")
    heads = picture.locator(".head")
    assert heads.count() == 48 * 64
    width = picture.locator(".lit rect").evaluate("box => box.getBoundingClientRect().width")
    assert width > 4
    # Scrolled to the current head.
    assert picture.evaluate("box => box.scrollLeft > box.clientWidth")
    assert picture.locator(".lit").is_visible()
