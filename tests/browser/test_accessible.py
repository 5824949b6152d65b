"""Accessibility that axe-core cannot check.

The colours of text on canvases, tables in place of pictures, arrow keys, and motion.
"""

from pathlib import Path

import pytest

from viz.base.theme import DIVERGING, INK

COMPONENTS = Path(__file__).parents[2] / "viz/components"


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_text_on_canvases_can_be_read(browser, shade):
    page = browser.new_page()
    scales = [INK[shade], DIVERGING[shade]]
    modules = {
        name: (COMPONENTS / "shared" / f"{name}.js").read_text() for name in ("colour", "canvas")
    }
    least, muted = page.evaluate(
        """async ([modules, scales, ink, paper]) => {
        const type = "text/javascript";
        const address = (code) => URL.createObjectURL(new Blob([code], { type }));
        const colour = address(modules.colour);
        const { contrast, textOn, ramp, rgb } = await import(colour);
        const { Look } = await import(address(modules.canvas.replace("./colour.js", colour)));
        document.body.style.setProperty("--st-background-color", paper);
        const least = Math.min(...scales.flatMap((stops) =>
            ramp(stops).map((colour) => contrast(colour, rgb(textOn(colour))))));
        return [least, contrast(rgb(new Look(document.body, ink).muted), rgb(paper))] }""",
        [modules, scales, INK, INK[shade][0]],
    )
    page.close()
    assert least >= 4.5
    assert muted >= 4.5


TABLES = [  # page, its component, rows and columns of its first table, a text in it
    ("/?sentence=The big red dog&attention=decoder&layer=1&head=1", "explorer", 5, 5, "masked"),
    ("/mask", "matrices", 5, 5, "Scores"),
    ("/remember?units=all&sentence=The big red dog", "memory", 1, 5, "tanh of the cell"),
    ("/words?others=20&layers-point=3", "space", 100, 3, "nearest, by cosine distance"),
    ("/inside?inside-look=board", "inside", 3, 4, ""),
]


@pytest.mark.parametrize(
    "path, picture, rows, columns, text",
    [
        pytest.param(*case, id=case[1], marks=pytest.mark.weekly if place % 4 else ())
        for place, case in enumerate(TABLES)
    ],
)
def test_a_picture_has_a_table_twin(visitor, path, picture, rows, columns, text):
    visitor.open(path, picture)
    if path == "/mask":  # its second picture may appear before the first
        visitor.page.locator(f".{picture}[data-painted]").nth(1).wait_for()
    assert visitor.page.locator(f".{picture} table").count() == 0, "it is made when asked for"
    button = visitor.page.locator(f".{picture}").get_by_role("button", name="As a table").first
    button.focus()
    visitor.page.keyboard.press("Enter")
    table = visitor.page.locator(f".{picture} table").first
    table.locator("caption").wait_for(state="attached")
    assert table.locator("caption").inner_text()
    assert table.locator("th[scope=row]").count() >= rows
    assert table.locator("th[scope=col]").count() >= columns
    assert text in table.inner_text()
    visitor.page.locator(f".{picture}").get_by_role("button", name="As a picture").first.click()
    visitor.page.locator(f".{picture} canvas").first.wait_for()


@pytest.mark.slow
def test_nothing_moves_for_those_who_asked_for_less_motion(open_page):
    page = open_page("/words?others=20", reduced_motion="reduce")
    slider = page.locator(".space input[type=range]")
    places = "(root) => [...root.view.at]"
    before = page.locator(".space").evaluate_handle(places)
    slider.press("ArrowRight")
    # The first frame that is another is the last one.
    soon = page.evaluate(
        "async ([root, before]) => { const places = () => [...root.view.at];"
        " while (places().every((value, place) => value === before[place]))"
        " await new Promise(requestAnimationFrame); return places() }",
        [page.locator(".space").element_handle(), before],
    )
    page.wait_for_timeout(400)
    assert page.locator(".space").evaluate(places) == soon
    page.goto(page.url.split("/words")[0] + "/inside")
    page.locator(".inside[data-painted]").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    assert (
        page.evaluate(
            "() => document.getAnimations().filter((one) => "
            "one.effect.getTiming().duration > 100 && one.effect.getTiming().iterations "
            "=== 1).length"
        )
        == 0
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "path, picture, keys",
    [
        ("/", "explorer", ("ArrowRight", "ArrowDown")),
        ("/mask", "matrices", ("ArrowRight", "ArrowDown")),
        pytest.param(
            "/remember?units=all", "memory", ("ArrowRight", "ArrowRight"), marks=pytest.mark.weekly
        ),
        pytest.param(
            "/inside?inside-look=contribution",
            "matrices",
            ("ArrowDown", "ArrowRight"),
            marks=pytest.mark.weekly,
        ),
    ],
)
def test_arrow_keys_read_a_picture_cell_by_cell_and_escape_lets_go(visitor, path, picture, keys):
    visitor.open(path, picture)
    view = visitor.page.locator(f".{picture}").first
    reading = view.locator(".reading").first
    canvas = view.locator("canvas[tabindex='0']").first
    before = reading.inner_text()
    read = []
    canvas.focus()
    for key in keys:
        visitor.page.keyboard.press(key)
        read.append(reading.inner_text())
    assert len({before, *read}) == 3
    assert any(character.isdigit() for character in read[-1])
    visitor.page.keyboard.press("Escape")
    assert reading.inner_text() == before
