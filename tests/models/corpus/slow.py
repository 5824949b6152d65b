"""Slow, obvious versions of measures."""

import math

import torch

from models.answers.masking import Marks
from models.corpus import ablation, costs
from models.corpus.encoded import batches, build_batch, encode
from models.corpus.sides import Vocabulary
from models.networks.changes import AS_TRAINED
from tests.models.corpus import handmade

WORDS = handmade.tokenizer()
SIZES = costs.Sizes(8, 4, 4)


def slow_divergence(p, q) -> float:
    """Return the Jensen-Shannon divergence of two lists of shares, in nats."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += 0.5 * (a * math.log(a / middle) if a else 0)
        total += 0.5 * (b * math.log(b / middle) if b else 0)
    return total


def heads_of(model):
    return [
        (stack, layer, head)
        for stack, (layers, count) in model.attention_sizes.items()
        for layer in range(layers)
        for head in range(count)
    ]


def batch_of(model, count=3):
    lines = encode(model, handmade.pairs(times=1)[:count])
    [rows] = batches([row for line in lines for row in ablation.scored_rows(model, line)])
    batch = build_batch(model, rows, Vocabulary())
    return batch, ablation.written_ids(model, batch)


def slow_log_probability(model, one, changes=AS_TRAINED) -> float:
    """Return the log-probability of one sentence, word by word.

    A masked language model reads one row per masked token.
    """
    task = model.capabilities.task
    if task == "causal-lm":
        ids = [*one.source, WORDS.end_id]
        with torch.inference_mode():
            return sum(
                slow_next(model, ids[:place], token, changes) for place, token in enumerate(ids)
            )
    if task == "masked-lm":
        [(place, token)] = [
            (place, true)
            for place, (read, true) in enumerate(zip(one.source, one.target))
            if read != true
        ]
        marks = Marks.of(model.tokenizer)
        with torch.inference_mode():
            states = model.network(torch.tensor([marks.joined(one.source)]), changes=changes)
            return float(model.network.logits(states)[0, place + 1].log_softmax(-1)[token])
    source = torch.tensor([[*one.source, WORDS.end_id]])
    written = [*one.target, WORDS.end_id]
    read = torch.tensor([[WORDS.begin_id, *one.target]])
    with torch.inference_mode():
        logits = model.network.logits(model.network(source, read, changes=changes))[0]
    return sum(float(logits[place].log_softmax(-1)[token]) for place, token in enumerate(written))


def slow_next(model, ids, token: int, changes) -> float:
    """Return the log-probability of a token after others."""
    states = model.network(torch.tensor([[WORDS.begin_id, *ids]]), changes=changes)
    return float(model.network.logits(states[0, -1]).log_softmax(-1)[token])
