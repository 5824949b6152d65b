"""Padding of an encoder's source, as a request asks for."""

import torch

from ..errors import UserError
from ..networks.changes import NetworkChanges
from ..store.tokenizer import Token
from .model import PretrainedModel
from .run import PretrainedReading, Run


def pad_source(model: PretrainedModel, reading: PretrainedReading, changes: NetworkChanges) -> Run:
    """Return a run with the padded source and nothing written yet.

    Raises UserError if the padded source is longer than the model reads.
    """
    words, padding = len(reading.ids), changes.what_if.padding
    if words + padding > model.longest:
        raise UserError(
            "This sentence has {tokens} tokens; this model reads at most {longest}, so "
            "that there is room for {room} of "
            "padding, not for {padding}.",
            tokens=words,
            longest=model.longest,
            room=model.longest - words,
            padding=padding,
        )
    ids, tokens, types = [*reading.ids], [*reading.tokens], reading.types
    if padding:
        pad, end, last = model.tokenizer.tokenizer.pad_token_id, len(reading.sentence), tokens[-1]
        ids += [pad] * padding
        tokens += [
            Token(model.tokenizer.name(pad), end, end, last.word + 1 + place)
            for place in range(padding)
        ]
        types = None if types is None else types + [0] * padding
    return Run(
        reading.sentence,
        changes,
        source=tuple(tokens),
        source_ids=torch.tensor([ids], device=model.device),
        types=None if types is None else torch.tensor([types], device=model.device),
        words=words,
        second=reading.second,
    )
