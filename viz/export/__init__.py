"""Pictures for slides, papers and handouts: frozen values in, the bytes of an SVG, PDF or PNG out.

>>> from viz.export import Matrix, Picture, render
>>> file = render(Picture((Matrix("A head", ("Le", "chien"), ("The", "dog"), weights),), caption="The dog → Le chien"), "svg", "slide")

`figures` makes pictures from a trace, `plotly` draws the app's other figures, `tables` writes the numbers of both,
`python -m viz.export` writes files.
Imports neither Streamlit nor torch, matplotlib when it first draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..language import mark, t
from ..theme import DIVERGING
from .page import FORMATS, LINE, MUTED, PRESETS, TEXT, Page, Preset, caption_lines, on, preset_of, save, shade, shorten, using, widest, width

__all__ = ["FORMATS", "PRESETS", "Chart", "Lines", "Matrix", "Picture", "Words", "draw", "render"]

STEPS = 100  # colours between the palest and the darkest
ROW = 1.2  # the least distance of two lines of words, in sizes
SCALED = mark(("weight", "score", "distance", "norm", "cosine"))  # kinds whose colours have a scale
SIGNED = "value"  # the kind that is red below 0 and blue above


@dataclass(frozen=True)
class Matrix:
    """Words by words. Raises ValueError when an array does not fit the words."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: np.ndarray  # [row, column]
    allowed: np.ndarray | None = None  # [row, column]; others are hatched
    changed: np.ndarray | None = None  # [row, column]; these are outlined
    least: float = 0.0  # the value of the palest colour
    most: float = 1.0  # and of the darkest
    kind: str = "weight"  # or "score", "mask", "distance", "norm", "cosine" (all below 0 are pale), "value" (-most to most, red to blue)
    short: str = ""  # the title where there is little room

    def __post_init__(self):
        for name in ("values", "allowed", "changed"):
            array = getattr(self, name)
            if array is not None and array.shape != (len(self.rows), len(self.columns)):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.rows)} rows and {len(self.columns)} columns")

    @property
    def seen(self) -> np.ndarray:
        """`[row, column]`, True where there is a value to show."""
        return np.isfinite(self.values) if self.allowed is None else np.isfinite(self.values) & self.allowed

    def number(self, row: int, column: int) -> str:
        """What stands in a cell, as in the app; "" for nearly nothing."""
        value = float(self.values[row, column])
        if not np.isfinite(value) or (self.allowed is not None and not self.allowed[row, column]):
            return ""
        if self.kind not in ("score", "cosine", SIGNED) and abs(value) < (0.05 if self.kind == "norm" else 0.005):
            return ""
        if self.kind == "mask":
            return str(round(value))
        if self.kind in ("cosine", SIGNED):
            return f"{value:z.2f}".replace("-", "−")
        return f"{value:.2f}".removeprefix("0") if self.kind == "weight" else f"{value:z.1f}".replace("-", "−")


@dataclass(frozen=True)
class Lines:
    """Words on the left that look at words on the right, the darker the more. Raises ValueError when the weights do not fit the words."""

    title: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    weights: np.ndarray  # [left, right], 0 to 1
    colour: str  # "#rrggbb"
    heads: tuple[str, str] = ("", "")  # what stands above the two columns

    def __post_init__(self):
        if self.weights.shape != (len(self.left), len(self.right)):
            raise ValueError(f"weights have shape {self.weights.shape} for {len(self.left)} words on the left and {len(self.right)} on the right")


@dataclass(frozen=True)
class Words:
    """A text, each word coloured by a value from -1 to 1. Raises ValueError when there is not one value a word."""

    title: str
    words: tuple[str, ...]
    values: np.ndarray  # [word]

    def __post_init__(self):
        if self.values.shape != (len(self.words),):
            raise ValueError(f"values have shape {self.values.shape} for {len(self.words)} words")


@dataclass(frozen=True)
class Picture:
    """Matrices beside or under each other with their words; or, `across` in a row, small and without words; or lines; or texts.

    Raises ValueError for a picture of nothing or of several of these.
    """

    matrices: tuple[Matrix, ...] = ()
    across: int = 0
    lines: Lines | None = None
    texts: tuple[Words, ...] = ()
    caption: str = ""  # below the picture; "\n" begins a new line
    numbers: str = ""  # CSV of what is shown, where that is more than what is drawn

    def __post_init__(self):
        if bool(self.matrices) + (self.lines is not None) + bool(self.texts) != 1:
            raise ValueError("a picture shows matrices or lines or texts")


