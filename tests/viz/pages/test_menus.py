"""Menus and expanders: their content is drawn while they are open.

Choices made there act, and are kept, after they are closed.
"""

from collections import Counter

import pytest
from streamlit.testing.v1 import AppTest

from models.answers.translation import TranslationModel
from tests.marks import slow_after
from tests.pages import alerts, app, opened, pictures, visit

EXPANDERS = {  # the key of each: its page and look, and a kind of element that only it has
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
    "null-key": "on",
    "mask": "none",
    "window": "2",
    "padding": "2",
    "padding-mask": "off",
    "block": "3",
    "swap": "2:small",
    "swap-word": "4",
}
PANEL = "Change the model and see what happens"


def contents(test: AppTest) -> list[tuple[str, list[str]]]:
    """Return the label of every popover and expander of a page, with its kinds of elements."""
    popovers = [(block.proto.popover.label, block) for block in test.get("popover")]
    expanders = [(block.label, block) for block in test.get("expander")]
    return [(label, [one.type for one in block][1:]) for label, block in popovers + expanders]


def is_panel_drawn(test: AppTest) -> bool:
    return any(PANEL in text.value for text in test.markdown)


@pytest.mark.parametrize(
    "page, look",
    slow_after(
        2, [*((page, look) for page, look, _ in EXPANDERS.values()), ("mask", {}), ("inside", {})]
    ),
)
def test_what_is_closed_is_empty(page, look):
    closed = contents(visit(page, look))
    assert len(closed) > 1
    # Room for the menu of an export.
    assert all({*kinds} <= {"space"} for _, kinds in closed), closed


@pytest.mark.parametrize("key", slow_after(2, EXPANDERS))
def test_an_expander_is_drawn_when_it_is_opened(key):
    page, look, kind = EXPANDERS[key]
    test = visit(page, look)
    before = len(test.get(kind))
    assert len(opened(test, key).get(kind)) > before


def test_what_was_chosen_in_a_menu_acts_and_is_kept_while_it_is_closed():
    test = app(sentence="The big red dog", **WHAT_IFS)
    assert not test.exception
    assert not alerts(test)
    assert not is_panel_drawn(test)
    for _ in range(2):
        sentence = next(
            text.value
            for text in test.text
            if text.value.startswith("This is not the model as trained.")
        )
        for change in (
            "no word order",
            "scaled by 1",
            "temperature is 2",
            "causal mask is off",
            "last 2 words",
            "2 tokens of padding",
            "padding mask is off",
            "“red”",
            "“small”",
        ):
            assert change in sentence
        assert {name: test.query_params.get(name) for name in WHAT_IFS} == WHAT_IFS
        test.run()


def test_a_panel_that_is_opened_holds_what_was_chosen_and_closed_again_it_still_acts():
    test = app(sentence="The big red dog", temperature="2")
    test.button(key="button panel").click().run()
    assert is_panel_drawn(test)
    assert test.query_params["panel"] == "open"
    assert test.select_slider(key="setting temperature").value == "2"
    opened(test, "more what-ifs").selectbox(key="setting scale").set_value("1").run()
    content = pictures(test)[0].bytes
    test.button(key="button panel").click().run()
    assert not is_panel_drawn(test)
    assert pictures(test)[0].bytes == content
    assert (test.query_params["scale"], test.query_params["temperature"]) == ("1", "2")
    assert "panel" not in test.query_params


def test_the_vocabulary_is_searched_for_neighbours_when_a_word_was_chosen(monkeypatch):
    counts = Counter()
    search = TranslationModel.similar_words
    monkeypatch.setattr(
        TranslationModel,
        "similar_words",
        lambda self, word: counts.update([word]) or search(self, word),
    )
    test = app(sentence="The big red dog", panel="open")
    assert not test.exception
    assert not counts
    test.button_group(key="chips swap").set_value("4").run()
    assert not test.exception
    assert counts == {"dog": 1}
    test.button_group(key="neighbour").set_value("dogs").run()
    assert not test.exception
    assert test.query_params["swap"] == "4:dogs"


def test_what_a_closed_menu_cannot_offer_is_refused_where_it_is_seen():
    test = app(positions="sideways")
    assert len(alerts(test)) == 1
    assert "positions" in alerts(test)[0]
    assert not is_panel_drawn(test)
