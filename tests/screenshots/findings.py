"""The faults of a page, from the places of its elements, as page.js measures them.

Places are corners (x, y) in pixels of the window, clockwise from the upper left.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .cases import Case

# The least size of type in pixels, in a lecture on a screen of this width.
HALL_WIDTH, LEAST_TYPE = 1920, 24
LEAST_LABEL = 16  # the same beside the cells and lines of a head, and in them
SMALL_LABELS = "map", "lines"
MOST_SHIFT = 0.1
TOLERANCE = 2  # pixels by which an element may stick out
SLACK = 0.18  # share of a line's height, above and below: a font's box is higher than its letters
MOST_OF_A_KIND = 8  # faults of a kind that are listed for a page

Corners = Sequence[Sequence[float]]


class Finding(NamedTuple):
    """One fault: its kind, and its place."""

    kind: str
    text: str


def findings(measured: Mapping, case: Case) -> list[Finding]:
    """Return all faults of a page in a window; `measured` is the result of page.js."""
    kinds = [find_overlaps, find_covers, find_sideways, find_lost_texts]
    if case.lecture == "on":
        kinds.append(find_cuts)
        if case.size.width >= HALL_WIDTH:
            kinds.append(find_small_type)
    wrong = [finding for find in kinds for finding in find(measured)]
    return shorten(wrong)


def shorten(wrong: Sequence[Finding]) -> list[Finding]:
    """Drop repetitions, and keep the first few faults of each kind with the number of others."""
    kept: dict[str, list[Finding]] = {}
    for finding in dict.fromkeys(wrong):
        kept.setdefault(finding.kind, []).append(finding)
    short = []
    for kind, faults in kept.items():
        short += faults[:MOST_OF_A_KIND]
        if len(faults) > MOST_OF_A_KIND:
            short.append(Finding(kind, f"and {len(faults) - MOST_OF_A_KIND} more"))
    return short


def find_cuts(measured: Mapping) -> Iterator[Finding]:
    """Find elements that the window or the key bar hides in a lecture, which does not scroll."""
    width, height = measured["window"]
    floor = height if measured["bar"] is None else measured["bar"]
    if measured["down"] > TOLERANCE:
        yield Finding("scrolls", f"the page, by {measured['down']:.0f} px")
    for name in measured["scrolls"]:
        yield Finding("scrolls", name)
    for what in (*measured["texts"], *measured["blocks"]):
        left, top, right, bottom = bounds(what["corners"])
        name = what.get("text") or what["name"]
        if bottom > floor + TOLERANCE:
            yield Finding("cut below", f"{name!r} by {bottom - floor:.0f} px")
        if right > width + TOLERANCE or left < -TOLERANCE or top < -TOLERANCE:
            yield Finding("cut at an edge", repr(name))


def find_sideways(measured: Mapping) -> Iterator[Finding]:
    """Find elements that make the page scroll sideways."""
    width, _ = measured["window"]
    beyond = max(measured["across"])
    if beyond > TOLERANCE:
        yield Finding("scrolls sideways", f"by {beyond:.0f} px")
    for what in (*measured["texts"], *measured["blocks"]):
        left, _, right, _ = bounds(what["corners"])
        if left < width - TOLERANCE < width + TOLERANCE < right or left < -TOLERANCE < right:
            yield Finding("beyond the side", repr(what.get("text") or what["name"]))


def find_lost_texts(measured: Mapping) -> Iterator[Finding]:
    """Find text that a box, a chart's frame or a canvas cuts off."""
    for text in measured["texts"]:
        if text["lost"] or ("frame" in text and sticks_out(text["corners"], text["frame"])):
            yield Finding("cut off text", repr(text["text"]))
    for canvas in measured["canvases"]:
        for text in canvas["texts"]:
            if sticks_out(text["corners"], canvas["corners"]):
                yield Finding("cut off text", f"{text['text']!r} in {canvas['name']}")


