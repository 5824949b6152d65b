"""A run, and one picture of each kind."""

import pytest

from models import Request
from tests.viz.draw.files.reading import SENTENCE
from viz.analysis.aligners import aligners
from viz.analysis.views import HeadChoice
from viz.draw.files import figures


@pytest.fixture(scope="module")
def trace(model):
    return model.trace(Request("transformer", SENTENCE))


@pytest.fixture(scope="module")
def pictures(trace, model):
    """One of each kind."""
    choice = HeadChoice("cross", 3, 1)
    aligner = next(iter(aligners(model.attention_sizes["cross"], model.card).values()))
    return {
        "head": figures.head_picture(trace, choice, False),
        "merged": figures.head_picture(trace, choice, True),
        "overview": figures.overview_picture(trace, "decoder", False),
        "lines": figures.lines_picture(trace, choice, False),
        "alignment": figures.alignment_picture(trace, aligner),
        "mask": figures.mask_picture(trace, 1, 1),
    }
