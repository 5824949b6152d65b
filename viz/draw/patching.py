"""Charts of what a run writes with one part of another sentence's run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.results import HeadPatching, Patching

from ..analysis.what_if_text import head_name
from ..base.language import t, translatable
from .chart import Axis, Chart, Heatmap, Margins, cell_axis
from .probabilities import whole_percent
from .tables import number, numbered, written
from .words import LONGEST, shorten

_MOST_PLACES = 40  # in a chart, the first of them
_LEAST = 0.01  # of what a cell says in numbers
_MOST_INTERVALS = 6  # columns of cells in which an interval has room
_LONGEST_WORD = 12  # letters of a word below a map
_ROW = 30  # height of a row, in pixels
_STACKS = translatable({"encoder": "encoder", "decoder": "decoder", "cross": "cross"})


def _patching_chart(patching: Patching) -> Chart:
    """Plot how far each state moves the choice between the two words: a row for each token.

    A column stands for each layer. Only the first _MOST_PLACES tokens are shown.
    """
    shares = patching.shares.T[:_MOST_PLACES]  # [token, layer]
    layers = shares.shape[1]
    cells = _cells(shares, t("%{text}, after layer %{x}: %{z:.0%} of the way"))
    return Chart(
        marks=(cells,),
        x=_axis(
            [t("input"), *map(str, range(1, layers))],
            _with_scale(t("the state after layer"), patching),
        ),
        y=_axis(_row_names(patching)[: len(shares)], t("the token that takes the state"), True),
        height=max(280, 110 + _ROW * len(shares)),
        margins=Margins(left=8, right=16, top=48, bottom=56),
        summary=patching_summary(patching),
        numbers=_patching_table(patching),
    )


def chart_of(patching: Patching | HeadPatching) -> Chart:
    """Return the map of layers and tokens, or of heads."""
    if isinstance(patching, HeadPatching):
        return _heads_chart(patching)
    return _patching_chart(patching)


@dataclass(frozen=True)
class MeanShares:
    """The mean share of each cell over pairs of sentences, with the ends of its 95 % interval.

    A row is a layer of a stack, and a column a head; or a row is a kind of token, and a column a
    layer.
    """

    pairs: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, int], ...] | tuple[str, ...]
    columns: tuple[int, ...]
    mean: np.ndarray  # [row, column]
    low: np.ndarray
    high: np.ndarray

    @property
    def leading(self) -> str:
        """Name the cell with the largest mean, with its interval."""
        # Of equal ones the first, whatever the error of rounding.
        row, column = np.unravel_index(self.mean.round(4).argmax(), self.mean.shape)
        name = self.rows[row]
        if isinstance(name, str):
            text = t("{tokens}, {place}", tokens=name, place=_after(int(column)))
        else:
            text = head_name(*name, int(column))
        return t("{cell}: {interval}", cell=text, interval=self.interval(int(row), int(column)))

    def interval(self, row: int, column: int) -> str:
        """Write a mean and its interval."""
        mean = whole_percent(float(self.mean[row, column]))
        if np.isnan(self.low[row, column]):  # of one pair
            return mean
        low, high = (round(100 * float(one[row, column])) for one in (self.low, self.high))
        return t("{mean} ({low} to {high})", mean=mean, low=low, high=high)


def _after(layer: int) -> str:
    return t("after layer {layer}", layer=layer) if layer else t("in the input")


def mean_chart(shares: MeanShares) -> Chart:
    """Plot the mean of each cell; where there is room, its interval stands in it too."""
    is_of_heads = not isinstance(shares.rows[0], str)
    names = [
        row if isinstance(row, str) else f"{t(_STACKS[row[0]])} {row[1] + 1}" for row in shares.rows
    ]
    labels = [str(column + is_of_heads) for column in shares.columns]
    labels[0] = labels[0] if is_of_heads else t("input")
    cells = _cells(shares.mean, t("%{y}, %{x}: %{text}"))
    texts = [
        [
            shares.interval(row, column) if share >= _LEAST else ""
            for column, share in enumerate(line)
        ]
        for row, line in enumerate(shares.mean.tolist())
    ]
    small = len(labels) < _MOST_INTERVALS
    cells = replace(cells, texts=texts if small else cells.texts, text_size=11 if small else 10)
    return Chart(
        marks=(cells,),
        x=_axis(labels, t("head") if is_of_heads else t("the state after layer")),
        y=_axis(names, "", True),
        height=max(280, 110 + _ROW * len(names)),
        margins=Margins(left=8, right=16, top=48, bottom=56),
        summary=t("Largest mean: {cell}.", cell=shares.leading),
        numbers=written(
            ("row", "column", "mean share", "low", "high"),
            (
                (
                    name,
                    labels[column],
                    *(number(one[row, column]) for one in (shares.mean, shares.low, shares.high)),
                )
                for row, name in enumerate(names)
                for column in range(len(labels))
            ),
        ),
    )


def _heads_chart(patching: HeadPatching) -> Chart:
    """Plot how far each head moves the choice: a row for each layer of each stack."""
    rows = list(dict.fromkeys((stack, layer) for stack, layer, _ in patching.heads))
    columns = 1 + max(head for *_, head in patching.heads)
    shares = np.full((len(rows), columns), np.nan)
    for (stack, layer, head), share in zip(patching.heads, patching.shares.tolist(), strict=True):
        shares[rows.index((stack, layer)), head] = share
    names = [f"{t(_STACKS[stack])} {layer + 1}" for stack, layer in rows]
    return Chart(
        marks=(_cells(shares, t("%{y}, head %{x}: %{z:.0%} of the way")),),
        x=_axis([str(number + 1) for number in range(columns)], _with_scale(t("head"), patching)),
        y=_axis(names, t("layer"), True),
        height=max(280, 110 + _ROW * len(rows)),
        margins=Margins(left=8, right=16, top=48, bottom=56),
        summary=heads_summary(patching),
        numbers=_heads_table(patching),
    )


def _with_scale(title: str, patching: Patching | HeadPatching) -> str:
    """Return the title of an axis with the words at the ends of the scale of shares."""
    first, second = (shorten(word, _LONGEST_WORD) for word in patching.words)
    words = {"first": first, "second": second}
    return t("{title} · 0%: “{first}”, 100%: “{second}”", title=title, **words)


def _cells(shares: np.ndarray, hover: str) -> Heatmap:
    return Heatmap(
        values=shares.astype(np.float32),
        least=-1,
        most=1,
        palette="signed",
        bar=None,
        hover=hover,
        texts=[[_cell(share) for share in row] for row in shares.tolist()],
        text_size=14 if shares.shape[1] < 9 else 10,
    )


def _axis(labels: Sequence[str], title: str, down: bool = False) -> Axis:
    """Return an axis of places with labels, from left to right, or from top to bottom."""
    axis = replace(cell_axis(labels, title), tick_size=14, room=down)
    return replace(axis, limits=(len(labels) - 0.5, -0.5)) if down else axis


def leading_head(patching: HeadPatching) -> str:
    """Name the head that moves the choice most, with its share."""
    place = int(patching.shares.argmax())
    share = whole_percent(float(patching.shares[place]))
    return t("{head} ({share})", head=head_name(*patching.heads[place]), share=share)


def heads_summary(patching: HeadPatching) -> str:
    """Say what is compared, and which head moves it most."""
    own, other = patching.words
    return t(
        "depth#summary of heads",
        own=own,
        other=other,
        sentence=patching.other,
        head=leading_head(patching),
    )


def _heads_table(patching: HeadPatching) -> str:
    """Write a line for each head as CSV."""
    return written(
        ("stack", "layer", "head", "takes its", "difference of logits", "share"),
        (
            (stack, str(layer + 1), str(head + 1), patching.kind, number(difference), number(share))
            for (stack, layer, head), difference, share in zip(
                patching.heads, patching.differences, patching.shares, strict=True
            )
        ),
    )


def patching_summary(patching: Patching) -> str:
    """Say what is compared, and which token's states move it most."""
    own, other = patching.words
    shares = patching.shares.round(4)  # of equal ones the first, whatever the error of rounding
    most = shares.max(0)  # [token]
    token = int(most.argmax())
    after = int(shares[:, token].argmax())
    return t(
        "depth#summary of states",
        own=own,
        other=other,
        sentence=patching.other,
        token=patching.other_tokens[token],
        share=whole_percent(float(most[token])),
        layer=after,
    )


def _patching_table(patching: Patching) -> str:
    """Write a line for each token and layer as CSV."""
    head = ("token", "takes the state of", "layer", "difference of logits", "share")
    names, others = numbered(patching.tokens), numbered(patching.other_tokens)
    return written(
        head,
        (
            (
                names[token],
                others[token],
                str(layer),
                number(patching.differences[layer, token]),
                number(patching.shares[layer, token]),
            )
            for token in range(len(names))
            for layer in range(len(patching.differences))
        ),
    )


def draw_in_notebook(patching: Patching | HeadPatching) -> dict[str, str]:
    """Return the map of layers and tokens, or of heads, as SVG."""
    return chart_of(patching).with_caption(patching.request.sentence)._repr_mimebundle_()


def _cell(share: float) -> str:
    return whole_percent(share) if share >= _LEAST else ""


def _row_names(patching: Patching) -> list[str]:
    """Name each token, and the other sentence's where it is another one."""
    return [
        shorten(here if here == there else f"{here} ← {there}", LONGEST)
        for here, there in zip(patching.tokens, patching.other_tokens, strict=True)
    ]
