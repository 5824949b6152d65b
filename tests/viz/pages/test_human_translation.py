"""The human translation under the model's on the front page."""

import pytest

from tests.contents import content_at
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import _compare_with_reference

KNOWN = "The big red dog is sleeping on the bed."


@pytest.mark.parametrize(
    "address",
    [
        {"sentence": "The zebra reads my newspaper upside down."},
        {"sentence": KNOWN, "temperature": "4"},  # compared with the model as trained instead
        {"sentence": KNOWN, "model": "gpt"},
    ],
)
def test_none_is_shown_where_none_can_be_compared(address):
    assert _compare_with_reference(content_at(COMPUTATION, address)) == []


def test_it_has_the_words_of_both_translations():
    content = content_at(COMPUTATION, {"sentence": "Attention is all you need."})
    words = _compare_with_reference(content)
    written = " ".join(word for word, kind in words if kind != "missing")
    assert written == content.trace.translation
    human = " ".join(word for word, kind in words if kind != "extra")
    assert human == "L'attention est tout ce dont vous avez besoin."
