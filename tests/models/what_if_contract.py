"""What every model keeps to under a what-if, ours and pretrained ones.

Tests use the fixture `any_model` of the folder that imports them.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from itertools import cycle
from typing import Any

import numpy as np
import pytest

from models import Request, UserError, WhatIf
from tests.models.answers.what_if.helpers import differ, same, slow_row, softmax

SENTENCE = "the big red dog is sleeping on the bed."
TARGET = " le gros chien dort."
# Two texts that differ in one token, in one tokenizer or another.
TARGETS = [
    (" le gros chien dort", " le gros chat. dort"),
    (" le dort sur", " le chat sur"),
    (" le gros chien dort", " le petit chien dort"),
]


def run(model, what_if=WhatIf(), target=TARGET, sentence=SENTENCE):
    return model.trace(Request(model.name, sentence, target, what_if))


def values(model) -> dict[str, Any]:
    """Return a value of each field that is not its default; heads and cells are of the model."""
    stacks = [*model.attention_sizes] or ["cross"]
    return {
        "swap": ((1, "small"),),
        "positions": "off",
        "mask": "none",
        "window": 2,
        "scale": "1",
        "temperature": 2.0,
        "null_key": True,
        "silenced": [(stack, 0, 0) for stack in stacks],
        "forced": [(stack, 0, 0, 1, 0, 0.75) for stack in stacks],
        "blocked": (2, 3),
        "padding": 3,
        "padding_mask": False,
        "gates": [(name, "forget", 0.0) for name in (*model.lstms, "decoder")[:1]],
    }


def changes(model) -> list[WhatIf]:
    """Return what-ifs that change a run of this model: one of each field, and further ones."""
    alone = [{name: value} for name, value in values(model).items() if name != "padding_mask"]
    further = [
        {"positions": "shuffled"},
        {"mask": "none", "window": 3},
        {"scale": "1/d_head"},
        {"temperature": 0.3},
        {"padding": 2, "padding_mask": False},
    ]
    return [WhatIf(**given) for given in alone + further if {*given} <= model.what_ifs]


def test_every_field_at_its_default_leaves_the_trace_as_it_was(any_model):
    plain = any_model.trace(Request(any_model.name, SENTENCE, TARGET))
    for field in fields(WhatIf):
        again = run(any_model, WhatIf(**{field.name: field.default}))
        same(plain, again)
        assert again.request == plain.request
        assert again.sentence == SENTENCE


def test_every_change_changes_something(any_model):
    plain = run(any_model)
    for what_if in changes(any_model):
        assert differ(plain, run(any_model, what_if)), what_if


def test_what_does_not_apply_is_refused_with_its_reason(any_model):
    for name, value in values(any_model).items():
        reason = any_model.explain_unsupported(name)
        assert (reason == "") == (name in any_model.what_ifs)
        if reason:
            assert any_model.name in reason
            assert reason.endswith(".")
            assert "{" not in reason
            with pytest.raises(UserError) as refused:
                run(any_model, WhatIf(**{name: value}))
            assert str(refused.value) == reason


@pytest.mark.parametrize(
    "new, sentence",
    [
        ({1: "small"}, "the small red dog is sleeping on the bed."),
        ({1: ""}, "the red dog is sleeping on the bed."),
        ({0: ""}, "big red dog is sleeping on the bed."),
        ({0: "Un", 9: "!"}, "Un big red dog is sleeping on the bed!"),
        ({9: ""}, "the big red dog is sleeping on the bed"),
        ({2: " dark  blue "}, "the big dark  blue dog is sleeping on the bed."),
        ({9: "now"}, "the big red dog is sleeping on the bed now"),
        ({1: "", 2: "  "}, "the dog is sleeping on the bed."),
    ],
)
def test_a_swapped_word_is_the_changed_sentence(any_model, new, sentence):
    swapped = run(any_model, WhatIf(swap=new.items()), None)
    same(swapped, run(any_model, target=None, sentence=sentence))
    assert swapped.sentence == sentence
    assert swapped.request.sentence == SENTENCE


def test_a_forced_weight_leaves_the_rest_of_the_row_to_the_others_in_proportion(any_model):
    plain = run(any_model)
    for stack, (layers, heads) in any_model.attention_sizes.items():
        forced = [  # layer, head, row, column, weight
            (0, 0, 3, 1, 0.7),
            (0, 0, 1, 0, 0.0),
            (0, heads - 1, 4, 1, 1.0),
            (layers - 1, heads - 1, 2, 0, 0.25),
            (layers - 1, heads - 1, 2, 1, 0.5),
        ]
        trace = run(any_model, WhatIf(forced=[(stack, *cell) for cell in forced]))
        maps = trace.attention[stack]
        expected = softmax(maps.scores, maps.allowed)
        for row in {cell[:3] for cell in forced}:
            given = {key: weight for *place, key, weight in forced if (*place,) == row}
            allowed = maps.allowed[row[2]].tolist()
            expected[row] = slow_row(expected[row].tolist(), allowed, given)
        np.testing.assert_allclose(maps.weights, expected, atol=1e-6)
        outputs = maps.weights @ maps.value
        np.testing.assert_allclose(maps.head_output, outputs, atol=1e-5, rtol=1e-4)
        assert differ(trace, plain)
        if stack == "decoder":
            with pytest.raises(UserError, match="row 3, column 4 is masked"):
                run(any_model, WhatIf(forced=((stack, 0, 0, 2, 3, 0.5),)))


@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(),
        WhatIf(temperature=2),
        WhatIf(window=3, scale="1", positions="off"),
        WhatIf(window=3, silenced=(("decoder", 0, 0),)),
    ],
)
def test_with_the_causal_mask_no_row_depends_on_a_later_word_to_the_last_bit(any_model, what_if):
    if not (any_model.capabilities.writes and {*what_if.applied} <= any_model.what_ifs):
        return
    pairs = ([run(any_model, what_if, target) for target in targets] for targets in TARGETS)
    first, second = next(pair for pair in pairs if len(pair[0].predicted) == len(pair[1].predicted))
    same_words = [one == other for one, other in zip(first.predicted, second.predicted)]
    place = same_words.index(False)
    for stack in {"decoder", "cross"} & {*any_model.attention_sizes}:
        one, other = (trace.attention[stack].weights for trace in (first, second))
        assert np.array_equal(one[:, :, : place + 1], other[:, :, : place + 1])
        assert not np.array_equal(one[:, :, place + 1 :], other[:, :, place + 1 :])
    one, other = (trace.hidden["decoder"] for trace in (first, second))
    assert np.array_equal(one[:, : place + 1], other[:, : place + 1])
    assert first.choices[:place] == second.choices[:place]
    assert first.choices[place].best == second.choices[place].best
    if "mask" in any_model.what_ifs:
        one, other = (
            run(any_model, WhatIf(mask="none"), trace.request.target).hidden["decoder"]
            for trace in (first, second)
        )
        assert not np.array_equal(one[:, :place], other[:, :place])


def test_threads_with_different_what_ifs_on_one_model_get_what_they_get_alone(any_model):
    requests = [
        Request(any_model.name, SENTENCE, target, what_if)
        for what_if, target in zip([WhatIf(), *changes(any_model)], cycle([TARGET, None]))
    ]
    alone = [any_model.trace(request) for request in requests]
    with ThreadPoolExecutor(8) as threads:
        for expected, actual in zip(alone, threads.map(any_model.trace, requests), strict=True):
            assert actual.request == expected.request
            same(expected, actual)


__all__ = [name for name in globals() if name.startswith("test_")]
