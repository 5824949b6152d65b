"""Exports that look like the screen: shapes, dark slides, one head on one page, animation."""

import io
import itertools
import re

import numpy as np
import pytest
from PIL import Image, ImageSequence

from models import Request
from tests.marks import slow_after
from tests.viz.draw.files.reading import ODD, SVG, causal, check_page, matrix, parts, texts
from viz.analysis.views import HeadChoice, heads_of
from viz.draw.colouring import contrast, rgb
from viz.draw.files import animate, render
from viz.draw.files.presets import SLIDE_SIZES, preset_of
from viz.draw.files.rendering import _LARGEST, _draw_picture
from viz.draw.head_pictures import head_picture, mask_picture, slide_picture, writing_animation
from viz.draw.matrix import Matrix
from viz.draw.picture import Animation, Lines, Picture, Translation
from viz.draw.tables import _wide, table
from viz.pages.bottleneck.charts import length_chart

CHOICE = HeadChoice("cross", 3, 1)
LONG = "the quick dog and the old cat saw a man near the house with a red ball"


@pytest.fixture(scope="module")
def slide(trace):
    return slide_picture(trace, CHOICE, True, finding="This head aligns.")


def boxes_of(svg: bytes, kind: str) -> np.ndarray:
    """Return the rectangles of the paths of a kind, `[box, (x, y, width, height)]`."""
    boxes = []
    for part in parts(svg, kind):
        for one in part.find(f"{SVG}path").get("d").split("M")[1:]:
            corners = np.array(re.findall(r"-?[\d.]+", one), float).reshape(-1, 2)
            boxes.append([*corners.min(0), *np.ptp(corners, 0)])
    return np.array(boxes)


def left_edges(figure, kinds: tuple[str, ...]) -> dict[str, float]:
    """Return the least x of the texts of each kind, in points."""
    edges: dict[str, float] = {}
    for text in figure.texts + figure.artists:
        kind = (text.get_gid() or "").rpartition("-")[0]
        if kind in kinds and hasattr(text, "get_position"):
            edges[kind] = min(edges.get(kind, 1e9), text.get_position()[0])
    return edges


@pytest.mark.parametrize("preset", slow_after(1, ["slide", "paper", "grey"]))
def test_cells_are_square(preset):
    words = ("a", "dog", "is", "sleeping")
    one = Matrix("A", words, words * 3, np.full((4, 12), 0.5))
    boxes = boxes_of(render(Picture((one,)), "svg", preset), "cells")
    assert len(boxes) == 48
    np.testing.assert_allclose(boxes[:, 2], boxes[:, 3], atol=0.01)


@pytest.mark.slow
def test_a_row_of_cross_attention_says_what_is_read_and_what_is_written(trace):
    svg = render(head_picture(trace, CHOICE, True), "svg")
    heads = heads_of(trace, "cross", True)
    svg_texts = texts(svg)
    for before, word in zip(heads.before, heads.rows, strict=True):
        assert f"{before} ▸ ".strip() in [svg_text.strip() for svg_text in svg_texts]
        assert word in svg_texts


@pytest.mark.parametrize("count", slow_after(1, [4, 8, 12, 20]))
def test_one_matrix_fills_its_slide_and_half_of_one_with_lines(count):
    words = tuple(f"word{place}" for place in range(count))
    one = matrix(words, words)
    lines = Lines("lines", words, words, one.values, "#0072b2")
    preset = preset_of("slide")
    for picture, share in ((Picture((one,)), 1), (Picture((one,), lines=lines), 0.5)):
        [ground] = boxes_of(render(picture, "svg"), "ground")
        right = ground[0] + ground[2] - preset.margin
        assert right > 0.9 * share * (preset.width - 2 * preset.margin)


def test_words_above_stand_at_one_angle_in_svg_and_pdf(trace):
    words = LONG.split()
    angles = {
        text.get_rotation()
        for text in _draw_picture(Picture((matrix(words, words),)), preset_of("slide")).artists
        if (text.get_gid() or "").startswith("label") and text.get_rotation()
    }
    assert angles == {45.0}
    file = render(head_picture(trace, CHOICE, False), "pdf")
    assert file.startswith(b"%PDF")


def test_title_legend_and_caption_share_their_left_edge(slide, trace):
    for picture in (
        head_picture(trace, CHOICE, True),
        slide,
        mask_picture(trace, 1, 1),
    ):
        edges = left_edges(
            _draw_picture(picture, preset_of("slide")), ("title", "legend", "caption")
        )
        assert len(edges) == 3
        assert max(edges.values()) - min(edges.values()) < 0.01


def test_the_legend_is_as_large_as_the_words():
    figure = _draw_picture(
        Picture((matrix(("a", "b", "c"), ("x", "y", "z")),), caption="a"), preset_of("slide")
    )
    sizes = {
        kind: {
            text.get_fontsize()
            for text in figure.artists
            if (text.get_gid() or "").startswith(kind)
        }
        for kind in ("label", "legend")
    }
    assert len(sizes["label"]) == len(sizes["legend"]) == 1
    assert min(sizes["legend"]) >= 0.9 * min(*sizes["label"], 24)


@pytest.mark.parametrize("shape", slow_after(1, SLIDE_SIZES))
def test_a_slide_has_its_shape_and_nothing_overlaps(shape, slide):
    content = Image.open(io.BytesIO(render(slide, "png", shape=shape)))
    ratio = {"16:9": 16 / 9, "4:3": 4 / 3, "square": 1}[shape]
    assert content.width / content.height == pytest.approx(ratio, rel=0.01)
    check_page(_draw_picture(slide, preset_of("slide", shape)))


