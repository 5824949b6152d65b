"""Masks of pretrained models with what-ifs."""

import itertools

import numpy as np
import pytest
import torch

from models import WhatIf
from models.networks.attention import target_mask
from tests.models.huggingface.families import BOTH, ENCODERS
from tests.models.huggingface.what_if.cases import SENTENCE, STACKED, close, inputs, output, run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_gradients")]


@pytest.mark.parametrize("mask, window", [*itertools.product(["causal", "none"], [0, 1, 3, 50])])
@pytest.mark.parametrize("family", STACKED)
def test_masks_and_windows_are_those_written_out(family, mask, window, pretrained, eager):
    model = pretrained(family)
    what_if = WhatIf(mask=mask, window=window)
    arguments = inputs(model)
    name = "decoder_attention_mask" if family in BOTH else "attention_mask"
    length = arguments[name].shape[1]
    allowed = torch.tensor(
        [
            [
                (mask == "none" or column <= row) and (not window or abs(row - column) < window)
                for column in range(length)
            ]
            for row in range(length)
        ]
    )
    assert torch.equal(allowed, target_mask(length, mask, window))
    arguments[name] = torch.where(allowed, 0.0, torch.finfo(torch.float32).min)[None, None]
    close(output(model, what_if), eager(family)(**arguments)[0])
    np.testing.assert_array_equal(run(model, what_if).attention["decoder"].allowed, allowed)


@pytest.mark.parametrize("family", BOTH)
def test_blocked_source_words_get_no_weight_and_the_encoder_reads_them_still(
    family, pretrained, eager
):
    model = pretrained(family)
    network = eager(family)
    what_if = WhatIf(blocked=(0, 3))
    trace = run(model, what_if)
    arguments = inputs(model)
    encoded = network.get_encoder()(
        arguments["input_ids"], attention_mask=arguments["attention_mask"]
    )
    arguments["attention_mask"][:, [0, 3]] = 0
    close(output(model, what_if), network(**arguments, encoder_outputs=encoded)[0])
    maps = trace.attention["cross"]
    assert not maps.allowed[:, [0, 3]].any()
    assert not maps.weights[..., [0, 3]].any()
    np.testing.assert_array_equal(trace.hidden["encoder"], run(model).hidden["encoder"])


@pytest.mark.parametrize("family", [*ENCODERS, *BOTH])
def test_padding_with_its_mask_changes_nothing_real_and_without_it_is_read_like_words(
    family, pretrained, eager
):
    model = pretrained(family)
    plain = run(model)
    padded = run(model, WhatIf(padding=4))
    length = len(plain.source)
    pad = model.tokenizer.tokenizer.pad_token
    assert padded.source == (*plain.source, *[pad] * 4)
    assert padded.source_spans[length:] == ((len(SENTENCE), len(SENTENCE)),) * 4
    assert padded.source_words[length:] == tuple(
        range(plain.source_words[-1] + 1, plain.source_words[-1] + 5)
    )
    maps = padded.attention["encoder"]
    np.testing.assert_allclose(
        maps.weights[:, :, :length, :length], plain.attention["encoder"].weights, atol=1e-5
    )
    assert not maps.weights[..., length:].any()
    assert not maps.allowed[:, length:].any()
    np.testing.assert_allclose(
        padded.hidden["encoder"][:, :length], plain.hidden["encoder"], atol=1e-4
    )
    blind = WhatIf(padding=4, padding_mask=False)
    arguments = inputs(model, blind)
    assert arguments["attention_mask"].all()
    assert not inputs(model, WhatIf(padding=4))["attention_mask"].all()
    close(output(model, blind), eager(family)(**arguments)[0])
    assert run(model, blind).attention["encoder"].allowed.all()
