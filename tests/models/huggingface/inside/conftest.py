"""One run of each family."""

import pytest

from models import Request
from tests.marks import slow_except
from tests.models.huggingface.families import FAMILIES, QUICK
from tests.models.huggingface.inside.networks import SENTENCE, TARGET, watched


@pytest.fixture(scope="module", params=slow_except(QUICK, FAMILIES))
def run(request, pretrained):
    model = pretrained(request.param)
    return (model, *watched(model, Request(model.name, SENTENCE, TARGET)))
