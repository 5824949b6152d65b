"""The pictures of the gallery, without Streamlit.

Each picture is computed by the page of its address, so that it shows what its link opens.
"""

import io
from urllib.parse import parse_qsl, urlsplit

from PIL import Image

from models import UserError

from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.files import render
from ...draw.picture import Picture
from ...view.runner import Runner, plain_runner
from ...view.settings import read_settings
from ..computations import COMPUTATIONS, FRONT_PAGE
from .catalogue import ENTRIES, CatalogueEntry

_SIZE = 1280, 720  # pixels of a file: sharp in the README, 40 to 150 kB
_CARD_SIZE = 960, 540  # pixels on a card: sharp in a column of the page
_CARD_COLOURS = 64  # 4 to 36 kB; with half as many, waves have bands and pale lines have gaps


def draw_entry(entry: CatalogueEntry, runner: Runner) -> Picture | Chart:
    """Compute the picture of the page at the address of an entry.

    Raises UserError if a model lacks something.
    """
    link = urlsplit(entry.address)
    path, parameters = link.path.strip("/") or FRONT_PAGE, dict(parse_qsl(link.query))
    computation = COMPUTATIONS[path]
    reading = read_settings(computation.settings, parameters, runner, computation.example)
    if reading.refusals:
        raise UserError(reading.refusals[0].sentence)
    menu = computation.compute(reading.settings, runner).menu
    if menu.alert:
        raise UserError(menu.alert)
    exports = {export.name: export for export in menu.exports}
    return (exports[entry.export] if entry.export else menu.exports[0]).draw()


def picture(entry: CatalogueEntry, runner: Runner | None = None) -> bytes:
    """Draw the view with its caption as PNG, 1280 × 720, in 256 colours; equal bytes every time.

    Raises UserError if a model lacks something.
    """
    slide = render(draw_entry(entry, runner or plain_runner("auto")), "png")
    file = io.BytesIO()
    _shrink(slide, _SIZE, 256).save(file, "PNG", optimize=True)
    return file.getvalue()


def _card_picture(entry: CatalogueEntry, runner: Runner, dark: bool = False) -> bytes:
    """Draw the view without a caption as WebP for its card; equal bytes every time."""
    slide = render(draw_entry(entry, runner), "png", caption=False, dark=dark)
    file = io.BytesIO()
    few = _shrink(slide, _CARD_SIZE, _CARD_COLOURS).convert("RGB")
    few.save(file, "WEBP", lossless=True, method=6)
    return file.getvalue()


def _shrink(slide: bytes, size: tuple[int, int], colours: int) -> Image.Image:
    """Return the image of a PNG in this size, with a palette of so many colours."""
    whole = Image.open(io.BytesIO(slide)).convert("RGB")
    smaller = whole.resize(size, Image.Resampling.LANCZOS)
    # Rare colours count too.
    few = smaller.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    # Otherwise the paper gets a neighbouring colour, and shows as a box on the page.
    palette = bytearray(few.getpalette() or ())
    paper = 3 * few.tobytes()[0]
    palette[paper : paper + 3] = whole.tobytes()[:3]
    few.putpalette(bytes(palette))
    return few


def draw_all(runner: Runner, progress: Progress, dark: bool = False) -> dict[str, bytes]:
    """Draw the pictures of all cards by name; calls `progress(done, total)`."""
    pictures = {}
    for entry in ENTRIES:
        pictures[entry.name] = _card_picture(entry, runner, dark)
        progress(len(pictures), len(ENTRIES))
    return pictures