@dataclass(frozen=True)
class Chart:
    """One of the app's Plotly figures."""

    figure: object  # a plotly.graph_objects.Figure
    caption: str = ""
    numbers: str = ""  # as of a Picture


def render(picture: Picture | Chart, format: str = "svg", preset: str = "slide", caption: bool = True, transparent: bool = False) -> bytes:
    """The file of a picture; equal pictures give equal bytes. Raises ValueError for a format or preset that there is not."""
    if isinstance(picture, Chart):
        from .plotly import from_plotly

        return from_plotly(picture.figure, picture.caption if caption else "", format, preset, transparent)
    with using():
        return save(draw(picture, preset, caption, format), format, preset_of(preset), transparent)


def draw(picture: Picture, preset: str = "slide", caption: bool = True, format: str = "svg"):
    """The picture as a matplotlib Figure. In PDF no word lies aslant: programs that read text out of PDF take it apart."""
    look = preset_of(preset)
    look = replace(look, turns=(90,)) if format == "pdf" else look
    page = Page(look)
    with using():
        plan = (plan_lines if picture.lines else plan_texts if picture.texts else plan_thumbnails if picture.across else plan_matrices)
        said, notes = picture.caption if caption else "", []
        for _ in range(2):  # what had to be left out is said in the caption, which takes room
            lines, size = caption_lines("\n".join(filter(None, [said, *notes])), look)
            below = LINE * size * len(lines) + (0.6 * size if lines else 0)
            room = (look.width - 2 * look.margin, (look.height or look.most) - 2 * look.margin - below)
            found = plan(picture, room, look)
            if notes == found.notes:
                break
            notes = found.notes
        height = look.height or found.height + below + 2 * look.margin
        found.paint(page, look.margin, look.margin)
        page.caption(height - look.margin - LINE * size * len(lines), lines, size)
        return page.figure(height)


# --- one matrix with its words -------------------------------------------------------------------


@dataclass(frozen=True)
class Fit:
    """How large the cells of a matrix and the words beside it are; lengths in points."""

    size: float  # of type
    cell: tuple[float, float]
    left: float
    top: float
    right: float
    turn: int  # degrees that the words above are turned
    every: tuple[int, int] = (1, 1)  # of rows and columns, the ones that have a word

    def extent(self, matrix: Matrix) -> tuple[float, float]:
        return (self.left + len(matrix.columns) * self.cell[0] + self.right, self.top + len(matrix.rows) * self.cell[1])


def fit(matrix: Matrix, room: tuple[float, float], look: Preset) -> Fit:
    """The largest words that stand apart, and the largest cells beside them; at the smallest size every second word, or third …"""
    rows, columns = ([shorten(word) for word in words] for words in (matrix.rows, matrix.columns))
    down, over = any(rows), any(columns)  # whether there are words at all
    sizes = [look.label * 0.94**step for step in range(60) if look.label * 0.94**step > look.least] + [look.least]
    level = [(0, size) for size in sizes if size >= 0.7 * look.label]
    for turn, size in [*level, *((turn, size) for size in sizes for turn in look.turns)]:
        found = measured(rows, columns, room, size, turn, look)
        wide, high = found.cell
        apart = {0: widest(columns, size, look) + 0.5 * size, 45: ROW * size * 2**0.5, 90: ROW * size}[turn]
        if (high >= ROW * size or not down) and (wide >= apart or not over):
            return found
    size = look.least
    found = measured(rows, columns, room, size, 90, look)
    every = tuple(max(1, int(np.ceil(ROW * size / length))) if named else 1 for length, named in zip(found.cell[::-1], (down, over)))
    return Fit(size, found.cell, found.left, found.top, found.right, 90, every)


def measured(rows: list[str], columns: list[str], room: tuple[float, float], size: float, turn: int, look: Preset) -> Fit:
    """The cells that this type leaves room for: as high as wide or a little less, and not larger than words need."""
    left = widest(rows, size, look) + 0.5 * size if any(rows) else 0.0
    last = columns[-1] if columns else ""
    top = {0: 1.5 * size, 45: widest(columns, size, look) * 0.71 + 1.2 * size, 90: widest(columns, size, look) + 0.9 * size}[turn]
    top = top if any(columns) else 0.0
    wide = high = 1.0
    right = 0.0
    for _ in range(2):  # the last word above may stand out on the right, by what its column does not hold
        wide = (room[0] - left - right) / max(1, len(columns))
        high = (room[1] - top) / max(1, len(rows))
        high = min(high, wide, 4 * look.label)
        wide = min(wide, 2.2 * high)
        beyond = {0: width(last, size, look) / 2 - wide / 2, 45: (width(last, size, look) + size) * 0.71 - wide / 2,
                  90: size / 2 - wide / 2}[turn]
        right = max(0.0, beyond)
    return Fit(size, (max(wide, 0.1), max(high, 0.1)), left, top, right, turn)


