"""Matrices of heads: a head, one word's row in every head, and scores, mask and weights."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models import Trace

from ..analysis.measures import are_products, are_softmax
from ..analysis.views import (
    STACK_TITLES,
    HeadChoice,
    Heads,
    MaskedHead,
    head_place,
    heads_of,
    maps_of,
    masked_head,
)
from ..base.language import t
from ..base.theme import HEADS
from .matrix import CLEAR_CHANGE, Highlight, Matrix, lit_cells


def head_matrices(
    trace: Trace, choice: HeadChoice, merged: bool, highlights: Sequence[Highlight] = ()
) -> list[Matrix]:
    """Return a head as a matrix, with a step's highlights."""
    heads = heads_of(trace, choice.stack, merged)
    return [head_matrix(heads, nearest_head(heads, choice), highlights=highlights)]


def row_matrices(
    trace: Trace, choice: HeadChoice, merged: bool, highlights: Sequence[Highlight]
) -> list[Matrix]:
    """Return the lines of one word in a head, and the weights of its row in every head.

    The word is that of the first highlighted row. Without one, as in another sentence, return the
    whole head.
    """
    heads = heads_of(trace, choice.stack, merged)
    choice = nearest_head(heads, choice)
    lit = lit_cells(highlights, heads.rows, heads.columns)
    row = lit[0][0] if lit else None
    if row is None:
        return head_matrices(trace, choice, merged)
    word = heads.rows[row]
    lines = replace(
        head_matrix(heads, choice, highlights=highlights),
        title=t("“{word}” in {head}", word=word, head=head_place(choice)),
        lines=True,
    )
    layers, across = heads.attending, heads.weights.shape[1]
    weights = heads.drawn[[*layers], :, row].reshape(len(layers) * across, -1)
    place = layers.index(choice.layer) * across + choice.head
    columns = tuple(dict.fromkeys(column for _, column in lit if column is not None))
    table = Matrix(
        t("“{word}” in all {count} heads", word=word, count=len(weights)),
        tuple(
            head_place(HeadChoice(choice.stack, layer, head))
            for layer in layers
            for head in range(across)
        ),
        heads.columns,
        weights,
        kind=heads.kind,
        sums=None if heads.sums is None else heads.sums[[*layers], :, row].ravel(),
        colour=HEADS[choice.head % len(HEADS)],
        lit=((place, None), *((None, column) for column in columns)),
        caption=_describe_most(heads, weights, columns, across),
    )
    return [lines, table]


def _describe_most(heads: Heads, weights: np.ndarray, columns: Sequence[int], across: int) -> str:
    """Say the largest weight or share of each of these columns; `weights [head, column]`."""
    sentences = []
    for column in columns:
        place = int(weights[:, column].argmax())
        sentences.append(
            t(
                "“{column}” gets at most {weight:.2f} ({head})."
                if heads.shares is None
                else "“{column}” adds at most {weight:.2f} ({head}).",
                column=heads.columns[column],
                weight=float(weights[place, column]),
                head=head_place(
                    HeadChoice(heads.stack, heads.attending[place // across], place % across)
                ),
            )
        )
    return " ".join(sentences)


def head_matrix(
    heads: Heads, choice: HeadChoice, title: str = "", highlights: Sequence[Highlight] = ()
) -> Matrix:
    """Return one head: a row for each query word, a column for each key word."""
    return Matrix(
        title or heads_title(heads, choice),
        heads.rows,
        heads.columns,
        heads.drawn[choice.layer, choice.head],
        heads.allowed_in(choice.layer),
        kind=heads.kind,
        sums=None if heads.sums is None else heads.sums[choice.layer, choice.head],
        short=f"{choice.layer + 1}.{choice.head + 1}",
        before=heads.before,
        colour=HEADS[choice.head % len(HEADS)],
        lit=lit_cells(highlights, heads.rows, heads.columns),
    )


def mask_matrices(
    trace: Trace, layer: int, head: int, merged: bool = False, trained: Trace | None = None
) -> list[Matrix]:
    """Return the scores, the mask and the weights of one head of the decoder's self-attention.

    A row is a word read. Weights are outlined where they differ clearly from `trained`, a run that
    follows the same French.
    """
    masked, maps = masked_head(trace, layer, head, merged), maps_of(trace, "decoder")
    query, key, scores = maps.query[layer, head], maps.key[layer, head], maps.scores[layer, head]
    is_scaled_dot = are_products(scores, query, key, query.shape[-1] ** -0.5)
    has_softmax = are_softmax(maps.weights[layer, head], scores, maps.allowed_in(layer))
    words, colour = masked.words, HEADS[head % len(HEADS)]
    most = float(np.abs(masked.scores).max()) or 1.0
    changed, frames = None, ""
    if trained is not None:
        as_trained = masked_head(trained, layer, head, merged).weights
        changed = np.abs(masked.weights - as_trained) > CLEAR_CHANGE
        if changed.any():
            frames = " · " + t("framed: changed by more than {least:.1f}", least=CLEAR_CHANGE)
    return [
        Matrix(
            t("Scores"),
            words,
            words,
            masked.scores,
            least=-most,
            most=most,
            kind="score",
            note=t(
                "mask#scores" if is_scaled_dot else "before the mask · layer {layer}, head {head}",
                layer=layer + 1,
                head=head + 1,
            ),
            colour=colour,
            caption=_describe_scores(masked),
        ),
        Matrix(
            t("Mask"),
            words,
            words,
            masked.allowed.astype(float),
            masked.allowed,
            most=3.0,
            kind="mask",
            colour=colour,
        ),
        Matrix(
            t("Weights"),
            words,
            words,
            masked.weights,
            masked.allowed,
            changed,
            note=t("mask#weights" if has_softmax else "each row adds up to 1") + frames,
            colour=colour,
        ),
    ]


def _describe_scores(head: MaskedHead) -> str:
    """Say in how many rows a later word has the highest score."""
    later = int((head.scores.argmax(-1) > np.arange(len(head.words))).sum())
    return t("mask#later words with the highest score", count=later, rows=len(head.words))


def nearest_head(heads: Heads, choice: HeadChoice) -> HeadChoice:
    """Return this head, or the nearest one that the model has."""
    layer = min(heads.attending, key=lambda number: abs(number - choice.layer))
    return HeadChoice(heads.stack, layer, min(choice.head, heads.weights.shape[1] - 1))


def heads_title(heads: Heads, choice: HeadChoice) -> str:
    single = heads.weights[..., 0, 0].size == 1
    title = t(STACK_TITLES[heads.stack])
    return title if single else f"{title} · {head_place(choice)}"
