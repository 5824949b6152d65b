"""Tiny pretrained models, without gradients."""

import pytest
import torch

from tests.models.huggingface.tiny import FAMILIES


@pytest.fixture(params=FAMILIES)
def any_model(request, pretrained):
    return pretrained(request.param)


@pytest.fixture(autouse=True)
def without_gradients():
    with torch.no_grad():
        yield
