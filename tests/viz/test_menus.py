"""Menus and expanders: their content is drawn when they are open.

What was chosen there acts, and is kept, when they are closed.
"""

from collections import Counter

import pytest
from streamlit.testing.v1 import AppTest

from models.catalog import TranslationModel
from tests.pages import alerts, opened, pictures, visit
from tests.viz.test_app import app

EXPANDERS = {  # the key of each: its page and look, and a kind of element that is in it alone
    "ranking": ("heads", {}, "plotly_chart"),
    "numbers": ("heads", {}, "dataframe"),
    "told apart": ("words", {"words-look": "meanings"}, "table"),
    "how often": ("vectors", {"vectors-look": "analogies"}, "table"),
    "words of the test": ("vectors", {"vectors-look": "bias", "bias": "weat"}, "markdown"),
}
WHAT_IFS = {
    "french-is": "kept",
    "positions": "off",
    "scale": "1",
    "temperature": "2",
    "mask": "none",
    "window": "2",
    "padding": "2",
    "padding-mask": "off",
    "block": "3",
    "swap": "2:small",
    "swap-word": "4",
}
LABELS = {
    "Positions",
    "Scores are scaled by",
    "Temperature of the softmax",
    "Mask of the decoder",
    "The decoder sees",
    "Padding after the sentence",
    "Padding mask",
    "Swap the word",
}


def contents(test: AppTest) -> list[tuple[str, list[str]]]:
    """The kinds of element in every popover and expander of a page, beside its label."""
    popovers = [(block.proto.popover.label, block) for block in test.get("popover")]
    expanders = [(block.label, block) for block in test.get("expander")]
    return [(label, [one.type for one in block][1:]) for label, block in popovers + expanders]


def labels(test: AppTest) -> set[str]:
    return {box.label for box in test.selectbox}


@pytest.mark.parametrize(
    "page, look",
    [*((page, look) for page, look, _ in EXPANDERS.values()), ("mask", {}), ("inside", {})],
)
def test_what_is_closed_is_empty(page, look):
    closed = contents(visit(page, look))
    assert len(closed) > 1
    assert all({*kinds} <= {"space"} for _, kinds in closed), (
        closed
    )  # room for the menu of an export


@pytest.mark.parametrize("key", EXPANDERS)
def test_an_expander_is_drawn_when_it_is_opened(key):
    page, look, kind = EXPANDERS[key]
    test = visit(page, look)
    before = len(test.get(kind))
    assert len(opened(test, key).get(kind)) > before


def test_what_was_chosen_in_a_menu_acts_and_is_kept_while_it_is_closed():
    test = app(sentence="The big red dog", **WHAT_IFS)
    assert not test.exception and not alerts(test) and not labels(test) & LABELS
    for _ in range(2):
        said = next(
            text.value
            for text in test.text
            if text.value.startswith("This is not the model as trained.")
        )
        for change in (
            "no positions",
            "scaled by 1",
            "temperature 2",
            "causal mask is off",
            "last 2 words",
            "2 tokens of padding",
            "padding mask is off",
            "“red”",
            "“small”",
        ):
            assert change in said
        assert {name: test.query_params.get(name) for name in WHAT_IFS} == WHAT_IFS
        test.run()


def test_a_menu_that_is_opened_holds_what_was_chosen_and_closed_again_it_still_acts():
    test = opened(app(sentence="The big red dog", temperature="2"), "what if")
    assert labels(test) >= LABELS
    test.selectbox(key="setting positions").set_value("off").run()
    assert test.selectbox(key="setting temperature").value == "2"
    drawn = pictures(test)[0].bytes
    opened(test, "what if", False)
    assert not labels(test) & LABELS and pictures(test)[0].bytes == drawn
    assert (test.query_params["positions"], test.query_params["temperature"]) == ("off", "2")


def test_the_vocabulary_is_searched_for_neighbours_when_a_word_was_chosen(monkeypatch):
    asked = Counter()
    search = TranslationModel.similar_words
    monkeypatch.setattr(
        TranslationModel,
        "similar_words",
        lambda self, word: asked.update([word]) or search(self, word),
    )
    test = opened(app(sentence="The big red dog"), "what if")
    assert not asked
    test.selectbox(key="setting swap-word").set_value("4").run()
    assert not test.exception and asked == {"dog": 1}
    test.button_group(key="neighbour").set_value("horse").run()
    assert not test.exception and test.query_params["swap"] == "4:horse"


def test_what_a_closed_menu_cannot_offer_is_refused_where_it_is_seen():
    test = app(positions="sideways")
    assert len(alerts(test)) == 1 and "positions" in alerts(test)[0]
    assert not any(kinds for label, kinds in contents(test) if label == "What if …?")
