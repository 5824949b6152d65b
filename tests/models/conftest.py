"""Networks, with and without gradients."""

import pytest
import torch


@pytest.fixture(params=["random", "shipped"])
def any_network(request):
    return (
        request.getfixturevalue("network")
        if request.param == "random"
        else request.getfixturevalue("model").network
    )


@pytest.fixture
def without_gradients():
    with torch.no_grad():
        yield
