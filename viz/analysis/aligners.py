"""Word alignments by heads of cross-attention."""

from dataclasses import dataclass

import numpy as np

from models.trace import Trace

from ..base.language import t, translatable
from .measures import merge_subwords
from .views import maps_of, source_axis, written_axis


@dataclass(frozen=True)
class Aligner:
    """A head of cross-attention, or the mean of a layer's heads, read as a word alignment.

    A French word has two rows: where it is written, and where it is then read. In published models
    the first aligns better in the last layers, the second in the first layers (Kobayashi et al.
    2020, section 5).
    """

    layer: int
    head: int | None  # None: the mean of the layer's heads
    reads: bool  # False: the row where the word is written
    error: float | None  # alignment error rate on the gold alignments, per cent
    alone: bool = False  # the model has no other head

    @property
    def title(self) -> str:
        place = (
            t("its only head")
            if self.alone
            else t("layer {layer}, mean of the heads", layer=self.layer + 1)
            if self.head is None
            else t("layer {layer}, head {head}", layer=self.layer + 1, head=self.head + 1)
        )
        return place + ("" if self.error is None else f" · AER {self.error:.0f}")


# The score functions of the lectures, by model.
ALIGNER_SCORES = {
    "bilstm-additive": (translatable("Additive"), "vᵀ tanh(W q + U k)"),
    "bilstm-dot": (translatable("Dot product"), "qᵀ k"),
    "bilstm-bilinear": (translatable("Bilinear"), "qᵀ W k"),
    "transformer": (translatable("Scaled dot product"), "qᵀ k / √d_head"),
}


def aligners(sizes: tuple[int, int], card: dict) -> dict[str, Aligner]:
    """Return every head and every layer's mean by a name for the address, the best aligner first.

    Which row aligns better, and how well, is measured by tests/alignment and stored in the card;
    without figures, the row that writes.
    """
    layers, heads = sizes
    measured = card.get("alignment", {}).get("heads", {})
    by_name: dict[str, Aligner] = {}
    for layer in range(layers):
        for head in (*range(heads), *([None] if heads > 1 else [])):
            name = f"layer {layer + 1}, " + ("mean" if head is None else f"head {head + 1}")
            rates = measured.get(name, {"writes": None})
            row = min(rates, key=lambda row: rates[row] or 0.0)
            by_name[name.replace(", ", "-").replace(" ", "-")] = Aligner(
                layer, head, row == "reads", rates[row], alone=layers * heads == 1
            )
    best = (
        min(by_name, key=lambda name: (by_name[name].head is None, by_name[name].error or 0.0))
        if measured
        else next(iter(by_name))
    )
    return {best: by_name.pop(best), **by_name}


@dataclass(frozen=True)
class _Alignment:
    """The source of each French word by one model: French rows, English columns."""

    weights: np.ndarray  # [row, column]
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def align(trace: Trace, aligner: Aligner, merged: bool) -> _Alignment:
    """Return the alignment of one aligner, without the row that ends the sentence."""
    heads = maps_of(trace, "cross").weights[aligner.layer]
    weights = heads.mean(0) if aligner.head is None else heads[aligner.head]
    source = source_axis(trace)
    written = written_axis(trace)
    names = written.labels(merged)
    if merged:
        weights = merge_subwords(
            weights, trace.decoder_words if aligner.reads else written.words, source.words
        )
    if aligner.reads:
        weights = weights[1:]  # without "<s>"; the last token written is never read
    rows = len(weights) if aligner.reads else len(weights) - trace.finished
    return _Alignment(weights[:rows], names[:rows], source.labels(merged))
