"""A slide of shapes and words that python-pptx and LibreOffice read."""

import io
import subprocess

import numpy as np
import pytest
from pptx import Presentation
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.util import Pt
from pypdf import PdfReader

from tests.programs import find_program
from tests.viz.example_charts import POSITION_CHARTS
from viz.base.theme import INK
from viz.draw.files import render
from viz.draw.matrix import Matrix
from viz.draw.picture import Lines, Picture

HEAD = Matrix(
    "A head",
    ("Le", "chien"),
    ("The", "dog"),
    np.array([[0.5, 1.0], [0.0, 1.0]]),
    before=("<s>", "Le"),
)
LINES = Lines("A head", HEAD.rows, HEAD.columns, HEAD.values, "#d55e00")


def slide_of(picture, **options):
    deck = Presentation(io.BytesIO(render(picture, "pptx", **options)))
    (slide,) = deck.slides
    (group,) = slide.shapes
    return deck, slide, group


def test_a_slide_has_every_word_as_text_and_every_cell_as_a_shape():
    picture = Picture((HEAD,), caption="The dog → Le chien")
    deck, _, group = slide_of(picture)
    assert (deck.slide_width, deck.slide_height) == (Pt(960), Pt(540))
    texts = [shape.text_frame.text for shape in group.shapes if shape.has_text_frame]
    for text in ("A head", "The", "dog", "<s> ▸ Le", "Le ▸ chien", ".50", "1.00"):
        assert text in texts
    cells = {str(s.fill.fore_color.rgb): s for s in group.shapes if s.name == "cells"}
    darkest = cells[INK["light"][-1][1:].upper()]
    # Both cells of weight 1 are one shape, as high as the two rows.
    assert len(cells) == 2
    (middle,) = (shape for shape in cells.values() if shape is not darkest)
    assert darkest.height == pytest.approx(2 * middle.height, rel=0.01)
    assert darkest.left == pytest.approx(middle.left + middle.width, rel=0.01)
    assert not [part for shape in group.shapes for part in shape._element if "style" in part.tag]


def test_the_caption_stands_in_the_notes_and_as_alternative_text():
    picture = Picture((HEAD,), caption="The dog → Le chien\nlayer 4")
    deck, slide, group = slide_of(picture, caption=False)
    notes = slide.notes_slide.notes_text_frame.text
    assert notes == "The dog → Le chien\nlayer 4\nA head (2 × 2)"
    assert group._element.nvGrpSpPr.cNvPr.get("descr") == "The dog → Le chien · layer 4"
    assert deck.core_properties.title == "The dog → Le chien · layer 4"
    assert render(picture, "pptx") == render(picture, "pptx")


def test_words_and_heads_have_the_colours_of_the_theme():
    _, _, group = slide_of(Picture(lines=LINES), dark=True)
    title = next(shape for shape in group.shapes if shape.name == "title")
    font = title.text_frame.paragraphs[0].runs[0].font
    assert font.fill.fore_color.theme_color == MSO_THEME_COLOR.TEXT_1
    assert font.name is None  # that of the theme
    lines = [shape for shape in group.shapes if shape.name == "line"]
    strongest = max(lines, key=lambda shape: "alpha" not in shape.line._ln.xml)
    assert strongest.line.fill.fore_color.theme_color == MSO_THEME_COLOR.ACCENT_2
    assert '<a:alpha val="' in "".join(shape.line._ln.xml for shape in lines)


@pytest.mark.weekly
def test_libreoffice_opens_every_kind_of_slide(tmp_path):
    pictures = [Picture((HEAD,)), Picture(lines=LINES), *(c() for c in POSITION_CHARTS.values())]
    for number, picture in enumerate(pictures):
        picture.save(tmp_path / f"{number}.pptx")
    soffice = find_program("soffice", package="libreoffice-impress")
    command = [soffice, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    files = map(str, tmp_path.glob("*.pptx"))
    subprocess.run(
        [*command, "--convert-to", "pdf", "--outdir", str(tmp_path), *files],
        check=True,
        timeout=300,
    )
    for number, _ in enumerate(pictures):
        (page,) = PdfReader(tmp_path / f"{number}.pdf").pages
        assert page.extract_text().strip()
