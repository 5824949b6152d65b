"""Every number shown of a pretrained model's head, against what the model computed; and the page that shows them."""

from dataclasses import replace

import numpy as np
import pytest

transformers = pytest.importorskip("transformers")

import torch  # noqa: E402
from torch import nn  # noqa: E402

from models import Request, UserError, WhatIf, load  # noqa: E402
from models.huggingface import attention  # noqa: E402
from models.huggingface.model import PretrainedModel  # noqa: E402
from tests.huggingface.tiny import BOTH, FAMILIES, SIZES  # noqa: E402
from tests.pages import alerts, pictures, visit  # noqa: E402
from tests.viz.test_app import picture  # noqa: E402
from viz import inside  # noqa: E402
from viz.components.inside import pack  # noqa: E402
from viz.derivation import OPERATIONS, role_of  # noqa: E402
from viz.inside import contributions, derive  # noqa: E402

SENTENCE, TARGET = "the big red dog is sleeping on the bed.", " le gros chien"
STEPS = ["Query", "Keys", "Values", "Dot products", "Scale", "Mask", "Exponentials", "Weights", "Weighted values", "Head output", "All heads",
         "Output projection"]
DECODER = {"decoder": "model.layers.{}.self_attn.o_proj"}
SEQ2SEQ = {"encoder": "model.encoder.layers.{}.self_attn.out_proj", "decoder": "model.decoder.layers.{}.self_attn.out_proj",
           "cross": "model.decoder.layers.{}.encoder_attn.out_proj"}
OUTPUTS = {  # what each family calls its output projections
    "bert": {"encoder": "bert.encoder.layer.{}.attention.output.dense"}, "bert-bare": {"encoder": "encoder.layer.{}.attention.output.dense"},
    "roberta": {"encoder": "roberta.encoder.layer.{}.attention.output.dense"}, "distilbert": {"encoder": "distilbert.transformer.layer.{}.attention.out_lin"},
    "gpt2": {"decoder": "transformer.h.{}.attn.c_proj"}, "llama": DECODER, "qwen2": DECODER, "mistral": DECODER, "marian": SEQ2SEQ, "bart": SEQ2SEQ,
    "t5": {"encoder": "encoder.block.{}.layer.0.SelfAttention.o", "decoder": "decoder.block.{}.layer.0.SelfAttention.o",
           "cross": "decoder.block.{}.layer.1.EncDecAttention.o"}}


def close(found, expected):
    np.testing.assert_allclose(found, expected, atol=1e-5)


def layers_of(model):
    return [(stack, layer) for stack, (layers, _) in model.attention_sizes.items() for layer in range(layers)]


def watched(model, request):
    """The trace, and what each output projection, by the name of its family, gave in the last pass."""
    seen, hooks = {}, []
    for stack, layer in layers_of(model):
        module = model.network.get_submodule(OUTPUTS[model.name][stack].format(layer))
        hooks.append(module.register_forward_hook(lambda module, into, out, place=(stack, layer): seen.update({place: out[0].numpy()})))
    try:
        return model.trace(request), seen
    finally:
        for hook in hooks:
            hook.remove()


def around(network, words) -> PretrainedModel:
    """A model of this network, with these words."""
    network.set_attn_implementation(attention.NAME)
    return PretrainedModel("another", network.eval().requires_grad_(False), words.tokenizer.tokenizer, {}, torch.device("cpu"))


def made(family: str, words, other=None, **sizes) -> PretrainedModel:
    """The same of a new network of a family, or another kind of network and its configuration, with other sizes."""
    kind, config = other or FAMILIES[family][:2]
    torch.manual_seed(0)
    sizes = config.to_dict() | {"vocab_size": len(words.tokenizer.tokenizer), "eos_token_id": 2, "pad_token_id": 1} | sizes
    return around(kind(type(config)(**sizes)), words)


@pytest.fixture(scope="module", params=FAMILIES)
def run(request, pretrained):
    model = pretrained(request.param)
    return (model, *watched(model, Request(model.name, SENTENCE, TARGET)))


