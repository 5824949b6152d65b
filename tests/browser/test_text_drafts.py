"""Text that was typed without Enter, and addresses that are opened meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import at_rest
from viz.view.playlist import Playlist, PlaylistEntry, to_link


def go(visitor, **parameters: str) -> None:
    """Wait until the address has these parameters, and the page is at rest."""
    visitor.page.wait_for_function(
        "parameters => { const query = new URLSearchParams(location.search);"
        " return Object.entries(parameters).every(([name, text]) => query.get(name) === text) }",
        arg=parameters,
        timeout=30_000,
    )
    at_rest(visitor.page, footer=False)


def test_back_and_forward_set_the_text_of_the_sentence_bar_draft_or_not(visitor):
    page = visitor.page
    visitor.open("/")
    for sentence in ("The big red dog", "I am tired."):
        visitor.type(sentence)
        go(visitor, sentence=sentence)
    visitor.sentence.focus()
    page.keyboard.type(" draft")
    page.go_back()
    go(visitor, sentence="The big red dog")
    expect(visitor.sentence).to_have_value("The big red dog")
    visitor.sentence.focus()
    page.keyboard.type(" and more")
    page.go_forward()
    go(visitor, sentence="I am tired.")
    expect(visitor.sentence).to_have_value("I am tired.")
    page.mouse.click(5, 400)  # a draft would be sent when the field loses the focus
    page.wait_for_timeout(500)
    go(visitor, sentence="I am tired.")


@pytest.mark.parametrize(
    "path, label, name",
    [
        ("/order?look=order", "The same words in another order", "other"),
        pytest.param(
            "/words?words-look=sentences",
            "Sentences, one per line",
            "sentences",
            marks=pytest.mark.weekly,
        ),
    ],
)
def test_back_sets_the_text_of_every_field_that_the_address_holds(visitor, path, label, name):
    page = visitor.page
    visitor.open(path, "matrices")
    field = page.get_by_role("textbox", name=label)
    for text in ("The dog sees the cat.", "The cat sees the dog."):
        field.fill(text)
        field.press("Control+Enter")
        go(visitor, **{name: text})
    page.keyboard.type(" draft")
    page.go_back()
    go(visitor, **{name: "The dog sees the cat."})
    expect(field).to_have_value("The dog sees the cat.")


def test_a_view_of_a_playlist_sets_the_text_too(visitor):
    sentences = "I am tired.", "The cat sleeps."
    entries = tuple(PlaylistEntry("heads", (("sentence", text),), text) for text in sentences)
    visitor.open(f"/?lecture=on&playlist={to_link(Playlist(entries))}")
    go(visitor, sentence="I am tired.")
    visitor.sentence.focus()
    visitor.page.keyboard.type(" draft")
    # Sent by a presenter's clicker, also while someone types.
    visitor.page.keyboard.press("PageDown")
    go(visitor, sentence="The cat sleeps.")
    expect(visitor.sentence).to_have_value("The cat sleeps.")


def test_what_is_typed_during_a_run_is_kept(visitor):
    page = visitor.page
    visitor.open("/")
    visitor.sentence.fill("I am")
    visitor.sentence.press("Enter")
    visitor.sentence.focus()
    page.keyboard.type(" tired.", delay=60)  # meanwhile the run that Enter started draws the field
    expect(visitor.sentence).to_have_value("I am tired.")
    page.keyboard.press("Enter")
    go(visitor, sentence="I am tired.")
    expect(visitor.sentence).to_have_value("I am tired.")


@pytest.mark.parametrize(
    "path, label",
    [
        ("/lessons?lesson=mask&step=3", "An English sentence"),
        pytest.param("/", "An English sentence", marks=pytest.mark.slow),
    ],
)
def test_the_keys_after_enter_are_those_of_the_page(visitor, path, label):
    visitor.page.goto(visitor.address + path)
    at_rest(visitor.page, footer=False)
    field = visitor.page.get_by_role("textbox", name=label)
    field.fill("The cat sleeps.")
    field.press("Enter")
    visitor.page.keyboard.press("l")
    go(visitor, lecture="on")
    expect(field).to_have_value("The cat sleeps.")
