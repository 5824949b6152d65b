"""Small networks with random weights."""

from typing import Any

import torch

from models.answers.causal_lm import CausalModel
from models.answers.masked_lm import MaskedModel
from models.answers.translation import TranslationModel
from models.networks.bert import BERT, BERTConfig
from models.networks.bilstm import BiLSTM, BiLSTMConfig
from models.networks.gpt import GPT, GPTConfig
from models.networks.transformer import Transformer, TransformerConfig
from models.store.tokenizer import MARKS, Tokenizer
from tests.models.corpus import handmade

WORDS = handmade.tokenizer()
MASKABLE = Tokenizer.train([*handmade.ENGLISH, *handmade.FRENCH] * 5, 500, MARKS)
SIZES: dict[str, Any] = {"d_model": 16, "d_ff": 32, "n_heads": 2, "n_layers": 2}


def random_model(kind: str) -> Any:
    """Make a small network with random weights, large enough that heads matter."""
    torch.manual_seed(3)
    cpu = torch.device("cpu")
    if kind == "gpt":
        return CausalModel("small", larger(GPT(GPTConfig(len(WORDS), **SIZES))), WORDS, {}, cpu)
    if kind == "bert":
        network = BERT(BERTConfig(len(MASKABLE), **SIZES))
        return MaskedModel("small", larger(network), MASKABLE, {}, cpu)
    if kind == "transformer":
        config = TransformerConfig(len(WORDS), **SIZES)
        network = Transformer(config)
    else:
        network = BiLSTM(BiLSTMConfig(len(WORDS), d_model=16, score=kind))
    return TranslationModel("small", network.eval(), WORDS, {}, cpu)


def larger(network: Any) -> Any:
    """Enlarge the weights, as training does, so that a head changes the prediction."""
    with torch.no_grad():
        for weights in network.parameters():
            if weights.dim() > 1:
                weights.mul_(10)
    return network.eval()
