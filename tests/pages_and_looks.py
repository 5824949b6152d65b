"""Pages, and looks of the pages on the inside of a model, as test cases."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import alerts, visit
from viz.pages.inside.settings import LOOKS as INSIDE_LOOKS
from viz.pages.order.settings import LOOKS as ORDER_LOOKS
from viz.pages.registry import PAGES
from viz.pages.vectors.settings import LOOKS as VECTOR_LOOKS
from viz.pages.words.settings import LOOKS as WORD_LOOKS

# Without steps of lessons, and without the gallery, whose pictures choose their models.
PAGES_OF_A_MODEL = [
    path for path, page in PAGES.items() if page.open_step is None and path != "gallery"
]
LOOKS = [
    *(("inside", {"inside-look": look}) for look in INSIDE_LOOKS),
    *(("order", {"look": look}) for look in ORDER_LOOKS),
    *(("words", {"words-look": look}) for look in WORD_LOOKS),
    *(("vectors", {"vectors-look": look, "vectors": "model"}) for look in VECTOR_LOOKS),
]
ARCHITECTURES = "encoder", "decoder", "lstm"  # whose tests share the looks


def check_page(page: str, model: str, settings: dict[str, str], sentence: str) -> AppTest:
    """Draw a page with a model; assert that it shows something or says why it does not."""
    test = visit(page, {"model": model, "sentence": sentence} | settings)
    assert test.query_params["model"] == model  # it was not replaced by another model
    few_words = page == "vectors"  # a small vocabulary lacks words that a look needs
    assert not alerts(test) or few_words, alerts(test)
    components = test.get("bidi_component") or test.get("plotly_chart") or test.table
    assert components or test.info or alerts(test)
    return test


def pages_and_looks(architecture: str) -> Iterator:
    """The pages and looks whose turn it is; the others once a week."""
    for place, (page, look) in enumerate([*((page, {}) for page in PAGES_OF_A_MODEL), *LOOKS]):
        has_turn = ARCHITECTURES[place % len(ARCHITECTURES)] == architecture
        marks = pytest.mark.slow if has_turn else pytest.mark.weekly
        yield pytest.param(page, look, id="-".join((page, *look.values())), marks=marks)
