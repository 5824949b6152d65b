"""Pictures as files: their content, and that the same picture gives the same file."""

import hashlib
import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from matplotlib.text import Text
from PIL import Image
from pypdf import PdfReader

from models import Request, UserError, WhatIf, __version__
from models.files import weights_digits
from tests.marks import slow_after
from tests.viz.draw.files.reading import (
    ODD,
    SENTENCE,
    SIXTY,
    SVG,
    WORDS,
    causal,
    check_page,
    matrix,
    parts,
    pdf_text,
    sizes_of_type,
    texts,
)
from tests.viz.example_charts import POSITION_CHARTS
from viz.analysis.views import HeadChoice
from viz.draw.files import render
from viz.draw.files.pictures.cells import _cell_colour
from viz.draw.files.presets import FORMATS, PRESETS, preset_of
from viz.draw.files.rendering import _draw_picture
from viz.draw.files.typesetting import clean, wrapped
from viz.draw.head_pictures import head_picture, slide_picture
from viz.draw.matrix import Matrix
from viz.draw.picture import Lines, Picture, picture_of

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("format, preset", slow_after(2, product(FORMATS, PRESETS)))
def test_the_same_picture_gives_the_same_bytes(format, preset):
    def picture():
        return Picture(
            (causal(("a", "dog")), matrix(("a",), ("b", "c"))), caption="A dog → Un chien"
        )

    assert render(picture(), format, preset) == render(picture(), format, preset)


@pytest.mark.slow
def test_another_process_gives_the_same_bytes():
    code = (
        "import sys, hashlib, numpy as np; from viz.draw.files import render; "
        "from viz.draw.files.presets import FORMATS; from viz.draw.matrix import Matrix; "
        "from viz.draw.picture import Picture; picture = "
        "Picture((Matrix('A', ('dog', 'a'), ('x',), np.ones((2, 1))),), caption='x → y'); "
        "print(*(hashlib.sha256(render(picture, format, 'paper')).hexdigest() for format "
        "in FORMATS))"
    )
    other = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    picture = Picture((Matrix("A", ("dog", "a"), ("x",), np.ones((2, 1))),), caption="x → y")
    assert other.split() == [
        hashlib.sha256(render(picture, format, "paper")).hexdigest() for format in FORMATS
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind, preset",
    [
        ("head", "slide"),
        ("head", "grey"),
        ("merged", "paper"),
        ("overview", "slide"),
        ("overview", "paper"),
        ("lines", "slide"),
        ("lines", "paper"),
        ("alignment", "grey"),
        ("mask", "slide"),
        ("mask", "paper"),
        ("mask", "grey"),
    ],
)
def test_every_word_and_the_caption_are_text_in_svg_and_pdf_and_nothing_overlaps(
    kind, preset, pictures, trace
):
    picture = pictures[kind]
    svg = render(picture, "svg", preset)
    svg_texts = texts(svg)
    file = pdf_text(render(picture, "pdf", preset)) if kind != "overview" else None
    spoken = " ".join(svg_texts)
    for word in picture.caption.split():
        assert word in spoken
        assert file is None or word in file
    for words in [(one.rows, one.columns) for one in picture.matrices if not picture.across] or (
        [(picture.lines.left, picture.lines.right)] if picture.lines else []
    ):
        for word in (*words[0], *words[1]):
            assert word in svg_texts
            assert file is None or word in file
    assert trace.sentence in picture.caption
    assert trace.translation in picture.caption
    assert "Transformer" in picture.caption
    check_page(_draw_picture(picture, PRESETS[preset]))


def test_a_caption_says_layer_head_and_what_is_changed(model):
    changed = model.trace(Request("transformer", SENTENCE, None, WhatIf(temperature=2.0)))
    caption = head_picture(changed, HeadChoice("cross", 3, 1), False).caption
    assert "layer 4, head 2" in caption
    assert "cross-attention" in caption
    assert "Not the model as trained. The temperature is 2 instead of 1." in caption


