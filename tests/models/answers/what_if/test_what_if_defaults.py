"""A what-if at its defaults changes nothing; each field alone changes something."""

import pytest
import torch

from models import WhatIf
from models.networks.changes import NetworkChanges
from models.networks.recorder import Recording
from models.trace import STACKS
from tests.models.answers.what_if.helpers import run, same
from tests.models.what_if_contract import *  # noqa: F403

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]


def test_a_network_told_of_no_changes_gives_the_same_bits(any_model):
    source = torch.tensor([[5, 900, 44, 7, 2]])
    target = torch.tensor([[1, 33, 1200, 9]])
    plain = Recording()
    unchanged = Recording()
    assert torch.equal(
        any_model.network(source, target, plain),
        any_model.network(source, target, unchanged, NetworkChanges(WhatIf(), ((),))),
    )
    for stack in STACKS:
        for layer, other in zip(plain.attention[stack], unchanged.attention[stack], strict=True):
            assert all(
                one is two is None or torch.equal(one, two)
                for one, two in zip(layer, other, strict=True)
            )


def test_what_reaches_beyond_the_sentence_changes_nothing(model):
    for what_if in (WhatIf(window=10**30), WhatIf(window=len(run(model).predicted))):
        same(run(model), run(model, what_if))
    # Their products have other shapes, so such a run is not padded.
    same(run(model), run(model, WhatIf(padding_mask=False)), atol=2e-5, rtol=1e-6)
