"""Load the two language models, and ask both."""

import functools

import torch

from ..answers.causal_lm import CausalModel
from ..files import SHIPPED
from ..networks.attention import attend_by_state
from ..networks.gpt import GPT, GPTConfig
from ..request import Request
from ..store import checkpoint
from ..store.weights import read_weights
from . import LINEAR_FOLDER, SCORES, Comparison, card


@functools.cache
def load_model(name: str) -> CausalModel:
    """Load "softmax" or "linear", with the embedding and the tokenizer of our GPT."""
    cpu = torch.device("cpu")
    gpt, tokenizer, _ = checkpoint.load_checkpoint(SHIPPED / "gpt", cpu)
    network = GPT(GPTConfig(len(tokenizer), **card()["sizes"], score=SCORES[name]))
    weights = read_weights((LINEAR_FOLDER / f"{name}.safetensors").read_bytes())
    weights["embedding.weight"] = gpt.state_dict()["embedding.weight"]
    network.load_state_dict({key: weight.float() for key, weight in weights.items()})
    return CausalModel(name, network.eval(), tokenizer, card(), cpu)


@torch.inference_mode()
def compare_attentions(sentence: str) -> Comparison:
    """Let both read a sentence. Raises UserError for a blank or a too long one."""
    read = {}
    for name in SCORES:
        read[name] = load_model(name).trace(Request(name, sentence, "")).attention["decoder"]
    softmax, linear = read["softmax"], read["linear"]
    assert softmax is not None and linear is not None  # a GPT has this stack
    heads = (torch.tensor(x) for x in (linear.query, linear.key, linear.value))
    return Comparison(sentence, softmax, linear, attend_by_state(*heads)[1].numpy())
