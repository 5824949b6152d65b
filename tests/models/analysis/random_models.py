"""Small networks whose weights are by chance."""

import torch

from models.bilstm import BiLSTM, BiLSTMConfig
from models.transformer import Transformer, TransformerConfig
from models.translation import TranslationModel
from tests.models.analysis import handmade

WORDS = handmade.tokenizer()


def random_model(kind: str) -> TranslationModel:
    """A small network whose weights are by chance, large enough that heads matter."""
    torch.manual_seed(3)
    if kind == "transformer":
        config = TransformerConfig(len(WORDS), d_model=16, d_ff=32, n_heads=2, n_layers=2)
        network = Transformer(config)
    else:
        network = BiLSTM(BiLSTMConfig(len(WORDS), d_model=16, score=kind))
    return TranslationModel("small", network.eval(), WORDS, {}, torch.device("cpu"))
