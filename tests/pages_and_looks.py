"""Every page, and looks of the pages that show a model's insides, as cases of a test."""

import pytest

from viz.pages.inside.settings import LOOKS as INSIDE_LOOKS
from viz.pages.order.settings import LOOKS as ORDER_LOOKS
from viz.pages.registry import PAGES
from viz.pages.vectors.settings import LOOKS as VECTOR_LOOKS
from viz.pages.words.settings import LOOKS as WORD_LOOKS

# Not the steps of lessons, and not the gallery, whose pictures have models of their own.
PAGES_OF_A_MODEL = [
    path for path, page in PAGES.items() if page.open_step is None and path != "gallery"
]
LOOKS = [
    *(("inside", {"inside-look": look}) for look in INSIDE_LOOKS),
    *(("order", {"look": look}) for look in ORDER_LOOKS),
    *(("words", {"words-look": look}) for look in WORD_LOOKS),
    *(("vectors", {"vectors-look": look, "vectors": "model"}) for look in VECTOR_LOOKS),
]
PAGES_AND_LOOKS = [
    *(pytest.param(page, {}, id=page) for page in PAGES_OF_A_MODEL),
    *(
        pytest.param(page, look, id="-".join((page, *look.values())), marks=pytest.mark.slow)
        for page, look in LOOKS
    ),
]
