"""The page on translation between languages that were never paired."""

from dataclasses import replace

import numpy as np
import pytest

from models import Request, load
from models.answers.languages import LANGUAGES, LANGUAGES_MODEL, NEVER_TRAINED, tagged
from tests.contents import content_at
from tests.pages import alerts, visit_with
from viz.analysis.intervals import share_interval
from viz.draw.alt import alt_text
from viz.draw.interval_charts import describe_interval
from viz.pages.languages.compute import COMPUTATION
from viz.pages.languages.settings import EXAMPLES

ENGLISH = EXAMPLES[-1]


def content_of(look: str = "ways", **address: str):
    names = {f"languages-{name}": text for name, text in address.items()}
    return content_at(COMPUTATION, {"languages-look": look, **names})


def test_it_opens_on_german_read_in_french_both_ways():
    content = content_of()
    assert content.pair == ("de", "fr") in NEVER_TRAINED
    model = load(LANGUAGES_MODEL, "cpu")
    [direct] = model.translate([tagged(EXAMPLES[0], "fr")])
    [english] = model.translate([tagged(EXAMPLES[0], "en")])
    [through] = model.translate([tagged(english, "fr")])
    assert [*content.translations.values()] == [direct, through]
    assert english in content.finding


def test_the_cross_attention_of_both_ways_is_the_mean_of_the_last_layer():
    content = content_of()
    direct, english, from_english = content.matrices
    assert direct.columns[:2] == ("<2fr>", "Ein")
    assert english.columns[:2] == ("<2en>", "Ein")
    assert "".join(from_english.columns[1:-1]) == content.english.translation.replace(" ", "")
    trace = load(LANGUAGES_MODEL, "cpu").trace(Request(LANGUAGES_MODEL, tagged(EXAMPLES[0], "fr")))
    mean = trace.attention["cross"].weights[-1].mean(0)[:-1]
    pieces = content_at(COMPUTATION, {"words": "written"}).matrices[0]
    np.testing.assert_allclose(pieces.values, mean, atol=1e-6)


@pytest.mark.parametrize("sentence, target", [(ENGLISH, "fr"), (ENGLISH, "de")])
def test_a_trained_pair_has_no_way_through_english(sentence, target):
    content = content_of(sentence=sentence, to=target)
    assert content.pair == ("en", target)
    assert len(content.translations) == len(content.matrices) == 1
    assert "trained" in content.finding


def test_another_language_than_the_one_identified_can_be_chosen():
    content = content_of(sentence="Taxi", **{"from": "de"})
    assert content.pair == ("de", "fr")
    assert len(content.translations) == 2


def test_an_answer_in_the_wrong_language_is_said():
    content = content_of()
    wrong = replace(content.direct, translation="Ein Hund läuft über das Gras im Park.")
    content.__dict__["direct"] = wrong
    assert "looks like Deutsch" in content.finding


def test_the_same_head_is_shown_over_the_sentence_in_three_languages():
    content = content_of("heads", head="2-3")
    matrices = content.head_matrices
    assert [matrix.title for matrix in matrices] == ["Deutsch", "English", "Français"]
    for matrix, sentence in zip(matrices, content.sentences.values(), strict=True):
        trace = load(LANGUAGES_MODEL, "cpu").trace(Request(LANGUAGES_MODEL, tagged(sentence, "fr")))
        if len(matrix.rows) == len(trace.source):  # no word in pieces
            expected = trace.attention["encoder"].weights[1, 2]
            np.testing.assert_allclose(matrix.values, expected, atol=1e-6)


def test_a_point_is_a_mean_of_states_without_tag_and_end():
    content = content_of("space")
    points, samples = content.points, content.card["samples"]
    assert len(points.names) == len(LANGUAGES) * (1 + len(samples))
    assert points.strong.sum() == len(LANGUAGES)
    model, vectors = load(LANGUAGES_MODEL, "cpu"), []
    for text in points.details:
        states = model.encode(tagged(text, "fr")).states[-1]
        vectors.append(np.mean([*states[1:-1]], axis=0))
    first, *others = [vector / np.linalg.norm(vector) for vector in vectors]
    cosines = [float(first @ other) for other in others]
    assert points.neighbours[0, 0, 0] == 1 + int(np.argmax(cosines))
    assert points.distances[0, 0, 0] == pytest.approx(1 - max(cosines), abs=1e-4)


def test_the_figures_are_those_of_the_card():
    content = content_of("measured")
    card = load(LANGUAGES_MODEL, "cpu").card
    direct, through = (card["directions"][name] for name in ("de-fr", "de-en-fr"))
    assert f"{direct['bleu']:.1f} ({direct['low']:.1f}" in content.measured_finding
    assert f"{through['bleu']:.1f} ({through['low']:.1f}" in content.measured_finding
    wrong = share_interval(card["sentences"] - direct["languages"]["fr"], card["sentences"])
    assert describe_interval(wrong, ".1%") in content.measured_finding
    near = share_interval(card["nearest"]["de-fr"], card["sentences"])
    assert describe_interval(near, ".1%") in content_of("space").space_finding
    assert f"{direct['bleu']:.1f}" in alt_text(content.bleu_chart)


def test_the_better_way_is_named_only_where_the_intervals_are_apart():
    content = content_of("measured")
    directions = dict(content.card["directions"])
    for low, high, verdict in (
        (0, 1, "The way through English is better."),
        (98, 99, "The direct way is better."),
        (0, 99, "neither way is clearly better"),
    ):
        directions["de-fr"] = directions["de-fr"] | {"bleu": low, "low": low, "high": high}
        content.__dict__["card"] = content.card | {"directions": directions}
        assert verdict in content.measured_finding


def test_the_shipped_model_translates_the_pair_it_never_saw():
    card = load(LANGUAGES_MODEL, "cpu").card
    direct = card["directions"]["de-fr"]
    assert card["sentences"] == 1000
    assert direct["low"] > 3 * direct["shuffled"]
    assert direct["languages"]["fr"] > 0.9 * card["sentences"]
    assert card["nearest"]["de-fr"] > 100  # chance is 1


def test_without_a_sentence_the_page_says_what_to_do():
    content = content_of(sentence=" ")
    assert "Type one in German" in content.alert
    assert content.menu.alert == content.alert
    [alert] = alerts(visit_with("languages", **{"languages-sentence": " "}))
    assert content.alert in alert


@pytest.mark.slow
def test_the_page_opens_with_an_example_in_its_own_field():
    test = visit_with("languages")
    assert EXAMPLES[0] in [field.value for field in test.text_input]
    assert not alerts(test)