@pytest.mark.slow
def test_without_a_caption_there_is_none():
    picture = Picture((matrix(),), caption="A caption → une légende")
    assert not parts(render(picture, "svg", "slide", caption=False), "caption")
    assert parts(render(picture), "caption")


@pytest.mark.parametrize("preset", slow_after(2, PRESETS))
def test_every_cell_has_its_number_where_numbers_fit(preset):
    one = matrix(WORDS[:6], WORDS[:8])
    numbers = [
        "".join(part.itertext()).strip()
        for part in parts(render(Picture((one,)), "svg", preset), "number")
    ]
    assert numbers == [
        f"{value:.2f}".removeprefix("0") for value in one.values.flat if value >= 0.005
    ]


def test_masked_cells_are_hatched_and_others_are_not():
    svg = render(Picture((causal(),)), "svg", "slide", caption=False)
    hatched = [part.find(f"{SVG}path").get("d").count("M") for part in parts(svg, "masked")]
    assert hatched == [3 * 36, 3]  # of nine words, and in the legend
    assert not parts(render(Picture((matrix(),)), "svg"), "masked")
    assert len(parts(svg, "number")) == 45


def test_changed_cells_are_outlined():
    changed = np.zeros((9, 9), bool)
    changed[2, 3] = changed[4, 4] = True
    outlined = parts(render(Picture((matrix(changed=changed),)), "svg"), "changed")
    assert [part.find(f"{SVG}path").get("d").count("M") for part in outlined] == [2]


def test_a_colour_means_the_same_weight_in_every_picture():
    def fills(values):
        return [
            re.search(r"fill: (#\w+)", part.find(f"{SVG}path").get("style"))[1]
            for part in parts(
                render(Picture((Matrix("", ("a",), ("b", "c"), np.array([values])),)), "svg"),
                "cells",
            )
        ]

    assert fills([0.25, 0.5])[1] == fills([0.5, 1.0])[0]
    assert fills([0.0, 1.0])[-1] == "#071f4d"


def test_the_matrices_of_a_page_can_be_drawn_and_cosines_below_0_are_pale():
    values = np.array([[1, -0.25], [-0.25, 1]])
    matrices = [
        Matrix(
            "Cosines",
            ("1. A dog", "2. A cat"),
            ("1", "2"),
            values,
            least=-1.0,
            kind="cosine",
        ),
        Matrix("None", note="why"),
    ]
    picture = picture_of(matrices, "Two sentences")
    svg = render(picture, "svg")
    assert len(picture.matrices) == 1
    assert {"−0.25", "1.00", "cosine 0 or less", "1. A dog"} <= set(texts(svg))
    assert len(parts(svg, "cells")) == 1
    check_page(_draw_picture(picture, PRESETS["slide"]))


@pytest.mark.slow
@pytest.mark.parametrize("preset", slow_after(1, PRESETS))
@pytest.mark.parametrize(
    "picture",
    [
        Picture((matrix(SIXTY, SIXTY),), caption=" ".join(SIXTY)),
        Picture((causal(SIXTY),) * 3, caption=" ".join(SIXTY) + " → " + " ".join(SIXTY)),
        Picture(
            lines=Lines(
                "Lines",
                SIXTY,
                SIXTY[:48],
                np.full((60, 48), 1 / 48),
                "#d55e00",
                ("looks …", "… at"),
            ),
            caption=" ".join(SIXTY),
        ),
    ],
    ids=["one", "three", "lines"],
)
def test_sixty_words_stand_apart_and_on_the_page(picture, preset):
    check_page(_draw_picture(picture, PRESETS[preset]))
    svg = render(picture, "svg", preset)
    named = ["".join(part.itertext()).strip() for part in parts(svg, "label")]
    has_note = "word is named." in " ".join(texts(svg))
    count = len(picture.matrices) * 120 or 108
    assert set(named) <= set(SIXTY)
    assert len(named) <= count
    assert has_note or len(named) == count
    assert len(named) >= count / 3


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_twelve_by_twelve_heads_have_names_that_stand_apart(preset):
    heads = tuple(
        Matrix(f"layer {layer}, head {head}", SIXTY, SIXTY, np.eye(60), short=f"{layer}.{head}")
        for layer in range(1, 13)
        for head in range(1, 13)
    )
    picture = Picture(heads, 12, caption="all")
    check_page(_draw_picture(picture, PRESETS[preset]))
    assert len(parts(render(picture, "svg", preset), "title")) == 144


