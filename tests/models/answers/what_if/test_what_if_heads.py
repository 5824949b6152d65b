"""All heads in turn, and several what-ifs together."""

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
import torch

import models
from models import Ablation, Request, UserError, WhatIf
from models.networks.changes import NetworkChanges
from models.request import GATES, SCALES
from models.trace import STACKS
from tests.models.answers.what_if.helpers import (
    FIELDS,
    SENTENCE,
    SENTENCES,
    TARGET,
    arrays,
    run,
)

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]


@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(),
        WhatIf(temperature=1.3, silenced=(("cross", 3, 0),), blocked=(1,), mask="none", padding=1),
    ],
)
def test_every_head_silenced_in_turn_equals_one_run_for_each(model, what_if):
    progress = []
    request = Request(model.name, SENTENCE, TARGET, what_if)
    ablation = model.silence_each(
        request, progress=lambda done, total: progress.append((done, total))
    )
    assert progress == [(16, 48), (32, 48), (48, 48)]
    assert ablation.heads == tuple(itertools.product(STACKS, range(4), range(4)))
    assert ablation.request == request

    def words(trace):
        return np.log([choice.probability for choice in trace.choices])

    plain = model.trace(request)
    assert ablation.predicted == plain.predicted
    np.testing.assert_allclose(ablation.baseline_words, words(plain), atol=1e-5)
    assert ablation.baseline == pytest.approx(words(plain).sum(), abs=1e-5)
    for head, row, total in zip(
        ablation.heads, ablation.words, ablation.log_probability, strict=True
    ):
        alone = words(
            model.trace(
                replace(request, what_if=replace(what_if, silenced=(*what_if.silenced, head)))
            )
        )
        np.testing.assert_allclose(row, alone, atol=1e-5)
        assert total == pytest.approx(alone.sum(), abs=1e-4)
    for head in what_if.silenced:  # already silent
        np.testing.assert_allclose(
            ablation.words[ablation.heads.index(head)], ablation.baseline_words, atol=1e-5
        )


def test_how_many_heads_share_a_batch_does_not_matter(model):
    request = Request(model.name, "I am tired.")
    expected = model.silence_each(request)
    assert expected.predicted == model.trace(request).predicted
    for batch in (1, 7, 100):
        np.testing.assert_allclose(
            model.silence_each(request, batch=batch).words, expected.words, atol=1e-5
        )


def test_a_head_that_is_silent_for_one_sentence_of_a_batch_speaks_for_the_others(network):
    source, target = torch.randint(3, 50, (2, 3, 6), generator=torch.Generator().manual_seed(8))
    silenced = ((), (("encoder", 0, 1), ("cross", 2, 3)), (("decoder", 1, 0),))
    together = network(source, target, changes=NetworkChanges(silenced=silenced))
    for row, heads in enumerate(silenced):
        alone = network(
            source[row : row + 1],
            target[row : row + 1],
            changes=NetworkChanges(WhatIf(silenced=heads)),
        )
        torch.testing.assert_close(together[row], alone[0], atol=1e-5, rtol=0)


def test_a_model_without_heads_says_why_none_can_be_silenced(any_model):
    if "silenced" not in any_model.what_ifs:
        with pytest.raises(UserError) as refused:
            any_model.silence_each(Request(any_model.name, SENTENCE))
        assert str(refused.value) == any_model.explain_unsupported("silenced")


def test_an_ablation_that_does_not_fit_is_refused():
    good = {
        "request": Request("transformer", "a"),
        "predicted": ("b", "</s>"),
        "heads": (("cross", 0, 0),),
        "words": np.full((1, 2), -1.0),
        "baseline_words": np.full(2, -0.5),
    }
    assert Ablation(**good).baseline == -1
    assert Ablation(**good).log_probability == -2
    with pytest.raises(ValueError, match="read-only"):
        Ablation(**good).words[0] = 0
    for spoilt, message in (
        ({"words": np.zeros((2, 2))}, r"words has shape \(2, 2\)"),
        ({"baseline_words": np.zeros(3)}, "has shape"),
        ({"words": np.array([[0.5, -1]])}, "above 0"),
        ({"baseline_words": np.array([np.nan, 0])}, "NaN"),
    ):
        with pytest.raises(ValueError, match=message):
            Ablation(**good | spoilt)


# --- together -------------------------------------------------------------------------------------


def random_what_if(model, words: int, dice: random.Random) -> WhatIf:
    """Change each field of a model or not, at random.

    Only heads and positions that every run has.
    """

    def head():
        stack = dice.choice(sorted(model.attention_sizes))
        return stack, *map(dice.randrange, model.attention_sizes[stack])

    values = {
        "swap": lambda: [(dice.randrange(words), dice.choice(["", "cat", "zzz"]))],
        "positions": lambda: dice.choice(["off", "shuffled"]),
        "mask": lambda: "none",
        "window": lambda: dice.randrange(1, 5),
        "scale": lambda: dice.choice([*SCALES]),
        "temperature": lambda: dice.choice([0.001, 0.5, 3, 1000]),
        "null_key": lambda: True,
        "silenced": lambda: [head() for _ in range(dice.randrange(1, 20))],
        "forced": lambda: [(*head(), 0, 0, dice.random())],
        "blocked": lambda: [dice.choice([1, 2])],
        "padding": lambda: dice.randrange(1, 6),
        "padding_mask": lambda: False,
        "gates": lambda: [(dice.choice(model.lstms), dice.choice(GATES), dice.choice([0.0, 1.0]))],
        "patched": lambda: [("The cat.", dice.randrange(3), 0, dice.randrange(3))],
    }
    return WhatIf(
        **{
            name: values[name]()
            for name in FIELDS
            if name in model.what_ifs and dice.random() < 0.5
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [9, pytest.param(10, marks=pytest.mark.weekly)])
@pytest.mark.parametrize("name", models.shipped_for("translation"))
def test_random_combinations_on_five_sentences_keep_to_what_a_trace_keeps_to(name, seed):
    model, dice = models.load(name, device="cpu"), random.Random(seed)
    for sentence in SENTENCES:
        plain = run(model, target=None, sentence=sentence)
        what_ifs = [random_what_if(model, plain.source_words[-1], dice) for _ in range(5)]
        for number, what_if in enumerate(what_ifs):
            keeps_to_it(run(model, what_if, plain.translation if number % 2 else None, sentence))
        assert len(set(what_ifs)) > 2 or model.what_ifs <= {"swap", "gates"}


def keeps_to_it(trace):
    for maps in filter(None, trace.attention.values()):
        np.testing.assert_allclose(maps.weights.sum(-1) + maps.null_weights, 1, atol=1e-5)
        assert maps.weights.min() >= 0
        assert not maps.weights[..., ~maps.allowed].any()
    assert all(np.isfinite(values).all() for values in arrays(trace).values())


def test_a_reader_of_gradients_may_swap_words_and_no_more(any_model):
    changed = Request(any_model.name, SENTENCE, TARGET, WhatIf(swap=((1, "small"),)))
    gradients = any_model.gradients(changed)
    expected = any_model.gradients(
        Request(any_model.name, "The small red dog is sleeping on the bed.", TARGET)
    )
    np.testing.assert_array_equal(gradients.writing, expected.writing)
    with pytest.raises(UserError, match="as it was trained"):
        any_model.gradients(replace(changed, what_if=WhatIf(temperature=2)))
