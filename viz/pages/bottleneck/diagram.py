"""The diagram of a recurrent translator unrolled, lit at one step."""

from dataclasses import dataclass

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import GUIDE, Arrow, Axis, Chart, Heatmap, Margins, Note, Series
from ...draw.words import shorten

_LIT = HEADS[1]
_MOST = 12  # cells of each side on show at once
_CELL, _GAP = 2, 1  # columns of a cell, and between two
_LETTERS = 10  # of a piece below its cell
_SPACE = "\N{NO-BREAK SPACE}"
_TELLING = 0.1  # weights of attention from here on are written
_Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Unrolled:
    """The hidden states of a recurrent translator over one sentence."""

    read: tuple[str, ...]  # the pieces that the encoder reads
    fed: tuple[str, ...]  # the pieces that the decoder reads
    predicted: tuple[str, ...]  # the piece that it writes at each step
    chances: tuple[float, ...]  # the probability of that piece
    encoder: (
        np.ndarray
    )  # [read, unit]; the first half reads left to right, the second right to left
    handed: np.ndarray  # [unit], the state before the decoder's first piece
    decoder: np.ndarray  # [fed, unit]
    has_cell: bool  # an LSTM also hands over its cell
    weights: np.ndarray | None  # [fed, read] of attention; None without

    @property
    def steps(self) -> int:
        """How many steps there are: pieces read, the state handed over, pieces written."""
        return len(self.read) + 1 + len(self.fed)

    def writing(self, step: int) -> int:
        """Return the place that the decoder writes at a step; negative before it begins."""
        return step - len(self.read) - 1


