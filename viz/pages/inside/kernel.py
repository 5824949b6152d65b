"""Kernel regression (Nadaraya 1964, Watson 1964) as attention over points. Numpy only."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import UserError

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.matrix import Matrix
from ...draw.picture import Picture
from ...draw.tables import number, written
from ...view.computation import Export, ExportMenu, PageContent
from .blackboard import read_matrix, split_rows
from .charts import kernel_chart
from .settings import BANDWIDTHS, LARGEST_KEY, InsideSettings

COUNT, NOISE = 12, 0.5  # drawn points, and the standard deviation of their values
_MOST_POINTS = 20  # that may be typed
_CURVE = 401  # places at which the curve is computed


def _true_curve(x: np.ndarray) -> np.ndarray:
    """Return the function from which points are drawn, at `x`."""
    return 2 * np.sin(x) + x**0.8


def _drawn_points(seed: int) -> np.ndarray:
    """Draw COUNT points `[point, (key, value)]`, sorted by key: `_true_curve` with noise.

    The keys are different tenths.
    """
    random = np.random.default_rng(seed)
    keys = np.sort(random.choice(10 * LARGEST_KEY + 1, COUNT, replace=False)) / 10
    return np.column_stack((keys, _true_curve(keys) + random.normal(0, NOISE, COUNT)))


def _read_points(typed: str) -> np.ndarray:
    """Read points `[point, (key, value)]`, a line for each, sorted by key. Raises UserError."""
    rows = split_rows(typed)
    if not 2 <= len(rows) <= _MOST_POINTS:
        raise UserError(
            "There are {count} points; give 2 to {most}, each a line with x and y, for example "
            "3 1.5.",
            count=len(rows),
            most=_MOST_POINTS,
        )
    points = read_matrix(typed, (len(rows), 2), t("the points"))
    for key in points[:, 0]:
        if not 0 <= key <= LARGEST_KEY:
            raise UserError(
                "The x of a point is {key:g}; give one from 0 to {most}.",
                key=key,
                most=LARGEST_KEY,
            )
    return points[np.argsort(points[:, 0], kind="stable")]


def _scores(queries: np.ndarray, keys: np.ndarray, bandwidth: float) -> np.ndarray:
    """Return −(x − x_i)² / 2h², `[query, key]`: the logarithm of a Gaussian kernel."""
    return -((queries[:, None] - keys) ** 2) / (2 * bandwidth**2)


def _attention(queries: np.ndarray, keys: np.ndarray, bandwidth: float) -> np.ndarray:
    """Return the weights of a Gaussian kernel `[query, key]`: the softmax of the scores.

    As K((x − x_i) / h) / Σ_j K((x − x_j) / h), but for a query far from all keys too, where every
    kernel is 0 in floating point.
    """
    exponents = _scores(queries, keys, bandwidth)
    kernels = np.exp(exponents - exponents.max(axis=1, keepdims=True))
    return kernels / kernels.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class KernelContent(PageContent[InsideSettings]):
    """Kernel regression: the curve through the points, and one row of attention."""

    @cached_property
    def points(self) -> np.ndarray:
        """The points, `[point, (key, value)]`. Raises UserError for what cannot be read."""
        if self.settings.points == "own":
            return _read_points(self.settings.pairs)
        return _drawn_points(self.settings.seed)

    @property
    def keys(self) -> np.ndarray:
        return self.points[:, 0]

    @property
    def values(self) -> np.ndarray:
        return self.points[:, 1]

    @cached_property
    def weights(self) -> np.ndarray:
        """The weights of the query, `[point]`."""
        return self.weights_of(self.settings.bandwidth)

    def weights_of(self, bandwidth: float) -> np.ndarray:
        return _attention(np.array([self.settings.query]), self.keys, bandwidth)[0]

    @cached_property
    def prediction(self) -> float:
        """The weighted mean of the values at the query."""
        return float(self.weights @ self.values)

    @cached_property
    def nearest(self) -> np.ndarray:
        """The values of the points whose keys are nearest to the query; several at a tie."""
        distances = np.abs(self.keys - self.settings.query)
        return self.values[np.isclose(distances, distances.min(), rtol=0, atol=1e-9)]

    @property
    def matrix(self) -> Matrix:
        """The weights as a row of attention."""
        return Matrix(
            t("Weight α"),
            (f"x = {format_number(self.settings.query, 'g')}",),
            tuple(format_number(float(key), ".4g") for key in self.keys),
            self.weights[None],
            note=t("row: the query; columns: the keys, the x of each point"),
            colour=HEADS[0],
        )

    @property
    def caption(self) -> str:
        settings = self.settings
        return t(
            "inside#kernel regression",
            query=settings.query,
            bandwidth=settings.bandwidth,
            count=len(self.points),
        )

    @property
    def chart(self) -> Chart:
        """The points, the curve, and the query with its kernel."""
        query, bandwidth = self.settings.query, self.settings.bandwidth
        grid = np.linspace(0, LARGEST_KEY, _CURVE)
        chart = kernel_chart(
            self.points,
            self.weights,
            grid,
            _attention(grid, self.keys, bandwidth) @ self.values,
            None if self.settings.points == "own" else _true_curve(grid),
            query,
            self.prediction,
            bandwidth,
        )
        query_scores = _scores(np.array([query]), self.keys, bandwidth)[0]
        columns = np.column_stack((self.points, query_scores, self.weights))
        head = "x_i", "y_i", t("score"), t("weight")
        rows = ([number(float(value)) for value in row] for row in columns)
        return chart.with_caption(self.caption, written(head, rows))

    @property
    def finding(self) -> str:
        """What the query reads at this bandwidth, at the least and at the largest, in Markdown."""
        least, most = (float(bandwidth) for bandwidth in (BANDWIDTHS[0], BANDWIDTHS[-1]))
        first, last = (
            float(self.weights_of(bandwidth) @ self.values) for bandwidth in (least, most)
        )
        return t(
            "inside#prediction of the kernel",
            query=self.settings.query,
            prediction=self.prediction,
            weight=float(self.weights.max()),
            least=least,
            first=first,
            nearest=float(self.nearest.mean()),
            most=most,
            last=last,
            mean=float(self.values.mean()),
        )

    @property
    def menu(self) -> ExportMenu:
        chart = self.chart
        return ExportMenu("kernel", (Export("", lambda: chart),))

    @property
    def row_menu(self) -> ExportMenu:
        """The menu of the row of attention."""
        picture = Picture((self.matrix,), caption=self.caption)
        return ExportMenu("kernel row", (Export("", lambda: picture),))