def test_repeated_words_keep_their_own_column():
    one = Matrix("", ("the", "the"), ("dog", "dog", "dog"), np.array([[1, 0, 0], [0, 0, 1.0]]))
    svg = render(Picture((one,)), "svg")
    places = [
        part.find(f"{SVG}text").get("x")
        for part in parts(svg, "label")
        if "dog" in "".join(part.itertext())
    ]
    assert len(set(places)) == 3


@pytest.mark.parametrize("preset", slow_after(1, ["slide", "paper"]))
def test_special_characters_come_out_as_written(preset):
    picture = Picture((matrix(),), caption=" ".join(ODD) + " 日本")
    svg_texts = texts(render(picture, "svg", preset))
    assert set(ODD) <= set(svg_texts)
    assert any("日本" in text for text in svg_texts)
    file = pdf_text(render(replace(picture, caption=" ".join(ODD)), "pdf", preset))
    assert all(word in file for word in ODD if word.isascii() or word in ("l'été", "œuvre"))
    check_page(_draw_picture(picture, PRESETS[preset]))


def test_what_no_file_can_hold_is_replaced_and_a_long_word_shortened():
    assert clean("a\x00b\tc\nd\ud800") == "a\ufffdb c d\ufffd"
    svg = render(
        Picture((Matrix("", ("x" * 50,), ("\x07",), np.ones((1, 1))),), caption="y" * 900),
        "svg",
        "paper",
    )
    assert "x" * 19 + "…" in texts(svg)
    assert "".join(texts(svg)).count("y") == 900


@pytest.mark.slow
def test_grey_has_no_colour():
    picture = Picture((causal(), matrix(changed=np.eye(9) > 0)), caption="a")
    for one in (picture, Picture(lines=Lines("", ODD, ODD, np.eye(9), "#d55e00"))):
        colours = re.findall(rb"#[0-9a-f]{6}", render(one, "svg", "grey"))
        assert colours
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    pixels = np.asarray(Image.open(io.BytesIO(render(picture, "png", "grey"))).convert("RGB"))
    assert (pixels.min(-1) == pixels.max(-1)).all()


def test_a_png_is_transparent_on_demand_and_a_slide_has_1920_pixels():
    clear, white = (
        Image.open(io.BytesIO(render(Picture((matrix(),)), "png", "slide", transparent=how)))
        for how in (True, False)
    )
    assert clear.size == white.size == (1920, 1080)
    assert clear.convert("RGBA").getpixel((0, 0))[3] == 0
    assert white.convert("RGBA").getpixel((0, 0)) == (255, 255, 255, 255)
    assert clear.convert("RGBA").getextrema()[3] == (0, 255)


@pytest.mark.slow
def test_pages_have_the_size_of_their_preset():
    boxes = {
        preset: PdfReader(io.BytesIO(render(Picture((matrix(),)), "pdf", preset))).pages[0].mediabox
        for preset in ("slide", "paper")
    }
    assert (boxes["slide"].width, boxes["slide"].height) == (960, 540)
    assert boxes["paper"].width == 240


