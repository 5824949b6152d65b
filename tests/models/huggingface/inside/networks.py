"""Tiny networks of every family with hooks on their parts."""

import numpy as np
import torch

from models.huggingface import recorded_attention
from models.huggingface.model import PretrainedModel

SENTENCE, TARGET = "the big red dog is sleeping on the bed.", " le gros chien"

STEPS = [
    "Query",
    "Keys",
    "Values",
    "Dot products",
    "Scale",
    "Mask",
    "Exponentials",
    "Weights",
    "Weighted values",
    "Head output",
    "All heads",
    "Output projection",
]

DECODER = {"decoder": "model.layers.{}.self_attn.o_proj"}

SEQ2SEQ = {
    "encoder": "model.encoder.layers.{}.self_attn.out_proj",
    "decoder": "model.decoder.layers.{}.self_attn.out_proj",
    "cross": "model.decoder.layers.{}.encoder_attn.out_proj",
}

OUTPUTS = {  # the names of the output projections in each family
    "bert": {"encoder": "bert.encoder.layer.{}.attention.output.dense"},
    "bert-bare": {"encoder": "encoder.layer.{}.attention.output.dense"},
    "roberta": {"encoder": "roberta.encoder.layer.{}.attention.output.dense"},
    "distilbert": {"encoder": "distilbert.transformer.layer.{}.attention.out_lin"},
    "gpt2": {"decoder": "transformer.h.{}.attn.c_proj"},
    "llama": DECODER,
    "qwen2": DECODER,
    "mistral": DECODER,
    "marian": SEQ2SEQ,
    "bart": SEQ2SEQ,
    "t5": {
        "encoder": "encoder.block.{}.layer.0.SelfAttention.o",
        "decoder": "decoder.block.{}.layer.0.SelfAttention.o",
        "cross": "decoder.block.{}.layer.1.EncDecAttention.o",
    },
}


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, atol=1e-5)


def layers_of(model):
    return [
        (stack, layer)
        for stack, (layers, _) in model.attention_sizes.items()
        for layer in range(layers)
    ]


def watched(model, request):
    """Return a trace, and each output projection's output in the last pass, by its name."""
    seen, hooks = {}, []
    for stack, layer in layers_of(model):
        module = model.network.get_submodule(OUTPUTS[model.name][stack].format(layer))
        hooks.append(
            module.register_forward_hook(
                lambda module, into, out, place=(stack, layer): seen.update({place: out[0].numpy()})
            )
        )
    try:
        return model.trace(request), seen
    finally:
        for hook in hooks:
            hook.remove()


def around(network, words) -> PretrainedModel:
    """Wrap a network and a tokenizer as a model."""
    network.set_attn_implementation(recorded_attention.NAME)
    return type(words)(
        "another",
        network.eval().requires_grad_(False),
        words.tokenizer.tokenizer,
        {},
        torch.device("cpu"),
    )
