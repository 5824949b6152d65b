"""The front page as a visitor uses it: viewed, typed into, clicked, reloaded."""

import pytest


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
