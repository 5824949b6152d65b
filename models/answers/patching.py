"""Put parts of another sentence's run into a run (activation patching).

Vig et al. 2020; Wang et al. 2023 for single heads; how to read it: Heimersheim and Nanda 2024.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import check_equally_long
from ..networks.changes import Patch, Watch
from ..reasons import UNSUPPORTED
from ..request import EVERY, NO_HEAD, PATCH_KINDS, Request, WhatIf
from ..results import HeadPatching, Patching

_BATCH = 16  # runs at once: a reader who cancels waits for these
_Parts = Mapping[tuple[str, str, int], Tensor]  # as `Watch.parts`


# --- as a what-if ---------------------------------------------------------------------------------


def find_patches(
    model: Any, what_if: WhatIf, sentence: str, sizes: Mapping[str, int], run: Any = None
) -> tuple[Patch, ...]:
    """Return the parts of other sentences' runs that a run of `sentence` takes.

    Without `run` those of the stack that reads, with it those of the others: there the other
    sentence is read beside what the run writes. `sizes` has the tokens of the encoder, if there is
    one, and of the decoder. Raises UserError for another sentence that cannot be read or has
    another length where that matters, and for a layer or a token that is not there.
    """
    reading = _stack_that_reads(model)
    others: dict[str, tuple[_Parts, Mapping[str, int]]] = {}
    patches = []
    for other, stack, kind, layer, head, there, here in what_if.patched:
        stack = stack or reading
        if (stack == reading) != (run is None):
            continue
        if other not in others:
            beside = model._beside(other, run)
            others[other] = _watch(model, beside), model._sizes(beside)
        parts, sizes_there = others[other]
        axis = reading if (stack, kind) == ("cross", "values") or stack == reading else "decoder"
        tokens, tokens_there = sizes[axis], sizes_there[axis]
        if kind == "weights" or here == EVERY:
            check_equally_long(sentence, sizes[reading], other, sizes_there[reading])
        _check_place(model, stack, layer, kind, here, tokens, there, tokens_there, other)
        part = _part(model, parts, (stack, kind, layer))
        part = part[head] if PATCH_KINDS[kind] else part
        every = slice(0, tokens)
        taken, given = (every, every) if here == EVERY else (here, there)
        patches.append(Patch((stack, kind, layer), head, taken, part[given]))
    return tuple(patches)


def _check_place(
    model: Any,
    stack: str,
    layer: int,
    kind: str,
    here: int,
    tokens: int,
    there: int,
    tokens_there: int,
    other: str,
) -> None:
    """Raise UserError for a layer or a token that is not there."""
    layers, _ = model.attention_sizes[stack]
    if kind == "state" and layer > layers:
        raise UserError(
            "There is no layer {layer}: a state is taken after one of 1 to {layers}, or "
            "from the input of the first one, 0.",
            layer=layer,
            layers=layers,
        )
    if here >= tokens:
        raise UserError(
            "There is no token {place} in this sentence: it has {tokens} tokens.",
            place=here + 1,
            tokens=tokens,
        )
    if there >= tokens_there:
        raise UserError(
            "There is no token {place} in “{sentence}”: it has {tokens} tokens.",
            place=there + 1,
            tokens=tokens_there,
            sentence=other,
        )


def _stack_that_reads(model: Any) -> str:
    return "encoder" if model.capabilities.reads_source else "decoder"


def _changed(run: Any, changes: Any) -> Any:
    """Return a run with other changes; those of pretrained models are dataclasses."""
    return (
        run._replace(changes=changes) if hasattr(run, "_replace") else replace(run, changes=changes)
    )


def _watch(model: Any, run: Any) -> _Parts:
    """Return what other runs may take from this one."""
    watch = Watch()
    with torch.inference_mode():
        model._logits(_changed(run, watch))
    return watch.parts


def _part(model: Any, parts: _Parts, place: tuple[str, str, int]) -> Tensor:
    """Return a part of a run, `[(head,) position, number]`.

    Raises UserError for a network that does not say what it is.
    """
    if place not in parts:
        raise UserError(UNSUPPORTED["no states"], model=model.name)
    return parts[place][0]


# --- maps -----------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    """Two sentences, and the words in which the model's outputs first differ."""

    model: Any
    run: Any
    parts: _Parts  # of the other sentence, beside what the run writes
    words: tuple[int, int]  # ids
    place: int  # among what is written
    own: float  # difference of the logits of `words` in this run
    others: float  # the same in the run of the other sentence

    def measure(
        self,
        patches: Sequence[Patch],
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Tensor:
        """Return the difference of the logits with each of the patches put in; `[patch]`.

        Calls `progress` with the number of patches done and in all.
        """
        differences = []
        for start in range(0, len(patches), _BATCH):
            some = patches[start : start + _BATCH]
            entries = tuple(entry._replace(entry=number) for number, entry in enumerate(some))
            changed = _changed(self.run, replace(self.run.changes, patches=entries))
            logits = self.model._logits(changed, ((),) * len(some))[:, self.place]
            differences.append(_difference(logits, self.words))
            progress(start + len(some), len(patches))
        return torch.cat(differences).cpu()

    @property
    def names(self) -> tuple[str, str]:
        """The two words."""
        own, other = map(self.model.tokenizer.name, self.words)
        return own, other


def _compare(model: Any, request: Request, sentence: str, runs: Sequence[Any]) -> _Pair:
    """Run both sentences, or take their `runs`. Raises UserError where they cannot be compared."""
    if request.what_if.applied:
        raise UserError("States are compared in the model as it was trained. Undo your changes.")
    run, other = runs or (model._run(request), model._run(Request(model.name, sentence)))
    stack = _stack_that_reads(model)
    tokens, tokens_there = (model._sizes(one)[stack] for one in (run, other))
    check_equally_long(request.sentence, tokens, sentence, tokens_there)
    scores, scores_there = model._logits(run)[0], model._logits(other)[0]
    place, words = _first_difference(model, run, other, scores, scores_there)
    own, others = (float(_difference(one[place], words)) for one in (scores, scores_there))
    run = model._until(run, place)
    parts = _watch(model, model._beside(sentence, run))
    return _Pair(model, run, parts, words, place, own, others)


@torch.inference_mode()
def patch(model: Any, request: Request, sentence: str, runs: Sequence[Any] = ()) -> Patching:
    """Measure what each state of another sentence changes; see `Model.patch`.

    `runs` are those of the request and of the sentence, if they are there already.
    """
    pair, stack = _compare(model, request, sentence, runs), _stack_that_reads(model)
    here, there = model.encode(request.sentence), model.encode(sentence)
    (layers, _), tokens = model.attention_sizes[stack], len(here.source)
    patches = [
        Patch((stack, "state", layer), NO_HEAD, token, state)
        for layer in range(layers + 1)
        for token, state in enumerate(_part(model, pair.parts, (stack, "state", layer))[:tokens])
    ]
    return Patching(
        request,
        sentence,
        here.source,
        there.source,
        pair.names,
        pair.place,
        pair.own,
        pair.others,
        pair.measure(patches).reshape(layers + 1, -1).numpy(),
    )


@torch.inference_mode()
def patch_heads(
    model: Any,
    request: Request,
    sentence: str,
    kind: str = "output",
    progress: Callable[[int, int], object] = lambda done, total: None,
    runs: Sequence[Any] = (),
) -> HeadPatching:
    """Measure what each head changes that is as in another sentence; see `Model.patch_heads`.

    `runs` are those of `patch`.
    """
    if not PATCH_KINDS.get(kind):
        raise ValueError(f"unknown kind {kind!r}; choose output, weights or values")
    pair = _compare(model, request, sentence, runs)
    heads = tuple(
        (stack, layer, head)
        for stack, (_, count) in model.attention_sizes.items()
        for layer in model.capabilities.attending(stack)
        for head in range(count)
    )
    patches = [
        Patch(place, head, slice(None), _part(model, pair.parts, place)[head])
        for stack, layer, head in heads
        for place in [(stack, kind, layer)]
    ]
    return HeadPatching(
        request,
        sentence,
        kind,
        heads,
        pair.names,
        pair.place,
        pair.own,
        pair.others,
        pair.measure(patches, progress).numpy(),
    )


def _difference(logits: Tensor, words: tuple[int, int]) -> Tensor:
    """Return the logit of the first word minus that of the second, `[...]`."""
    return (logits[..., words[0]] - logits[..., words[1]]).double()


def _first_difference(
    model: Any, run: Any, other: Any, scores: Tensor, scores_there: Tensor
) -> tuple[int, tuple[int, int]]:
    """Return the first place at which two runs differ in what they write, and the two words.

    An encoder writes the best word at its first mask.
    """
    written: Sequence[int] = run.written[run.prompt_length :]
    written_there: Sequence[int] = other.written[other.prompt_length :]
    first = run.prompt_length
    if not model.capabilities.writes:
        _, [first, *_], _ = model._places_to_read(run)
        written, written_there = [int(scores[first].argmax())], [int(scores_there[first].argmax())]
    for place, (word, word_there) in enumerate(zip_longest(written, written_there)):
        if None not in (word, word_there) and word != word_there:
            return first + place, (word, word_there)
    raise UserError(
        "The model writes the same for both sentences. Choose two for which it writes "
        "different words."
    )
