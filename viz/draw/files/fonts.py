"""The app's font for files: Source Sans 3, as shipped with Streamlit.

Its licence, the SIL Open Font License 1.1, lets documents embed the font or parts of it. The file
is a variable font in WOFF2, which matplotlib cannot read: two weights are made once and kept in
matplotlib's cache under our own name, since "Source" is reserved. Without the package `brotli`, or
without Streamlit, files use the next family of the preset.
"""

import base64
import hashlib
import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from matplotlib import get_cachedir
from matplotlib.font_manager import (
    FontEntry,
    FontProperties,
    findSystemFonts,
    fontManager,
    get_font,
)

from models.files import write_whole
from models.store.token_names import has_ink

from .presets import FAMILY, LATEX, Preset

_WEIGHTS = {"normal": 400, "bold": 600}  # as drawn on the screen
_DECLARED = {"normal": 400, "bold": 700}  # as named in files and by matplotlib
_PATTERN = "static/static/media/SourceSansVF-Upright*.woff2"
# Latin and Greek, and the punctuation, arrows and signs of captions and formulas.
_CHARACTERS = (*range(0x20, 0x250), *range(0x300, 0x3D0), *range(0x1E00, 0x2600))
_LAST_RESORT = "Last Resort High-Efficiency"  # matplotlib's own, a box for every character
_VERSION = "1"  # change it to make the two weights anew
_SVG = "{http://www.w3.org/2000/svg}"


def _find_source() -> Path | None:
    """Find the font of the installed Streamlit; None without Streamlit or brotli."""
    streamlit = find_spec("streamlit")
    if streamlit is None or streamlit.origin is None or find_spec("brotli") is None:
        return None
    files = sorted(Path(streamlit.origin).parent.glob(_PATTERN))
    return files[0] if files else None


@cache
def _font_files() -> dict[str, Path]:
    """Return the two weights as TrueType files, made on first use; {} without the font."""
    source = _find_source()
    if source is None:
        return {}
    content = source.read_bytes()
    name = hashlib.sha256(_VERSION.encode() + content).hexdigest()[:16]
    files = {}
    for style, weight in _WEIGHTS.items():
        file = Path(get_cachedir()) / f"heads-up-sans-{name}-{weight}.ttf"
        if not file.exists():
            write_whole({file: _make_weight(content, weight)})
        files[style] = file
    return files


def families(preset: Preset) -> tuple[str, ...]:
    """Return the installed fonts of a preset, in order of preference."""
    return tuple(font for font in preset.fonts if font != FAMILY or _font_files())


def _file_of(family: str) -> str:
    """Return the file of an installed family, whose name a list keeps from being a pattern."""
    return fontManager.findfont(FontProperties(family=[family]))


@cache
def _characters_of(family: str) -> frozenset[str]:
    """Return the characters that an installed family has."""
    return frozenset(map(chr, get_font(_file_of(family)).get_charmap()))


def lacking(text: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """Return the characters of a text that are seen, and in none of these families."""
    register_fonts()
    return frozenset(filter(has_ink, {*text}.difference(*map(_characters_of, names))))


def families_with(characters: frozenset[str]) -> tuple[str, ...]:
    """Return installed families that have these characters, as many as there are."""
    known = {entry.fname for entry in fontManager.ttflist}
    for file in {*findSystemFonts()} - known:  # installed since matplotlib looked for fonts
        with suppress(RuntimeError, OSError, ValueError):
            fontManager.addfont(file)
    names = sorted({entry.name for entry in fontManager.ttflist} - {_LAST_RESORT})
    chosen: list[str] = []
    while names:
        best = max(names, key=lambda name: (len(characters & _characters_of(name)), "Sans" in name))
        if not characters & _characters_of(best):
            break
        chosen.append(best)
        characters -= _characters_of(best)
    return tuple(chosen)


@cache
def has_curves(family: str) -> bool:
    """Whether a family has PostScript outlines, which PDF files embed in another way."""
    path = _file_of(family)
    with TTFont(path, fontNumber=getattr(path, "face_index", 0), lazy=True) as font:
        return "CFF " in font


def _make_weight(content: bytes, weight: int) -> bytes:
    """Make one weight of the variable font, with our characters, as TrueType."""
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    _keep_characters(font, _CHARACTERS)
    font = instantiateVariableFont(font, {"wght": weight})
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16):
            record.string = FAMILY if record.nameID in (1, 16) else f"HeadsUpSans-{weight}"
    font.flavor = None
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def _keep_characters(font, characters) -> None:
    """Remove all but these characters (code points) from a font."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "ccmp", "liga"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def register_fonts() -> None:
    """Register the two weights with matplotlib."""
    _register_files(tuple(_font_files().items()))


@cache
def _register_files(files: tuple[tuple[str, Path], ...]) -> None:
    for style, file in files:
        _register_file(str(file), FAMILY, _DECLARED[style])
    # matplotlib has the bold of LaTeX's font as a family of its own.
    _register_file(fontManager.findfont("cmb10"), LATEX, _DECLARED["bold"])


def _register_file(file: str, family: str, weight: int) -> None:
    fontManager.ttflist.append(
        FontEntry(
            fname=file,
            name=family,
            style="normal",
            variant="normal",
            weight=weight,
            stretch="normal",
            size="scalable",
        )
    )


def embed_fonts(svg: bytes) -> bytes:
    """Embed the characters of our font that an SVG uses, so that it looks the same everywhere."""
    used = _used_characters(svg)
    faces = [
        f"@font-face {{ font-family: '{FAMILY}'; font-weight: {_DECLARED[style]}; "
        f"src: url(data:font/woff;base64,{_part_of(style, used[style])}); }}"
        for style in _font_files()
        if used.get(style)
    ]
    if not faces:
        return svg
    style = f'<style type="text/css">{" ".join(faces)}</style>'.encode()
    return re.sub(rb"(<svg\b[^>]*>)", lambda start: start[1] + b"\n " + style, svg, count=1)


def _used_characters(svg: bytes) -> dict[str, str]:
    """Return the characters that an SVG writes in our font, sorted, by style of _WEIGHTS."""
    used: dict[str, set[str]] = {style: set() for style in _WEIGHTS}
    for text in ElementTree.fromstring(svg).iter(f"{_SVG}text"):
        declarations = text.get("style", "")
        if FAMILY in declarations:
            is_bold = re.search(r"\b(?:bold|700)\b", declarations)
            used["bold" if is_bold else "normal"] |= set("".join(text.itertext()))
    return {style: "".join(sorted(characters)) for style, characters in used.items()}


@cache
def _font_bytes(style: str) -> bytes:
    return _font_files()[style].read_bytes()


def _part_of(style: str, characters: str) -> str:
    """Return a weight with only these characters, as WOFF in base64."""
    font = TTFont(io.BytesIO(_font_bytes(style)), recalcTimestamp=False)
    _keep_characters(font, [ord(character) for character in characters])
    font.flavor = "woff"
    file = io.BytesIO()
    font.save(file)
    return base64.b64encode(file.getvalue()).decode()
