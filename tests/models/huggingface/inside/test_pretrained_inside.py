"""Inside one head of a pretrained model, step by step."""

import numpy as np
import pytest
import torch
import transformers
from torch import nn

from models import Request, UserError
from models.huggingface.model import PretrainedModel
from tests.models.huggingface.families import FAMILIES
from tests.models.huggingface.inside.networks import (
    SENTENCE,
    STEPS,
    TARGET,
    around,
    close,
    layers_of,
)
from tests.models.huggingface.tiny import SIZES
from viz.analysis.derivation import _OPERATIONS, _role_of
from viz.analysis.walkthrough import derive, engine
from viz.components.inside import pack


def made(family: str, words, other=None, **sizes) -> PretrainedModel:
    """Make a network with other sizes.

    Of a family, or of another kind with its configuration.
    """
    kind, settings = FAMILIES[family].network, FAMILIES[family].settings
    config = kind.config_class(**settings)
    if other:
        kind, config = other
    torch.manual_seed(0)
    sizes = (
        config.to_dict()
        | {"vocab_size": len(words.tokenizer.tokenizer), "eos_token_id": 2, "pad_token_id": 1}
        | sizes
    )
    return around(kind(type(config)(**sizes)), words)


# --- step by step ---------------------------------------------------------------------------------


def test_the_numbers_of_every_head_are_those_of_the_model(run):
    model, trace, seen = run
    for stack, layer in layers_of(model):
        maps = trace.attention[stack]
        parameters = model.parameters(stack, layer)
        for head, row in np.ndindex(maps.n_heads, len(maps.query_tokens)):
            derivation = derive(trace, parameters, stack, layer, head, row, maps.n_heads)
            for name in ("query", "scores", "weights", "head_output"):
                close(derivation.grids[name].values[0], getattr(maps, name)[layer, head, row])
            assert (np.isnan(derivation.grids["masked"].values[0]) == ~maps.allowed[row]).all()
            close(derivation.grids["projected"].values[0], seen[stack, layer][row])


def test_every_made_grid_is_its_operation_applied_to_what_it_is_made_of(run):
    model, trace, _ = run
    for stack in model.attention_sizes:
        heads = trace.attention[stack].n_heads
        relative = model.name == "t5" and stack != "cross"
        derivation = derive(trace, model.parameters(stack, 1), stack, 1, 1, 2, heads)
        assert [step.name for step in derivation.steps] == STEPS[:5] + [
            "Distance"
        ] * relative + STEPS[5:]
        for grid in derivation.grids.values():
            assert grid.role == _role_of(grid.symbol)
            if grid.operation:
                np.testing.assert_array_equal(
                    _OPERATIONS[grid.operation](
                        grid.number, *(derivation.grids[name].values for name in grid.of)
                    ),
                    grid.values,
                )
        assert (
            "of this model" in derivation.steps[4].says or "Not scaled" in derivation.steps[4].says
        ) == (model.name == "t5")
        pack(derivation, 3, row=2, words=trace.attention[stack].query_tokens)


def test_what_t5_adds_for_the_distance_is_its_table(pretrained):
    model = pretrained("t5")
    trace = model.trace(Request("t5", SENTENCE, TARGET))
    for stack in ("encoder", "decoder"):
        count = len(trace.attention[stack].query_tokens)
        with torch.no_grad():
            table = (
                getattr(model.network, stack)
                .block[0]
                .layer[0]
                .SelfAttention.compute_bias(count, count)[0]
                .numpy()
            )  # [head, query, key]
        for layer, head, row in ((0, 0, 1), (1, 3, 3)):
            close(
                derive(trace, model.parameters(stack, layer), stack, layer, head, row, 4)
                .grids["relative"]
                .values[0],
                table[head, row],
            )


def test_the_output_projection_of_bert_is_that_of_its_own_attention(pretrained, eager):
    network, words = eager("bert"), pretrained("bert")
    dense, seen = network.bert.encoder.layer[1].attention.output.dense, []
    with torch.no_grad():
        nn.init.normal_(dense.bias)
        hook = dense.register_forward_hook(lambda module, into, out: seen.append(out[0].numpy()))
        # With the attention of transformers.
        network(**words.tokenizer.tokenizer(SENTENCE, return_tensors="pt"))
        hook.remove()
    model = around(network, words)
    parameters, trace = model.parameters("encoder", 1), model.trace(Request("another", SENTENCE))
    np.testing.assert_array_equal(parameters["to_output"], dense.weight.numpy().T)
    np.testing.assert_array_equal(parameters["to_output_bias"], dense.bias.numpy())
    for row, expected in enumerate(seen[0]):
        close(
            derive(trace, parameters, "encoder", 1, 2, row, 4).grids["projected"].values[0],
            expected,
        )
    assert "b_O" in [
        grid.symbol for grid in derive(trace, parameters, "encoder", 1, 2, 0, 4).grids.values()
    ]
    # The hooks by which the modules were found are removed; those that a lens reads by stay.
    hooks = [hook for module in network.modules() for hook in module._forward_pre_hooks.values()]
    assert {hook.__module__ for hook in hooks} == {"models.huggingface.layer_outputs"}


