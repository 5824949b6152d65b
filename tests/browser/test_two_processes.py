"""Two processes behind one port: each visitor stays with one, and a class meets across them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import at_rest
from tests.browser.test_class import EXERCISE
from tests.serving import running_processes


@pytest.fixture(scope="module")
def server():
    with running_processes() as address:
        yield address


def number_of(context) -> str:
    (cookie,) = [one for one in context.cookies() if one["name"] == "heads-up-process"]
    return cookie["value"]


def test_two_visitors_see_their_own_sentences_and_a_phone_finds_the_class_of_the_other(
    browser, server
):
    contexts = [browser.new_context(viewport={"width": 1280, "height": 720}) for _ in range(2)]
    try:
        first, second = (context.new_page() for context in contexts)
        sentences = "The cat is tired.", "The dog is tired."
        for page, sentence in zip((first, second), sentences, strict=True):
            page.goto(f"{server}/next?sentence={sentence}")
            at_rest(page)
        assert {number_of(context) for context in contexts} == {"0", "1"}
        for page, sentence in zip((first, second), sentences, strict=True):
            box = page.get_by_role("textbox").first
            expect(box).to_have_value(sentence)
            box.fill(sentence.replace("tired", "red"))
            box.press("Enter")
            page.wait_for_url("**red.**", timeout=60_000)
            at_rest(page)
        first.goto(server + EXERCISE)
        first.get_by_role("button", name="Ask the class").click(timeout=60_000)
        link = first.locator(".classroom .link").inner_text(timeout=60_000)
        second.goto(server + link[link.index("/") :])  # with the cookie of the other process
        expect(second.get_by_role("heading", name="Guess")).to_be_visible(timeout=60_000)
        expect(first.locator(".class-answers")).to_contain_text("0 of 1 phone", timeout=30_000)
        assert number_of(contexts[0]) != number_of(contexts[1])  # a class has its own process
    finally:
        for context in contexts:
            context.close()
