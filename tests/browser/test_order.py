"""The page on word order: the distances between words' states in two orders."""

import pytest

PICTURE = "matrices"
EXAMPLE, OTHER = (
    "I'm going to study math instead of English.",
    "I'm going to study English instead of math.",
)
# The weight of each word on the nearest equal word.
TO_ITSELF = """matrices.view.panels.map(({ matrix: m }) => m.rows.map((word, r) =>
  Math.min(...m.columns.map((other, c) => other === word ? m.weight(r, c) : Infinity))))"""


def test_without_positions_every_word_has_the_same_state_in_both_orders(visitor):
    visitor.open("/order?look=order", PICTURE)
    page = visitor.page
    assert visitor.sentence.input_value() == EXAMPLE
    assert (
        page.get_by_role("textbox", name="The same words in another order").input_value() == OTHER
    )
    assert page.locator(".matrices .title").all_inner_texts() == ["As trained", "No positions"]
    trained, without = visitor.value(TO_ITSELF, PICTURE)
    assert len(trained) == len(without) > 8
    assert max(without) < 1e-3
    assert min(trained) > 0.01
    assert max(trained) > 1
    assert page.get_by_text("and both get the same translation").count() == 1


@pytest.mark.weekly
def test_the_table_grows_with_a_high_window_and_its_axes_with_it(open_page):
    heights = []
    for width, height in ((1280, 720), (1920, 1080)):
        page = open_page("/order", {"width": width, "height": height})
        box = page.locator("[data-testid=stPlotlyChart]").bounding_box()
        title = page.locator(".js-plotly-plot .xtitle").bounding_box()
        assert title["y"] + title["height"] <= box["y"] + box["height"] <= height
        heights.append(box["height"])
    assert heights[1] > 1.2 * heights[0]
