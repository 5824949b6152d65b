"""The alignments of two models side by side, and the four score functions in a row."""

from playwright.sync_api import expect

PICTURE = "matrices"
BAHDANAU = "The agreement on the European Economic Area was signed in August 1992."
BALL = "Two young girls are playing with a ball in the green park."  # "un ballon", "une balle"


def rows(visitor) -> list:
    return visitor.value("matrices.view.panels.map(panel => panel.matrix.rows.join(' '))", PICTURE)


def reading(visitor, place: int) -> str:
    return visitor.page.locator(".matrices .reading").nth(place).inner_text()


def point_at_row(visitor, panel: int, row: int, click: bool = False) -> None:
    """Point at the French word of a row, or click it."""
    x, y = visitor.value(
        f"(() => {{ const {{ matrix: m, canvas }} = matrices.view.panels[{panel}]; "
        f"canvas.scrollIntoView({{ block: 'center' }});"
        f" const box = canvas.getBoundingClientRect(); return [box.left + m.left / 2, "
        f"box.top + m.top + ({row} + 0.5) * m.cell] }})()",
        PICTURE,
    )
    (visitor.page.mouse.click if click else visitor.page.mouse.move)(x, y)


def test_a_click_on_a_french_word_lights_its_source_words_in_both_and_escape_lets_go(visitor):
    visitor.open("/align?sentence=The+big+red+dog", PICTURE)
    assert rows(visitor) == ["Le gros chien rouge"] * 2
    before = [
        visitor.page.locator(".matrices canvas").nth(place).screenshot() for place in range(2)
    ]
    point_at_row(visitor, 0, 3, click=True)
    visitor.sentence.hover()
    for place in range(2):
        assert reading(visitor, place).startswith("“rouge” attends to “red”")
        assert visitor.page.locator(".matrices canvas").nth(place).screenshot() != before[place]
    visitor.page.locator(".matrices canvas").first.press("Escape")
    assert reading(visitor, 0).startswith("Largest weight")


def test_with_its_own_french_a_model_that_lacks_the_word_says_so(visitor):
    visitor.open(f"/align?whose=own&sentence={BALL.replace(' ', '+')}", PICTURE)
    first, second = (text.split() for text in rows(visitor))
    assert first != second
    only = next(place for place, word in enumerate(first) if word not in second)
    point_at_row(visitor, 0, only)
    assert reading(visitor, 1) == f"It does not write “{first[only]}”."


def test_an_example_brings_the_french_of_the_paper_and_typing_lets_it_go(visitor):
    visitor.open("/align?words=merged", PICTURE)
    visitor.page.get_by_role("button", name="Examples").click()
    visitor.page.get_by_role("menuitem", name=BAHDANAU).or_(
        visitor.page.get_by_text(BAHDANAU)
    ).first.click()
    visitor.painted(
        "matrices.view.panels.every(panel => panel.matrix.rows.includes('européenne'))", PICTURE
    )
    assert (
        rows(visitor)
        == ["L' accord sur la zone économique européenne a été signé en août 1992 ."] * 2
    )
    visitor.type("The cat sees the dog.")
    visitor.painted(
        "matrices.view.panels.every(panel => panel.matrix.columns.includes('cat') && "
        "panel.matrix.rows.includes('chat'))",
        PICTURE,
    )
    expect(visitor.page.get_by_role("textbox", name="Translation to follow")).to_have_value("")
