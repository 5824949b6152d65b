"""Queries and keys of a head on one map: points, clicks, and models that apply."""

import numpy as np
import pytest

from models import Request
from models.corpus.sentences import TAGS
from models.corpus.sides import NO_TAG
from tests.contents import content_at
from tests.pages import visit
from viz.analysis.projections import MOST_POINTS
from viz.analysis.views import heads_of
from viz.pages.queries.colours import _STEPS, _position_names, group_points
from viz.pages.queries.compute import COMPUTATION, QueriesContent
from viz.pages.queries.findings import describe_fit
from viz.pages.queries.joining import _LEAST, _NEAR
from viz.view.runner import plain_runner

FEW = {"queries-sentences": "50"}


def content(**address: str) -> QueriesContent:
    """Compute the page at an address, with 50 other sentences."""
    return content_at(COMPUTATION, FEW | address)


@pytest.fixture(scope="module")
def cross() -> QueriesContent:
    return content(attention="cross", layer="3", head="1")


@pytest.mark.slow
def test_every_token_of_the_sentences_is_a_query_or_a_key(cross):
    points, reading = cross.points, cross.reading
    queries = len(reading.queries.tokens)
    assert len(reading.queries.texts) == 51
    assert points.kinds.tolist() == [0] * queries + [1] * len(reading.keys.tokens)
    strong = [name for name, is_strong in zip(points.names, points.strong) if is_strong]
    assert strong[-4:] == ["the", "bed", ".", "</s>"]
    start, end = points.marked[1]
    assert points.details[1][start:end].strip() == points.names[1]


@pytest.mark.slow
def test_a_click_on_a_query_shows_the_weights_of_the_run(cross):
    points = cross.points
    trace = plain_runner("cpu").trace(Request("transformer", cross.settings.sentence))
    weights = heads_of(trace, "cross", False).weights[2, 0]
    queries = len(cross.reading.queries.tokens)
    for row in range(len(weights)):
        highest = -np.sort(-weights[row])[:_NEAR]
        highest[highest < _LEAST] = 0
        near, listed = points.neighbours[0, row], points.distances[0, row]
        assert listed == pytest.approx(highest, abs=1e-6)
        assert near[0] == queries + weights[row].argmax()
        assert (near[highest == 0] == row).all()


@pytest.mark.slow
def test_a_key_shows_who_attends_to_it_and_rows_are_filled_with_the_point_itself():
    points = content(model="gpt", attention="decoder", layer="1", head="1").points
    assert points.neighbours[0, 0, 1:].tolist() == [0] * (_NEAR - 1)  # "<s>" sees only itself
    assert points.distances[0, 0] == pytest.approx([1, 0, 0, 0, 0])
    key = int(points.neighbours[0, 0, 0])
    assert points.kinds[key] == 1
    assert 0 in points.neighbours[0, key]


def test_parts_of_speech_are_those_of_the_corpus_and_of_the_own_sentence_unknown(cross):
    keys = cross.reading.keys
    typed = keys.sentence == 0
    assert set(keys.tags[typed][:-1].tolist()) == {NO_TAG}
    assert (keys.tags[~typed] != NO_TAG).all()
    nouns = [token for token, tag in zip(keys.tokens, keys.tags) if tag == [*TAGS].index("NOUN")]
    assert "laborat" in nouns  # a piece has the part of speech of its word
    assert (cross.reading.queries.tags[cross.reading.queries.sentence > 0] != NO_TAG).all()


def test_each_colour_has_names_for_its_groups(cross):
    for colour in ("role", "tag", "position", "word"):
        groups, names = group_points(colour, cross.reading)
        assert len(groups) == len(cross.points.names)
        assert groups.max() == len(names) - 1
    positions, _ = group_points("position", cross.reading)
    assert positions[:7].tolist() == [0, 1, 2, 3, 3, 4, 4]
    assert len(_position_names()) == len(_STEPS)
    assert _position_names()[3] == "positions 4 to 5"


@pytest.mark.slow
def test_as_many_sentences_as_can_be_drawn_and_always_the_own():
    one = content(**{"queries-projection": "tsne"})
    drawn = len(one.reading.queries.tokens) + len(one.reading.keys.tokens)
    assert drawn <= MOST_POINTS["tsne"] < drawn + 100
    assert one.reading.queries.sentence[0] == 0
    assert f"in {len(one.reading.queries.texts)} of 51 sentences" in one.title
    assert len(one.reading.at_most(1).queries.texts) == 1
    assert one.reading.pairs[0].max() == len(one.reading.queries.tokens) - 1


def test_the_figures_are_said_as_they_are(cross):
    text = describe_fit(cross.placed, 64)
    assert f"{cross.placed.on_map.correlation:.2f} on this map" in text
    assert f"{cross.placed.joint.nearest:.0%}" in text
    assert cross.placed.joint.correlation > cross.placed.before.correlation
    assert cross.placed.joint.chance < 0.15 < cross.placed.on_map.nearest


def test_the_page_draws_the_points_and_says_how_well_near_means_attended():
    test = visit("queries", {**FEW, "queries-colour": "position", "queries-point": "2"})
    assert any("on this map" in one.value for one in test.markdown)
    assert any("AttentionViz" in one.value for one in test.caption)
