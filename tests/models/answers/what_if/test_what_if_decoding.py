"""Padding and decoding with a what-if."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import WhatIf
from models.answers.decoding import greedy, longest_translation
from models.answers.loops import is_loop, once_repeated
from models.networks.changes import AS_TRAINED, NetworkChanges
from models.networks.recorder import Recording
from models.trace import STACKS
from tests.models.answers.what_if.helpers import (
    CHANGES,
    SENTENCE,
    SENTENCES,
    TARGET,
    altered,
    run,
    same,
)

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]


@pytest.mark.parametrize("target", [None, TARGET])
def test_padding_with_its_mask_is_the_sentence_in_a_batch_and_changes_nothing_real(model, target):
    plain, padded = run(model, target=target), run(model, WhatIf(padding=4), target)
    length, tokenizer = len(plain.source), model.tokenizer
    assert padded.source == (*plain.source, *["<pad>"] * 4)
    assert padded.translation == plain.translation
    assert padded.source_spans[length:] == ((len(SENTENCE), len(SENTENCE)),) * 4
    assert padded.source_words == (
        *plain.source_words,
        *range(plain.source_words[-1] + 1, plain.source_words[-1] + 5),
    )
    for stack in ("encoder", "cross"):
        maps, expected, rows = (
            padded.attention[stack],
            plain.attention[stack],
            slice(length if stack == "encoder" else None),
        )
        np.testing.assert_allclose(maps.weights[:, :, rows, :length], expected.weights, atol=1e-5)
        np.testing.assert_allclose(maps.scores[:, :, rows, :length], expected.scores, atol=1e-5)
        assert not maps.weights[..., length:].any()
        assert not maps.allowed[:, length:].any()
    np.testing.assert_allclose(
        padded.hidden["encoder"][:, :length], plain.hidden["encoder"], atol=1e-5
    )
    np.testing.assert_allclose(padded.hidden["decoder"], plain.hidden["decoder"], atol=1e-5)

    ids = [*tokenizer.encode(SENTENCE), tokenizer.end_id]
    source = torch.tensor([ids + [tokenizer.padding_id] * 4, [7] * (length + 4)])
    read = torch.tensor([[tokenizer.begin_id, *tokenizer.encode(plain.translation)]]).expand(2, -1)
    recording = Recording()
    model.network(source, read, recording)
    for stack in STACKS:
        for number, layer in enumerate(recording.attention[stack]):
            np.testing.assert_allclose(
                padded.attention[stack].weights[number], layer.weights[0], atol=1e-5
            )


def test_padding_without_its_mask_is_read_like_words(model):
    def blind(network):
        network.config = replace(network.config, padding_id=-1)

    unmasked = run(model, WhatIf(padding=4, padding_mask=False))
    plain = run(model)
    expected = run(altered(model, blind), WhatIf(padding=4))
    same(unmasked, expected)
    for stack in ("encoder", "cross"):
        assert unmasked.attention[stack].allowed.all()
        assert unmasked.attention[stack].weights[..., -4:].sum() > 0.1
    assert (
        np.abs(unmasked.hidden["encoder"][:, : len(plain.source)] - plain.hidden["encoder"]).max()
        > 0.1
    )


# --- decoding -------------------------------------------------------------------------------------


def slow_greedy(model, source, changes):
    """Decode greedily without a cache, encoder included; stop after the first repetition."""
    begin, end, target = model.tokenizer.begin_id, model.tokenizer.end_id, []
    for _ in range(
        longest_translation(int((source != 0).sum()), model.network.capabilities.longest)
    ):
        read = torch.tensor([[begin, *target]])
        target.append(
            model.network.logits(model.network(source, read, changes=changes))[0, -1]
            .argmax()
            .item()
        )
        if target[-1] == end:
            return target[:-1], True
        if is_loop(target, source[source != 0].tolist()):
            break
    return once_repeated(target), False


def test_decoding_under_a_what_if_equals_reading_everything_afresh(any_model):
    for what_if in CHANGES:
        if set(what_if.applied) <= any_model.what_ifs and not what_if.swap:
            source = torch.tensor(
                [any_model.tokenizer.encode("I am tired.") + [2] + [0] * what_if.padding]
            )
            expected, finished = slow_greedy(any_model, source, NetworkChanges(what_if))
            trace = run(any_model, what_if, None, "I am tired.")
            assert (trace.translation, trace.finished) == (
                any_model.tokenizer.decode(expected),
                finished,
            )


def test_a_batch_under_a_what_if_is_decoded_like_each_sentence_alone(model):
    ids = [[*model.tokenizer.encode(sentence), 2] for sentence in SENTENCES[:3]]
    batch = torch.tensor([row + [0] * (max(map(len, ids)) - len(row)) for row in ids])
    changes = NetworkChanges(WhatIf(temperature=1.5, silenced=(("encoder", 0, 0),)))
    assert greedy(model.network, batch, 1, 2, changes) == [
        greedy(model.network, torch.tensor([row]), 1, 2, changes)[0] for row in ids
    ]


def test_only_what_changes_the_network_gives_up_the_cached_keys():
    assert not AS_TRAINED
    assert not NetworkChanges(WhatIf(swap=((0, "a"),)))
    assert all(NetworkChanges(what_if) for what_if in CHANGES if not what_if.swap)
    assert NetworkChanges(silenced=((), (("encoder", 0, 0),)))


def test_without_a_target_the_model_translates_under_the_what_if_and_with_one_it_is_kept(model):
    what_if = WhatIf(temperature=4)
    assert run(model, what_if, None).translation != run(model, target=None).translation
    assert run(model, what_if, TARGET).translation == TARGET


@pytest.mark.parametrize(
    "what_if",
    [WhatIf(window=4), WhatIf(temperature=2, silenced=(("decoder", 0, 0),)), WhatIf(padding=2)],
)
def test_the_word_written_is_the_most_probable_under_the_what_if(model, what_if):
    trace = run(model, what_if, None)
    assert all(
        choice.best[0] == (word, choice.probability)
        for word, choice in zip(trace.predicted, trace.choices, strict=True)
    )


TARGETS = "Le gros chien rouge dort.", "Le petit chien rouge dort."


def test_without_the_mask_every_row_depends_on_every_word(model):
    first, second = (run(model, WhatIf(mask="none"), target) for target in TARGETS)
    difference = np.abs(
        first.attention["decoder"].weights - second.attention["decoder"].weights
    ).max(axis=(0, 1, 3))
    assert (difference > 1e-4).all()
    assert first.choices[0].probability != second.choices[0].probability
