"""Every head at a glance, one head large, and the translation word by word."""

from collections.abc import Collection
from functools import partial

from models import Trace

from ...analysis.views import STACK_TITLES, STACKS, HeadChoice, Heads, all_heads, written_words
from ...analysis.what_if import parameters
from ...base.language import t
from ...base.theme import DIVERGING, HEADS, INK
from ...draw.matrix import pool
from .. import canvas
from .notes import NO_NOTES, Notes, PinnedHead, compare_words

component = canvas.component("explorer")
# With more weights than this, 2 MB, only one head is sent in full; our own models have fewer heads.
MANY = 2**20
SIDE = 64  # cells per side, at most, of a head that is not sent in full
# In a file, which can ask for no head later: more heads in full, and each weight to 3 digits. So
# many random weights, which compress worst, take 4 MB.
FILE_MANY = 2**22
FILE_STEPS = 1000


def is_large(trace: Trace, most: int = MANY) -> bool:
    """Return whether the browser gets only one head in full."""
    every = (trace.attention[stack] for stack in STACKS)
    return sum(maps.weights.size for maps in every if maps is not None) > most


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
    other indices. Of many heads of a long text the browser gets only the chosen one in full, and
    all others coarsely, each cell the largest of several weights: 144 heads of 512 tokens take 1.7
    instead of 75 MB. Data `for_file` are drawn where no server answers: weights are rounded to
    1 / FILE_STEPS, and what needs an answer is not offered.

    The numbers of a head are those of its Matrix: `draw.head_matrices` makes it of the same
    `Heads`. Packing a Matrix for each head would repeat the words, and takes 2.6 instead of 0.4 ms
    of processor time for 144 heads of 64 words.
    """
    blocks, numbers, offset = [], [], 0
    changed = parameters(trace.request.what_if)
    mechanisms = all_heads(trace, merged, between)
    words = compare_words(written_words(trace, merged), notes)
    if english := notes.glosses.get(tuple(word["text"] for word in words)):
        words = [word | {"gloss": gloss} for word, gloss in zip(words, english, strict=True)]
    selected = next((heads for heads in mechanisms if heads.stack == choice.stack), mechanisms[0])
    many = is_large(trace, FILE_MANY if for_file else MANY)
    quantize = partial(canvas.quantize_uint16, steps=FILE_STEPS if for_file else canvas.STEPS)
    for heads in mechanisms:
        coarse = many and max(heads.weights.shape[-2:]) > SIDE
        sent = [
            quantize(pool(heads.weights, SIDE), allowed=pool(heads.allowed, SIDE))
            if coarse
            else quantize(heads.weights, allowed=heads.allowed)
        ]
        blocks.append(
            {
                "stack": heads.stack,
                "title": t(STACK_TITLES[heads.stack]),
                "layers": heads.weights.shape[0],
                "heads": heads.weights.shape[1],
                "offset": offset,
                "rows": heads.rows,
                "columns": heads.columns,
                "before": heads.before,
                "after": heads.after,
                "rowsContinue": [int(one) for one in heads.rows_continue],
                "columnsContinue": [int(one) for one in heads.columns_continue],
                "findings": notes.captions.get(heads.stack),
                **describe_source(trace, heads, notes.misread),
                "rowGlosses": notes.glosses.get(heads.rows, ()),
                "columnGlosses": notes.glosses.get(heads.columns, ()),
                # the row of the first word that is written
                "first": max(0, len(heads.rows) - len(words)),
            }
        )
        if coarse:
            blocks[-1]["coarse"] = sent[0].shape[-2:]
        if coarse and heads is selected:
            place = tuple(
                min(wanted, there - 1)
                for wanted, there in zip((choice.layer, choice.head), heads.weights.shape)
            )
            blocks[-1]["full"] = {
                "layer": place[0],
                "head": place[1],
                "offset": offset + sent[0].size,
            }
            sent.append(quantize(heads.weights[place], allowed=heads.allowed))
        offset += sum(part.size for part in sent)
        numbers += sent
    pinned = None
    if notes.pinned is not None:
        pinned = describe_pinned(notes.pinned, offset)
        heads = notes.pinned.heads
        numbers.append(quantize(heads.weights[0, 0], allowed=heads.allowed))
    return canvas.pack(
        {
            "blocks": blocks,
            "steps": quantize.keywords["steps"],
            "pinned": pinned,
            "overlay": notes.overlay,
            "diverging": DIVERGING,
            "choice": [choice.stack, choice.layer, choice.head],
            "ink": INK,
            "colours": HEADS,
            "sentence": trace.request.sentence,
            "words": words,
            "reference": list(notes.reference),
            "trained": None if notes.same else list(notes.trained),
            "finished": trace.finished,
            "can": {
                "silenced": "silenced" in can,
                "forced": "forced" in can and not merged and between == "all",
                "ranked": notes.can_rank and not for_file,
                "asked": not for_file,
            },
            "losses": notes.losses,
            "off": changed.get("off", ""),
            "force": changed.get("force", ""),
        },
        numbers,
        {"profiles": notes.profiles.encoded if notes.profiles else b"null"},
    )


def describe_source(trace: Trace, heads: Heads, misread: Collection[int]) -> dict[str, object]:
    """Describe the words of the sentence, where they are the columns.

    The pieces in which whole words are read, and the columns of the words, by number, that are
    perhaps misread.
    """
    if heads.stack == "decoder":
        return {}
    numbers, tokens = trace.source_words, trace.source
    if len(heads.columns) < len(tokens):
        words = dict.fromkeys(numbers)
        pieces = [[tokens[p] for p, one in enumerate(numbers) if one == word] for word in words]
        numbers = tuple(words)
    else:
        pieces = []
    columns = [column for column, number in enumerate(numbers) if number in misread]
    return {"pieces": pieces, "misread": columns}


def describe_pinned(pinned: PinnedHead, offset: int) -> dict[str, object]:
    """Describe the pinned head beside the others; its numbers start at `offset`."""
    heads = pinned.heads
    return {
        "stack": heads.stack,
        "title": pinned.title,
        "about": pinned.about,
        "sentence": pinned.sentence,
        "followed": pinned.is_followed,
        "rows": heads.rows,
        "columns": heads.columns,
        "before": heads.before,
        "after": heads.after,
        "rowsContinue": [int(one) for one in heads.rows_continue],
        "columnsContinue": [int(one) for one in heads.columns_continue],
        "offset": offset,
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
):
    """Draw the packed heads. Messages are triggers of `key`:

    - "choice": the head clicked, {"stack": "cross", "layer": 3, "head": 0}, from 0
    - "off": the silenced heads, {"heads": ["cross-4-1"]}, as in an address
    - "force": the forced weights, {"cells": ["cross-4-1-2-3-0.5"]}, as in an address
    - "rank": whether to measure which heads matter, {"on": true}
    - "pin": the head to pin beside the others, {"act": "pin", "head": "cross-4-1"}, or a change of
      the pinned head: act "sentence" for the current sentence, "same" or "own" for the French,
      "none" to unpin
    - "overlay": heads whose lines are drawn over each other, {"heads": ["cross-4-1",
      "cross-4-2-off"]}
    """
    return component(
        key=key,
        data=data,
        on_choice_change=on_choose,
        on_off_change=on_off,
        on_force_change=on_force,
        on_rank_change=on_rank,
        on_pin_change=on_pin,
        on_overlay_change=on_overlay,
    )
