"""The checks and the data of the component "space"."""

import json
import struct
from dataclasses import replace

import numpy as np
import pytest

from viz.components.canvas import PACKED_STEPS
from viz.components.space import Points, pack

HOSTILE = "<script>alert(1)</script> $x$ **b** &amp; \u200b \"'\\"


def points(count: int = 7, steps: int = 3, dimensions: int = 3, near: int = 2) -> Points:
    generator = np.random.default_rng(count)
    return Points(
        places=generator.normal(size=(steps, count, dimensions)).astype(np.float32)
        * [1, 10, 0.1][:dimensions],
        steps=("a", "b", "c")[:steps],
        notes=("",) * steps,
        names=tuple(f"word {place}" for place in range(count)),
        details=(HOSTILE,) * count,
        groups=generator.integers(-1, 2, count),
        group_names=("x", "y"),
        strong=np.arange(count) == 3,
        neighbours=np.tile(
            (np.arange(count)[:, None] + 1 + np.arange(near)) % max(count, 1), (steps, 1, 1)
        ),
        distances=np.sort(generator.uniform(0, 2, (steps, count, near))),
        axes=(),
        title="Some words",
    )


def read(data: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """Return the head, and the values of the numbers after it, as space.js reads them."""
    (length,) = struct.unpack_from("<I", data)
    head, numbers = json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)
    steps, count, least, most = (
        len(head["step_names"]),
        len(head["names"]),
        np.array(head["least"]),
        np.array(head["most"]),
    )
    places, neighbours, distances = np.split(
        numbers, np.cumsum([steps * count * head["dimensions"], steps * count * head["near"]])
    )
    return head, {
        "places": least
        + places.reshape(steps, count, head["dimensions"]) / head["steps"] * (most - least),
        "neighbours": neighbours.reshape(steps, count, head["near"]),
        "distances": distances.reshape(steps, count, head["near"])
        / head["steps"]
        * head["farthest"],
    }


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("near", [0, 2])
def test_the_browser_gets_every_number_to_5_digits_and_every_word_as_it_is(dimensions, near):
    original = points(dimensions=dimensions, near=near)
    head, got = read(pack(original, 2, 4))
    width = original.places.max((0, 1)) - original.places.min((0, 1))
    assert (np.abs(got["places"] - original.places) <= 1e-5 * width + 1e-6).all()
    assert (got["neighbours"] == original.neighbours).all()
    assert got["distances"] == pytest.approx(original.distances, abs=2e-5)
    assert tuple(head["names"]) == original.names
    assert tuple(head["details"]) == original.details
    assert head["groups"] == original.groups.tolist()
    assert head["strong"] == [3]
    assert (head["step"], head["chosen"], head["steps"]) == (2, 4, PACKED_STEPS)


def test_the_same_points_are_the_same_bytes_and_others_have_another_mark():
    assert pack(points()) == pack(points())
    mark = read(pack(points()))[0]["mark"]
    # A step or a choice does not change the points.
    assert mark == read(pack(points(), 1, 5))[0]["mark"]
    moved = points().places.copy()
    moved[0, 0, 0] += 0.5
    for other in (
        replace(points(), places=moved),
        replace(points(), title="Others"),
        replace(points(), paths=True),
    ):
        assert read(pack(other))[0]["mark"] != mark


def test_an_axis_along_which_nothing_differs_lies_in_the_middle():
    places = points().places.copy()
    places[..., 1] = 5
    head, got = read(pack(replace(points(), places=places)))
    assert got["places"][..., 1] == pytest.approx(5, abs=1e-3)
    assert (head["least"][1] + head["most"][1]) / 2 == pytest.approx(5)
    assert read(pack(replace(points(), places=np.ones((3, 7, 2)))))[1]["places"] == pytest.approx(
        1, abs=1e-4
    )


def test_there_may_be_no_points():
    head, got = read(pack(points(count=0)))
    assert head["names"] == []
    assert got["places"].shape == (3, 0, 3)


def test_5000_points_are_about_a_megabyte():
    generator = np.random.default_rng(0)
    names = tuple(f"word {place}" for place in range(5000))
    many = Points(
        generator.normal(size=(6, 5000, 3)),
        tuple("abcdef"),
        ("",) * 6,
        names,
        ("",) * 5000,
        np.zeros(5000, int),
        ("x",),
        np.zeros(5000, bool),
        generator.integers(0, 5000, (6, 5000, 8)),
        np.sort(generator.uniform(0, 2, (6, 5000, 8))),
        (),
        "Many",
    )
    assert len(pack(many)) < 1_400_000


def test_names_that_cannot_be_written_as_unicode_are_sent_all_the_same():
    head, _ = read(pack(replace(points(), names=("\ud800",) * 7)))
    assert head["names"] == ["?"] * 7


wrong = points()
WRONG = {
    "places": [
        wrong.places[0],
        wrong.places[:0],
        wrong.places[..., :1],
        wrong.places * np.nan,
        np.zeros((3, 70_000, 2)),
    ],
    "steps": [("a",)],
    "notes": [()],
    "names": [wrong.names[1:]],
    "details": [()],
    "groups": [wrong.groups[1:], wrong.groups + 2, wrong.groups - 2, wrong.groups.astype(float)],
    "group_names": [tuple("abcdefghi"), ()],
    "strong": [wrong.strong[1:], wrong.strong.astype(int)],
    "neighbours": [
        wrong.neighbours[:2],
        wrong.neighbours[..., :1],
        wrong.neighbours + 1,
        wrong.neighbours - 1,
        wrong.neighbours * 1.0,
    ],
    "distances": [
        wrong.distances[:2],
        wrong.distances + 2,
        wrong.distances - 2,
        wrong.distances[..., ::-1],
        wrong.distances * np.nan,
    ],
    "axes": [(("a", "b"),), (("a", "b", "c"),) * 3],
}


@pytest.mark.parametrize(
    "field, value", [(field, value) for field, values in WRONG.items() for value in values]
)
def test_what_does_not_fit_is_refused(field, value):
    with pytest.raises(ValueError, match=r"\d"):
        replace(points(), **{field: value})


@pytest.mark.parametrize("step, chosen", [(3, 0), (-1, 0), (0, 7), (0, -2)])
def test_there_is_no_such_step_or_point(step, chosen):
    with pytest.raises(ValueError, match=r"\(3, 7, 3\)"):
        pack(points(), step, chosen)
