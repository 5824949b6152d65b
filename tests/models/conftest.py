"""Networks, with and without gradients."""

from dataclasses import replace

import pytest
import torch


@pytest.fixture(scope="session")
def learned_network(network):
    """The small transformer with a learned table of positions."""
    torch.manual_seed(0)
    return type(network)(replace(network.config, positions="learned")).eval()


@pytest.fixture(params=["network", "learned_network", "model"])
def any_network(request):
    """A small transformer with random weights, one that learns positions, and the shipped one."""
    fixture = request.getfixturevalue(request.param)
    return fixture.network if request.param == "model" else fixture


@pytest.fixture
def without_gradients():
    with torch.no_grad():
        yield