@pytest.mark.slow
@pytest.mark.parametrize("format", ["svg", "pdf", "png"])
def test_a_slide_gives_the_same_bytes_and_in_the_dark_others(format, slide):
    dark = render(slide, format, dark=True)
    assert dark == render(slide, format, dark=True) != render(slide, format)


def test_a_slide_has_the_translation_the_matrix_and_its_lines(slide, trace):
    svg = render(slide, "svg")
    svg_text = " ".join(texts(svg))
    assert parts(svg, "cells")
    assert parts(svg, "line")
    assert "This head aligns." in svg_text
    written = ["".join(part.itertext()).strip() for part in parts(svg, "translated")]
    assert written == list(heads_of(trace, "cross", True).rows)
    percent = f"{slide.translation.probabilities[0]:.0%}".rstrip("%")
    assert any(text.startswith(percent) for text in texts(svg))
    assert table(slide) == _wide(slide.matrices[0])


@pytest.mark.parametrize("dark", [False, True])
def test_every_word_of_a_slide_has_contrast(dark, slide):
    paper = rgb(preset_of("slide", dark=dark).paper)
    for text in _draw_picture(slide, preset_of("slide", dark=dark)).artists:
        gid = text.get_gid() or ""
        if gid.split("-")[0] in ("text", "label", "title", "legend", "caption", "translated"):
            assert contrast(rgb(text.get_color()), paper) >= 4.5, (gid, text.get_text())


def test_masked_and_charts_can_be_dark():
    picture = Picture((causal(),), caption="x")
    pixel = Image.open(io.BytesIO(render(picture, "png", dark=True))).convert("RGB")
    assert pixel.getpixel((0, 0)) == (17, 21, 28)
    group = {
        "least_words": 1,
        "most_words": 4,
        "mean_words": 5,
        "sentences": 50,
        "bleu": 40,
        "low": 37,
        "high": 43,
    }
    chart = length_chart({"transformer": [group]}, 3).with_caption("x")
    svg = render(chart, "svg", dark=True)
    assert b"#11151c" in svg
    assert b"#1b2330" not in svg


@pytest.mark.slow
def test_long_sentences_stay_on_the_slide(model):
    trace = model.trace(Request("transformer", LONG))
    for shape in SLIDE_SIZES:
        look = preset_of("slide", shape)
        check_page(_draw_picture(slide_picture(trace, CHOICE, False), look))


def test_only_slides_have_shapes():
    for more in ({"shape": "4:3"}, {"dark": True}):
        with pytest.raises(ValueError, match="slide"):
            render(Picture((matrix(),)), "svg", "paper", **more)
    with pytest.raises(ValueError, match="round"):
        render(Picture((matrix(),)), "svg", shape="round")


def test_the_animation_lights_one_word_after_the_other(trace):
    animation = writing_animation(trace, CHOICE, True)
    count = len(animation.frames) - 1
    assert count == len(heads_of(trace, "cross", True).rows)
    assert [frame.matrices[0].written for frame in animation.frames] == [*range(count), None]
    frame = render(animation.frames[2], "svg")
    heights = boxes_of(frame, "frame")[0][3] / count
    lit = boxes_of(frame, "written")
    assert len(lit) == 1
    top = boxes_of(frame, "frame")[0][1]
    assert lit[0][1] == pytest.approx(top + 2 * heights, abs=0.1)


def test_rows_of_the_encoder_are_all_on_show_while_the_french_is_written(trace):
    animation = writing_animation(trace, HeadChoice("encoder", 0, 0), True)
    assert {frame.matrices[0].written for frame in animation.frames} == {None}
    assert animation.frames[1].translation.written == 1


@pytest.mark.slow
def test_the_gif_has_a_frame_a_word_and_is_small_and_the_same_again(model):
    trace = model.trace(Request("transformer", "I am tired."))
    animation = writing_animation(trace, CHOICE, True)
    content = animate(animation)
    gif = Image.open(io.BytesIO(content))
    frames = [np.asarray(one.convert("RGB"), int) for one in ImageSequence.Iterator(gif)]
    assert len(frames) == len(animation.frames)
    assert len(content) <= _LARGEST
    assert all((first != second).any() for first, second in itertools.pairwise(frames))
    assert content == animate(animation)


@pytest.mark.slow
def test_an_animation_that_is_too_large_becomes_smaller(monkeypatch, model):
    trace = model.trace(Request("transformer", "I am tired."))
    animation = writing_animation(trace, CHOICE, True)
    monkeypatch.setattr("viz.draw.files.rendering._LARGEST", 40_000)
    gif = Image.open(io.BytesIO(animate(animation)))
    assert gif.width < 1280


def test_what_does_not_fit_together_is_refused():
    with pytest.raises(ValueError, match="1 prob"):
        Translation(("a", "b"), (0.5,))
    with pytest.raises(ValueError, match="at least one"):
        Animation(())
    with pytest.raises(ValueError, match="2 words are read"):
        matrix(("a",), ("b",), before=("x", "y"))
    with pytest.raises(ValueError, match="lines"):
        lines = Lines("", ODD, ODD, np.eye(len(ODD)), "#000000")
        Picture((matrix(), matrix()), lines=lines)