# --- step by step ----------------------------------------------------------------------------------


def test_the_numbers_of_every_head_are_those_of_the_model(run):
    model, trace, seen = run
    for stack, layer in layers_of(model):
        maps, parameters = trace.attention[stack], model.parameters(stack, layer)
        for head, row in np.ndindex(maps.n_heads, len(maps.query_tokens)):
            found = derive(trace, parameters, stack, layer, head, row, maps.n_heads)
            for name in ("query", "scores", "weights", "head_output"):
                close(found.grids[name].values[0], getattr(maps, name)[layer, head, row])
            assert (np.isnan(found.grids["masked"].values[0]) == ~maps.allowed[row]).all()
            close(found.grids["projected"].values[0], seen[stack, layer][row])


def test_every_made_grid_is_its_operation_applied_to_what_it_is_made_of(run):
    model, trace, _ = run
    for stack in model.attention_sizes:
        heads, relative = trace.attention[stack].n_heads, model.name == "t5" and stack != "cross"
        found = derive(trace, model.parameters(stack, 1), stack, 1, 1, 2, heads)
        assert [step.name for step in found.steps] == STEPS[:5] + ["Distance"] * relative + STEPS[5:]
        for grid in found.grids.values():
            assert grid.role == role_of(grid.symbol)
            if grid.operation:
                np.testing.assert_array_equal(OPERATIONS[grid.operation](grid.number, *(found.grids[name].values for name in grid.of)), grid.values)
        assert ("of this model" in found.steps[4].says or "this model does not scale" in found.steps[4].says) == (model.name == "t5")
        pack(found, 3, row=2, words=trace.attention[stack].query_tokens)


def test_what_t5_adds_for_the_distance_is_its_table(pretrained):
    model = pretrained("t5")
    trace = model.trace(Request("t5", SENTENCE, TARGET))
    for stack in ("encoder", "decoder"):
        count = len(trace.attention[stack].query_tokens)
        with torch.no_grad():
            table = getattr(model.network, stack).block[0].layer[0].SelfAttention.compute_bias(count, count)[0].numpy()  # [head, query, key]
        for layer, head, row in ((0, 0, 1), (1, 3, 3)):
            close(derive(trace, model.parameters(stack, layer), stack, layer, head, row, 4).grids["relative"].values[0], table[head, row])


def test_the_output_projection_of_bert_is_that_of_its_own_attention(pretrained, eager):
    network, words = eager("bert"), pretrained("bert")
    dense, seen = network.bert.encoder.layer[1].attention.output.dense, []
    with torch.no_grad():
        nn.init.normal_(dense.bias)
        hook = dense.register_forward_hook(lambda module, into, out: seen.append(out[0].numpy()))
        network(**words.tokenizer.tokenizer(SENTENCE, return_tensors="pt"))  # with the attention of transformers
        hook.remove()
    model = around(network, words)
    parameters, trace = model.parameters("encoder", 1), model.trace(Request("another", SENTENCE))
    np.testing.assert_array_equal(parameters["to_output"], dense.weight.numpy().T)
    np.testing.assert_array_equal(parameters["to_output_bias"], dense.bias.numpy())
    for row, expected in enumerate(seen[0]):
        close(derive(trace, parameters, "encoder", 1, 2, row, 4).grids["projected"].values[0], expected)
    assert "b_O" in [grid.symbol for grid in derive(trace, parameters, "encoder", 1, 2, 0, 4).grids.values()]
    assert not any(module._forward_pre_hooks for module in network.modules())  # those that found it are gone


def test_a_model_that_norms_what_its_heads_found_says_that_its_projection_is_not_found(pretrained, eager):
    network = eager("bert")
    output = network.bert.encoder.layer[1].attention.output
    output.dense = nn.Sequential(nn.LayerNorm(32), output.dense)
    model = around(network, pretrained("bert"))
    assert model.parameters("encoder", 0)["to_output"].shape == (32, 32)
    with pytest.raises(UserError, match="output projection of another could not be found"):
        model.parameters("encoder", 1)
    with pytest.raises(ValueError, match="none of number 2"):
        model.parameters("encoder", 2)


