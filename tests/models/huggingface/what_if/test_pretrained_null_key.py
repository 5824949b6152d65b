"""A null key in pretrained models, whose attention is computed as in ours."""

import numpy as np
import pytest

from models import Request, WhatIf

pytestmark = pytest.mark.slow


def test_weights_are_those_of_a_softmax_with_1_more_in_its_sum(any_model):
    """Miller 2023, "Attention Is Off By One": exp(x) / (1 + Σ exp(x))."""
    model = any_model
    assert "null_key" not in model.capabilities.unsupported
    mask = "" if model.capabilities.writes else f" {model.mask_token}"
    request = Request(model.name, f"the cat sleeps{mask}", what_if=WhatIf(null_key=True))
    trace = model.trace(request)
    for maps in filter(None, trace.attention.values()):
        for place in np.ndindex(maps.weights.shape[:3]):
            powers = np.exp(maps.scores[place].astype(float)) * maps.allowed[place[-1]]
            np.testing.assert_allclose(maps.weights[place], powers / (1 + powers.sum()), atol=1e-5)
        np.testing.assert_allclose(maps.head_output, maps.weights @ maps.value, atol=1e-4)
        assert maps.null_weights.max() > 0.01