def _window(count: int, focus: int) -> range:
    """Return the places on show: at most _MOST, about the focus."""
    first = min(max(focus - _MOST // 2, 0), max(count - _MOST, 0))
    return range(first, min(first + _MOST, count))


def unrolled_chart(network: Unrolled, step: int) -> Chart:
    """Draw the cells in a row; those that the step has not reached are empty."""
    return _Unrolling(network, step).chart()


class _Unrolling:
    """Draws the network at a step. Units of y are those of the state."""

    def __init__(self, network: Unrolled, step: int):
        self.network, self.step = network, step
        self.place = network.writing(step)
        self.units = len(network.handed)
        count = len(network.read)
        focus = min(step, count - 1)
        if network.weights is not None and self.place >= 0:
            focus = int(network.weights[self.place].argmax())
        self.read = _window(count, focus)
        self.fed = _window(len(network.fed), max(self.place, 0))
        self.top = self.units - 0.5
        self.marks: list[Series] = []
        self.notes: list[Note] = []
        self.arrows: list[Arrow] = []

    # --- places --------------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        return self.left(len(self.read) + len(self.fed)) + _CELL

    def left(self, slot: int) -> int:
        """Return the first column of a cell: those read, the state handed over, those fed."""
        apart = (slot >= len(self.read)) + (slot > len(self.read))
        return slot * (_CELL + _GAP) + apart * _GAP

    def middle(self, slot: int) -> float:
        return self.left(slot) + (_CELL - 1) / 2

    def slot_read(self, place: int) -> int:
        return place - self.read.start

    @property
    def slot_handed(self) -> int:
        return len(self.read)

    def slot_fed(self, place: int) -> int:
        return len(self.read) + 1 + place - self.fed.start

    # --- what is drawn -------------------------------------------------------------------------

    def chart(self) -> Chart:
        network, half = self.network, self.units // 2
        values = np.full((self.units, self.columns), np.nan, np.float32)
        last = len(network.read) - 1
        for place in self.read:
            slot, state = self.slot_read(place), network.encoder[place]
            self.fill(values, slot, state[:half], 0, place <= self.step)
            self.fill(values, slot, state[half:], half, last - place <= self.step)
            self.outline(slot, 0, half, place == self.step)
            self.outline(slot, half, self.units, last - place == self.step)
        is_handed = self.step > last
        self.fill(values, self.slot_handed, network.handed, 0, is_handed)
        self.outline(self.slot_handed, 0, self.units, self.step == last + 1)
        for place in self.fed:
            slot = self.slot_fed(place)
            self.fill(values, slot, network.decoder[place], 0, place <= self.place)
            self.outline(slot, 0, self.units, place == self.place)
        self.pass_states(half)
        self.pass_pieces()
        room = 0.3 if network.weights is None else 0.6
        if network.weights is not None and self.place >= 0:
            self.attend(network.weights[self.place])
        if self.place >= 0:
            chance = format_number(network.chances[self.place], ".0%")
            text = f"{network.predicted[self.place]}\n{chance}"
            self.notes.append(
                Note(
                    text=text,
                    x=self.middle(self.slot_fed(self.place)),
                    y=self.top + self.units * (0.1 if network.weights is None else 0.42),
                    side_y="bottom",
                    size=15,
                    colour=_LIT,
                )
            )
        self.notes.append(
            Note(
                text=t("hidden states: red −1, blue +1"),
                x=0,
                y=1,
                x_share=True,
                y_share=True,
                side_x="left",
                side_y="bottom",
            )
        )
        ticks, labels = self.labels()
        heatmap = Heatmap(
            values=values,
            least=-1,
            most=1,
            palette="signed",
            bar=None,
            hover="%{z:.2f}",
        )
        return Chart(
            marks=(heatmap, *self.marks),
            arrows=tuple(self.arrows),
            notes=tuple(self.notes),
            x=Axis(
                ticks=ticks,
                labels=labels,
                angles=(0, -45, -90),
                tick_size=14,
                limits=(-1.5, self.columns + 0.5),
                grid=False,
                zero="none",
            ),
            y=Axis(
                ticks=(half / 2, 1.5 * half),
                labels=(t("reads →"), t("← reads")),
                limits=(-0.16 * self.units, self.top + room * self.units),
                grid=False,
                zero="none",
            ),
            height=400,
            margins=Margins(left=72, right=8, top=24, bottom=48),
        )

    def fill(
        self, values: np.ndarray, slot: int, state: np.ndarray, low: int, reached: bool
    ) -> None:
        """Fill a cell with its state if the step has reached it."""
        if reached:
            column = self.left(slot)
            values[low : low + len(state), column : column + _CELL] = state[:, None]

    def line(self, corners: _Corners, is_lit: bool, width: float = 1.5, opacity: float = 1) -> None:
        xs, ys = zip(*corners, strict=True)
        self.marks.append(
            Series(
                x=xs,
                y=ys,
                colour=_LIT if is_lit else GUIDE,
                line=2 * width if is_lit else width,
                opacity=opacity,
                hover=None,
                in_legend=False,
            )
        )

    def outline(self, slot: int, low: int, high: int, is_lit: bool) -> None:
        left, right = self.left(slot) - 0.5, self.left(slot) + _CELL - 0.5
        bottom, top = low - 0.5, high - 0.5
        self.line(
            ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)), is_lit
        )

    def arrow(self, start: float, end: float, y: float, is_lit: bool) -> None:
        self.arrows.append(
            Arrow(
                start=(start, y),
                end=(end, y),
                colour=_LIT if is_lit else GUIDE,
                width=3 if is_lit else 1.5,
                gap=0,
            )
        )

    def pass_states(self, half: int) -> None:
        """Draw the arrows along which states are passed from cell to cell."""
        last, edge = len(self.network.read) - 1, _CELL - 0.5
        for place in self.read[1:]:
            slot = self.slot_read(place)
            ends = self.left(slot - 1) + edge, self.left(slot) - 0.5
            self.arrow(*ends, half / 2, place == self.step)
            self.arrow(*ends[::-1], 1.5 * half, last - place + 1 == self.step)
        handed, is_lit = self.slot_handed, self.step == last + 1
        if self.read.stop > last:
            self.arrow(self.left(handed - 1) + edge, self.left(handed) - 0.5, half / 2, is_lit)
        above = self.top + 0.05 * self.units
        first = (self.middle(0), self.top) if self.read.start == 0 else (-1.5, above)
        corners = (
            first,
            (first[0], above),
            (self.middle(handed), above),
            (self.middle(handed), self.top),
        )
        self.line(corners, is_lit)
        for place in self.fed:
            slot = self.slot_fed(place)
            if place == 0 or place > self.fed.start:
                ends = self.left(slot - 1) + edge, self.left(slot) - 0.5
                self.arrow(*ends, self.units / 2, place == self.place)

    def pass_pieces(self) -> None:
        """Draw how a piece that is written is read at the next step."""
        up, down = self.top + 0.05 * self.units, -0.5 - 0.06 * self.units
        for place in self.fed[1:]:
            if place > self.place + 1:
                break
            slot = self.slot_fed(place)
            between = self.left(slot) - 1
            corners = (
                (self.middle(slot - 1), self.top),
                (self.middle(slot - 1), up),
                (between, up),
                (between, down),
                (self.middle(slot), down),
            )
            is_lit = place == self.place + 1
            self.line(corners, is_lit)
            self.arrows.append(
                Arrow(
                    start=(self.middle(slot), down),
                    end=(self.middle(slot), -0.5),
                    colour=_LIT if is_lit else GUIDE,
                    width=3 if is_lit else 1.5,
                    gap=0,
                )
            )

    def attend(self, weights: np.ndarray) -> None:
        """Draw a line from each state read, as thick as its weight, and the larger weights."""
        x, y = self.middle(self.slot_fed(self.place)), self.top + 0.36 * self.units
        start = self.top + 0.09 * self.units
        for place in self.read:
            weight, from_x = float(weights[place]), self.middle(self.slot_read(place))
            if weight < 0.01:
                continue
            self.line(((from_x, start), (x, y)), True, 0.5 + 3 * weight, 0.25 + 0.75 * weight)
            if weight >= _TELLING:
                self.notes.append(
                    Note(
                        text=format_number(weight, ".2f"),
                        x=from_x,
                        y=start + 0.04 * self.units,
                        side_x="right",
                        side_y="bottom",
                    )
                )
        self.line(((x, y), (x, self.top)), True)

    def labels(self) -> tuple[list[float], list[str]]:
        """Return where words stand below the cells, and the words; "…" for those left out."""
        network = self.network
        ticks = [self.middle(self.slot_read(place)) for place in self.read]
        labels = [shorten(network.read[place], _LETTERS) for place in self.read]
        for place in self.fed:
            if place <= self.place + 1:
                ticks.append(self.middle(self.slot_fed(place)))
                labels.append(shorten(network.fed[place], _LETTERS))
        if self.read.start:
            labels[0] = "…"
        if self.read.stop < len(network.read):
            labels[len(self.read) - 1] = "…"
        ticks.append(self.middle(self.slot_handed))
        labels.append(t("state"))
        # Words that would touch are turned, as those that overlap.
        return ticks, [f"{_SPACE}{label}{_SPACE}" for label in labels]
