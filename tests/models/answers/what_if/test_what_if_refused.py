"""Refused what-ifs, and the value itself."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from models import Request, UserError, WhatIf, load
from tests.models.answers.what_if.helpers import CHANGES, FIELDS, TARGET, run

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]

# The fields that apply to a BiLSTM with attention.
ATTENTIVE = {"swap", "temperature", "forced", "blocked", "gates"}

# --- what is refused -----------------------------------------------------------------------------


def test_what_a_kind_of_model_has(any_model):
    assert any_model.what_ifs == (
        set(FIELDS) - {"gates"}
        if "encoder" in any_model.attention_sizes
        else ATTENTIVE
        if any_model.attention_sizes
        else {"swap", "gates"} & {"swap", *(["gates"] if any_model.lstms else [])}
    )


@pytest.mark.parametrize(
    "value, message",
    [
        ({"temperature": 0}, "cannot be 0: give more than 0"),
        ({"temperature": -1}, "cannot be -1"),
        ({"temperature": float("nan")}, "cannot be nan"),
        ({"temperature": float("inf")}, "cannot be inf"),
        ({"temperature": 1e-9}, "from 0.001 to 1000"),
        ({"positions": "on"}, "positions cannot be “on”"),
        ({"mask": "None"}, "Choose one of: causal, none"),
        ({"scale": "x" * 5000}, "Choose one of: 1/sqrt"),
        ({"window": -1}, "window is -1"),
        ({"padding": -3}, "padding is -3"),
        ({"swap": ((2, "a"), (2, "b"))}, "Word 3 is swapped for 2 words"),
        ({"forced": (("cross", 0, 0, 0, 0, 1.5),)}, "cannot be 1.5"),
        ({"forced": (("cross", 0, 0, 0, 0, float("nan")),)}, "cannot be nan"),
        (
            {"forced": (("cross", 0, 0, 4, 1, 0.5), ("cross", 0, 0, 4, 1, 0.25))},
            "row 5, column 2 has been given 2 weights",
        ),
        (
            {"forced": (("cross", 0, 0, 4, 1, 0.5), ("cross", 0, 0, 4, 2, 0.75))},
            "row 5 add up to 1.25",
        ),
    ],
)
def test_values_that_no_model_has_are_refused_at_once(value, message):
    with pytest.raises(UserError, match=message) as refused:
        WhatIf(**value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "value",
    [
        {"silenced": (("cross", 0),)},
        {"forced": ((0, 0, 0.5),)},
        {"swap": (("a", 1),)},
        {"blocked": ("x",)},
    ],
)
def test_entries_of_another_shape_are_a_mistake_in_the_program(value):
    with pytest.raises(ValueError):
        WhatIf(**value)


@pytest.mark.parametrize(
    "what_if, message",
    [
        (WhatIf(swap=((10, "a"),)), "no word 11 to swap: this sentence has 10 words"),
        (WhatIf(swap=((-1, "a"),)), "no word 0"),
        (WhatIf(swap=[(word, "") for word in range(10)]), "no word in this sentence"),
        (WhatIf(swap=((1, "no " * 515),)), "at most 511"),
        (WhatIf(silenced=(("cross", 0, 4),)), "no head 5 in layer 1 of “cross”"),
        (WhatIf(silenced=(("cross", 4, 0),)), "no head 1 in layer 5"),
        (WhatIf(silenced=(("cross", -1, 0),)), "no head 1 in layer 0"),
        (WhatIf(silenced=(("sideways", 0, 0),)), "“encoder” 4 × 4"),
        (
            WhatIf(forced=(("cross", 0, 0, 29, 0, 0.5),)),
            r"no cell in row 30, column 1: this matrix has \d+ rows and 11 columns",
        ),
        (WhatIf(forced=(("cross", 0, 0, 0, 11, 0.5),)), "no cell in row 1, column 12"),
        (WhatIf(forced=(("encoder", 0, 0, 0, -1, 0.5),)), "no cell in row 1, column 0"),
        (WhatIf(forced=(("decoder", 0, 0, 2, 3, 0.5),)), "row 3, column 4 is masked"),
        (WhatIf(window=2, forced=(("decoder", 0, 0, 2, 0, 0.5),)), "row 3, column 1 is masked"),
        (WhatIf(blocked=(3,), forced=(("cross", 0, 0, 2, 3, 0.5),)), "row 3, column 4 is masked"),
        (WhatIf(padding=1, forced=(("encoder", 0, 0, 2, 11, 0.5),)), "row 3, column 12 is masked"),
        (WhatIf(blocked=(11,)), "no token 12 to hide: this sentence has 11 tokens"),
        (WhatIf(blocked=(-1,)), "no token 0"),
        (WhatIf(blocked=range(11)), "All 11 tokens"),
        (WhatIf(padding=2, blocked=range(11)), "All 11 tokens"),
        (WhatIf(padding=502), "room for 501 tokens of padding, not for 502"),
        (WhatIf(padding=10**12), "not for 1000000000000"),
    ],
)
def test_what_a_run_does_not_have_is_refused_with_the_numbers(model, what_if, message):
    for target in (TARGET, None):
        with pytest.raises(UserError, match=message) as refused:
            run(model, what_if, target)
        assert len(str(refused.value)) < 200


def test_what_lies_at_the_edge_is_not_refused(model):
    assert len(run(model, WhatIf(padding=501)).source) == 512
    assert run(model, WhatIf(blocked=range(10))).attention["cross"].weights[..., 10].min() == 1
    run(model, WhatIf(padding=1, padding_mask=False, blocked=range(11)))
    last = len(run(model).predicted) - 1
    run(model, WhatIf(forced=(("cross", 3, 3, last, 10, 0.5), ("decoder", 0, 0, last, last, 0.5))))
    run(model, WhatIf(mask="none", forced=(("decoder", 0, 0, 2, 3, 0.5),)))


@pytest.mark.parametrize("row", (40, 600))  # 600: beyond what any text can have
@pytest.mark.parametrize("name", ("transformer", "gpt"))
def test_a_cell_that_is_not_written_is_refused_with_the_size_of_its_matrix(name, row):
    forced = WhatIf(forced=(("decoder", 0, 0, row, 0, 0.5),))
    model = load(name, "cpu")
    size = len(model.trace(Request(name, "I am tired.")).predicted)
    with pytest.raises(UserError, match=f"row {row + 1}, .* has {size} rows and {size} columns"):
        model.trace(Request(name, "I am tired.", what_if=forced))


# --- the value ------------------------------------------------------------------------------------


def test_a_what_if_is_a_value():
    full = WhatIf(
        swap=((1, "it's"),),
        positions="off",
        mask="none",
        window=3,
        scale="1",
        temperature=0.5,
        null_key=True,
        silenced=(("cross", 1, 2),),
        forced=(("cross", 1, 2, 3, 4, 0.25),),
        blocked=(1, 2),
        padding=3,
        padding_mask=False,
        gates=(("decoder", "forget", 1.0),),
        patched=(("She is tired.", 2, 0, 0),),
    )
    assert full.applied == tuple(FIELDS)
    assert WhatIf().applied == ()
    for what_if in (WhatIf(), full, *CHANGES):
        again = eval(repr(what_if), {"WhatIf": WhatIf})
        assert again == what_if
        assert hash(again) == hash(what_if)
        assert replace(what_if) == what_if
        assert {Request("m", "s", what_if=what_if): 1}[Request("m", "s", what_if=again)] == 1
    assert replace(full, window=0).applied == tuple(name for name in FIELDS if name != "window")
    with pytest.raises(FrozenInstanceError):
        full.window = 2


def test_equal_changes_are_equal_values_whatever_they_were_made_of():
    made = WhatIf(
        silenced=[["cross", np.int64(1), 2], ("cross", 0, 3), ("cross", 0, 3)],
        blocked=np.array([4, 1]),
        temperature=2,
        swap={3: "a", 1: "b"}.items(),
        window=np.int64(2),
        forced=[("cross", 0, 0, 1, 2, 1)],
        padding_mask=np.bool_(False),
    )
    assert made == WhatIf(
        silenced=(("cross", 0, 3), ("cross", 1, 2)),
        blocked=(1, 4),
        temperature=2.0,
        swap=((1, "b"), (3, "a")),
        window=2,
        forced=(("cross", 0, 0, 1, 2, 1.0),),
        padding_mask=False,
    )
    assert "np." not in repr(made)
    assert type(made.temperature) is float
    assert type(made.padding_mask) is bool
