"""The output of a head of a pretrained model, and its input, with what-ifs."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import UserError, WhatIf
from models.huggingface.recorded_attention import position_tables
from models.networks.positions import perturb_positions
from tests.models.answers.what_if.helpers import softmax
from tests.models.huggingface.families import BOTH, DECODERS, ENCODERS
from tests.models.huggingface.what_if.cases import (
    ask,
    close,
    inputs,
    output,
    run,
)
from tests.models.what_if_contract import *  # noqa: F403

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_gradients")]

OUTPUT = {
    "bert": "attention.output.dense",
    "roberta": "attention.output.dense",
    "distilbert": "out_lin",
    "gpt2": "c_proj",
    "llama": "o_proj",
    "qwen2": "o_proj",
    "mistral": "o_proj",
    "marian": "out_proj",
    "bart": "out_proj",
    "t5": "o",
}  # the module that combines the heads of a layer


def parts(model, network):
    """Return every attention of the network with its stack and layer.

    By their names in the model.
    """
    names = {module: name for name, module in model.network.named_modules()}
    for module, [(stack, layer)] in model._anatomy.calls.items():
        yield stack, layer, network.get_submodule(names[module]), names[module]


# --- what a head computes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(scale="1"),
        WhatIf(scale="1/d_head"),
        WhatIf(temperature=0.4),
        WhatIf(scale="1", temperature=7),
    ],
)
def test_scale_and_temperature_multiply_the_scores_before_the_softmax(any_model, eager, what_if):
    if not set(what_if.applied) <= any_model.what_ifs:
        return
    network = eager(any_model.name)
    for _, _, module, _ in parts(any_model, network):
        d_head = 16 if getattr(module, "num_heads", 4) == 2 else 8
        usual = 1.0 if any_model.name == "t5" else d_head**-0.5
        module.scaling = {"1": 1.0, "1/sqrt(d_head)": usual, "1/d_head": 1 / d_head}[
            what_if.scale
        ] / what_if.temperature
        if getattr(module, "has_relative_attention_bias", False):
            module.relative_attention_bias.weight.div_(what_if.temperature)
    close(output(any_model, what_if), network(**inputs(any_model))[0], 1e-4)
    for maps in run(any_model, what_if).attention.values():
        if maps is not None:
            np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-5)


def test_scores_are_scaled_dot_products_and_of_t5_the_relative_bias_besides(any_model):
    trace = run(any_model)
    for stack, maps in trace.attention.items():
        if maps is not None:
            products = maps.query @ maps.key.swapaxes(-2, -1)
            if any_model.name != "t5":
                np.testing.assert_allclose(
                    maps.scores, products / np.sqrt(maps.query.shape[-1]), atol=1e-4, rtol=1e-4
                )
            else:
                # The same in every layer, by distance alone, and none in cross-attention.
                bias = maps.scores - products
                np.testing.assert_allclose(bias, np.broadcast_to(bias[:1], bias.shape), atol=1e-4)
                assert (np.abs(bias).max() > 0.01) == (stack != "cross")
                if stack == "encoder":
                    np.testing.assert_allclose(bias[..., :-1, :-1], bias[..., 1:, 1:], atol=1e-4)


def test_grouped_heads_have_the_keys_and_values_of_their_group(pretrained):
    maps = run(pretrained("llama")).attention["decoder"]
    for values in (maps.key, maps.value):
        assert values.shape[1] == 4
        assert np.array_equal(values[:, 0], values[:, 1])
        assert np.array_equal(values[:, 2], values[:, 3])
        assert not np.array_equal(values[:, 1], values[:, 2])


@pytest.mark.parametrize(
    "heads",
    [
        (("encoder", 0, 0), ("decoder", 0, 0)),
        (("encoder", 1, 2), ("encoder", 1, 3), ("decoder", 1, 1), ("cross", 2, 0)),
    ],
)
def test_a_silenced_head_is_a_slice_of_zeros_into_the_output_projection(any_model, eager, heads):
    network, heads = (
        eager(any_model.name),
        [head for head in heads if head[0] in any_model.attention_sizes],
    )
    for stack, layer, module, name in parts(any_model, network):
        path = OUTPUT[any_model.name.removesuffix("-bare")]
        mixed = (
            network.get_submodule(name.replace("attention.self", path))
            if "." in path
            else getattr(module, path)
        )
        for head in (head for *place, head in heads if place == [stack, layer]):
            d_head = 32 // any_model.attention_sizes[stack][1]

            def zero(module, args, part=slice(d_head * head, d_head * (head + 1))):
                x = args[0].clone()
                x[..., part] = 0
                return (x,)

            mixed.register_forward_pre_hook(zero)
    close(output(any_model, WhatIf(silenced=heads)), network(**inputs(any_model))[0])
    trace = run(any_model, WhatIf(silenced=heads))
    assert all(
        not trace.attention[stack].head_output[layer, head].any() for stack, layer, head in heads
    )


@pytest.mark.parametrize("how", ["off", "shuffled"])
def test_positions_are_the_rows_of_the_table_as_zeros_or_in_another_order(any_model, eager, how):
    if "positions" not in any_model.what_ifs:
        return
    network = eager(any_model.name)
    first = {"roberta": 2, "bart": 2}.get(any_model.name, 0)  # the index of the first row in use
    lengths = [len(run(any_model).source), len(run(any_model).decoder_input)]
    for table, length in zip(
        position_tables(network), lengths if any_model.name in BOTH else [max(lengths)], strict=True
    ):
        rows = slice(first, first + length)
        table.weight[rows] = perturb_positions(table.weight[rows].clone(), how)
    close(output(any_model, WhatIf(positions=how)), network(**inputs(any_model))[0])


# --- the text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what_if, message",
    [
        (WhatIf(swap=((99, "a"),)), "no word 100 to swap"),
        (WhatIf(silenced=(("encoder", 0, 9), ("decoder", 0, 9))), "no head 10"),
        (WhatIf(padding=10**9), "room for"),
        (
            WhatIf(forced=(("encoder", 0, 0, 0, 99, 0.5), ("decoder", 0, 0, 0, 99, 0.5))[1:]),
            "no (head|cell)",
        ),
    ],
)
def test_what_a_run_does_not_have_is_refused_with_the_numbers(any_model, what_if, message):
    if set(what_if.applied) <= any_model.what_ifs:
        with pytest.raises(UserError, match=message):
            run(any_model, what_if)


@pytest.mark.parametrize("family", ["gpt2", "bart"])
def test_decoding_under_a_what_if_reads_everything_afresh(family, pretrained):
    model = pretrained(family)
    what_if = WhatIf(temperature=1.5, positions="shuffled", silenced=(("decoder", 0, 0),))
    text_run = model._run(ask(model, what_if, None))
    ids = text_run.read[0, : text_run.prompt_length + 1].tolist()
    written = []
    for _ in range(len(text_run.written) - text_run.prompt_length):
        read = replace(text_run, read=torch.tensor([[*ids, *written]]))
        written.append(model._forward(read).logits[0, -1].argmax().item())
    assert written == text_run.written[text_run.prompt_length :]


def test_every_head_silenced_in_turn_equals_one_run_for_each(any_model):
    request = ask(any_model, WhatIf(temperature=1.3))
    if any_model.name in ENCODERS:
        with pytest.raises(UserError, match="does not write"):
            any_model.silence_each(request)
        return
    ablation, plain = any_model.silence_each(request, batch=5), any_model.trace(request)
    assert len(ablation.heads) == sum(
        layers * heads for layers, heads in any_model.attention_sizes.values()
    )
    assert (
        ablation.predicted == plain.predicted[plain.prompt_length :]
        and any_model.name not in DECODERS
    ) or plain.prompt_length

    def words(trace):
        return np.log([choice.probability for choice in trace.choices[trace.prompt_length :]])

    np.testing.assert_allclose(ablation.baseline_words, words(plain), atol=1e-4)
    for head, row in list(zip(ablation.heads, ablation.words, strict=True))[::3]:
        np.testing.assert_allclose(
            row,
            words(any_model.trace(ask(any_model, WhatIf(temperature=1.3, silenced=(head,))))),
            atol=1e-4,
        )
