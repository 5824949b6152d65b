"""The page on captions of scenes."""

import json

import numpy as np
import pytest

from models.scenes import (
    CAPTIONERS,
    MOST_THINGS,
    SETS,
    THING_COLOURS,
    THING_KINDS,
    card,
    parse_scene,
    written,
)
from models.scenes.captioning import caption
from tests.contents import content_at
from tests.pages import alerts, visit_with
from viz.analysis.intervals import share_interval
from viz.components.captions import _pack
from viz.pages.captions.compute import COMPUTATION
from viz.pages.captions.settings import _EXAMPLE


def content_of(**address):
    return content_at(COMPUTATION, address)


def test_the_sentences_below_a_caption_have_the_numbers_of_the_network():
    scene = parse_scene(_EXAMPLE)
    content = content_of()
    for (name, answer), reader in zip(caption(scene).items(), content.readers, strict=True):
        assert reader.caption.words == content.captions[name].words == answer.words
        assert len(reader.notes) == len(answer.words) + 1
        dogs, _house = scene.groups
        for place, note in enumerate(reader.notes):
            on_dogs = answer.gaze_by_cell[place, list(dogs.cells)].sum()
            assert f"weight {on_dogs:.0%} on “two red dogs” (8% of the picture)" in note
            assert f"{answer.probabilities[place]:.0%}" in note
        assert written(answer.words) in reader.note
        assert ("is right" in reader.note) == answer.is_right


def test_rows_of_the_table_and_of_the_strip_are_the_weights():
    content = content_of()
    for name, table in zip(CAPTIONERS, content.matrices, strict=True):
        np.testing.assert_allclose(table.values.sum(1), 1, atol=1e-5)
        strip = content.strip(name)
        for matrix, row in zip(strip.matrices, content.captions[name].gaze, strict=True):
            np.testing.assert_allclose(matrix.values.ravel(), row)


def test_what_was_left_out_of_training_is_named():
    assert content_of().notice == ""
    notice = content_of(scene="green cat a1, red cat b1, red cat c1, red cat d1").notice
    assert "“a green cat”" in notice
    assert "“three red cats”" in notice
    five = ", ".join(f"red dog {column}1" for column in "abcde")
    assert "“five red dogs”" in content_of(scene=five).notice


def test_an_empty_scene_is_read_too():
    content = content_of(scene="")
    assert all("an empty picture" in note for reader in content.readers for note in reader.notes)
    assert [table.columns for table in content.matrices] == [("elsewhere",)] * 2


@pytest.mark.slow
def test_what_is_no_scene_gets_an_alert_that_says_what_is():
    test = visit_with("captions", scene="pink elephant a1")
    (alert,) = alerts(test)
    assert "“pink elephant a1” is no thing of a scene. Write colour, thing and cell" in alert


def test_mistakes_are_held_out_and_wrong():
    for kind, label in zip(SETS, content_of().mistakes, strict=True):
        texts = content_of().mistakes[label]
        assert texts == card()["mistakes"][kind]
        assert texts
        answers = caption(parse_scene(texts[0])).values()
        assert not all(answer.is_right for answer in answers)


def test_figures_are_those_of_the_card():
    content = content_of(**{"captions-look": "tested"})
    for name, intervals in zip(CAPTIONERS, content.accuracies.values(), strict=True):
        for kind, interval in zip(SETS, intervals, strict=True):
            assert interval == share_interval(*card()["right"][name][kind])
    (bars,) = content.gaze_chart.marks
    weights = [card()["gaze"][name][what] for name in CAPTIONERS for what in _BARS]
    np.testing.assert_allclose(bars.values, weights[::-1])


_BARS = "weight", "without", "area"


def test_the_browser_gets_full_light_for_the_largest_weight_of_each_word():
    content = content_of()
    packed = _pack(content.scene, content.readers, content.mistakes, content.end)
    length = int.from_bytes(packed[:4], "little")
    head = json.loads(packed[4 : 4 + length])
    numbers = np.frombuffer(packed[4 + length :], "<u2")
    assert head["most"] == MOST_THINGS
    assert head["colours"] == THING_COLOURS
    assert [*head["shapes"]] == [*THING_KINDS]
    for reader, block in zip(content.readers, head["readers"], strict=True):
        gaze = reader.caption.gaze
        part = numbers[block["offset"] :][: gaze.size].reshape(gaze.shape)
        assert (part.max(1) == head["steps"]).all()
        np.testing.assert_allclose(part / head["steps"], gaze / gaze.max(1)[:, None], atol=1e-4)