def find_small_type(measured: Mapping) -> Iterator[Finding]:
    """Find type too small for the last row; superscripts and formulae may be smaller."""
    for text in measured["texts"]:
        if text["kind"] == "text" and text["size"] < LEAST_TYPE - 0.05:
            yield Finding("small type", f"{text['size']:.0f} px: {text['text']!r}")
    for canvas in measured["canvases"]:
        sizes = [text["size"] for text in canvas["texts"]]
        least = LEAST_LABEL if canvas["name"] in SMALL_LABELS else LEAST_TYPE
        if sizes and min(sizes) < least - 0.5:
            smallest = min(canvas["texts"], key=lambda text: text["size"])
            text = f"{smallest['size']:.0f} px: {smallest['text']!r} in {canvas['name']}"
            yield Finding("small type", text)


def find_overlaps(measured: Mapping) -> Iterator[Finding]:
    """Find texts of different elements that overlap."""
    texts = sorted(
        (text for text in measured["texts"] if text["kind"] == "text"),
        key=lambda text: bounds(text["corners"])[1],
    )
    boxes = [narrowed(text["corners"]) for text in texts]
    limits = [bounds(box) for box in boxes]
    for one, other in combinations(range(len(texts)), 2):
        if limits[other][1] >= limits[one][3]:  # below it
            continue
        same = texts[one]["element"] == texts[other]["element"]
        if same or texts[one]["stays"] != texts[other]["stays"]:
            continue
        if overlap(boxes[one], boxes[other]):
            yield Finding("overlap", f"{texts[one]['text']!r} and {texts[other]['text']!r}")


def find_covers(measured: Mapping) -> Iterator[Finding]:
    """Find texts over the sentence bar, except what stays while the page scrolls."""
    if not measured["sentence"]:
        return
    left, top, right, bottom = bounds(measured["sentence"])
    for text in measured["texts"]:
        if text["inSentence"] or text["stays"]:
            continue
        start, upper, end, lower = bounds(text["corners"])
        across, down = min(end, right) - max(start, left), min(lower, bottom) - max(upper, top)
        if min(across, down) > TOLERANCE:
            yield Finding("overlap", f"{text['text']!r} and the sentence bar")


def find_shifts(shifts: Sequence[Mapping], cause: str) -> list[Finding]:
    """Return the elements that moved too far during an action; all moves add up."""
    value = sum(shift["value"] for shift in shifts)
    if value <= MOST_SHIFT:
        return []
    largest = max(shifts, key=lambda shift: shift["value"])
    moved = "; ".join(filter(None, largest["moved"]))
    return [Finding("layout shift", f"{cause}: {value:.2f}: {moved}")]


# --- boxes ---------------------------------------------------------------------------------------


def bounds(corners: Corners) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom."""
    x, y = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(x), min(y), max(x), max(y)


def sticks_out(corners: Corners, frame: Corners) -> bool:
    left, top, right, bottom = bounds(corners)
    outer = bounds(frame)
    beyond = (outer[0] - left, outer[1] - top, right - outer[2], bottom - outer[3])
    return max(beyond) > TOLERANCE


def narrowed(corners: Corners) -> list[tuple[float, float]]:
    """Cut a box of type to the height of its letters, in whichever direction it is turned."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners

    def between(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
        return x + SLACK * (to_x - x), y + SLACK * (to_y - y)

    return [
        between(ax, ay, dx, dy),
        between(bx, by, cx, cy),
        between(cx, cy, bx, by),
        between(dx, dy, ax, ay),
    ]


def overlap(one: Corners, other: Corners) -> bool:
    """Whether two convex figures overlap by more than a pixel."""
    for figure in (one, other):
        for (x, y), (next_x, next_y) in zip(figure, (*figure[1:], figure[0]), strict=True):
            across = y - next_y, next_x - x
            length = (across[0] ** 2 + across[1] ** 2) ** 0.5
            if not length:
                continue
            spans = [
                [(px * across[0] + py * across[1]) / length for px, py in points]
                for points in (one, other)
            ]
            if min(max(spans[0]), max(spans[1])) - max(min(spans[0]), min(spans[1])) <= 1:
                return False
    return True
