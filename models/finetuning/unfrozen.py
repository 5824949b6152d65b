"""Train all weights of BERT with a task's classifier: fine-tuning (Devlin et al. 2019, section 4).

For the table of `measure_layers`, beside the classifiers on encoders that stay as they are.
"""

import copy
import random
from collections.abc import Sequence
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


class _Row(NamedTuple):
    """A sentence as the network reads it."""

    ids: list[int]
    tokens: list[list[int]]  # of each target
    labels: tuple[int, ...]


def rows_of(model: Any, examples: Sequence[Example]) -> list[_Row]:
    """Read examples with the tokenizer of a masked language model."""
    marks, rows = Marks.of(model.tokenizer), []
    for example in examples:
        ids = marks.joined(model.tokenizer.encode(normalise(example.sentence)))
        spans = model.encode(example.sentence).source_spans
        assert len(ids) == len(spans)
        rows.append(_Row(ids, [tokens_of(spans, span) for span in example.spans], example.labels))
    return rows


class Tuned:
    """A copy of a network with a linear classifier on the mean of a target's tokens."""

    def __init__(self, model: Any, count: int):
        self.network = copy.deepcopy(model.network).eval().requires_grad_()  # no dropout
        self.padding = model.tokenizer.padding_id
        draw = torch.Generator().manual_seed(_SEED)
        d_model = model.network.config.d_model
        self.classifier = nn.Parameter(SPREAD * torch.randn(count, d_model + 1, generator=draw))

    def score(self, rows: Sequence[_Row]) -> Tensor:
        """Score each label of each target of these sentences, `[target, label]`."""
        states = self.network(pad([row.ids for row in rows], self.padding))
        targets = [
            states[place, tokens].mean(0) for place, row in enumerate(rows) for tokens in row.tokens
        ]
        return torch.stack(targets) @ self.classifier[:, :-1].T + self.classifier[:, -1]

    def train(self, rows: Sequence[_Row]) -> "Tuned":
        """Train with a rate that rises over the first tenth of the steps, and then falls to 0."""
        groups: list[list[nn.Parameter]] = [[*self.network.parameters()], [self.classifier]]
        optimizer = torch.optim.AdamW(
            [{"params": group} for group in groups], weight_decay=WEIGHT_DECAY, fused=True
        )
        dice = random.Random(_SEED)
        order: list[int] = []
        for step in range(1, _PLAN.steps + 1):
            while len(order) < BATCH:
                order += dice.sample(range(len(rows)), len(rows))
            some, order = [rows[place] for place in order[:BATCH]], order[BATCH:]
            labels = torch.tensor([label for row in some for label in row.labels])
            loss = cross_entropy(self.score(some), labels)
            optimizer.zero_grad()
            loss.backward()
            for group, factor in zip(optimizer.param_groups, (1, CLASSIFIER_RATE), strict=True):
                group["lr"] = factor * rate_at(step, _PLAN)
            optimizer.step()
        return self

    @torch.inference_mode()
    def rights(self, rows: Sequence[_Row]) -> list[int]:
        """Count the right targets of each sentence."""
        return [
            int((self.score([row]).argmax(-1) == torch.tensor(row.labels)).sum()) for row in rows
        ]
