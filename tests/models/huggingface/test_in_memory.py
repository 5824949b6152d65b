"""A model of transformers in memory is traced and left as it was."""

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, trace_pretrained

pytest.importorskip("transformers")

import transformers as hf

from models.huggingface.recorded_attention import arrange
from tests.marks import slow_after
from tests.models.huggingface.families import FAMILIES
from tests.models.huggingface.tiny import SIZES, randomize, tokenizer
from viz import attention

TEXT = "the big red dog"


@pytest.mark.parametrize("family", slow_after(1, ["bert", "gpt2", "llama", "t5"]))
def test_the_trace_is_that_of_the_same_model_in_a_folder(family, pretrained, saved):
    kind, words = FAMILIES[family].network, FAMILIES[family].words
    network = kind.from_pretrained(saved(family)).train()
    frozen = network.get_input_embeddings().eval()
    training = {name: module.training for name, module in network.named_modules()}
    assert {*training.values()} == {True, False}
    before = network.config._attn_implementation
    expected = pretrained(family).trace(Request(family, TEXT))
    trace = trace_pretrained(network, tokenizer(words), TEXT)
    assert trace.predicted == expected.predicted
    for stack in ("encoder", "decoder", "cross"):
        if expected.attention[stack] is not None:
            np.testing.assert_allclose(
                trace.attention[stack].weights, expected.attention[stack].weights, atol=1e-6
            )
    assert network.config._attn_implementation == before
    assert {name: one.training for name, one in network.named_modules()} == training
    assert not frozen.training
    hooks = [hook for part in network.modules() for hook in part._forward_hooks.values()]
    assert arrange not in hooks


@pytest.mark.parametrize("family", slow_after(1, ["bert", "gpt2", "t5"]))
def test_a_list_of_texts_gives_the_same_traces_in_fewer_passes(family, pretrained, saved):
    kind, words = FAMILIES[family].network, FAMILIES[family].words
    network, target = kind.from_pretrained(saved(family)), " dog"
    passes = []
    network.register_forward_hook(lambda *_: passes.append(1))
    texts = [TEXT, "the red big dog", "dog", "the big big dog"]
    traces = trace_pretrained(network, tokenizer(words), texts, target)
    together = len(passes)
    alone = [trace_pretrained(network, tokenizer(words), text, target) for text in texts]
    assert together < len(passes) - together
    for trace, other in zip(traces, alone, strict=True):
        assert trace.request == other.request
        assert (trace.source, trace.predicted) == (other.source, other.predicted)
        chances = [[choice.probability for choice in each.choices] for each in (trace, other)]
        np.testing.assert_allclose(*chances, atol=1e-6)
        for stack, maps in other.attention.items():
            if maps is not None:
                for name in ("weights", "scores", "value", "head_output"):  # scores reach 14
                    values = getattr(trace.attention[stack], name), getattr(maps, name)
                    np.testing.assert_allclose(*values, atol=1e-6 if name == "weights" else 1e-5)
                np.testing.assert_array_equal(trace.attention[stack].allowed, maps.allowed)
        for stack, states in other.hidden.items():
            np.testing.assert_allclose(trace.hidden[stack], states, atol=1e-5)
    assert trace_pretrained(network, tokenizer(words), []) == []


def test_a_classifier_is_traced_and_its_own_output_gives_the_same_picture():
    torch.manual_seed(0)
    network = hf.BertForSequenceClassification(hf.BertConfig(**SIZES["bert"]))
    randomize(network)
    words = tokenizer("pieces")
    trace = trace_pretrained(network, words, TEXT)
    network.eval().set_attn_implementation("eager")
    inputs = words(TEXT, return_tensors="pt")
    with torch.no_grad():
        output = network(**inputs, output_attentions=True)
    heads = attention(output, words.convert_ids_to_tokens(inputs["input_ids"][0])).heads()
    assert heads.rows == trace.source
    np.testing.assert_allclose(heads.weights, trace.attention["encoder"].weights, atol=1e-6)


def test_what_ifs_are_those_of_a_request():
    network = hf.GPT2LMHeadModel(hf.GPT2Config(**FAMILIES["gpt2"].settings))
    what_if = WhatIf(mask="none")
    trace = trace_pretrained(network, tokenizer("bytes"), TEXT, target=" dog", what_if=what_if)
    assert trace.request.what_if == what_if
    assert trace.attention["decoder"].allowed.all()


def test_what_cannot_be_traced_is_a_sentence_and_stays_as_it_was():
    words, network = tokenizer("pieces"), hf.BertModel(hf.BertConfig(**SIZES["bert"]))
    with pytest.raises(UserError, match="The model is a str, and no PreTrainedModel"):
        trace_pretrained("bert", words, TEXT)
    with pytest.raises(UserError, match="The tokenizer is a BertModel, and none of transformers"):
        trace_pretrained(network, network, TEXT)
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    with pytest.raises(UserError, match="kind “vit” cannot be shown"):
        trace_pretrained(hf.ViTModel(hf.ViTConfig(**sizes)), words, TEXT)
    with pytest.raises(UserError, match="."):
        trace_pretrained(network, words, " ")
    assert network.config._attn_implementation != "heads_up"
