"""The looks at the sinusoids: the table, waves, dot products, and a shift."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np

from ...analysis.derivation import Board, Derivation, formula
from ...base.language import t
from ...base.libraries import LIBRARIES
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...view.computation import app_address
from . import charts, encodings
from .look import FORMULA, VASWANI, ChartLook, about
from .settings import BASES, EXAMPLE

_SHIFTED = 512  # positions over which a shift is measured


class Table(ChartLook):
    """The table of the paper."""

    main = "table"

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        halves = settings.layout == "halves"
        table = encodings.sinusoids(settings.table_length, settings.d_model, settings.base, halves)
        caption = t(
            "order#table in halves" if halves else "order#table interleaved",
            count=len(table),
            about=about(settings.d_model, settings.base),
        )
        return {"table": charts.table_chart(table, halves).with_caption(caption)}

    @property
    def explanation(self) -> str:
        return t(
            "order#table", base=self.settings.base, d_model=self.settings.d_model, vaswani=VASWANI
        )

    @property
    def numbers(self) -> Mapping[str, Callable[[], bytes]]:
        return {"xlsx": self.write_workbook}

    def write_workbook(self) -> bytes:
        """Return the table as a spreadsheet of formulas."""
        settings = self.settings
        derivation = _derive_sinusoids(settings.table_length, settings.d_model, settings.base)
        address = app_address("order", settings, self.runner, EXAMPLE)
        file: bytes = LIBRARIES.spreadsheet.derivation_workbook(derivation, (), [FORMULA], address)
        return file


def _derive_sinusoids(length: int, d_model: int, base: float) -> Derivation:
    """Derive the table of `encodings.sinusoids`, interleaved, and its dot products."""
    board = Board()
    places = tuple(map(str, range(length)))
    board.give("places", np.arange(length)[:, None], t("position"), "pos", "state", rows=places)
    exponents = np.arange(0, d_model, 2)[None] / d_model
    board.give("exponents", exponents, t("2i / d_model"), "2i/d", "matrix")
    board.give("base", np.array([[base]]), t("base"), "base", "matrix")
    pairs = tuple(map(str, range(d_model // 2)))
    operands = "places", "exponents", "base"
    board.make("angles", "angle", operands, t("angle"), "φ", "score", rows=places, columns=pairs)
    board.step(
        t("Angles"),
        t("order#angles of a position"),
        formula("φ = pos / base^2i/d"),
        *operands,
        "angles",
    )
    board.make("sines", "sine", ("angles",), t("sine"), "sin", "value")
    board.make("cosines", "cosine", ("angles",), t("cosine"), "cos", "key")
    board.step(
        t("Sine and cosine"),
        t("order#sine and cosine of an angle"),
        formula("sin ( φ ) , cos ( φ )"),
        "angles",
        "sines",
        "cosines",
    )
    board.make(
        "table",
        "alternate",
        ("sines", "cosines"),
        t("encoding"),
        "PE",
        "output",
        rows=places,
        columns=tuple(map(str, range(d_model))),
    )
    board.step(
        t("The table"),
        t("order#sine and cosine alternate"),
        formula("PE"),
        "sines",
        "cosines",
        "table",
    )
    board.make("products", "dots", ("table", "table"), t("dot products"), "PE · PE", "score")
    board.step(
        t("Dot products"),
        t("order#product of two encodings"),
        formula("PE_i · PE_j"),
        "table",
        "products",
    )
    return board.derivation(t("The sinusoids of {length} positions", length=length))


class Waves(ChartLook):
    """Single dimensions over the positions, and their wavelengths."""

    main = "waves"

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        text = t("order#wavelengths", d_model=settings.size, base=settings.base)
        wavelengths = charts.wavelength_chart(self.wavelengths, settings.base, settings.steps)
        return {
            "waves": self.draw_waves(),
            "wavelengths": wavelengths.with_caption(f"{text} {FORMULA}."),
        }

    def draw_waves(self) -> Chart | str:
        """Draw the typed dimensions, or ask for some."""
        settings = self.settings
        d_model, base = settings.size, settings.base
        dimensions = _parse_dimensions(settings.dimensions, d_model)
        if not dimensions:
            return t("order#no such dimensions", last=d_model - 1)
        table = encodings.sinusoids(settings.steps, d_model, base)
        caption = t(
            "order#some dimensions",
            dimensions=", ".join(map(str, dimensions)),
            count=len(table),
            about=about(d_model, base),
        )
        return charts.wave_chart(table, dimensions).with_caption(caption)

    @cached_property
    def wavelengths(self) -> dict[int, np.ndarray]:
        """The wavelength of each pair of dimensions, by base."""
        d_model = self.settings.size
        return {int(base): encodings.wavelengths(d_model, int(base)) for base in BASES}

    @property
    def explanation(self) -> str:
        length = self.settings.steps
        wavelengths = self.wavelengths[self.settings.base]
        return t(
            "order#waves",
            times=wavelengths[1] / wavelengths[0],
            longest=wavelengths[-1] / (2 * np.pi),
            repeat=int((wavelengths < length).sum()),
            pairs=len(wavelengths),
            length=length,
        )


def _parse_dimensions(text: str, d_model: int) -> list[int]:
    """Parse the numbers below `d_model` in a text, as many as there are colours."""
    return [
        number for number in dict.fromkeys(map(int, re.findall("[0-9]+", text))) if number < d_model
    ][: len(HEADS)]


class Products(ChartLook):
    """The dot product of every position with every other."""

    main = "products"

    @cached_property
    def products(self) -> np.ndarray:
        """Dot products `[position, position]`."""
        settings = self.settings
        table = encodings.sinusoids(settings.table_length, settings.d_model, settings.base)
        return table @ table.T

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        row, sinusoids = settings.row, about(settings.d_model, settings.base)
        products = t("order#all dot products", count=len(self.products), about=sinusoids)
        row_caption = t("order#dot products of a position", row=row, about=sinusoids)
        return {
            "products": charts.product_chart(self.products, row).with_caption(products),
            "row": charts.row_chart(self.products, row).with_caption(row_caption),
        }

    @property
    def explanation(self) -> str:
        return t(
            "order#dot products",
            base=self.settings.base,
            d_model=self.settings.d_model,
            pairs=self.settings.d_model // 2,
            reach=_describe_reach(self.products[0]),
            spread=encodings.spread_at_a_distance(self.products),
        )


def _describe_reach(row: np.ndarray) -> str:
    """Describe the decay of the dot product, `row [distance]`."""
    rises = np.flatnonzero(np.diff(row) > 0)
    if not len(rises):
        return t("as far as is shown")
    return t("order#as far as a distance", distance=rises[0])


class Shift(ChartLook):
    """A shift by k positions, which is a rotation."""

    main = "circles"

    @cached_property
    def table(self) -> np.ndarray:
        """Sinusoids `[position, dimension]`."""
        settings = self.settings
        return encodings.sinusoids(_SHIFTED + settings.k, settings.d_model, settings.base)

    @cached_property
    def error(self) -> float:
        """The largest difference between a shifted and a rotated position."""
        settings = self.settings
        k = settings.k
        rotation = encodings.shift_rotation(k, settings.d_model, settings.base)
        return float(np.abs(self.table[k:] - self.table[:-k] @ rotation.T).max())

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        k, d_model, base = settings.k, settings.d_model, settings.base
        # A fast, a slower and a slow pair of dimensions.
        pairs = dict.fromkeys((0, d_model // 16, d_model // 6))
        circles = {
            t("pair {pair}", pair=pair): self.table[:51, 2 * pair : 2 * pair + 2] for pair in pairs
        }
        angles_caption = t("order#angles of a shift", k=k, about=about(d_model, base))
        circles_caption = t("order#circles of a shift", k=k, about=about(d_model, base))
        angles = k * encodings.frequencies(d_model, base)
        return {
            "angles": charts.angle_chart(angles).with_caption(angles_caption),
            "circles": charts.circle_chart(circles, k).with_caption(circles_caption),
        }

    @property
    def explanation(self) -> str:
        return t(
            "order#shift",
            k=self.settings.k,
            base=self.settings.base,
            d_model=self.settings.d_model,
            error=self.error,
            vaswani=VASWANI,
        )
