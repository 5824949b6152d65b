"""Put the state of each token of another sentence into a run, one at a time (activation patching).

Vig et al. 2020; how to read it: Heimersheim and Nanda 2024.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import torch
from torch import Tensor

from ..errors import UserError
from ..networks.changes import Patch
from ..request import Request
from ..results import Patching

_BATCH = 64  # runs at once


@torch.inference_mode()
def patch(model: Any, request: Request, sentence: str) -> Patching:
    """Measure what each state of another sentence changes; see `Model.patch`."""
    if request.what_if.applied:
        raise UserError("States are compared in the model as it was trained. Undo your changes.")
    run, other = model._run(request), model._run(Request(model.name, sentence))
    here, there = model.encode(request.sentence), model.encode(sentence)
    here.check_as_long(there)
    scores, scores_there = model._logits(run)[0], model._logits(other)[0]
    place, words = _first_difference(model, run, other, scores, scores_there)
    states = there.of_layers
    patches = [
        Patch(layer, token, torch.tensor(states[layer, token], device=model.device))
        for layer in range(len(states))
        for token in range(len(here.source))
    ]
    differences = []
    for start in range(0, len(patches), _BATCH):
        some = patches[start : start + _BATCH]
        entries = tuple(entry._replace(entry=number) for number, entry in enumerate(some))
        changed = run._replace(changes=replace(run.changes, patches=entries))
        logits = model._logits(changed, ((),) * len(some))[:, place]
        differences.append(_difference(logits, words))
    return Patching(
        request,
        sentence,
        here.source,
        there.source,
        (model.tokenizer.name(words[0]), model.tokenizer.name(words[1])),
        place,
        float(_difference(scores[place], words)),
        float(_difference(scores_there[place], words)),
        torch.cat(differences).reshape(states.shape[:2]).cpu().numpy(),
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