def test_a_model_that_norms_what_its_heads_found_says_that_its_projection_is_not_found(
    pretrained, eager
):
    network = eager("bert")
    output = network.bert.encoder.layer[1].attention.output
    output.dense = nn.Sequential(nn.LayerNorm(32), output.dense)
    model = around(network, pretrained("bert"))
    assert model.parameters("encoder", 0)["to_output"].shape == (32, 32)
    with pytest.raises(UserError, match="output projection of another was not found"):
        model.parameters("encoder", 1)
    with pytest.raises(ValueError, match="none of number 2"):
        model.parameters("encoder", 2)


def test_a_layer_may_have_a_scale_of_its_own(pretrained, eager):
    network = eager("llama")
    network.model.layers[1].self_attn.scaling = 0.1
    model = around(network, pretrained("llama"))
    trace = model.trace(Request("another", SENTENCE, TARGET))
    for layer, says in (
        (0, "divided by √8"),
        (1, "multiplied by 0.1, a factor of this model"),
    ):
        derivation = derive(trace, model.parameters("decoder", layer), "decoder", layer, 1, 4, 4)
        assert says in derivation.steps[4].says
        close(
            derivation.grids["weights"].values[0], trace.attention["decoder"].weights[layer, 1, 4]
        )


WINDOWS = {  # two layers, of which the second sees only near words
    "qwen2": {"use_sliding_window": True, "sliding_window": 3},
    "bert": SIZES["bert"]
    | {"local_attention": 4, "cls_token_id": 0, "sep_token_id": 2, "bos_token_id": 0},
}


@pytest.mark.parametrize("family", WINDOWS)
def test_a_layer_that_sees_near_words_only_masks_the_others(family, pretrained):
    modern = (
        (transformers.ModernBertForMaskedLM, transformers.ModernBertConfig())
        if family == "bert"
        else None
    )
    model = made(
        family,
        pretrained(family),
        modern,
        layer_types=["full_attention", "sliding_attention"],
        **WINDOWS[family],
    )
    [stack] = model.attention_sizes
    trace = model.trace(Request("another", SENTENCE, TARGET))
    maps = trace.attention[stack]
    for layer in range(2):
        for row in range(len(maps.query_tokens)):
            derivation = derive(trace, model.parameters(stack, layer), stack, layer, 1, row, 4)
            close(derivation.grids["weights"].values[0], maps.weights[layer, 1, row])
            np.testing.assert_array_equal(
                np.isnan(derivation.grids["masked"].values[0]), maps.weights[layer, 1, row] == 0
            )
        assert ("nearby words only" in derivation.steps[5].says) == (layer == 1)


def test_of_many_heads_those_before_and_after_stand_together(pretrained):
    model = made("bert", pretrained("bert"), num_attention_heads=8)
    trace = model.trace(Request("another", SENTENCE))

    def of(head):
        return derive(trace, model.parameters("encoder"), "encoder", 0, head, 2, 8)

    for head, symbols in (
        (0, ["o_1", "o_2–8"]),
        (1, ["o_1", "o_2", "o_3–8"]),
        (4, ["o_1–4", "o_5", "o_6–8"]),
        (7, ["o_1–7", "o_8"]),
    ):
        derivation = of(head)
        assert [derivation.grids[name].symbol for name in derivation.grids["joined"].of] == symbols
        close(
            derivation.grids["joined"].values[0],
            trace.attention["encoder"].head_output[0, :, 2].ravel(),
        )


def test_of_a_long_text_what_is_too_much_is_not_sent(pretrained, monkeypatch):
    monkeypatch.setattr(engine, "LARGEST_SENT", 60)
    model = pretrained("bert")
    derivation = derive(
        model.trace(Request("bert", SENTENCE)), model.parameters("encoder"), "encoder", 0, 1, 2, 4
    )
    assert {name for name, grid in derivation.grids.items() if not grid.sent} == {
        "keys",
        "values",
        "weighted",
        "to_output",
    }
    assert "to_output" not in derivation.steps[-1].shows
    assert len(pack(derivation)) < 20_000
