"""Runs of tiny pretrained models with what-ifs."""

from dataclasses import replace

import torch

from models import Request, WhatIf
from tests.models.huggingface.families import ENCODERS, FAMILIES
from tests.models.huggingface.tiny import SENTENCE

TARGET = " le gros chien dort."

STACKED = [family for family in FAMILIES if family not in ENCODERS]

ONE_OF_EACH = {
    "swap": ((1, "small"),),
    "positions": "off",
    "mask": "none",
    "window": 2,
    "scale": "1",
    "temperature": 2.0,
    "padding": 3,
    "silenced": (("encoder", 1, 2), ("decoder", 0, 1)),
    "blocked": (2, 3),
}


def ask(model, what_if=WhatIf(), target=TARGET, sentence=SENTENCE):
    """Return a request with the changes that apply to this model."""
    silenced = tuple(place for place in what_if.silenced if place[0] in model.attention_sizes)
    return Request(model.name, sentence, target, replace(what_if, silenced=silenced))


def run(model, *args, **kwargs):
    return model.trace(ask(model, *args, **kwargs))


def inputs(model, *args, **kwargs) -> dict:
    """Return the network's arguments for a request."""
    return model._inputs(model._run(ask(model, *args, **kwargs)))


def output(model, what_if=WhatIf(), recording=None, **kwargs) -> torch.Tensor:
    """Return the logits, or the last states of a network without logits."""
    return model._forward(model._run(ask(model, what_if, **kwargs)), recording)[0]


def close(actual, expected, atol=1e-5):
    torch.testing.assert_close(
        actual, expected, atol=atol * max(1, expected.abs().max().item()), rtol=0
    )