def paint_matrix(page: Page, matrix: Matrix, at: tuple[float, float], found: Fit) -> None:
    """The words and the cells, their upper left corner at `at`."""
    size, (wide, high) = found.size, found.cell
    left, top = at[0] + found.left, at[1] + found.top
    for row, word in list(enumerate(matrix.rows))[:: found.every[0]]:
        page.text(left - 0.35 * size, top + (row + 0.5) * high + 0.34 * size, shorten(word), size, "right", kind="label")
    for column, word in list(enumerate(matrix.columns))[:: found.every[1]]:
        middle = left + (column + 0.5) * wide
        if found.turn:
            page.text(middle + (0.34 if found.turn == 90 else 0.2) * size, top - 0.35 * size, shorten(word), size, "left", found.turn,
                      kind="label")
        else:
            page.text(middle, top - 0.45 * size, shorten(word), size, "center", kind="label")
    paint_cells(page, matrix, (left, top), found.cell)
    texts, number = numbers_of(matrix, found, page.preset)
    for (row, column), text in texts.items() if number else ():
        page.text(left + (column + 0.5) * wide, top + (row + 0.5) * high + 0.36 * number, text, number, "center",
                  colour=on(colour_of(matrix, matrix.values[row, column], page.preset)), kind="number")


def numbers_of(matrix: Matrix, found: Fit, look: Preset) -> tuple[dict[tuple[int, int], str], float]:
    """What stands in the cells, by row and column, and in which size; 0 where the numbers do not fit."""
    if 0.7 * found.cell[1] < look.least or 0.8 * found.cell[0] < look.least * width("1", 1, look):
        return {}, 0.0
    texts = {(int(row), int(column)): text for row, column in np.argwhere(matrix.seen) if (text := matrix.number(row, column))}
    most = widest(set(texts.values()), 1, look)
    size = min(0.85 * found.size, 0.8 * found.cell[0] / most, 0.7 * found.cell[1]) if most else 0.0
    return texts, size if size >= look.least else 0.0


def level_of(matrix: Matrix, values: np.ndarray) -> np.ndarray:
    """The values as steps of colour, 0 to STEPS."""
    least = 0.0 if matrix.kind == "cosine" else -matrix.most if matrix.kind == SIGNED else matrix.least
    return np.rint(np.clip((values - least) / ((matrix.most - least) or 1), 0, 1) * STEPS)


def stops_of(matrix: Matrix, look: Preset) -> tuple[str, ...]:
    """The colours of its values, from least to most."""
    return DIVERGING["light"] if matrix.kind == SIGNED and look.colours else look.ink


def colour_of(matrix: Matrix, value: float, look: Preset) -> str:
    return shade(float(level_of(matrix, np.float64(value))) / STEPS, stops_of(matrix, look))


def paint_cells(page: Page, matrix: Matrix, at: tuple[float, float], cell: tuple[float, float]) -> None:
    """The cells, one path for each colour; white ones are the ground."""
    count = np.array([len(matrix.columns), len(matrix.rows)])
    whole = np.array([[*at, *(count * cell)]])
    page.boxes(whole, "#ffffff", line=0, kind="ground")
    boxes = lambda chosen: np.concatenate([np.argwhere(chosen)[:, ::-1] * cell + at, np.broadcast_to(cell, (int(chosen.sum()), 2))], 1)
    seen = matrix.seen
    levels = np.where(seen, level_of(matrix, np.where(seen, matrix.values, matrix.least)), -1)
    for level in np.unique(levels[levels >= 0]):
        if (colour := shade(float(level) / STEPS, stops_of(matrix, page.preset))) != "#ffffff":
            page.boxes(boxes(levels == level), colour)
    if matrix.allowed is not None:
        page.hatch(boxes(~matrix.allowed))
    if matrix.changed is not None:
        inset = np.array([1, 1, -2, -2]) * min(0.06 * min(cell), 1.5)
        page.boxes(boxes(matrix.changed) + inset, None, "#d55e00" if page.preset.colours else "#000000",
                   max(0.5, min(2, 0.06 * min(cell))), "changed")
    page.boxes(whole, None, "#8a93a1", 0.5, "frame")