def test_a_layer_may_have_a_scale_of_its_own(pretrained, eager):
    network = eager("llama")
    network.model.layers[1].self_attn.scaling = 0.1
    model = around(network, pretrained("llama"))
    trace = model.trace(Request("another", SENTENCE, TARGET))
    for layer, says in ((0, "divided by √8"), (1, "multiplied by 0.1, a factor of this model's own")):
        found = derive(trace, model.parameters("decoder", layer), "decoder", layer, 1, 4, 4)
        assert says in found.steps[4].says
        close(found.grids["weights"].values[0], trace.attention["decoder"].weights[layer, 1, 4])


WINDOWS = {  # two layers, of which the second sees near words only
    "qwen2": dict(use_sliding_window=True, sliding_window=3), "bert": SIZES["bert"] | dict(local_attention=4, cls_token_id=0, sep_token_id=2, bos_token_id=0)}


@pytest.mark.parametrize("family", WINDOWS)
def test_a_layer_that_sees_near_words_only_masks_the_others(family, pretrained):
    modern = (transformers.ModernBertForMaskedLM, transformers.ModernBertConfig()) if family == "bert" else None
    model = made(family, pretrained(family), modern, layer_types=["full_attention", "sliding_attention"], **WINDOWS[family])
    [stack], trace = model.attention_sizes, model.trace(Request("another", SENTENCE, TARGET))
    maps = trace.attention[stack]
    for layer in range(2):
        for row in range(len(maps.query_tokens)):
            found = derive(trace, model.parameters(stack, layer), stack, layer, 1, row, 4)
            close(found.grids["weights"].values[0], maps.weights[layer, 1, row])
            np.testing.assert_array_equal(np.isnan(found.grids["masked"].values[0]), maps.weights[layer, 1, row] == 0)
        assert ("near it only" in found.steps[5].says) == (layer == 1)


def test_of_many_heads_those_before_and_after_stand_together(pretrained):
    model = made("bert", pretrained("bert"), num_attention_heads=8)
    trace = model.trace(Request("another", SENTENCE))
    of = lambda head: derive(trace, model.parameters("encoder"), "encoder", 0, head, 2, 8)
    for head, symbols in ((0, ["o_1", "o_2–8"]), (1, ["o_1", "o_2", "o_3–8"]), (4, ["o_1–4", "o_5", "o_6–8"]), (7, ["o_1–7", "o_8"])):
        found = of(head)
        assert [found.grids[name].symbol for name in found.grids["joined"].of] == symbols
        close(found.grids["joined"].values[0], trace.attention["encoder"].head_output[0, :, 2].ravel())


def test_of_a_long_text_what_is_too_much_is_not_sent(pretrained, monkeypatch):
    monkeypatch.setattr(inside, "LARGEST_SENT", 60)
    model = pretrained("bert")
    found = derive(model.trace(Request("bert", SENTENCE)), model.parameters("encoder"), "encoder", 0, 1, 2, 4)
    assert {name for name, grid in found.grids.items() if not grid.sent} == {"keys", "values", "weighted", "to_output"}
    assert "to_output" not in found.steps[-1].shows and len(pack(found)) < 20_000


def test_a_changed_pretrained_model_is_refused_but_a_swapped_word_is_not(pretrained):
    model = pretrained("bert")
    with pytest.raises(UserError, match="Take back"):
        derive(model.trace(Request("bert", SENTENCE, what_if=WhatIf(temperature=2))), model.parameters("encoder"), "encoder", 0, 0, 0, 4)
    found = derive(model.trace(Request("bert", SENTENCE, what_if=WhatIf(swap=((3, "cat"),)))), model.parameters("encoder"), "encoder", 0, 0, 4, 4)
    assert found.grids["query"].rows == ("cat",)


# --- contributions ---------------------------------------------------------------------------------


