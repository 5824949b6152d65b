"""Scenes: their sentences, their pictures, and which of them are kept from training."""

import numpy as np
import pytest

from models import UserError
from models.scenes import (
    _LEFT_OUT_COUNTS,
    _LEFT_OUT_PAIRS,
    _PIXELS,
    MOST_THINGS,
    THING_COLOURS,
    THING_KINDS,
    VOCABULARY,
    held_out_scenes,
    parse_scene,
    written,
)
from models.scenes.shapes import THING_SHAPES, coverage

SCENES = {
    "": "nothing",
    "red dog a1": "a red dog",
    "red dog a1, red dog e5": "two red dogs",
    "blue house d2, red dog a2, red dog b2": "two red dogs and a blue house",
    "red dog a1, black cat b1, red car c1": "a red dog, a black cat and a red car",
    "red car d1, red cat c1, blue dog b1, red dog a1": (
        "a red dog, a blue dog, a red cat and a red car"
    ),
    ", ".join(f"red dog {cell}" for cell in ("a1", "b1", "c1", "d1", "e1")): "five red dogs",
}


@pytest.mark.parametrize("text", SCENES)
def test_a_sentence_names_what_is_there(text):
    scene = parse_scene(text)
    assert written(scene.words) == SCENES[text]
    assert str(parse_scene(str(scene))) == str(scene) == text


@pytest.mark.parametrize(
    "text", ["dog", "pink dog a1", "red dragon a1", "red dog f1", "red dog a6", "red dog a0", "a1"]
)
def test_what_is_no_thing_gets_a_sentence_that_names_it(text):
    with pytest.raises(UserError, match=f"“{text}” is no thing of a scene. Write colour, thing"):
        parse_scene(f"red dog b2, {text}")


def test_a_cell_has_room_for_one_thing_and_a_scene_for_eight():
    with pytest.raises(UserError, match="Two things are in one cell"):
        parse_scene("red dog a1, blue cat A1")
    cells = [f"red dog {column}{row}" for row in (1, 2) for column in "abcde"]
    assert len(parse_scene(", ".join(cells[:MOST_THINGS])).things) == MOST_THINGS
    with pytest.raises(
        UserError, match=f"at most {MOST_THINGS} things; this one has {MOST_THINGS + 1}"
    ):
        parse_scene(", ".join(cells[: MOST_THINGS + 1]))


def test_a_thing_is_drawn_in_its_cell_in_its_colour():
    picture = parse_scene("red square b3").picture
    inked = (picture < 1).any(-1)
    rows, columns = np.nonzero(inked)
    assert rows.min() // _PIXELS == rows.max() // _PIXELS == 2
    assert columns.min() // _PIXELS == columns.max() // _PIXELS == 1
    middle = picture[2 * _PIXELS + _PIXELS // 2, _PIXELS + _PIXELS // 2]
    np.testing.assert_allclose(middle * 255, [0xD6, 0x27, 0x28], atol=0.5)


def test_shapes_differ_from_each_other_and_a_disc_has_its_area():
    masks = np.stack([coverage(THING_SHAPES[kind], _PIXELS) for kind in THING_KINDS])
    for place, mask in enumerate(masks):
        others = np.delete(masks, place, 0)
        assert np.abs(others - mask).mean((1, 2)).min() > 0.05
    assert coverage(THING_SHAPES["circle"], _PIXELS).mean() == pytest.approx(
        np.pi * 0.4**2, rel=0.02
    )


def test_what_is_left_out_is_of_things_that_there_are():
    assert {colour for colour, _ in _LEFT_OUT_PAIRS} == {*THING_COLOURS}  # one of each
    assert {kind for _, kind in _LEFT_OUT_PAIRS} | {kind for _, kind in _LEFT_OUT_COUNTS} < {
        *THING_KINDS
    }


@pytest.mark.parametrize("kind", ["new", "pairs", "counts"])
def test_held_out_scenes_are_of_their_kind_and_always_the_same(kind):
    scenes = held_out_scenes(kind, 60)
    assert [*map(str, scenes)] == [*map(str, held_out_scenes(kind, 60))]
    for scene in scenes:
        pairs = {(group.colour, group.kind) for group in scene.groups} & _LEFT_OUT_PAIRS
        counts = {(len(group.cells), group.kind) for group in scene.groups} & _LEFT_OUT_COUNTS
        assert (bool(pairs), bool(counts)) == (kind == "pairs", kind == "counts")
        assert kind != "new" or scene.is_held_out
        assert {*scene.words} <= {*VOCABULARY}