# --- several -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How high a picture is without its caption, what the caption must add, and how to paint it at (x, y)."""

    height: float
    notes: list[str]
    paint: object


def named_only(every: int) -> str:
    return t("Only every second word is named." if every == 2 else "Only every third word is named." if every == 3 else
             "Only every {count}th word is named.", count=every)


def legend(page: Page, matrices: Sequence[Matrix], x: float, y: float, size: float) -> None:
    """The scale of the colours of each kind, and what hatched and outlined cells are; y is the base line."""
    for matrix in {matrix.kind: matrix for matrix in matrices if matrix.kind in SCALED}.values():
        ends = [(f"{value:g}" if value == int(value) else f"{value:.1f}").replace("-", "−") for value in (matrix.least, matrix.most)]
        start = t("cosine 0 or less") if matrix.kind == "cosine" else f"{t(matrix.kind)} {ends[0]}"
        page.text(x, y, start, size, colour=MUTED, kind="legend")
        x += width(start, size, page.preset) + 0.4 * size
        steps, wide = len(page.preset.ink), 0.6 * size
        for step, colour in enumerate(page.preset.ink):
            page.boxes(np.array([[x + step * wide, y - 0.75 * size, wide, 0.8 * size]]), colour, kind="scale")
        page.boxes(np.array([[x, y - 0.75 * size, steps * wide, 0.8 * size]]), None, "#8a93a1", 0.4, "scale")
        x += steps * wide + 0.4 * size
        page.text(x, y, ends[1], size, colour=MUTED, kind="legend")
        x += width(ends[1], size, page.preset) + 1.6 * size
    if any(matrix.kind == SIGNED for matrix in matrices):
        x = signed_scale(page, t("negative"), t("positive, darkest at the ± of each"), x, y, size)
    marks = [(t("may not be looked at"), True, any(matrix.allowed is not None and not matrix.allowed.all() for matrix in matrices)),
             (t("changed"), False, any(matrix.changed is not None and matrix.changed.any() for matrix in matrices))]
    for said, hatched, there in marks:
        if there:
            box = np.array([[x, y - 0.75 * size, 1.2 * size, 0.8 * size]])
            if hatched:
                page.hatch(box)
            page.boxes(box, None, "#8a93a1" if hatched else "#d55e00", 0.5, "scale")
            page.text(x + 1.6 * size, y, said, size, colour=MUTED, kind="legend")
            x += 1.6 * size + width(said, size, page.preset) + 1.6 * size


def signed_scale(page: Page, low: str, high: str, x: float, y: float, size: float) -> float:
    """The scale of values below and above 0, from `low` to `high`; where it ends."""
    page.text(x, y, low, size, colour=MUTED, kind="legend")
    x += width(low, size, page.preset) + 0.4 * size
    stops, wide = DIVERGING["light"] if page.preset.colours else page.preset.ink, 0.3 * size
    for step in range(20):
        page.boxes(np.array([[x + step * wide, y - 0.75 * size, wide, 0.8 * size]]), shade(step / 19, stops), kind="scale")
    page.boxes(np.array([[x, y - 0.75 * size, 20 * wide, 0.8 * size]]), None, "#8a93a1", 0.4, "scale")
    x += 20 * wide + 0.4 * size
    page.text(x, y, high, size, colour=MUTED, kind="legend")
    return x + width(high, size, page.preset) + 1.6 * size


def title_size(titles: Sequence[str], room: float, look: Preset) -> float:
    """The size at which the longest of the titles fits."""
    most = max((width(title, 1, look, bold=True) for title in titles), default=0)
    return min(look.title, room / most) if most else look.title


