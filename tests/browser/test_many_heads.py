"""12 × 12 heads of 512 tokens in a browser: all coarsely, and one at a time in full."""

import pytest

from tests.serving import running_app

PHONE = {"width": 390, "height": 844}
FULL = (
    "!explorer.view.coarse && explorer.view.shown().join() === 'encoder,%d,%d' && "
    "explorer.view.block().full.layer === %d"
)


@pytest.fixture(scope="module")
def server():
    with running_app("tests/browser/heads_page.py") as address:
        yield address


@pytest.mark.parametrize(
    "visitor",
    [{"width": 1280, "height": 720}, pytest.param(PHONE, marks=pytest.mark.weekly)],
    indirect=True,
    ids=["1280", "390"],
)
def test_all_heads_come_coarsely_and_the_one_asked_for_in_full(visitor):
    page, received = visitor.page, []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    visitor.open()
    assert page.locator(".thumb").count() == 144
    assert sum(received) < 3e6
    assert visitor.value("explorer.view.matrix.weight(0, 511)", "explorer") is None  # padding
    colours = page.locator("canvas.map").evaluate(
        "canvas => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, "
        "canvas.width, canvas.height).data.buffer)).size"
    )
    assert colours > 20
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.value(
        "explorer.querySelector('.overview').clientHeight <= innerHeight", "explorer"
    )
    assert (
        visitor.value(
            "[...explorer.querySelectorAll('button, .title, .reading, .box, .legend, .overview')]"
            ".filter(e => e.getBoundingClientRect().right > innerWidth + 1).length",
            "explorer",
        )
        == 0
    )
    reading, thumb = (
        page.locator(".explorer .reading"),
        page.get_by_role("button", name="Encoder self-attention, layer 5, head 7"),
    )
    before = reading.inner_text()
    thumb.hover()
    assert visitor.title.endswith("layer 5 · head 7")
    assert "largest of 8 × 8 cells" in reading.inner_text()
    page.get_by_role("textbox").hover()
    assert reading.inner_text() == before
    thumb.click()
    visitor.painted(FULL % (4, 6, 4))
    assert not reading.inner_text().startswith("Reduced")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    visitor.painted(FULL % (6, 6, 6))
    page.mouse.move(0, 0)  # the element under the pointer changes when the page scrolls
    page.locator("canvas.map").focus()
    page.keyboard.press("ArrowRight")
    assert "attends to “unbelievable” (word 2)" in reading.inner_text()
    page.get_by_role("button", name="As a table").click()
    table = page.locator(".explorer table")
    assert "five largest" in table.locator("caption").inner_text()
    assert table.locator("tr").count() == 513
