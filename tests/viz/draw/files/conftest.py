"""A run, and one picture of each kind."""

import pytest

from models import Request
from tests.viz.draw.files.reading import SENTENCE
from viz.analysis.aligners import aligners
from viz.analysis.views import HeadChoice
from viz.draw.head_pictures import (
    alignment_picture,
    head_picture,
    lines_picture,
    mask_picture,
    overview_picture,
    words_picture,
)


@pytest.fixture(scope="module")
def trace(model):
    return model.trace(Request("transformer", SENTENCE))


@pytest.fixture(scope="module")
def pictures(trace, model):
    """One of each kind."""
    choice = HeadChoice("cross", 3, 1)
    aligner = next(iter(aligners(model.attention_sizes["cross"], model.card).values()))
    return {
        "head": head_picture(trace, choice, False),
        "merged": head_picture(trace, choice, True),
        "overview": overview_picture(trace, "decoder", False),
        "lines": lines_picture(trace, choice, False),
        "words": words_picture(trace, choice, True),
        "alignment": alignment_picture(trace, aligner),
        "mask": mask_picture(trace, 1, 1),
    }
