"""The interventions of a `WhatIf`, as a network applies them.

They are passed down as an argument, so threads can share a model.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..request import PATCH_KINDS, SCALES, WhatIf
from .attention import LayerChanges

_Head = tuple[str, int, int]  # stack, layer, head


_Place = tuple[str, str, int]  # stack, kind of PATCH_KINDS, layer


class Patch(NamedTuple):
    """A part of another run that takes the place of one of this run; see `WhatIf.patched`."""

    place: _Place
    head: int  # NO_HEAD where the kind has none
    tokens: int | slice
    part: Tensor  # [number], or [token, number]; of weights those of the first keys
    entry: int | None = None  # of the batch; None: in each


@dataclass(frozen=True)
class NetworkChanges:
    """A `WhatIf` for a batch of sentences.

    Falsy if the network runs as trained; swapping words changes only the text.
    """

    what_if: WhatIf = WhatIf()
    # Besides those of `what_if`: for each sentence, or once for all sentences.
    silenced: tuple[tuple[_Head, ...], ...] = ((),)
    patches: tuple[Patch, ...] = ()  # those of `what_if`, or others

    def __bool__(self) -> bool:
        return bool(any(self.silenced) or self.patches or not {*self.what_if.applied} <= {"swap"})

    @property
    def are_in_first_state(self) -> bool:
        """Whether the decoder's first state holds all of them, so that `step` applies them."""
        kept = {"swap", "padding", "padding_mask", "positions", "gates", "patched"}
        shuffled = self.what_if.positions == "shuffled"  # the order depends on the length
        return {*self.what_if.applied} <= kept and not shuffled and not any(self.silenced)

    @property
    def rereads(self) -> bool:
        """Whether decoding computes all words again for each new one."""
        return bool(self) and not self.are_in_first_state

    def at(self, stack: str, layer: int) -> LayerChanges:
        """Return the interventions in one attention step."""
        what_if = self.what_if
        change = LayerChanges(SCALES[what_if.scale], what_if.temperature, what_if.null_key)
        if self.changes_parts:
            change = change._replace(put_in=partial(self.put_in, stack, layer))
        if not (what_if.forced or what_if.silenced or any(self.silenced)):
            return change
        silenced = []
        for heads in self.silenced:
            here = [head for head in what_if.silenced + heads if head[:2] == (stack, layer)]
            silenced.append(tuple(number for _, _, number in here))
        forced = tuple(entry[2:] for entry in what_if.forced if entry[:2] == (stack, layer))
        return change._replace(forced=forced, silenced=tuple(silenced))

    @property
    def changes_parts(self) -> bool:
        """Whether `put_in` does anything."""
        return bool(self.patches)

    def put_in(self, stack: str, layer: int, kind: str, x: Tensor) -> Tensor:
        """Return a part of this run with those of other runs put in.

        `x` is `[batch, position, d_model]`, and of heads `[batch, head, position, number]`.
        """
        patches = [patch for patch in self.patches if patch.place == (stack, kind, layer)]
        if patches:
            x = x.clone()
        for patch in patches:
            entry = slice(None) if patch.entry is None else patch.entry
            head = (patch.head,) if PATCH_KINDS[kind] else ()
            target, numbers = x[(entry, *head, patch.tokens)], patch.part.shape[-1]
            target[..., :numbers] = patch.part
            target[..., numbers:] = 0  # keys that the other run has not
        return x

    def gates_of(self, lstm: str) -> dict[str, float]:
        """Return the forced gates of one LSTM with their values."""
        return {gate: value for name, gate, value in self.what_if.gates if name == lstm}

    def allowed_source(self, allowed: Tensor) -> Tensor:
        """Return the source positions that cross-attention may attend to, `[batch, 1, 1, source]`.

        A subset of `allowed`, of the same shape.
        """
        blocked = self.what_if.blocked
        if not blocked:
            return allowed
        return allowed.index_fill(-1, torch.tensor(blocked, device=allowed.device), False)


@dataclass(frozen=True)
class Watch(NetworkChanges):
    """A run that keeps what other runs may take from it, `[batch, (head,) position, number]`."""

    parts: dict[_Place, Tensor] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return True

    @property
    def changes_parts(self) -> bool:
        return True

    def put_in(self, stack: str, layer: int, kind: str, x: Tensor) -> Tensor:
        if (stack, kind, layer) in self.parts:
            raise UserError("A layer of this model attends twice, which is not shown here.")
        self.parts[stack, kind, layer] = x
        return x


AS_TRAINED = NetworkChanges()


def reads_ahead(what_if: WhatIf) -> bool:
    """Whether rows must be computed again with each new word.

    False only for swapped words, silenced heads and blocked positions. A what-if that magnifies
    scores counts too: it also magnifies the rounding difference between one position computed alone
    and several at once.
    """
    return not {*what_if.applied} <= {"swap", "silenced", "blocked"}


def check(
    what_if: WhatIf, sizes: dict[str, tuple[int, int]], source: int, words: int, target: int | None
) -> None:
    """Raise UserError for a head, a cell or a source position that does not exist in a run.

    `sizes` has the layers and heads of each stack; `source` and `target` are the numbers of tokens
    read, `words` is the number of source tokens without padding. While `target` is None, before it
    is written, cells of the decoder and of cross-attention pass.
    """
    axes = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
    cells = [(stack, layer, head, 0, 0) for stack, layer, head in what_if.silenced]
    cells += [entry[:5] for entry in what_if.forced]
    for _, stack, kind, layer, head, *_ in what_if.patched:
        if stack:  # states of the stack that reads are checked as they are taken
            cells.append((stack, max(0, layer - (kind == "state")), max(0, head), 0, 0))
    for stack, layer, head, row, column in cells:
        layers, heads = sizes.get(stack, (0, 0))
        if not (0 <= layer < layers and 0 <= head < heads):
            there_is = ", ".join(
                f"“{name}” {layers} × {heads}" for name, (layers, heads) in sizes.items()
            )
            raise UserError(
                "There is no head {head} in layer {layer} of “{stack}”. This model has "
                "(layers × heads): {there_is}.",
                head=head + 1,
                layer=layer + 1,
                stack=stack[:40],
                there_is=there_is,
            )
        rows, columns = axes[stack]
        if rows is None or columns is None:
            continue
        if not (0 <= row < rows and 0 <= column < columns):
            raise UserError(
                "There is no cell in row {row}, column {column}: this matrix has {rows} "
                "rows and {columns} columns.",
                row=row + 1,
                column=column + 1,
                rows=rows,
                columns=columns,
            )
    for position in what_if.blocked:
        if not 0 <= position < source:
            raise UserError(
                "There is no token {place} to hide: this sentence has {tokens} tokens.",
                place=position + 1,
                tokens=source,
            )
    readable = range(words if what_if.padding_mask else source)
    if set(readable) <= set(what_if.blocked):
        raise UserError(
            "All {tokens} tokens of the sentence are hidden. Leave the decoder at "
            "least one to attend to.",
            tokens=len(readable),
        )