@pytest.mark.slow
@pytest.mark.parametrize(
    "width, points", [("80.5mm", 228.189), ("8cm", 226.772), ("252 pt", 252), ("50cm", 1417.323)]
)
def test_a_picture_has_the_printed_width_that_is_asked_for(width, points, tmp_path):
    file = tmp_path / "head.pdf"
    Picture((matrix(),)).save(file, width=width)
    assert float(PdfReader(file).pages[0].mediabox.width) == pytest.approx(points, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize("caption", [True, False])
def test_a_file_names_the_program_and_has_the_caption_as_its_title(caption):
    picture = Picture((matrix(),), caption="The dog → Le <chien>\nan odd \x00 & line")
    title = "The dog → Le <chien> · an odd � & line"
    program = f"Heads Up {__version__}, weights {weights_digits()}"
    pdf = PdfReader(io.BytesIO(render(picture, "pdf", caption=caption)))
    subject, keywords = "A head (9 × 9)", "attention, neural network"
    assert pdf.metadata == {
        "/Title": title,
        "/Subject": subject,
        "/Keywords": keywords,
        "/Creator": program,
    }
    svg = ElementTree.fromstring(render(picture, "svg", caption=caption))
    assert svg.findtext(f"{SVG}title") == title
    assert program in "".join(svg.find(f"{SVG}metadata").itertext())
    assert not re.search(rb"dc:date|20\d\d-", ElementTree.tostring(svg))


@pytest.mark.slow
def test_words_that_do_not_fit_into_a_width_are_said():
    chart = POSITION_CHARTS["wavelengths"]()
    assert b'width="219pt"' in render(chart, width="219pt")[:900]
    with pytest.raises(UserError, match="At a width of 110pt some words of this picture would"):
        render(chart, width="110pt")
    with pytest.raises(ValueError, match="no width “wide”"):
        render(chart, width="wide")


def test_a_probability_below_a_word_is_not_smaller_than_the_least_type(trace):
    slide = slide_picture(trace, HeadChoice("cross", 3, 1), False)
    assert min(sizes_of_type(render(slide, preset="paper"))) == 5


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="gif"):
        render(Picture((matrix(),)), "gif")
    with pytest.raises(ValueError, match="poster"):
        render(Picture((matrix(),)), "svg", "poster")
    with pytest.raises(ValueError, match=r"\(2, 2\)"):
        Matrix("", ("a",), ("b",), np.eye(2))
    with pytest.raises(ValueError, match="lines"):
        Picture()


def test_lines_are_as_dark_as_the_weights():
    svg = render(
        Picture(
            lines=Lines("", ("a", "b"), ("c", "d"), np.array([[0.25, 0.75], [0, 1]]), "#d55e00")
        ),
        "svg",
    )
    shares = [
        float(match[1])
        if (match := re.search(r"opacity: ([\d.]+)", part.find(f"{SVG}path").get("style")))
        else 1.0
        for part in parts(svg, "line")
    ]
    assert shares == [0.25, 0.75, 1.0]


def test_a_line_of_text_is_never_wider_than_its_room():
    look = PRESETS["paper"]
    assert wrapped("a b\n\nc", 8, 200, look) == ["a b", "c"]
    assert "".join(wrapped("w" * 300, 8, 100, look)) == "w" * 300


def test_a_mask_has_another_colour_than_any_weight():
    values = np.ones((1, 1))
    mask, weight = (
        _cell_colour(Matrix("", ("a",), ("a",), values, kind=kind, most=3.0), 1.0, PRESETS["slide"])
        for kind in ("mask", "weight")
    )
    red, green, blue = (int(mask[place : place + 2], 16) for place in (1, 3, 5))
    assert max(red, green, blue) - min(red, green, blue) < 20
    assert mask != weight


def labels(page) -> list[Text]:
    return page.findobj(lambda one: isinstance(one, Text) and one.get_gid().startswith("label"))


def test_heads_in_a_paper_share_the_words_at_their_edges():
    heads = tuple(
        Matrix(f"head {number}", ("le", "gros", "chat"), ("big", "old", "cat"), np.eye(3))
        for number in range(6)
    )
    picture = Picture(heads, across=3)
    page = _draw_picture(picture, preset_of("paper", width="219pt"))
    words = [text.get_text() for text in labels(page)]
    assert words.count("gros") == 2  # rows of heads
    assert words.count("cat") == 3  # columns of heads
    check_page(page)
    odd = replace(picture, matrices=(*heads[:5], replace(heads[5], rows=("a", "b", "c"))))
    for shown, preset in [(picture, preset_of("slide")), (odd, PRESETS["paper"])]:
        assert not labels(_draw_picture(shown, preset))
