"""The map of a model: drawn from its capabilities, each head once, nothing cut off."""

from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import models
from models.protocols import Capabilities, Stack
from tests.explorer_data import unpack
from viz.analysis.views import HeadChoice
from viz.components.map import pack
from viz.draw.map_drawing import draw_large, draw_strip
from viz.draw.model_map import build_map

SVG = "{http://www.w3.org/2000/svg}"
WIDE_LETTER = 0.62  # relative to the size of type
DECLARED = {
    "encoder-only": Capabilities(
        "masked-lm", {"encoder": Stack(12, 12)}, mask_token="[MASK]", languages=("en",)
    ),
    "without a head": Capabilities("masked-lm", {"encoder": Stack(2, 4)}, reads_ahead=False),
    "decoder-only": Capabilities("causal-lm", {"decoder": Stack(6, 16)}),
    "T5": Capabilities("translation", dict.fromkeys(("encoder", "decoder", "cross"), Stack(6, 8))),
    "30 layers of 9 heads": Capabilities("causal-lm", {"decoder": Stack(30, 9)}),
    "48 layers of 64 heads": Capabilities("causal-lm", {"decoder": Stack(48, 64)}),
    "one layer": Capabilities("causal-lm", {"decoder": Stack(1, 1)}, languages=("en",)),
}
MODELS = {name: models.load(name, device="cpu").capabilities for name in models.available()}
ALL = DECLARED | MODELS


def last_head(capabilities: Capabilities) -> HeadChoice | None:
    """Return the last head of the last stack; None without attention."""
    if not capabilities.stacks:
        return None
    stack, (layers, heads) = list(capabilities.stacks.items())[-1]
    return HeadChoice(stack, layers - 1, heads - 1)


@pytest.fixture(params=ALL, ids=str)
def capabilities(request) -> Capabilities:
    return ALL[request.param]


@pytest.fixture(params=[draw_strip, draw_large], ids=["strip", "large"])
def drawing(request, capabilities) -> ElementTree.Element:
    return ElementTree.fromstring(request.param(build_map(capabilities), last_head(capabilities)))


def heads_in(drawing: ElementTree.Element) -> list[ElementTree.Element]:
    groups = drawing.iter(f"{SVG}g")
    return [group for group in groups if "head" in group.get("class", "").split()]


def test_every_head_is_there_once_and_the_chosen_one_is_lit(drawing, capabilities):
    counts = Counter(
        (head.get("data-stack"), int(head.get("data-layer")), int(head.get("data-head")))
        for head in heads_in(drawing)
    )
    declared = {
        (stack, layer, head)
        for stack, (layers, heads) in capabilities.stacks.items()
        for layer in range(layers)
        for head in range(heads)
    }
    assert set(counts) == declared
    assert set(counts.values()) <= {1}
    lit = [head for head in heads_in(drawing) if "lit" in head.get("class").split()]
    assert len(lit) == bool(declared)
    if lit:
        chosen = last_head(capabilities)
        assert lit[0].get("data-stack") == chosen.stack
        assert lit[0].get("data-head") == str(chosen.head)


def test_nothing_lies_outside_the_drawing(drawing):
    _, _, width, height = map(float, drawing.get("viewBox").split())
    for box in drawing.iter(f"{SVG}rect"):
        left, top = float(box.get("x")), float(box.get("y"))
        assert float(box.get("width")) > 0
        assert float(box.get("height")) > 0
        assert left >= 0
        assert left + float(box.get("width")) <= width
        assert top >= 0
        assert top + float(box.get("height")) <= height
    for text in drawing.iter(f"{SVG}text"):
        long = WIDE_LETTER * float(text.get("font-size")) * len(text.text)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor")]
        left = float(text.get("x")) - share * long
        assert left >= 0, text.text
        assert left + long <= width, text.text
        assert 0 < float(text.get("y")) < height


@pytest.mark.slow
def test_no_two_heads_overlap(drawing):
    boxes = [head.find(f"{SVG}rect") for head in heads_in(drawing)]
    left, top, width, height = (
        np.array([float(box.get(name)) for box in boxes]) for name in ("x", "y", "width", "height")
    )
    assert (width > 2).all()
    assert (height > 2).all()
    apart_across = np.abs(left[:, None] - left) >= width - 1e-3
    apart_down = np.abs(top[:, None] - top) >= height - 1e-3
    assert (apart_across | apart_down | np.eye(len(boxes), dtype=bool)).all()


def test_the_towers_are_those_that_the_model_has():
    towers = {name: [tower.name for tower in build_map(one).towers] for name, one in ALL.items()}
    assert towers["encoder-only"] == ["encoder"]
    assert towers["decoder-only"] == ["decoder"]
    assert towers["T5"] == towers["transformer"] == towers["seq2seq"] == ["encoder", "decoder"]


def test_what_comes_out_is_what_the_task_says():
    writes = {name: build_map(one).writes for name, one in ALL.items()}
    assert writes["encoder-only"] == "Hidden word"
    assert writes["decoder-only"] == "Next word"
    assert writes["transformer"] == "French text"
    assert writes["T5"] == "Translation"
    assert writes["without a head"] == "Vectors of the words"
    into_german = build_map(replace(DECLARED["T5"], languages=("en", "de")))
    assert (into_german.reads, into_german.writes) == ("English text", "Translation")


def test_only_layers_that_add_have_a_stream_to_add_to():
    for name, circles in (("transformer", 4 * 2 + 4 * 3), ("bilstm-dot", 0), ("T5", 6 * 5)):
        drawing = ElementTree.fromstring(draw_large(build_map(ALL[name]), None))
        assert len(list(drawing.iter(f"{SVG}circle"))) == circles


def alternative(name, choice):
    head, numbers = unpack(pack(MODELS[name], choice, ("cross",)))
    assert not numbers.size
    return head["alt"]


def test_the_alternative_text_says_sizes_and_the_chosen_head():
    alt = alternative("transformer", HeadChoice("cross", 2, 0))
    assert alt == (
        "Encoder: 4 layers of 4 heads. Decoder: 4 layers of 4 + 4 heads. "
        "Chosen: Cross-attention, layer 3, head 1."
    )
    assert "one head" in alternative("bilstm-dot", None)
    assert "without attention" in alternative("seq2seq", None)


def test_a_mean_of_heads_lights_its_layer_and_no_head():
    drawing = ElementTree.fromstring(
        draw_large(build_map(MODELS["transformer"]), HeadChoice("cross", 2, -1))
    )
    assert not [head for head in heads_in(drawing) if "lit" in head.get("class").split()]
    widths = [box.get("stroke-width") for box in drawing.iter(f"{SVG}rect")]
    assert widths.count("2.5") == 1
