"""The page on the bottleneck: translations with their differences, and the length plot."""

import itertools

import pytest

PHONE = {"width": 390, "height": 844}


def open_page(visitor, query: str = "") -> None:
    visitor.page.goto(visitor.address + "/bottleneck" + query)
    visitor.page.locator(".js-plotly-plot .legendtext").nth(2).wait_for(timeout=60_000)


def test_it_shows_three_translations_and_the_plot_and_says_what_the_data_show(visitor):
    open_page(visitor, "?sentence=Two+young+girls+are+playing+with+a+ball+in+the+green+park.")
    assert visitor.page.locator(".translations th").all_inner_texts() == [
        "seq2seq, no attention",
        "BiLSTM, additive attention",
        "Transformer",
    ]
    assert visitor.page.locator(".js-plotly-plot .legendtext").all_text_contents() == [
        "seq2seq, no attention",
        "BiLSTM, additive attention",
        "Transformer",
    ]
    assert visitor.page.get_by_text("yours: 12 words").count() == 1
    assert (
        visitor.page.get_by_text("That is the bottleneck")
        .or_(visitor.page.get_by_text("the bottleneck does not show"))
        .count()
        == 1
    )


@pytest.mark.slow
def test_the_kind_of_sentences_is_chosen_and_kept_in_the_address(visitor):
    open_page(visitor)
    visitor.page.get_by_text("Everyday sentences").first.click()
    visitor.page.wait_for_url("**sentences=tatoeba.dev**")


@pytest.mark.slow
@pytest.mark.parametrize(
    "visitor", [{"width": 1280, "height": 720}, PHONE], indirect=True, ids=["1280", "390"]
)
@pytest.mark.parametrize(
    "query",
    ["", "?sentence=" + "+".join(["the+quick+dog+and+the+old+cat+saw+a+man"] * 6)],
    ids=["example", "60 words"],
)
def test_nothing_is_wider_than_the_screen_and_no_label_lies_on_another(visitor, query):
    open_page(visitor, query)
    visitor.page.wait_for_timeout(500)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = visitor.page.locator(".js-plotly-plot .xtick text").evaluate_all(
        "texts => texts.map(t => { const b = t.getBoundingClientRect(); return [b.left, "
        "b.right, b.top, b.bottom] })"
    )
    upright = all(bottom - top < 60 for _, _, top, bottom in boxes)
    assert not upright or all(first[1] <= second[0] for first, second in itertools.pairwise(boxes))
