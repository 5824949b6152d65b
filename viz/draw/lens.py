"""Charts of a lens: the words that the output layer reads in the states between the layers."""

import numpy as np

from models import Lens

from ..base.language import t
from ..base.theme import HEADS
from .chart import Axis, Chart, Heatmap, Legend, Margins, Mark, RowFrame, Series
from .probabilities import percent
from .tables import number, numbered, written
from .words import LONGEST, shorten

_MOST_PLACES = 40  # in a chart, the last of them
_MOST_NAMES = 16  # of rows; of more every second one has a name, as the last cells have it too
_MOST_LAYERS = 13  # in a chart; of more every second one is shown, or third, and the last
_MOST_LETTERS = 12  # of a word in a cell
_BEST = 3  # words of a layer in the table of one place
_ROW = 30  # height of a row, in pixels
_LEADS = HEADS[1]


def lens_chart(lens: Lens) -> Chart:
    """Plot the best word of each layer, a row for each place and a column for each layer.

    Of a model that continues a text, a row is named by the word read, of others by the final word.
    A line stands where the final word first leads. Only the last _MOST_PLACES are shown.
    """
    layers, rows = _shown_layers(lens), shown_places(lens)
    names = lens.read if lens.prompt_length else lens.final
    step = 1 if len(rows) <= _MOST_NAMES else 2  # in a lecture rows are low
    cells = Heatmap(
        values=lens.probabilities[np.ix_(layers, rows, [0])][..., 0].T.astype(np.float32),
        least=0,
        most=1,
        palette="weight",
        bar=None,
        hover=t("%{text}, layer %{x}: %{z:.1%}"),
        texts=[[_cell(lens.words[layer][row][0]) for layer in layers] for row in rows],
        text_size=14 if len(layers) < 6 else 12 if len(layers) < 9 else 10,
    )
    marks: list[Mark] = [cells, *_first_lines(lens, layers, rows)]
    return Chart(
        marks=tuple(marks),
        x=_layer_axis(t("layer; 0 is the input · a reading, not a belief"), layers),
        y=Axis(
            ticks=list(range(len(rows)))[::step],
            labels=[shorten(names[row], LONGEST) for row in rows][::step],
            title=t("the word read") if lens.prompt_length else t("the word written"),
            title_size=14,
            limits=(len(rows) - 0.5, -0.5),
            tick_size=14,
            grid=False,
            zero="none",
            room=True,
        ),
        height=max(280, 110 + _ROW * len(rows)),
        margins=Margins(left=8, right=16, top=48, bottom=56),
        legend=Legend(size=14) if len(marks) > 1 else None,
        summary=_summary(lens, rows),
        numbers=_lens_table(lens),
    )


def place_chart(lens: Lens, place: int) -> Chart:
    """Plot the best words of one place after each layer, from the first layer below to the last.

    `place` is an index into those of the lens. The layer after which the final word first leads is
    framed.
    """
    layers = _shown_layers(lens)
    best = min(_BEST, lens.probabilities.shape[-1])
    cells = Heatmap(
        values=lens.probabilities[layers, place, :best].astype(np.float32),
        least=0,
        most=1,
        palette="weight",
        bar=None,
        hover="%{text}",
        texts=[
            [
                f"{_cell(word)} {percent(share)}"
                for word, share in zip(
                    lens.words[layer][place][:best], lens.probabilities[layer, place].tolist()
                )
            ]
            for layer in layers
        ],
    )
    first = lens.first_layers[place]
    frames = (
        () if first is None else (RowFrame(row=_row_of(first, layers), colour=_LEADS, width=3),)
    )
    return Chart(
        marks=(cells,),
        rules=frames,
        x=Axis(
            title=t("where it writes “{word}”: the best words", word=shorten(lens.final[place])),
            title_size=14,
            ticks=list(range(best)),
            labels=[f"{rank}." for rank in range(1, best + 1)],
            limits=(-0.5, best - 0.5),
            grid=False,
            zero="none",
        ),
        y=_layer_axis(t("layer; 0 is the input"), layers),
        height=max(280, 110 + 44 * len(layers)),
        margins=Margins(left=56, right=16, top=16, bottom=56),
        summary=" ".join(
            t(
                "Layer {layer}: {words}.",
                layer=layer,
                words=", ".join(
                    f"{word} {percent(share)}"
                    for word, share in zip(
                        lens.words[layer][place][:best], lens.probabilities[layer, place].tolist()
                    )
                ),
            )
            for layer in layers
        ),
        numbers=_lens_table(lens, [place]),
    )


