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
from ...view.settings import read
from ..computations import COMPUTATIONS, FRONT_PAGE
from .views import ENTRIES, Entry

SIZE = 1280, 720  # pixels: sharp in the page and in the README, 40 to 150 kB


def draw_entry(entry: Entry, runner: Runner) -> Picture | Chart:
    """Compute the picture of the page at the address of an entry.

    Raises UserError if a model lacks something.
    """
    link = urlsplit(entry.address)
    path, parameters = link.path.strip("/") or FRONT_PAGE, dict(parse_qsl(link.query))
    computation = COMPUTATIONS[path]
    reading = read(computation.settings, parameters, runner, computation.example)
    if reading.refusals:
        raise UserError(reading.refusals[0].sentence)
    menu = computation.compute(reading.settings, runner).menu
    if menu.alert:
        raise UserError(menu.alert)
    exports = {one.name: one for one in menu.exports}
    return (exports[entry.export] if entry.export else menu.exports[0]).draw()


def picture(
    entry: Entry, caption: bool = True, runner: Runner | None = None, dark: bool = False
) -> bytes:
    """Draw the view as PNG, 1280 × 720, in 256 colours; equal bytes every time.

    Raises UserError if a model lacks something.
    """
    entry_picture = draw_entry(entry, runner or plain_runner("auto"))
    file = render(entry_picture, "png", "slide", caption, dark=dark)
    whole = Image.open(io.BytesIO(file)).convert("RGB")
    smaller = whole.resize(SIZE, Image.Resampling.LANCZOS)
    # Rare colours count too.
    few = smaller.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    # Otherwise the paper gets a neighbouring colour, and shows as a box on the page.
    palette = bytearray(few.getpalette() or ())
    paper = 3 * few.tobytes()[0]
    palette[paper : paper + 3] = whole.tobytes()[:3]
    few.putpalette(bytes(palette))
    small_file = io.BytesIO()
    few.save(small_file, "PNG", optimize=True)
    return small_file.getvalue()


def draw_all(runner: Runner, progress: Progress, dark: bool = False) -> dict[str, bytes]:
    """Draw all pictures by name, without captions; calls `progress(done, total)`."""
    pictures = {}
    for entry in ENTRIES:
        pictures[entry.name] = picture(entry, caption=False, runner=runner, dark=dark)
        progress(len(pictures), len(ENTRIES))
    return pictures
