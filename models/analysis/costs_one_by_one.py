"""What a pretrained model loses without each of its heads: it reads one sentence at a time."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import UserError
from ..store.libraries import LIBRARIES
from .costs import heads_of, losses_with_interval
from .importance import ORDERS, Importance
from .sentences import Pair

TOGETHER = 16  # heads that are silenced in one pass, each in an entry of its own


def measure_one_by_one(
    model: Any, pairs: Sequence[Pair], progress: Callable[[int, int], object]
) -> Importance:
    """Measure the log-probability lost without each head, and gradients; nothing else.

    A sentence is left out where the model cannot read it, or predicts none of its tokens.
    `progress` receives how much is done, of how much, and may raise to stop. Raises UserError where
    no sentence is left.
    """
    heads, scoring = heads_of(model), LIBRARIES.scoring
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
        for start in range(0, len(heads), TOGETHER):
            silenced = [(head,) for head in heads[start : start + TOGETHER]]
            sums.append(scoring.log_probabilities(model, scored, silenced))
            progress(done + start + len(silenced), len(pairs) * len(heads))
        rows.append(np.concatenate(sums))
        slopes.append(scoring.gradients(model, scored, heads).double().numpy())
        tokens.append(len(scored.wanted))
    if not rows:
        raise UserError("There is no sentence that {model} can read.", model=model.name)
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
        removal=np.zeros((len(ORDERS), len(heads)), int),
        curves=np.full((len(ORDERS), len(heads) + 1), np.nan),
        bleu_curve=np.full(len(heads) + 1, np.nan),
        task=model.capabilities.task,
    )
