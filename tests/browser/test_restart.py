"""A server that has just started, or was restarted under an open page.

The reader's first change is kept.
"""

import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, at_rest
from tests.serving import free_port, running_app

pytestmark = pytest.mark.weekly


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    yield context.new_page()
    context.close()


def lost(page) -> None:
    page.locator("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])").wait_for(
        timeout=60_000
    )


def wait_until_connected(page) -> None:
    page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]").wait_for(
        timeout=60_000
    )


def test_the_first_change_after_a_restart_wins_and_what_was_typed_before_stays(page):
    port = free_port()
    with running_app(port=port) as address:
        visitor = Visitor(page, address)
        visitor.open("/?attention=encoder&layer=2&head=3")
        visitor.type("I am tired.")
        page.wait_for_url("**sentence=I+am+tired.**")
        at_rest(page)
    lost(page)
    with running_app(port=port):
        wait_until_connected(page)
        expect(visitor.sentence).to_have_value("I am tired.")
        visitor.type("He sings.")
        page.wait_for_url("**sentence=He+sings.**", timeout=60_000)
        at_rest(page)
        expect(visitor.sentence).to_have_value("He sings.")
        visitor.painted("explorer.view.data.blocks[0].columns.includes('sings')")
        visitor.painted("explorer.view.choice.join() === 'encoder,1,2'")
    lost(page)
    with running_app(port=port):
        wait_until_connected(page)
        page.get_by_test_id("stTopNavSection").first.click()
        page.get_by_text("How does it know word order?").click()
        page.wait_for_url("**/order?**sentence=He+sings.**", timeout=60_000)
        at_rest(page)
        page.get_by_role("radio", name="Dot products").click()
        page.wait_for_url("**look=products**")
    lost(page)
    with running_app(port=port):
        wait_until_connected(page)
        page.get_by_role("radio", name="Waves").click()
        page.wait_for_url("**look=waves**", timeout=60_000)
        at_rest(page)
        assert "sentence=He+sings." in page.url
        expect(page.get_by_role("radio", name="Waves")).to_be_checked()


def test_a_server_killed_in_the_midst_of_a_run_loses_nothing_typed(page):
    port = free_port()
    with running_app(port=port, stop=signal.SIGKILL) as address:
        visitor = Visitor(page, address)
        visitor.open("/?attention=encoder&layer=2&head=3")
        at_rest(page)
        visitor.type("I am tired.")  # without waiting for the result
    lost(page)
    with running_app(port=port, stop=signal.SIGKILL):
        wait_until_connected(page)
        expect(visitor.sentence).to_have_value("I am tired.")
        page.get_by_role("switch", name="Whole words").press("Space")
        page.wait_for_url("**sentence=I+am+tired.**", timeout=60_000)
        page.wait_for_url("**words=written**", timeout=60_000)
        at_rest(page)
    lost(page)
    with running_app(port=port):
        wait_until_connected(page)
        visitor.type("He sings.")
        page.wait_for_url("**sentence=He+sings.**", timeout=60_000)
        at_rest(page)
        assert "words=written" in page.url
        visitor.painted("explorer.view.data.blocks[0].columns.includes('sings')")
        visitor.painted("explorer.view.choice.join() === 'encoder,1,2'")


def test_a_click_in_the_picture_during_the_first_run_of_a_cold_server_is_kept(page):
    with running_app() as address:
        visitor = Visitor(page, address)
        visitor.open("/remember?units=all", "memory")
        canvas = page.locator(".memory canvas").first
        visitor.value("(p => p.choose(p.panels[0], p.panels[0].order[20]))(memory.view)", "memory")
        unit = visitor.value("memory.view.panels[0].unit", "memory")
        page.wait_for_url(f"**forward={unit + 1}&**", timeout=60_000)
        at_rest(page)
        assert visitor.value("memory.view.panels[0].unit", "memory") == unit
        assert canvas.is_visible()
        assert f"forward={unit + 1}&" in page.url
