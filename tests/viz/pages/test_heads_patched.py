"""What the front page says of a run that takes parts of another sentence's."""

import pytest

from tests.pages import visit

HE = {"sentence": "He is tired."}


@pytest.mark.parametrize(
    ("patch", "text"),
    [
        (
            "decoder-state-4:She is tired.",
            "The first word that the model would write otherwise: “Elle” (",
        ),
        ("decoder-feed_forward-1:She is tired.", "each of its words stays the likeliest"),
        ("cross-weights-1-1:He is tired.", "each of its words stays the likeliest"),
    ],
)
def test_that_the_french_is_kept_and_what_would_be_written(patch, text):
    test = visit("heads", HE | {"patch": patch})
    [html] = [one.proto.body for one in test.get("html") if 'role="status"' in one.proto.body]
    assert "The French is kept" in html
    assert text in html
    assert "The model writes the same." not in html


def test_a_state_of_the_encoder_lets_the_model_write_anew():
    test = visit("heads", HE | {"patch": "2-1-1:She is tired."})
    [html] = [one.proto.body for one in test.get("html") if 'role="status"' in one.proto.body]
    assert "is kept" not in html