def test_all_contributions_are_what_the_attention_gives(run):
    model, trace, seen = run
    for stack, layer in layers_of(model):
        maps, p = trace.attention[stack], model.parameters(stack, layer)
        found = contributions(trace, p, stack, layer, maps.n_heads)
        assert found.error <= 1e-5
        size = maps.value.shape[-1]
        parts = np.stack([maps.weights[layer, head][..., None] * (maps.value[layer, head] @ p["to_output"][head * size : (head + 1) * size])
                          for head in range(maps.n_heads)])  # [head, query, key, d_model]
        close(found.norms, np.linalg.norm(parts, axis=-1))
        close(found.together, np.linalg.norm(parts.sum(0), axis=-1))
        close(parts.sum((0, 2)) + p["to_output_bias"], seen[stack, layer])


@pytest.mark.parametrize("what_if", [WhatIf(silenced=(("encoder", 1, 2),)), WhatIf(temperature=3), WhatIf(forced=(("encoder", 1, 2, 3, 0, 0.9),))],
                         ids=lambda what_if: what_if.applied[0])
def test_contributions_add_up_in_a_changed_pretrained_model_too(what_if, pretrained):
    model = pretrained("bert")
    found = contributions(model.trace(Request("bert", SENTENCE, what_if=what_if)), model.parameters("encoder", 1), "encoder", 1, 4)
    assert found.error <= 1e-5 and found.norms[2].any() == (not what_if.silenced)


def test_values_may_be_shorter_than_queries(pretrained):
    model = pretrained("bert")
    trace, p, random = model.trace(Request("bert", SENTENCE)), model.parameters("encoder"), np.random.default_rng(0)
    maps = trace.attention["encoder"]
    value = random.normal(size=(*maps.value.shape[:-1], 5)).astype(np.float32)
    trace = replace(trace, attention={**trace.attention, "encoder": replace(maps, value=value, head_output=maps.weights @ value)})
    p["to_output"] = random.normal(size=(4 * 5, 32))
    found = derive(trace, p, "encoder", 0, 1, 2, 4)
    close(found.grids["projected"].values[0], trace.attention["encoder"].head_output[0, :, 2].ravel() @ p["to_output"])
    assert contributions(trace, p, "encoder", 0, 4).error <= 1e-5


def test_weights_of_16_bits_come_as_32(saved, pretrained):
    for family in ("gpt2", "t5"):
        network = type(pretrained(family).network).from_pretrained(saved(family), attn_implementation=attention.NAME, dtype=torch.bfloat16)
        model = around(network, pretrained(family))
        assert {values.dtype for values in model.parameters("decoder", 1).values()} == {np.dtype(np.float32)}


# --- the page --------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["steps", "contribution", "guess"])
@pytest.mark.parametrize("family", ["bert", "gpt2", "t5"])
def test_the_page_draws_a_head_of_a_pretrained_model(family, look, saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved(family)))
    test = visit("inside", {"sentence": "The big red dog sees the cat.", "model": family, "inside-look": look, "reveal": "on"} | (
        {"attention": "cross"} if family in BOTH else {}))
    said = " ".join(element.value for element in test.markdown)
    assert not alerts(test) and len(pictures(test)) == 1
    if look == "steps":
        shown = picture(test)
        assert [stage["name"] for stage in shown["stages"]] == STEPS and "layer" in shown["title"]
        assert f"are those that {family} made" in said and "Nothing is simplified" not in said
    if look == "contribution":
        assert "f(x) = v W_O" in said and ("The marks" in said) == (family != "gpt2" or "." in said)
        assert {"bert": r"\[CLS\], \[SEP\]", "t5": r"\</s\>"}.get(family, "") in said.replace("., ", "").replace(", .", "")
    if look == "guess":
        assert "of 5 right" in said


def test_a_model_in_16_bits_says_how_far_it_rounds(saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved("bert")))
    address = {"sentence": SENTENCE, "model": "bert"}
    said = lambda: " ".join(element.value for element in visit("inside", address).markdown)
    assert "16 bits" not in said()
    monkeypatch.setitem(load("bert").card, "bits", 16)
    assert "It runs in 16 bits here" in said()
