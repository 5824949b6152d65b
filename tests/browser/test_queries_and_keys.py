"""Queries and keys as points: a click shows a point's sentence and what it attends to."""

PICTURE = "space"


def place_of(visitor, point: int) -> list[float]:
    """Return the place of a point on the screen."""
    return visitor.value(
        f"(box => [box.left + space.view.x[{point}], box.top + space.view.y[{point}]])"
        "(space.view.canvas.getBoundingClientRect())",
        PICTURE,
    )


def test_a_click_on_a_point_shows_its_sentence_and_the_link_keeps_it(visitor):
    visitor.open("/queries?queries-sentences=50", PICTURE)
    visitor.painted("!space.view.waiting && space.view.data.names.length > 500", PICTURE)
    page = visitor.page
    # No other point covers the one that is farthest from all others.
    point = visitor.value(
        "((view) => [...view.x.keys()].map(a => [a, Math.min(...[...view.x.keys()].filter(b => "
        "b !== a).map(b => Math.hypot(view.x[a] - view.x[b], view.y[a] - view.y[b])))])"
        ".sort((a, b) => b[1] - a[1])[0][0])(space.view)",
        PICTURE,
    )
    page.mouse.click(*place_of(visitor, point))
    visitor.painted(f"space.view.chosen === {point} && !space.view.waiting", PICTURE)
    name, sentence = visitor.value(
        f"[space.view.data.names[{point}], space.view.data.details[{point}]]", PICTURE
    )
    assert page.locator(".space .chosen").inner_text() == name
    assert page.locator(".space .about").first.inner_text() == sentence
    assert page.locator(".space .near .name").count() >= 1
    page.wait_for_url(f"**queries-point={point + 1}**")
