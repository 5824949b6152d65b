"""Points in a space.

Hovering shows a name, a click shows neighbours, and a slider moves the points, all without the
server.
"""

import pytest

from tests.serving import running_app

SCRIPT = "tests/browser/points_page.py"
PICTURE = "space"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server():
    with running_app(SCRIPT) as address:
        yield address


def open_points(visitor, **parameters) -> None:
    visitor.open(
        "/?"
        + "&".join(
            f"{name}={value}" for name, value in ({"n": 60, "step": 2} | parameters).items()
        ),
        PICTURE,
    )
    visitor.page.get_by_role("button", name="Run again").wait_for()
    visitor.painted("!space.view.waiting", PICTURE)


def place_of(visitor, point: int) -> tuple[float, float]:
    """Return the place of a point on the screen."""
    return tuple(
        visitor.value(
            f"(box => [box.left + space.view.x[{point}], box.top + space.view.y[{point}]])"
            "(space.view.canvas.getBoundingClientRect())",
            PICTURE,
        )
    )


def click(visitor, point: int) -> None:
    visitor.page.mouse.click(*place_of(visitor, point))
    visitor.painted(f"space.view.chosen === {point} && !space.view.waiting", PICTURE)


def names(visitor, point: int) -> list[str]:
    """Return the names of a point's neighbours at the current step, nearest first."""
    return visitor.value(
        f"space.view.near({point}).map(other => space.view.data.names[other])", PICTURE
    )


def listed(visitor) -> list[str]:
    return visitor.page.locator(".space .near .name").all_inner_texts()


def visible_count(visitor) -> int:
    return visitor.value("space.view.rank.filter(rank => rank !== 255).length", PICTURE)


def test_hover_names_a_point_click_lists_its_neighbours_in_order_isolate_shows_them_alone(visitor):
    open_points(visitor)
    assert visible_count(visitor) == 60
    visitor.page.mouse.move(*place_of(visitor, 1))
    assert visitor.page.locator(".space .tip strong").inner_text() == "word 2"
    assert "This is sentence 2, where it stands." in visitor.page.get_by_role("status").inner_text()
    click(visitor, 1)
    assert listed(visitor) == names(visitor, 1)
    assert len(listed(visitor)) == 8
    distances = [
        float(text) for text in visitor.page.locator(".space .near .number").all_inner_texts()
    ]
    assert distances == sorted(distances)
    assert distances[-1] > 0
    visitor.page.wait_for_url("**chosen=2**")
    visitor.page.get_by_role("button", name="Isolate").click()
    assert visible_count(visitor) == 9
    visitor.painted("!space.view.waiting", PICTURE)
    assert visitor.value("space.view.view.zoom", PICTURE) > 1
    first = names(visitor, 1)[0]
    visitor.page.locator(".space .near button").first.click()
    assert visitor.page.locator(".space .chosen").inner_text() == first
    assert listed(visitor)[0] != first
    visitor.page.get_by_role("button", name="Back").click()  # one change at a time
    assert visible_count(visitor) == 60
    assert visitor.page.locator(".space .chosen").inner_text() == first
    visitor.page.keyboard.press("Escape")
    assert visitor.value("space.view.chosen", PICTURE) == -1
    assert listed(visitor) == []
    visitor.page.get_by_role("button", name="animals").click()
    assert visible_count(visitor) < 60
    visitor.page.get_by_role("button", name="animals").click()
    assert visible_count(visitor) == 60


def test_the_slider_moves_the_points_and_nothing_else_and_reruns_keep_what_is_on_show(visitor):
    open_points(visitor)
    page, height = visitor.page, "document.querySelector('[data-testid=stMain]').scrollHeight"
    canvas, before = page.locator(".space .picture canvas").element_handle(), page.evaluate(height)
    click(visitor, 1)
    below = page.get_by_role("button", name="Run again").bounding_box()
    start, neighbours = place_of(visitor, 1), listed(visitor)
    page.get_by_role("slider").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    visitor.painted("space.view.step === 3 && !space.view.waiting", PICTURE)
    assert page.locator(".space .step").inner_text() == "layer 3"
    assert page.locator(".space .note").inner_text() == "The first 2 of 16 features after 3 layers"
    assert place_of(visitor, 1) != start
    assert listed(visitor) == names(visitor, 1) != neighbours
    assert canvas.evaluate("canvas => canvas.isConnected")
    assert page.evaluate(height) == before
    assert page.get_by_role("button", name="Run again").bounding_box() == below
    page.wait_for_url("**step=4**chosen=2**")
    page.mouse.move(*place_of(visitor, 1))
    page.mouse.wheel(0, -300)
    visitor.painted("space.view.view.zoom > 1.2 && !space.view.waiting", PICTURE)
    view = visitor.value("space.view.view", PICTURE)
    visitor.value(
        "space.view.show({ ...space.view.data, mark: 'others', step: 3, chosen: 1 }), 0", PICTURE
    )  # equally many other points
    page.get_by_role("button", name="Run again").click()
    page.wait_for_timeout(300)
    assert visitor.value("[space.view.view, space.view.step, space.view.chosen]", PICTURE) == [
        view,
        3,
        1,
    ]
    assert canvas.evaluate("canvas => canvas.isConnected")
    page.reload()
    visitor.painted("space.view.step === 3 && space.view.chosen === 1", PICTURE)


