"""The app's font in files, as the installed Streamlit has it."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PdfReader

from tests.viz.draw.files.reading import matrix
from viz.draw.files import fonts, render
from viz.draw.files.presets import PRESETS
from viz.draw.picture import Picture

WORDS = ("Les", "œuvres", "d'été", "→", "chien")


@pytest.fixture
def no_font(monkeypatch):
    """The font, or the library that reads it, is missing."""
    monkeypatch.setattr(fonts, "find_source", lambda: None)
    fonts.font_files.cache_clear()
    yield
    fonts.font_files.cache_clear()


@pytest.fixture
def font():
    pytest.importorskip("brotli")
    return fonts.font_files()


def render_words(format: str) -> bytes:
    return render(Picture((matrix(WORDS, WORDS),), caption="Été ▸ été"), format)


def test_without_the_font_files_have_the_next_family(no_font):
    assert fonts.families(PRESETS["slide"]) == ("DejaVu Sans",)
    svg = render_words("svg")
    assert b"@font-face" not in svg
    assert b"'DejaVu Sans'" in svg
    assert svg == render_words("svg")


def test_the_licence_lets_documents_hold_the_font(font):
    source = TTFont(fonts.find_source())
    assert "SIL Open Font License, Version 1.1" in source["name"].getDebugName(13)
    assert source["OS/2"].fsType == 0  # permits embedding


def test_our_weights_do_not_bear_the_reserved_name(font):
    for style, file in font.items():
        made = TTFont(file)
        assert made["name"].getDebugName(1) == fonts.FAMILY
        assert "Source" not in made["name"].getDebugName(4), style
        assert "fvar" not in made


@pytest.mark.slow
def test_the_same_source_gives_the_same_weight(font):
    content = fonts.find_source().read_bytes()
    assert fonts.make_weight(content, 600) == font["bold"].read_bytes()


def test_an_svg_holds_the_characters_that_it_uses(font):
    svg = render_words("svg")
    faces = re.findall(rb"font-weight: (\d+); src: url\(data:font/woff;base64,([^)]+)\)", svg)
    assert [weight for weight, _ in faces] == [b"400", b"700"]
    regular = TTFont(io.BytesIO(base64.b64decode(faces[0][1]))).getBestCmap()
    assert set(map(ord, "œé→▸")) <= set(regular)
    assert ord("Ω") not in regular
    assert b"'Source Sans 3'" in svg
    assert len(svg) < 120_000
    assert svg == render_words("svg")


def test_a_pdf_embeds_it(font):
    resources = PdfReader(io.BytesIO(render_words("pdf"))).pages[0]["/Resources"]["/Font"]
    names = {str(one.get_object()["/BaseFont"]) for one in resources.values()}
    assert any("HeadsUpSans" in name for name in names)
    assert not any("DejaVu" in name for name in names)


def test_a_png_is_drawn_with_it(font, monkeypatch):
    with_font = Image.open(io.BytesIO(render_words("png"))).tobytes()
    monkeypatch.setattr(fonts, "find_source", lambda: None)
    fonts.font_files.cache_clear()
    without = Image.open(io.BytesIO(render_words("png"))).tobytes()
    monkeypatch.undo()
    fonts.font_files.cache_clear()
    assert with_font != without
