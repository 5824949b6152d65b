"""A chart of what a run writes with one state of another sentence."""

import numpy as np

from models.results import Patching

from ..base.language import t
from .chart import Axis, Chart, Heatmap, Margins
from .probabilities import whole_percent
from .tables import number, numbered, written
from .words import LONGEST, shorten

_MOST_PLACES = 40  # in a chart, the first of them
_LEAST = 0.01  # of what a cell says in numbers
_ROW = 30  # height of a row, in pixels


def patching_chart(patching: Patching) -> Chart:
    """Plot how far each state moves the choice between the two words: a row for each token.

    A column stands for each layer. Only the first _MOST_PLACES tokens are shown.
    """
    shares = patching.shares.T[:_MOST_PLACES]  # [token, layer]
    layers = shares.shape[1]
    cells = Heatmap(
        values=shares.astype(np.float32),
        least=-1,
        most=1,
        palette="signed",
        bar=None,
        hover=t("%{text}, after layer %{x}: %{z:.0%} of the way"),
        texts=[[_cell(share) for share in row] for row in shares.tolist()],
        text_size=14 if layers < 9 else 10,
    )
    return Chart(
        marks=(cells,),
        x=Axis(
            ticks=list(range(layers)),
            labels=[t("input"), *map(str, range(1, layers))],
            title=t("the state after layer"),
            title_size=14,
            limits=(-0.5, layers - 0.5),
            tick_size=14,
            grid=False,
            zero="none",
        ),
        y=Axis(
            ticks=list(range(len(shares))),
            labels=_row_names(patching)[: len(shares)],
            title=t("the token that takes the state"),
            title_size=14,
            limits=(len(shares) - 0.5, -0.5),
            tick_size=14,
            grid=False,
            zero="none",
            room=True,
        ),
        height=max(280, 110 + _ROW * len(shares)),
        margins=Margins(left=8, right=16, top=48, bottom=56),
        summary=patching_summary(patching),
        numbers=patching_table(patching),
    )


def patching_summary(patching: Patching) -> str:
    """Say what is compared, and which token's states move it most."""
    own, other = patching.words
    most = patching.shares.max(0)  # [token]
    token = int(most.argmax())
    after = int(patching.shares[:, token].argmax())
    return t(
        "0%: “{own}”, as for this sentence. 100%: “{other}”, as for “{sentence}”. Of the states of "
        "“{sentence}”, that of “{token}” moves the choice most: {share} after layer {layer}.",
        own=own,
        other=other,
        sentence=patching.other,
        token=patching.other_tokens[token],
        share=whole_percent(float(most[token])),
        layer=after,
    )


def patching_table(patching: Patching) -> str:
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


def draw_in_notebook(patching: Patching) -> dict[str, str]:
    """Return the map of layers and tokens as SVG."""
    return patching_chart(patching).with_caption(patching.request.sentence)._repr_mimebundle_()


def _cell(share: float) -> str:
    return whole_percent(share) if share >= _LEAST else ""


def _row_names(patching: Patching) -> list[str]:
    """Name each token, and the other sentence's where it is another one."""
    return [
        shorten(here if here == there else f"{here} ← {there}", LONGEST)
        for here, there in zip(patching.tokens, patching.other_tokens, strict=True)
    ]
