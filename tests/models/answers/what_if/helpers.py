"""Models, runs and changes for the tests of what-ifs, and a comparison of two traces."""

import copy
from dataclasses import fields

import numpy as np

from models import Request, WhatIf
from models.answers.translation import TranslationModel

SENTENCE = "The big red dog is sleeping on the bed."

TARGET = "Le gros chien rouge dort sur le lit."

SENTENCES = [
    SENTENCE,
    "I am tired.",
    "Two men are playing football in a park.",
    "the cat sees the cat",
    "Don't touch Tom's 🎈!",
]

FIELDS = [field.name for field in fields(WhatIf)]

ONE_OF_EACH = {  # one change of each field, valid in every model that has it
    "swap": ((1, "small"),),
    "positions": "off",
    "mask": "none",
    "window": 2,
    "scale": "1",
    "temperature": 2.0,
    "silenced": (("encoder", 1, 2), ("cross", 0, 0)),
    "forced": (("cross", 0, 0, 0, 1, 0.75),),
    "blocked": (2, 3),
    "padding": 3,
    "gates": (("encoder forward", "forget", 0.0),),
}

CHANGES = [WhatIf(**{name: value}) for name, value in ONE_OF_EACH.items()] + [
    WhatIf(positions="shuffled"),
    WhatIf(mask="none", window=3),
    WhatIf(scale="1/d_head"),
    WhatIf(temperature=0.3),
    WhatIf(padding=2, padding_mask=False),
    WhatIf(silenced=(("decoder", 3, 1),), temperature=1.5, forced=(("decoder", 1, 2, 0, 0, 1.0),)),
]


def run(model, what_if=WhatIf(), target=TARGET, sentence=SENTENCE):
    return model.trace(Request(model.name, sentence, target, what_if))


ARRAYS = ("weights", "allowed", "scores", "query", "key", "value", "head_output")


def arrays(trace) -> dict:
    """Return all arrays of a trace, by their path in it."""
    arrays_by_place = {
        ("hidden", stack): states for stack, states in trace.hidden.items() if states is not None
    }
    for stack, maps in trace.attention.items():
        if maps is not None:
            arrays_by_place |= {(stack, name): getattr(maps, name) for name in ARRAYS}
    for lstm, gates in trace.gates.items():
        arrays_by_place |= {
            (lstm, name): getattr(gates, name) for name in gates.__dataclass_fields__
        }
    arrays_by_place["probabilities"] = np.array(
        [[choice.probability, *(value for _, value in choice.best)] for choice in trace.choices]
    )
    return arrays_by_place


def same(first, second, atol=0.0, rtol=0.0):
    """Assert that two runs have equal tokens and numbers, exactly unless a tolerance is given."""
    for name in ("translation", "source", "source_spans", "source_words", "predicted", "finished"):
        assert getattr(first, name) == getattr(second, name), name
    first, second = arrays(first), arrays(second)
    assert first.keys() == second.keys()
    for name, values in first.items():
        np.testing.assert_allclose(values, second[name], atol=atol, rtol=rtol, err_msg=str(name))


def differ(first, second) -> bool:
    return first.translation != second.translation or any(
        not np.array_equal(values, other)
        for values, other in zip(arrays(first).values(), arrays(second).values(), strict=True)
    )


def altered(model, alter) -> TranslationModel:
    """Return the model with a copy of its network changed by `alter`."""
    network = copy.deepcopy(model.network)
    alter(network)
    return TranslationModel(model.name, network, model.tokenizer, {}, model.device)


def softmax(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    powers = np.where(allowed, np.exp(scores.astype(np.float64) - scores.max(-1, keepdims=True)), 0)
    return powers / powers.sum(-1, keepdims=True)


def slow_row(weights: list[float], allowed: list[bool], forced: dict[int, float]) -> list[float]:
    """Force weights in a row, cell by cell."""
    others = {
        key: weights[key] for key in range(len(weights)) if allowed[key] and key not in forced
    }
    left = 1 - sum(forced.values())
    shared = sum(others.values())
    if not others:
        total = sum(forced.values())
        return [
            (forced[key] / total if total else 1 / len(forced)) if key in forced else 0.0
            for key in range(len(weights))
        ]
    return [
        forced[key]
        if key in forced
        else 0.0
        if key not in others
        else left * others[key] / shared
        if shared
        else left / len(others)
        for key in range(len(weights))
    ]
