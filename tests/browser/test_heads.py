"""The front page as a visitor uses it: viewed, typed into, clicked, reloaded."""

import pytest
from playwright.sync_api import expect


def ink(page) -> int:
    """Count the colours of the large heatmap: a blank canvas has one."""
    return page.locator("canvas.map").evaluate(
        "canvas => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, "
        "canvas.width, canvas.height).data.buffer)).size"
    )


def test_it_opens_on_the_worked_example_with_every_head(visitor):
    visitor.open()
    assert visitor.page.locator(".thumb").count() == 48
    assert ink(visitor.page) > 20
    assert visitor.french.endswith("</s>")
    assert len(visitor.french.split()) > 4
    assert "million weights" in visitor.page.get_by_text("Model: Transformer").inner_text()


def test_typing_paints_the_new_sentence_and_the_address_keeps_it(visitor):
    visitor.open()
    visitor.type("The cat sees the dog.")
    visitor.painted("explorer.view.matrix.columns.includes('cat')")
    visitor.page.wait_for_url("**sentence=The+cat+sees+the+dog.**")
    visitor.page.reload()
    visitor.painted("explorer.view.matrix.columns.includes('cat')")
    expect(visitor.sentence).to_have_value("The cat sees the dog.")


def test_a_head_is_chosen_by_click_and_by_arrow_key_and_survives_a_reload_and_a_change_of_page(
    visitor,
):
    visitor.open()
    page = visitor.page
    page.get_by_role("button", name="Encoder self-attention, layer 2, head 3").click()
    page.wait_for_url("**attention=encoder&layer=2&head=3**")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**attention=encoder&layer=2&head=4**")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**attention=decoder&layer=2&head=1**")
    page.reload()
    visitor.painted("explorer.view.choice.join() === 'decoder,1,0'")
    assert visitor.title == "Decoder masked self-attention · layer 2 · head 1"
    page.get_by_test_id("stTopNavSection").filter(has_text="LSTM").click()
    page.get_by_text("What does the bottleneck cost?").click()
    page.get_by_text("Picture captions").wait_for()
    page.get_by_test_id("stTopNavSection").first.click()
    page.get_by_text("Where does each head look?").click()
    visitor.painted("explorer.view.choice.join() === 'decoder,1,0'")


def test_hovering_previews_a_head_and_leaving_goes_back(visitor):
    visitor.open()
    before = visitor.title
    visitor.page.get_by_role("button", name="Encoder self-attention, layer 1, head 2").hover()
    assert visitor.title == "Encoder self-attention · layer 1 · head 2"
    visitor.sentence.hover()
    assert visitor.title == before


def test_hovering_a_cell_says_its_weight_in_words_and_a_click_holds_it(visitor):
    visitor.open()
    page = visitor.page
    page.locator("canvas.map").focus()
    page.keyboard.press("ArrowRight")
    reading = page.locator(".explorer .reading")
    assert "attends to “big”: " in reading.inner_text()
    weight = page.evaluate(
        "[...document.querySelectorAll('*')].map(e => "
        "e.shadowRoot?.querySelector('.explorer')).find(Boolean).view.matrix.weight(0, 1)"
    )
    assert f"{weight:.2f}" in reading.inner_text()
    page.keyboard.press("Escape")
    assert reading.inner_text().startswith("This head aligns")
    assert reading.get_attribute("title").startswith("Largest weight: ")
    box = page.locator("canvas.lines").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    assert " attends to " in reading.inner_text()
    assert not reading.inner_text().startswith("This head aligns")


def test_hovering_one_word_shows_only_its_lines(visitor):
    visitor.open("/?attention=encoder&layer=1&head=1")  # a head that attends to many words
    lines = visitor.page.locator("canvas.lines")

    def painted_pixels():
        return lines.evaluate(  # pixels between the two columns of words
            "canvas => { const [w, h] = [canvas.width, canvas.height]; const image = "
            "canvas.getContext('2d').getImageData(w * 0.4, 30, w * 0.2, h - 30);"
            " return image.data.filter((value, place) => place % 4 === 3 && value > 0).length }"
        )

    every = painted_pixels()
    box = lines.bounding_box()
    visitor.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    one = painted_pixels()
    assert 0 < one < every / 2
    visitor.sentence.hover()
    assert painted_pixels() == every


def test_the_runners_up_of_a_word_show_on_hover(visitor):
    visitor.open()
    visitor.page.locator(".word").nth(1).hover()
    rows = visitor.page.locator(".tip .row").all_inner_texts()
    assert len(rows) == 5
    visitor.sentence.hover()
    assert visitor.page.locator(".tip").is_hidden()


@pytest.mark.parametrize(
    "typed",
    [
        "<script>window.hacked = 1</script>",
        pytest.param("<img src=x onerror=window.hacked=1>", marks=pytest.mark.weekly),
        pytest.param("$x^2$ **b** :red[x]", marks=pytest.mark.weekly),
        pytest.param("😀 日本 أنا", marks=pytest.mark.weekly),
    ],
)
def test_nothing_typed_is_read_as_markup(visitor, typed):
    visitor.open()
    visitor.type(typed)
    visitor.painted("!explorer.view.matrix.columns.includes('dog')")
    assert visitor.page.evaluate("window.hacked") is None
    assert visitor.sentence.input_value() == typed
    assert visitor.page.get_by_test_id("stException").count() == 0
