"""Tiny pretrained models."""

import pytest

from tests.models.huggingface.tiny import FAMILIES


@pytest.fixture(params=FAMILIES)
def any_model(request, pretrained):
    return pretrained(request.param)
