"""Read the states between the layers as words (logit lens, nostalgebraist 2020).

The output layer is applied to the state after each layer, as it is applied to the last one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from ..errors import UserError
from ..reasons import UNSUPPORTED
from ..request import Request
from ..results import Lens

# Largest difference of a probability from the model's own, in 32 and 16 bits.
_TOLERANCES = 1e-4, 3e-2
_MOST_SCORES = 2**26  # that are computed at once
_ROWS = 2**14  # of a matrix of random numbers that are drawn at once


@torch.inference_mode()
def lens(model: Any, request: Request, count: int, random: bool, run: Any = None) -> Lens:
    """Return the best `count` words of each layer and place; see `Model.lens`.

    `run` is that of the request, if it is there already.
    """
    if count < 1:
        raise ValueError(f"the best {count} words are none")
    run = model._run(request) if run is None else run
    stack, places, read = model._places_to_read(run)
    trained = model._logits(run)[0, places]
    expected = _probabilities(trained)  # [place, vocabulary]
    final = expected.argmax(-1)
    words, columns = [], []
    for logits in model._layer_logits(run, stack, places, random):
        probabilities = _probabilities(logits)
        best = probabilities.topk(min(count, probabilities.shape[-1]))
        of_final = probabilities[range(len(places)), final]
        ranks = (probabilities > of_final[:, None]).sum(-1) + 1
        words.append(tuple(tuple(map(model.tokenizer.name, ids)) for ids in best.indices.tolist()))
        columns.append((best.values.float(), of_final.float(), ranks))
    # What reads the states must be what wrote the words.
    tolerance = _TOLERANCES[trained.dtype != torch.float32]
    if not random and not (probabilities - expected).abs().max() <= tolerance:
        raise UserError(UNSUPPORTED["unknown output"], model=model.name)
    best_values, finals, all_ranks = (
        torch.stack(part).numpy() for part in zip(*columns, strict=True)
    )
    return Lens(
        request,
        stack,
        (*places,),
        (*read,),
        (*map(model.tokenizer.name, final.tolist()),),
        (*words,),
        best_values,
        finals,
        all_ranks,
        run.prompt_length,
        random,
    )


def _probabilities(logits: Tensor) -> Tensor:
    """Return the softmax in 64 bits, since in 32 bits it is off by 4e-6."""
    return logits.cpu().double().softmax(-1)


def in_groups(states: Tensor, vocabulary: int) -> Iterator[Tensor]:
    """Yield states `[layer, place, d_model]` by as many layers as can be scored at once."""
    yield from states.split(max(1, _MOST_SCORES // (vocabulary * states.shape[1])))


def random_logits(vectors: Tensor, matrix: Tensor) -> Tensor:
    """Score the vocabulary with random numbers instead of an output matrix, always the same.

    They have the standard deviation of `matrix [vocabulary, d_model]`, as before its training.
    """
    generator = torch.Generator().manual_seed(0)
    spread = float(matrix.float().std())
    parts = [
        vectors @ (torch.randn(part.shape, generator=generator) * spread).to(vectors).T
        for part in matrix.split(_ROWS)
    ]
    return torch.cat(parts, -1)


def mask_places(ids: Iterable[int], mask: int | None, token: str | None) -> Sequence[int]:
    """Return the places of `mask`. Raises UserError where there is none."""
    places = [place for place, index in enumerate(ids) if index == mask]
    if not places:
        raise UserError(
            "There is no {mask} in this sentence. Put one where a word should be guessed.",
            mask=token,
        )
    return places