def test_a_word_is_found_whole_first_and_enter_chooses_it(visitor):
    open_points(visitor)
    search = visitor.page.get_by_role("searchbox", name="Find a word")
    result = visitor.page.locator(".space .found")
    search.press_sequentially("Word 1")
    assert result.inner_text() == "11 found"
    assert visitor.value("space.view.matches", PICTURE) == [0, *range(9, 19)]
    search.press("Enter")
    assert visitor.page.locator(".space .chosen").inner_text() == "word 1"
    search.fill("xyz")
    assert result.inner_text() == "no word “xyz” here"
    search.press("Escape")
    assert search.input_value() == ""
    assert visitor.value("space.view.chosen", PICTURE) == 0


@pytest.mark.parametrize(
    "visitor",
    [pytest.param({"width": 1280, "height": 720}, marks=pytest.mark.weekly), PHONE],
    indirect=True,
    ids=["1280", "390"],
)
def test_nothing_is_wider_than_the_screen_and_no_name_lies_on_another(visitor):
    open_points(visitor, dimensions=3, strong=20, axes=1, paths=1)
    for act in (
        "space.view.choose(30)",
        "space.view.isolate()",
        "space.view.turn3d(1, 0.5)",
        "space.view.back()",
        "space.view.zoomAt(2)",
    ):
        visitor.value(f"{act}, 0", PICTURE)
        visitor.painted("!space.view.waiting", PICTURE)
        assert (
            visitor.value(
                "space.view.drawn.map(name => { const pen = space.view.pen; pen.font = "
                "space.view.theme.font(name.size, name.bold);"
                " return [name.left, name.top - name.size / 2, name.left + "
                "pen.measureText(name.text).width, name.top + name.size / 2] })"
                ".filter(([a, b, c, d], i, all) => a < 0 || b < 0 || c > space.view.width "
                "|| d > space.view.height"
                " || all.some(([e, f, g, h], j) => i < j && a < g && e < c && b < h && f < "
                "d)).length",
                PICTURE,
            )
            == 0
        )
        assert visitor.value("space.view.drawn.length", PICTURE) > 5
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.value(
        "[...space.querySelectorAll('*')].every(e => e.getBoundingClientRect().right <= "
        "innerWidth + 1)",
        PICTURE,
    )
    assert visitor.value("space.querySelector('.picture').clientHeight", PICTURE) >= 340


def test_without_points_it_says_so(visitor):
    open_points(visitor, n=0)
    assert visitor.page.get_by_text("There are no points to show.").is_visible()


def picture(visitor) -> str:
    """Return the pixels of the picture at rest."""
    visitor.painted("!space.view.waiting", PICTURE)
    return visitor.value("space.view.canvas.toDataURL()", PICTURE)


def test_the_picture_is_the_same_whatever_was_on_show_before(visitor):
    open_points(visitor, n=300)
    page, before = visitor.page, picture(visitor)
    width = visitor.value("space.view.width", PICTURE)
    page.set_viewport_size({"width": 700, "height": 500})
    visitor.painted(f"space.view.width < {width}", PICTURE)
    page.set_viewport_size({"width": 1280, "height": 720})
    visitor.painted(f"space.view.width === {width}", PICTURE)
    assert picture(visitor) == before
    for step in (4, 1):  # there and back
        visitor.value(f"space.view.goTo({step}), 0", PICTURE)
        visitor.painted(f"space.view.step === {step} && !space.view.walk", PICTURE)
    assert picture(visitor) == before
