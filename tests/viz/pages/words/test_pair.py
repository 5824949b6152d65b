"""One word in two sentences."""

import numpy as np
import pytest

from tests.contents import content_at
from tests.pages import alerts, charts, visit_with
from viz.base.language import MODEL_TITLES
from viz.pages.words.compute import COMPUTATION
from viz.pages.words.compute_pair import _are_same, compare_models, describe_french, french_of
from viz.pages.words.occurrences import word_states
from viz.view.runner import plain_runner


@pytest.mark.slow
def test_two_sentences_are_enough_for_any_word_and_the_translators_say_if_they_must_choose():
    test = visit_with("words", **{"words-look": "meanings", "word": "mouse", "from": "mine"})
    assert not alerts(test)
    (figure,) = charts(test)
    wording = " ".join(text.value for text in test.markdown)
    assert "Transformer: both are *souris*. A translator has no reason" in wording
    names = {line["name"] for line in figure["data"]}
    assert {"BERT", "GPT", "ELMo", "Transformer"} <= names
    assert "Transformer: farthest apart after" in wording
    best = test.button(key="best model").label.removeprefix("Show ")
    assert f"On our sentences {best} separates the meanings of “mouse” best." in wording
    test.button(key="best model").click().run()
    assert MODEL_TITLES[test.query_params["model"]] == best
    assert not alerts(test)


@pytest.mark.slow
def test_the_cosines_of_a_pair_are_those_of_the_models_states():
    lines = "Zebras run.\nThe zoo has zebras."
    content = content_at(
        COMPUTATION, {"words-look": "meanings", "word": "zebras", "from": "mine", "lines": lines}
    )
    model = content.runner.model("bert")
    labels, first = word_states(model.encode("Zebras run."))
    others, second = word_states(model.encode("The zoo has zebras."))
    first, second = first[:, labels.index("Zebras")], second[:, others.index("zebras")]
    expected = [a @ b / np.sqrt((a @ a) * (b @ b)) for a, b in zip(first, second, strict=True)]
    np.testing.assert_allclose(content.pair["bert"].cosines, expected, atol=1e-5)
    assert content.missing == 2


def test_a_word_that_a_model_does_not_find_in_both_sentences_is_left_out_not_an_error():
    runner = plain_runner("cpu")
    sentences = ["Zebras run.", "The zoo is big."]
    assert compare_models(runner, "bert", "zebras", sentences) == {}
    assert {*french_of(runner, "zebras", sentences)} <= {"transformer", "bilstm-additive"}
    assert all(french[1] is None for french in french_of(runner, "zebras", sentences).values())


@pytest.mark.parametrize(
    "first, second, same",
    [("souris", "souris", True), ("vert", "verte", True), ("banque", "rive", False),
     ("dur", "du", False), (None, "vert", False)],
)  # fmt: skip
def test_forms_of_one_french_word_are_one(first, second, same):
    assert _are_same(first, second) is same


def test_a_word_that_is_only_copied_says_nothing_of_its_meanings():
    for word in ("dividend", "Dividend"):
        wording = describe_french({"transformer": ["dividend", "dividend"]}, word)
        assert "copies the English *dividend* and does not translate it" in wording
        assert "no reason" not in wording
    assert "copies" in describe_french({"transformer": ["stick", "bâton"]}, "stick")
    assert "both are *table*" in describe_french({"transformer": ["table", "table"]}, "table")
    assert "both are *souris*" in describe_french({"transformer": ["souris", "souris"]}, "mouse")