def plan_matrices(picture: Picture, room: tuple[float, float], look: Preset) -> Plan:
    """Side by side or under each other, whichever lets words and cells be larger."""
    matrices, gap, key = picture.matrices, 0.03 * look.width, 0.85 * look.caption
    below = 2.2 * key
    best = None
    for across in range(1, len(matrices) + 1):
        down = -(-len(matrices) // across)
        share = (room[0] - gap * (across - 1)) / across
        title = title_size([matrix.title for matrix in matrices], share, look)
        head = 1.5 * title if any(matrix.title for matrix in matrices) else 0
        highs = [(room[1] - below - gap * (down - 1)) / down - head] * down
        fits = [fit(matrix, (share, highs[0]), look) for matrix in matrices]
        used = [max(found.extent(matrix)[1] for matrix, found in list(zip(matrices, fits))[row * across : (row + 1) * across]) for row in range(down)]
        cramped = [had > 0.95 * high for had, high in zip(used, highs)]
        if any(cramped) and not all(cramped):  # what the others leave over is for these
            spare = sum(high - had for had, high, full in zip(used, highs, cramped) if not full) / sum(cramped)
            fits = [fit(matrix, (share, highs[0] + spare), look) if cramped[place // across] else found
                    for place, (matrix, found) in enumerate(zip(matrices, fits))]
        worth = min((-max(found.every), numbers_of(matrix, found, look)[1] > 0, min(found.size, 0.7 * look.label),
                     found.cell[0] * found.cell[1])
                    for matrix, found in zip(matrices, fits))
        if best is None or worth > best[0]:
            best = worth, across, share, title, head, fits
    _, across, share, title, head, fits = best
    rows = [list(zip(matrices, fits))[start : start + across] for start in range(0, len(matrices), across)]
    heights = [head + max(found.extent(matrix)[1] for matrix, found in row) for row in rows]
    height = sum(heights) + gap * (len(rows) - 1) + below
    notes = []
    if (most := max(max(found.every) for found in fits)) > 1:
        notes = [named_only(most)]

    def paint(page: Page, x: float, y: float) -> None:
        top = y + (max(0, room[1] - height) / 2 if look.height else 0)
        for row, high in zip(rows, heights):
            extents = [found.extent(matrix)[0] for matrix, found in row]
            wide = [max(share if len(matrices) > 1 else 0, extent) for extent in extents]
            left = x + (room[0] - sum(wide) - gap * (len(row) - 1)) / 2
            for (matrix, found), extent, place in zip(row, extents, wide):
                start = left + (place - extent) / 2
                wanted = width(matrix.title, title, look, bold=True)
                page.text(min(max(start + found.left, x), x + room[0] - wanted) if len(matrices) == 1
                          else max(left, min(start + found.left, left + place - wanted)),
                          top + 0.95 * title, matrix.title, title, bold=True, kind="title")
                paint_matrix(page, matrix, (start, top + head), found)
                left += place + gap
            top += high + gap
        legend(page, matrices, x, top - gap + 1.75 * key, key)

    return Plan(height, notes, paint)


def plan_thumbnails(picture: Picture, room: tuple[float, float], look: Preset) -> Plan:
    """Small, without words, `across` in a row."""
    matrices, across, key = picture.matrices, picture.across, 0.85 * look.caption
    down, gap, below = -(-len(matrices) // across), 0.012 * look.width, 2.2 * key
    wide = (room[0] - gap * (across - 1)) / across
    tall = max(len(matrix.rows) / max(1, len(matrix.columns)) for matrix in matrices)
    largest = min(look.title, 0.9 * look.label)
    for _ in range(2):  # cells not much wider than high, which leaves less room for the titles
        size = min(largest, title_size([matrix.title for matrix in matrices], wide, look))
        named = size >= max(look.least, 0.4 * largest)
        if not named:
            size = min(largest, title_size([matrix.short for matrix in matrices], wide, look))
        head = 1.45 * size
        high = (room[1] - below - gap * (down - 1)) / down - head
        high = high if look.height else min(high, wide * tall)
        wide = min(wide, 2.4 * high / tall)
    height = down * (high + head) + gap * (down - 1) + below

    def paint(page: Page, x: float, y: float) -> None:
        left = x + (room[0] - across * wide - (across - 1) * gap) / 2
        for place, matrix in enumerate(matrices):
            at = left + (place % across) * (wide + gap), y + (place // across) * (high + head + gap)
            page.text(at[0], at[1] + size, matrix.title if named else matrix.short, size, kind="title")
            paint_cells(page, matrix, (at[0], at[1] + head), (wide / max(1, len(matrix.columns)), high / max(1, len(matrix.rows))))
        legend(page, matrices, x, y + height - below + 1.75 * key, key)

    return Plan(height, [] if named else [t("Above each stand its layer and its head.")], paint)


def plan_lines(picture: Picture, room: tuple[float, float], look: Preset) -> Plan:
    """Two columns of words and a line from each to each, as dark as the weight."""
    drawn = picture.lines
    left, right = ([shorten(word) for word in words] for words in (drawn.left, drawn.right))
    title, count = title_size([drawn.title], room[0], look), max(len(left), len(right), 1)
    above = 1.5 * title + (1.6 * 0.85 * look.caption if any(drawn.heads) else 0)
    size = look.label
    pitch = (room[1] - above) / count
    while size > look.least and (pitch < ROW * size or widest(left, size, look) + widest(right, size, look) > 0.66 * room[0]):
        size = max(look.least, 0.96 * size)
    pitch = min(pitch, 2.2 * size)
    every = max(1, int(np.ceil(ROW * size / pitch)))
    height = above + count * pitch
    notes = [named_only(every)] if every > 1 else []

    def paint(page: Page, x: float, y: float) -> None:
        y += max(0, room[1] - height) / 2 if look.height else 0
        beside = [widest(words, size, look) for words in (left, right)]
        spare = max(0.0, room[0] - sum(beside) - max(24 * size, 0.5 * room[0])) / 2  # lines of a length that the eye can follow
        ends = x + spare + beside[0] + 0.5 * size, x + room[0] - spare - beside[1] - 0.5 * size
        page.text(min(x + spare, x + room[0] - width(drawn.title, title, look, bold=True)), y + 0.95 * title, drawn.title, title,
                  bold=True, kind="title")
        for head, at, side in zip(drawn.heads, ends, ("right", "left")):
            small = 0.85 * look.caption
            wide = width(head, small, look)  # a heading stays on the page
            at = max(at, x + wide) if side == "right" else min(at, x + room[0] - wide)
            page.text(at, y + 1.5 * title + small, head, small, side, colour=MUTED, kind="legend")
        starts = [y + above + (count - len(words)) * pitch / 2 for words in (left, right)]
        middle = lambda column, place: starts[column] + (place + 0.5) * pitch
        levels = np.rint(np.nan_to_num(drawn.weights) * STEPS)
        thick = min(max(0.12 * pitch, 0.5), 3)
        for level in np.unique(levels[levels > 0]):
            strokes = [((ends[0], middle(0, row)), (ends[1], middle(1, column))) for row, column in np.argwhere(levels == level)]
            page.strokes(np.array(strokes), thick, drawn.colour if look.colours else TEXT, float(level) / STEPS, "line")
        for column, (words, side, aside) in enumerate(((left, "right", -0.35), (right, "left", 0.35))):
            for place, word in list(enumerate(words))[::every]:
                page.text(ends[column] + aside * size, middle(column, place) + 0.34 * size, word, size, side, kind="label")

    return Plan(height, notes, paint)


def plan_texts(picture: Picture, room: tuple[float, float], look: Preset) -> Plan:
    """Texts under each other, line by line, each word on the colour of its value; the largest type that there is room for."""
    stops = DIVERGING["light"] if look.colours else look.ink
    title, key = title_size([text.title for text in picture.texts], room[0], look), 0.85 * look.caption
    for size in [1.4 * look.label * 0.94**step for step in range(60)]:
        lines = [broken(text.words, size, room[0], look) for text in picture.texts]
        height = sum(2 * title + 1.7 * size * len(one) for one in lines) + 2.2 * key
        if height <= room[1] or size <= look.least:
            break

    def paint(page: Page, x: float, y: float) -> None:
        y += max(0, room[1] - height) / 2 if look.height else 0
        for text, found in zip(picture.texts, lines):
            page.text(x, y + 0.95 * title, text.title, title, bold=True, kind="title")
            y += 1.6 * title
            for line in found:
                at = x
                for place in line:
                    word, colour = shorten(text.words[place]), shade(float(text.values[place] + 1) / 2, stops)
                    wide = width(word, size, look) + 0.5 * size
                    page.boxes(np.array([[at, y, wide, 1.4 * size]]), colour, "#d5d9e0", 0.4, "coloured")
                    page.text(at + 0.25 * size, y + 1.05 * size, word, size, colour=on(colour), kind="label")
                    at += wide + 0.3 * size
                y += 1.7 * size
            y += 0.4 * title
        signed_scale(page, "−1", "1", x, y + 1.75 * key, key)

    return Plan(height, [], paint)


def broken(words: Sequence[str], size: float, room: float, look: Preset) -> list[list[int]]:
    """The words by their numbers, line by line, as they fit beside each other on their colours."""
    lines, at = [[]], 0.0
    for place, word in enumerate(words):
        wide = width(shorten(word), size, look) + 0.5 * size
        if lines[-1] and at + wide > room:
            lines.append([])
            at = 0.0
        lines[-1].append(place)
        at += wide + 0.3 * size
    return lines
