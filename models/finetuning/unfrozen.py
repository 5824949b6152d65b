"""Train all weights of BERT or GPT with a task's classifier: fine-tuning.

Radford et al. 2018, section 3.2; Devlin et al. 2019, section 4. For the tables of `measure_layers`
and `measure_curves`, beside the classifiers on encoders that stay as they are.
"""

import copy
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from ..answers.decoding import pad
from ..answers.masking import Marks
from ..normalisation import normalise
from . import BATCH, Plan
from .encoders import tokens_of
from .tasks import Example
from .training import CLASSIFIER_RATE, SPREAD, WEIGHT_DECAY, rate_at

_PLAN = Plan()  # its steps and its rate: with these the look at learning curves opens
_SEED = 7
_ALIKE = 16  # sentences of like length that are read together: little of it is padding


class _Row(NamedTuple):
    """A sentence as the network reads it."""

    ids: list[int]
    tokens: list[list[int]]  # of each target
    labels: tuple[int, ...]


def rows_of(model: Any, examples: Sequence[Example]) -> list[_Row]:
    """Read examples as a masked or causal language model reads them."""
    tokenizer, rows = model.tokenizer, []
    for example in examples:
        ids = tokenizer.encode(normalise(example.sentence))
        if model.capabilities.task == "masked-lm":
            ids = Marks.of(tokenizer).joined(ids)
        else:
            ids = [tokenizer.begin_id, *ids]
        spans = model.encode(example.sentence).source_spans
        assert len(ids) == len(spans)
        rows.append(_Row(ids, [tokens_of(spans, span) for span in example.spans], example.labels))
    return rows


class Tuned:
    """A copy of a network with a linear classifier on the mean of a target's tokens."""

    def __init__(self, model: Any, count: int, bfloat16: bool = False):
        self.network = copy.deepcopy(model.network).eval().requires_grad_()  # no dropout
        self.padding = model.tokenizer.padding_id
        self.bfloat16 = bfloat16  # whether products are computed in 16 bits
        draw = torch.Generator().manual_seed(_SEED)
        d_model = model.network.config.d_model
        self.classifier = nn.Parameter(SPREAD * torch.randn(count, d_model + 1, generator=draw))

    def score(self, rows: Sequence[_Row]) -> Tensor:
        """Score each label of each target of these sentences, `[target, label]`."""
        targets: list[list[Tensor]] = [[] for _ in rows]
        places = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
        for start in range(0, len(places), _ALIKE):
            some = places[start : start + _ALIKE]
            # For each batch anew: autocast keeps the weights that it has converted.
            with torch.autocast("cpu", torch.bfloat16, enabled=self.bfloat16):
                states = self.network(pad([rows[place].ids for place in some], self.padding))
            for place, sentence in zip(some, states, strict=True):
                targets[place] = [sentence[tokens].float().mean(0) for tokens in rows[place].tokens]
        joined = torch.stack(list(chain.from_iterable(targets)))
        return joined @ self.classifier[:, :-1].T + self.classifier[:, -1]

    def train(self, rows: Sequence[_Row], steps: int | None = None, batch: int = BATCH) -> "Tuned":
        """Train with a rate that rises over the first tenth of the steps, and then falls to 0."""
        plan = replace(_PLAN, steps=steps or _PLAN.steps)
        groups: list[list[nn.Parameter]] = [[*self.network.parameters()], [self.classifier]]
        optimizer = torch.optim.AdamW(
            [{"params": group} for group in groups], weight_decay=WEIGHT_DECAY, fused=True
        )
        dice = random.Random(_SEED)
        order: list[int] = []
        for step in range(1, plan.steps + 1):
            while len(order) < batch:
                order += dice.sample(range(len(rows)), len(rows))
            some, order = [rows[place] for place in order[:batch]], order[batch:]
            labels = torch.tensor([label for row in some for label in row.labels])
            loss = cross_entropy(self.score(some), labels)
            optimizer.zero_grad()
            loss.backward()
            for group, factor in zip(optimizer.param_groups, (1, CLASSIFIER_RATE), strict=True):
                group["lr"] = factor * rate_at(step, plan)
            optimizer.step()
        return self

    @torch.inference_mode()
    def rights(self, rows: Sequence[_Row]) -> list[int]:
        """Count the right targets of each sentence."""
        labels = torch.tensor([label for row in rows for label in row.labels])
        right = self.score(rows).argmax(-1) == labels
        return [int(some.sum()) for some in right.split([len(row.labels) for row in rows])]
