"""The page on the bottleneck: translations with their differences, and the length plot."""


def open_page(visitor, query: str = "") -> None:
    visitor.page.goto(visitor.address + "/bottleneck" + query)
    visitor.page.locator(".js-plotly-plot .legendtext").nth(2).wait_for(timeout=60_000)


def test_it_shows_three_translations_and_the_plot_and_says_what_the_data_show(visitor):
    open_page(visitor, "?sentence=Two+young+girls+are+playing+with+a+ball+in+the+green+park.")
    assert visitor.page.locator(".translations th").all_inner_texts() == [
        "Seq2seq without attention",
        "BiLSTM with additive attention",
        "Transformer",
    ]
    plot = visitor.page.locator(".js-plotly-plot").first
    assert plot.locator(".legendtext").all_text_contents() == [
        "Seq2seq without attention",
        "BiLSTM with additive attention",
        "Transformer",
    ]
    assert visitor.page.get_by_text("yours: 12 words").count() == 1
    assert (
        visitor.page.get_by_text("That is the bottleneck")
        .or_(visitor.page.get_by_text("the bottleneck does not show"))
        .count()
        == 1
    )
