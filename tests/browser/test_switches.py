"""Switches, forced weights and the panel "What if …?".

The picture, the panel beside it and the address agree.
"""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import at_rest

# Thumbnails have their own switches where they are large enough to be clicked.
in_a_large_window = pytest.mark.parametrize(
    "visitor", [{"width": 1920, "height": 1080}], indirect=True, ids=["1920"]
)
FIRST_HEAD = "Cross-attention, layer 3, head 1 is on"  # the switch of the initial large head
SHOWN = """(() => {
  const { data, choice, off } = explorer.view;
  return [choice, data.blocks, data.words, [...data.numbers], data.off, data.force, off.names];
})()"""


def asked(visitor) -> dict[str, str]:
    """Return the parameters of the address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(visitor.page.url).query).items()}


def address_says(visitor, *names: str, without: tuple[str, ...] = ()) -> None:
    """Wait until the address has these parameters, and lacks those."""

    def there(url):
        return parse_qs(urlsplit(url).query).keys()

    visitor.page.wait_for_url(
        lambda url: there(url) >= {*names} and not there(url) & {*without}, timeout=30_000
    )


def words(visitor) -> list[str]:
    """Return the words that the encoder reads."""
    return visitor.value("explorer.view.data.blocks[0].rows", "explorer")


def weight(visitor, row: int, column: int) -> float:
    return visitor.value(f"explorer.view.matrix.weight({row}, {column})", "explorer")


def everything_shown(visitor) -> list:
    """Return the picture with all its numbers, and the texts beside and below it."""
    below = visitor.page.get_by_text("This is not the model as trained.").all_inner_texts()
    return [
        visitor.value(SHOWN, "explorer"),
        visitor.title,
        visitor.page.locator(".what-if").all_inner_texts(),
        below,
    ]


def hold_cell(visitor) -> None:
    """Select the cell in the first row, second column, by keyboard."""
    visitor.page.locator("canvas.map").focus()
    visitor.page.keyboard.press("ArrowRight")


@in_a_large_window
def test_a_switch_takes_a_head_away_and_one_click_brings_all_back(visitor):
    visitor.open()
    page, switch = visitor.page, visitor.page.get_by_role("switch", name=FIRST_HEAD)
    trained = everything_shown(visitor)
    assert switch.get_attribute("aria-checked") == "true"
    assert trained[2:] == [[], []]
    switch.click()
    address_says(visitor, "off")
    visitor.painted("explorer.view.data.off === 'cross-3-1'")
    sentence = "Cross-attention layer 3, head 1 is off."
    page.get_by_text(f"This is not the model as trained. {sentence}").wait_for()
    panel = page.locator(".what-if").inner_text()
    assert panel.startswith(sentence)
    assert "The model writes the same." in panel
    assert asked(visitor)["off"] == "cross-3-1"
    assert switch.get_attribute("aria-checked") == "false"
    assert page.locator(".thumb-cell.off").count() == 1
    assert visitor.title.endswith("(off)")
    page.get_by_role("button", name="All heads on").click()
    address_says(visitor, without=("off",))
    page.locator(".what-if").wait_for(state="detached")
    visitor.painted("!explorer.view.data.off")
    visitor.sentence.hover()  # the element under the pointer has moved
    assert everything_shown(visitor) == trained
    assert page.locator(".thumb-cell.off").count() == 0


@in_a_large_window
def test_a_head_can_be_switched_off_again_after_the_panel_took_it_back(visitor):
    visitor.open()
    switch = visitor.page.get_by_role("switch", name=FIRST_HEAD)
    switch.click()
    address_says(visitor, "off")
    visitor.page.get_by_role("button", name="Reset all").click()
    address_says(visitor, without=("off",))
    visitor.painted("!explorer.view.off.names.length")
    switch.click()
    address_says(visitor, "off")


@in_a_large_window
def test_a_copied_link_shows_someone_else_the_same_picture(visitor, browser, server):
    visitor.open(
        "/?sentence=The+big+red+dog&temperature=2&mask=none&swap=2%3Asmall"
        "&force=encoder-2-3-1-2-0.75"
        "&attention=encoder&layer=2&head=3"
    )
    visitor.page.get_by_role(
        "switch", name="Decoder masked self-attention, layer 3, head 2 is on"
    ).click()
    address_says(visitor, "off", "temperature", "mask", "swap", "force")
    visitor.painted("explorer.view.data.off === 'decoder-3-2'")
    at_rest(visitor.page)
    link = visitor.page.url
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    other = type(visitor)(context.new_page(), server)
    other.open(link.removeprefix(server))
    address_says(other, "off", "temperature", "mask", "swap", "force")
    assert everything_shown(other) == everything_shown(visitor)
    assert asked(other) == asked(visitor)
    panel, below = everything_shown(other)[2:]
    for part in (
        "“small”",
        "the causal mask is off",
        "temperature is 2",
        "; decoder masked self-attention layer 3, head 2 is off",
        "is set to 0.75",
    ):
        assert part in panel[0]
        assert part in below[0]
    assert other.title == "Encoder self-attention · layer 2 · head 3"
    assert words(other)[1] == "small"
    context.close()
    assert not other.problems


def test_a_cell_is_given_another_weight_and_gets_its_own_back(visitor):
    # With whole words, a word of several pieces has no cell to force.
    visitor.open("/?words=written")
    page, before = visitor.page, weight(visitor, 0, 1)
    assert before < 0.4
    assert page.get_by_role("button", name="Force it").is_hidden()
    hold_cell(visitor)
    page.get_by_role("slider", name="The weight to force").fill("0.5")
    assert "attended to “big” with 0.50?" in page.locator(".force-text").inner_text()
    page.get_by_role("button", name="Force it").click()
    address_says(visitor, "force")
    visitor.painted("explorer.view.data.force === 'cross-3-1-1-2-0.5'")
    assert asked(visitor)["force"] == "cross-3-1-1-2-0.5"
    assert abs(weight(visitor, 0, 1) - 0.5) < 1e-4
    page.get_by_text("to “big” is set to 0.5").nth(1).wait_for()
    page.get_by_role("button", name="As computed").click()
    address_says(visitor, without=("force",))
    visitor.painted("explorer.view.data.force === ''")
    assert weight(visitor, 0, 1) == before


def test_a_hostile_address_gets_a_sentence_and_one_click_brings_the_picture_back(visitor):
    blocked = ",".join(map(str, range(1, 13)))
    visitor.page.goto(
        f"{visitor.address}/?off=cross-99-1&force=cross-1-1-99-99-0.5"
        f"&temperature=0&block={blocked}&padding=5000"
    )
    visitor.page.get_by_role("alert").filter(has_text="There is no head 1 in layer 99").wait_for(
        timeout=60_000
    )
    assert visitor.page.get_by_test_id("stException").count() == 0
    visitor.page.get_by_role("button", name="Reset all").click()
    visitor.painted("explorer.view.data.words.length > 4")
    address_says(visitor, without=("off", "force", "temperature", "block", "padding"))
    visitor.page.get_by_role("alert").first.wait_for(state="detached")
    expect(visitor.page.locator(".what-if")).to_have_count(0)
