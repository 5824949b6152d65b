"""Models with what-ifs, trained and untrained."""

import pytest
import torch

import models
from models.answers.translation import TranslationModel
from models.networks.bilstm import BiLSTM, BiLSTMConfig


@pytest.fixture(
    scope="module",
    params=[*models.shipped_for("translation"), "untrained dot", "untrained seq2seq"],
)
def any_model(request, model):
    """Every shipped model and two recurrent ones with random weights."""
    if not request.param.startswith("untrained"):
        return models.load(request.param, device="cpu")
    torch.manual_seed(3)
    score = "dot" if request.param.endswith("dot") else None
    network = BiLSTM(BiLSTMConfig(len(model.tokenizer), d_model=32, score=score)).eval()
    return TranslationModel(request.param, network, model.tokenizer, {}, torch.device("cpu"))
