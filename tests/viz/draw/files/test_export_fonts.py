"""The app's font in files, as the installed Streamlit has it."""

import base64
import io
import re

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PdfReader

from models import UserError
from tests.marks import slow_after
from tests.viz.draw.files.reading import matrix
from viz.draw.files import animate, fonts, render
from viz.draw.files.presets import PRESETS
from viz.draw.picture import Animation, Picture

WORDS = ("Les", "œuvres", "d'été", "→", "chien")


@pytest.fixture
def no_font(monkeypatch):
    """The font, or the library that reads it, is missing."""
    monkeypatch.setattr(fonts, "_find_source", lambda: None)
    fonts._font_files.cache_clear()
    yield
    fonts._font_files.cache_clear()


@pytest.fixture
def font():
    pytest.importorskip("brotli")
    return fonts._font_files()


def render_words(format: str) -> bytes:
    return render(Picture((matrix(WORDS, WORDS),), caption="Été ▸ été"), format)


def test_without_the_font_files_have_the_next_family(no_font):
    assert fonts.families(PRESETS["slide"]) == ("DejaVu Sans",)
    svg = render_words("svg")
    assert b"@font-face" not in svg
    assert b"'DejaVu Sans'" in svg
    assert svg == render_words("svg")


def test_the_licence_lets_documents_hold_the_font(font):
    source = TTFont(fonts._find_source())
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
    content = fonts._find_source().read_bytes()
    assert fonts._make_weight(content, 600) == font["bold"].read_bytes()


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
    names = {str(resource.get_object()["/BaseFont"]) for resource in resources.values()}
    assert any("HeadsUpSans" in name for name in names)
    assert not any("DejaVu" in name for name in names)


def test_a_png_is_drawn_with_it(font, monkeypatch):
    with_font = Image.open(io.BytesIO(render_words("png"))).tobytes()
    monkeypatch.setattr(fonts, "_find_source", lambda: None)
    fonts._font_files.cache_clear()
    without = Image.open(io.BytesIO(render_words("png"))).tobytes()
    monkeypatch.undo()
    fonts._font_files.cache_clear()
    assert with_font != without


SIGNS = "山한ก"


@pytest.fixture(params=[True, False], ids=["TrueType", "PostScript"])
def signs(request, tmp_path, monkeypatch):
    """A font with SIGNS, installed late, whose name looks like a pattern of fontconfig."""
    fonts.register_fonts()
    builder = FontBuilder(1000, isTTF=request.param)
    names = [".notdef", *map("sign{}".format, range(len(SIGNS)))]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, SIGNS), names[1:])))
    pen = TTGlyphPen(None) if request.param else T2CharStringPen(1000, None)
    for corner, draw in (
        ((100, 0), pen.moveTo),
        ((500, 800), pen.lineTo),
        ((900, 0), pen.lineTo),
    ):
        draw(corner)
    pen.closePath()
    if request.param:
        builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    else:
        builder.setupCFF("Signs", {}, dict.fromkeys(names, pen.getCharString()), {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Signs - B", "styleName": "Regular", "psName": "Signs"})
    builder.setupOS2(sTypoAscender=800, usWeightClass=400)
    builder.setupPost()
    file = tmp_path / ("signs.ttf" if request.param else "signs.otf")
    builder.save(file)
    monkeypatch.setattr(fonts, "findSystemFonts", lambda: [str(file)])
    monkeypatch.setattr(fonts.fontManager, "ttflist", [*fonts.fontManager.ttflist])
    yield request.param
    for kept in (fonts._characters_of, fonts.has_curves):
        kept.cache_clear()


def test_an_installed_font_has_what_ours_lack(signs):
    picture = Picture((matrix(("山", "dog"), ("한", "ก")),), caption="Été 山")
    file = render(picture, "pdf")
    [page] = PdfReader(io.BytesIO(file)).pages
    kinds = {
        font["/BaseFont"].partition("+")[2] or font["/BaseFont"]: font["/Subtype"]
        for font in (one.get_object() for one in page["/Resources"]["/Font"].values())
        if "/BaseFont" in font
    }
    # PostScript outlines are not embedded as TrueType.
    assert kinds["Signs"] == ("/Type0" if signs else "/Type3")
    assert not any("LastResort" in name for name in kinds)
    assert "山" in page.extract_text()
    assert b"Signs" in render(picture, "svg")


@pytest.mark.parametrize("format", slow_after(1, ["pdf", "png"]))
def test_what_no_font_has_is_a_sentence_and_an_svg_has_it_as_text(format, monkeypatch):
    monkeypatch.setattr(fonts, "findSystemFonts", list)
    sign = chr(0x1F98A)
    picture = Picture((matrix((sign, "dog"), ("le", "chien")),))
    with pytest.raises(UserError, match=f"No font on this machine has {sign}. Install one that"):
        render(picture, format)
    assert sign.encode() in render(picture, "svg")
    if format == "pdf":
        [page] = PdfReader(io.BytesIO(render(picture, "pdf", refuse=False))).pages
        assert "No font on this machine has" in page.extract_text()
    hidden = Picture((matrix(("a\u200d", "\ufe0f"), ("le", "chien")),))
    assert render(hidden, format)
    with pytest.raises(UserError, match="No font on this machine"):
        animate(Animation((picture,)))
