"""Measure what a pretrained model loses without each head, one sentence at a time."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import UserError
from ..store.libraries import LIBRARIES
from .costs import losses_with_interval
from .importance import REMOVAL_ORDERS, Importance, stack_heads
from .sentences import Pair

_TOGETHER = 16  # heads per pass; each is silenced in its own row of the batch


def measure_one_by_one(
    model: Any, pairs: Sequence[Pair], progress: Callable[[int, int], object]
) -> Importance:
    """Measure only the log-probability lost without each head, and gradients.

    Skips sentences that the model cannot read, or of which it predicts no token. `progress`
    receives (done, total) and may raise to stop. Raises UserError if no sentence is left.
    """
    heads, scoring = stack_heads(model), LIBRARIES.scoring
    rows, slopes, tokens = [], [], []
    for number, pair in enumerate(pairs):
        done = number * len(heads)
        progress(done, len(pairs) * len(heads))
        try:
            scored = scoring.read_scored(model, pair.english)
        except UserError:
            continue
        if not scored.wanted:
            continue
        sums = [scoring.log_probabilities(model, scored)]
        for start in range(0, len(heads), _TOGETHER):
            silenced = [(head,) for head in heads[start : start + _TOGETHER]]
            sums.append(scoring.log_probabilities(model, scored, silenced))
            progress(done + start + len(silenced), len(pairs) * len(heads))
        rows.append(np.concatenate(sums))
        slopes.append(scoring.gradients(model, scored, heads).double().numpy())
        tokens.append(len(scored.wanted))
    if not rows:
        raise UserError("{model} cannot read any of these sentences.", model=model.name)
    each, counts = np.stack(rows), np.array(tokens, float)
    nothing = np.full((len(heads), 3), np.nan)
    return Importance(
        tuple(heads),
        len(rows),
        translated=0,
        searched=0,
        log_probability=float(each[:, 0].sum() / counts.sum()),
        bleu=np.nan,
        lost=losses_with_interval(each[:, 0], each[:, 1:], counts),
        bleu_lost=nothing,
        gradient=np.sum(slopes, 0) / counts.sum(),
        uniform=nothing,
        permuted=nothing,
        removal=np.zeros((len(REMOVAL_ORDERS), len(heads)), int),
        curves=np.full((len(REMOVAL_ORDERS), len(heads) + 1), np.nan),
        bleu_curve=np.full(len(heads) + 1, np.nan),
        task=model.capabilities.task,
    )
