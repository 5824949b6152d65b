"""Every head at a glance, one head large, and the translation word by word."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from typing import Any

import numpy as np

from models import Trace

from ...analysis.views import STACK_TITLES, STACKS, HeadChoice, Heads, all_heads, written_words
from ...analysis.what_if_text import parameters
from ...base.language import t
from ...base.theme import DIVERGING, HEADS, INK
from ...draw.matrix import pool
from .. import canvas
from .notes import NO_NOTES, Notes, PinnedHead, compare_words

_component = canvas.component("explorer")
# With more weights than this, 2 MB, only one head is sent in full; our own models have fewer heads.
MANY = 2**20
_SIDE = 64  # cells per side, at most, of a head that is not sent in full
# In a file, which can ask for no head later: more heads in full, and each weight to 3 digits. So
# many random weights, which compress worst, take 4 MB.
FILE_MANY = 2**22
FILE_STEPS = 1000
# What a reader may ask for or change: heads silenced, weights forced, heads ranked, a reduced head
# in full, a head pinned. "told": the words pointed at and held are sent.
_CAN = "silenced", "forced", "ranked", "refuted", "asked", "pinned", "told"


@dataclass(frozen=True)
class ExplorerRun:
    """What the explorer draws of a run: the heads, and the words read and written."""

    mechanisms: Sequence[Heads]
    sentence: str = ""
    words: Sequence[dict] = ()  # written; see `written_words`
    finished: bool = True
    what_if: Mapping[str, str] = field(default_factory=dict)  # as in an address
    # The numbers of the layers and heads that are here, from 0; empty for all.
    layers: Sequence[int] = ()
    heads: Sequence[int] = ()
    # By mechanism, what is known of the words of the sentence: see `_describe_source`.
    sources: Mapping[str, dict] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(heads.weights.size for heads in self.mechanisms)

    @property
    def numbers(self) -> dict[str, dict[str, list[int]]]:
        """The numbers of layers and heads for the browser, where some are left out."""
        if not self.layers and not self.heads:
            return {}
        return {"numbers": {"layers": list(self.layers), "heads": list(self.heads)}}


def is_large(trace: Trace, most: int = MANY) -> bool:
    """Return whether the browser gets only one head in full."""
    every = (trace.attention[stack] for stack in STACKS)
    return sum(maps.weights.size for maps in every if maps is not None) > most


def read_run(
    trace: Trace, merged: bool, between: str = "all", notes: Notes = NO_NOTES
) -> ExplorerRun:
    """Return what the explorer draws of a trace."""
    mechanisms = all_heads(trace, merged, between)
    words = compare_words(written_words(trace, merged), notes)
    if english := notes.glosses.get(tuple(word["text"] for word in words)):
        words = [word | {"gloss": gloss} for word, gloss in zip(words, english, strict=True)]
    sources = {
        mechanism.stack: _describe_source(trace, mechanism, notes.misread)
        for mechanism in mechanisms
    }
    return ExplorerRun(
        mechanisms,
        trace.request.sentence,
        words,
        trace.finished,
        parameters(trace.request.what_if),
        sources=sources,
    )


def pack(
    trace: Trace,
    merged: bool,
    choice: HeadChoice,
    can: frozenset[str] = frozenset(),
    between: str = "all",
    notes: Notes = NO_NOTES,
    for_file: bool = False,
) -> bytes:
    """Pack all heads of all mechanisms, the translation, and the `notes` beside them.

    `choice` is the large head, `can` the what-ifs on offer, `between` the part of two sentences.
    Weights can be forced neither of merged sub-words nor in a part of a head, where cells have
    other indices, nor where norms are on show. Data `for_file` are drawn where no server answers:
    weights are rounded to 1 / FILE_STEPS, and what needs an answer is not offered; the quantities
    of its notes are those that the file holds.
    """
    run = read_run(trace, merged, between, notes)
    if for_file:
        can, notes = frozenset(), replace(notes, refutation=None)
    else:
        can |= {"asked", "pinned", "refuted"} | ({"ranked"} if notes.can_rank else set())
    if merged or between != "all" or notes.quantity != "weight":
        can -= {"forced"}
    large = is_large(trace, FILE_MANY if for_file else MANY)
    return pack_run(run, choice, can, large, FILE_STEPS if for_file else canvas.PACKED_STEPS, notes)


def count_numbers(run: ExplorerRun, choice: HeadChoice, large: bool) -> int:
    """Return how many numbers of 16 bits `pack_run` packs of a run, without what is beside it."""
    count = 0
    for heads in run.mechanisms:
        *across, rows, columns = heads.weights.shape
        if large and max(rows, columns) > _SIDE:
            count += rows * columns if heads.stack == choice.stack else 0
            rows, columns = (-(-size // -(-size // _SIDE)) for size in (rows, columns))
        count += prod(across) * rows * columns
    return count


def pack_run(
    run: ExplorerRun,
    choice: HeadChoice,
    can: frozenset[str],
    large: bool,
    steps: int = canvas.PACKED_STEPS,
    notes: Notes = NO_NOTES,
) -> bytes:
    """Pack what the explorer draws of a run, with what it can be told, a subset of CAN.

    Of a `large` run, of many heads and a long text, the browser gets only the chosen head in full,
    and all others coarsely, each cell the largest of several weights: 144 heads of 512 tokens take
    1.7 instead of 75 MB.

    The numbers of a head are those of its Matrix: `draw.head_matrices` makes it of the same
    `Heads`. Packing a Matrix for each head would repeat the words, and takes 2.6 instead of 0.4 ms
    of processor time for 144 heads of 64 words.
    """
    blocks, numbers, offset, first = [], [], 0, None
    selected = next(
        (mechanism for mechanism in run.mechanisms if mechanism.stack == choice.stack),
        run.mechanisms[0],
    )
    quantize = partial(canvas.quantize_uint16, steps=steps)
    for heads in run.mechanisms:
        coarse = large and max(heads.weights.shape[-2:]) > _SIDE
        sent = [
            quantize(pool(heads.drawn, _SIDE), allowed=pool(heads.masks, _SIDE))
            if coarse
            else quantize(heads.drawn, allowed=heads.masks)
        ]
        blocks.append(
            {
                "title": t(STACK_TITLES[heads.stack]),
                **_describe_heads(heads, offset),
                "findings": notes.captions.get(heads.stack),
                **run.sources.get(heads.stack, {}),
                **run.numbers,
                "rowGlosses": notes.glosses.get(heads.rows, ()),
                "columnGlosses": notes.glosses.get(heads.columns, ()),
                # the row of the first word that is written
                "first": max(0, len(heads.rows) - len(run.words)),
            }
        )
        if coarse:
            blocks[-1]["coarse"] = sent[0].shape[-2:]
        elif heads.sums is not None:
            blocks[-1]["sums"] = _rounded(heads.sums)
        if heads is selected:
            layer, head = (
                min(wanted, there - 1)
                for wanted, there in zip((choice.layer, choice.head), heads.weights.shape)
            )
            size = heads.weights[layer, head].size
            at = offset + (layer * heads.weights.shape[1] + head) * size
            if coarse:
                at = offset + sent[0].size
                blocks[-1]["full"] = {"layer": layer, "head": head, "offset": at}
                mask = heads.allowed_in(layer)
                sent.append(quantize(heads.drawn[layer, head], allowed=mask))
                if heads.sums is not None:
                    blocks[-1]["full"]["sums"] = _rounded(heads.sums[layer, head])
            first = at, size
        offset += sum(part.size for part in sent)
        numbers += sent
    pinned = None
    if notes.pinned is not None:
        pinned = _describe_pinned(notes.pinned, offset)
        heads = notes.pinned.heads
        numbers.append(quantize(heads.drawn[0, 0], allowed=heads.allowed))
        offset += numbers[-1].size
    beside = []
    for heads in notes.beside:
        more = {"title": notes.beside_title, "about": "", "sentence": notes.beside_sentence}
        beside.append(more | _describe_heads(heads, offset))
        numbers.append(quantize(heads.drawn, allowed=heads.masks))
        offset += numbers[-1].size
    return canvas.pack(
        {
            "blocks": blocks,
            "steps": steps,
            # The numbers of the large picture, where one head alone is in it.
            "first": None if pinned or beside or notes.overlay else first,
            "pinned": pinned,
            "beside": beside,
            "overlay": notes.overlay,
            "pictures": notes.pictures,
            "held": notes.held,
            "quantity": notes.quantity,
            "quantities": notes.quantities,
            "formula": notes.formula,
            "diverging": DIVERGING,
            "choice": [choice.stack, choice.layer, choice.head],
            "ink": INK,
            "colours": HEADS,
            "sentence": run.sentence,
            "words": run.words,
            "reference": list(notes.reference),
            "trained": None if notes.same else list(notes.trained),
            "finished": run.finished,
            "can": {name: name in can for name in _CAN},
            "losses": notes.losses,
            "refutation": notes.refutation,
            "preview": notes.preview,
            "off": run.what_if.get("off", ""),
            "force": run.what_if.get("force", ""),
        },
        numbers,
        {"profiles": notes.profiles.encoded if notes.profiles else b"null"},
    )


def _rounded(sums: np.ndarray) -> list[float]:
    """Return sums of norms to 4 digits."""
    return [float(f"{value:.4g}") for value in sums.ravel().tolist()]


def _describe_heads(heads: Heads, offset: int) -> dict[str, Any]:
    """Describe all heads of a mechanism; their numbers start at `offset`."""
    return {
        **({"without": heads.without} if heads.without else {}),
        "stack": heads.stack,
        "layers": heads.weights.shape[0],
        "heads": heads.weights.shape[1],
        "kind": heads.kind,
        "offset": offset,
        "rows": heads.rows,
        "columns": heads.columns,
        "before": heads.before,
        "after": heads.after,
        "rowsContinue": [int(flag) for flag in heads.rows_continue],
        "columnsContinue": [int(flag) for flag in heads.columns_continue],
    }


def _describe_source(trace: Trace, heads: Heads, misread: Collection[int]) -> dict[str, object]:
    """Describe the words of the sentence, where they are the columns.

    The pieces in which whole words are read, and the columns of the words, by number, that are
    perhaps misread.
    """
    if heads.stack == "decoder":
        return {}
    numbers, tokens = trace.source_words, trace.source
    if len(heads.columns) < len(tokens):
        words = dict.fromkeys(numbers)
        pieces = [
            [tokens[p] for p, number in enumerate(numbers) if number == word] for word in words
        ]
        numbers = tuple(words)
    else:
        pieces = []
    columns = [column for column, number in enumerate(numbers) if number in misread]
    return {"pieces": pieces, "misread": columns}


def _describe_pinned(pinned: PinnedHead, offset: int) -> dict[str, Any]:
    """Describe the pinned head beside the others; its numbers start at `offset`."""
    return {
        **_describe_heads(pinned.heads, offset),
        "title": pinned.title,
        "about": pinned.about,
        "sentence": pinned.sentence,
        "followed": pinned.is_followed,
    }


def explorer(
    data: bytes,
    key: str = "explorer",
    on_choose=lambda: None,
    on_off=lambda: None,
    on_force=lambda: None,
    on_rank=lambda: None,
    on_pin=lambda: None,
    on_overlay=lambda: None,
    on_quantity=lambda: None,
    on_refute=lambda: None,
    on_hold=lambda: None,
):
    """Draw the packed heads. Messages are triggers of `key`:

    - "choice": the head clicked, {"stack": "cross", "layer": 3, "head": 0}, from 0
    - "off": the silenced heads, {"heads": ["cross-4-1"]}, as in an address
    - "force": the forced weights, {"cells": ["cross-4-1-2-3-0.5"]}, as in an address
    - "rank": whether to measure which heads matter, {"on": true}
    - "pin": the head to pin beside the others, {"act": "pin", "head": "cross-4-1"}, or a change of
      the pinned head: act "sentence" for the current sentence, "same" or "own" for the French,
      "none" to unpin
    - "words": with `told`, what is pointed at and held, {"pointed": null, "held": {"row": 2,
      "column": null}}; null stands for nothing, or for all rows or columns
    - "overlay": heads whose lines are drawn over each other, {"heads": ["cross-4-1",
      "cross-4-2-off"]}
    - "quantity": what cells show, {"name": "norm"}
    - "held": the word that is held, {"word": "row-3"}, as in an address; "" for none
    - "refute": whether the controls of the head are on show, {"on": true}
    """
    return _component(
        key=key,
        data=data,
        on_choice_change=on_choose,
        on_off_change=on_off,
        on_force_change=on_force,
        on_rank_change=on_rank,
        on_pin_change=on_pin,
        on_overlay_change=on_overlay,
        on_quantity_change=on_quantity,
        on_refute_change=on_refute,
        on_held_change=on_hold,
    )