def _lens_table(lens: Lens, places: list[int] | None = None) -> str:
    """Write a lens as CSV: a line for each place, layer and word, with the final word beside it."""
    names = numbered(lens.final)
    return written(
        ("place", "layer", "rank", "word", "probability", "final word", "its rank"),
        (
            (
                names[place],
                str(layer),
                str(rank),
                word,
                number(lens.probabilities[layer, place, rank - 1]),
                number(lens.of_final[layer, place]),
                str(lens.ranks[layer, place]),
            )
            for place in (range(len(names)) if places is None else places)
            for layer in range(len(lens.words))
            for rank, word in enumerate(lens.words[layer][place], start=1)
        ),
    )


def draw_in_notebook(lens: Lens) -> dict[str, str]:
    """Return the words of all layers as SVG."""
    return lens_chart(lens).with_caption(lens.request.sentence)._repr_mimebundle_()


def shown_places(lens: Lens) -> list[int]:
    """Return the places of a chart, as indices into those of the lens."""
    return list(range(len(lens.places)))[-_MOST_PLACES:]


def _shown_layers(lens: Lens) -> list[int]:
    """Return the layers of a chart, with the first and the last."""
    last = len(lens.words) - 1
    step = max(1, -(-last // (_MOST_LAYERS - 1)))
    return sorted({0, *range(last, 0, -step)})


def _row_of(layer: int, layers: list[int]) -> int:
    """Return the first of the shown `layers` that is not before a layer."""
    return next(row for row, drawn in enumerate(layers) if drawn >= layer)


def _cell(word: str) -> str:
    return shorten(word, _MOST_LETTERS)


def _first_lines(lens: Lens, layers: list[int], rows: list[int]) -> list[Series]:
    """Return the line at the left of each place's first cell in which the final word leads."""
    x: list[float] = []
    y: list[float] = []
    for place, row in enumerate(rows):
        first = lens.first_layers[row]
        if first is not None:
            column = _row_of(first, layers)
            x += [column - 0.5, column - 0.5, np.nan]
            y += [place - 0.5, place + 0.5, np.nan]
    if not x:
        return []
    name = t("the final word leads for the first time")
    return [Series(x=x, y=y, colour=_LEADS, line=4, name=name, hover=None)]


def _layer_axis(title: str, layers: list[int]) -> Axis:
    return Axis(
        title=title,
        title_size=14,
        ticks=list(range(len(layers))),
        labels=list(map(str, layers)),
        limits=(-0.5, len(layers) - 0.5),
        tick_size=14,
        grid=False,
        zero="none",
    )


def _summary(lens: Lens, rows: list[int]) -> str:
    """Say for each place after which layer its word first leads, and what led before."""
    sentences = []
    for row in rows:
        first = lens.first_layers[row]
        if first is None:
            sentences.append(t("{word}: never first.", word=lens.final[row]))
        elif first == 0:
            sentences.append(t("{word}: first from the input on.", word=lens.final[row]))
        else:
            sentences.append(
                t(
                    "{word}: first after layer {layer}; before it {other}.",
                    word=lens.final[row],
                    layer=first,
                    other=lens.words[first - 1][row][0],
                )
            )
    return " ".join(sentences)
