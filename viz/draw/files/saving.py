"""Save a matplotlib figure as a file.

Text stays text in SVG and PDF, and equal figures give equal bytes: no dates, no random names.
"""

import io
import logging
import re
import threading
import warnings

import matplotlib

from models import __version__
from models.files import weights_digits

from .fonts import embed_fonts, families, has_curves, register_fonts
from .presets import FAMILY, FORMATS, Preset
from .typesetting import clean

_FONT_LOG = logging.getLogger("matplotlib.font_manager")
_LOCK = threading.RLock()  # all visitors share matplotlib's settings
_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "heads-up",
    "pdf.fonttype": 42,
    "text.hinting": "none",
    "text.parse_math": False,
    "text.usetex": False,
    "axes.unicode_minus": True,
    "axes.formatter.use_mathtext": False,
    "path.simplify": False,
}
# Fallbacks in SVG for machines without the font that was measured: fonts of about the same width.
_SOURCE = "'Source Sans 3', 'Source Sans Pro'"
_SUBSTITUTES = {
    FAMILY: _SOURCE,
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', 'Liberation Serif', Tinos, serif",
}


class matplotlib_session:
    """Hold matplotlib's lock, with our settings and fonts and no warnings of its own.

    What no font has, and `rendering` says, may be missing from an SVG.
    """

    def __enter__(self):
        _LOCK.acquire()
        register_fonts()
        self.settings, self.quiet = matplotlib.rc_context(_SETTINGS), warnings.catch_warnings()
        self.settings.__enter__()
        self.quiet.__enter__()
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        self.level = _FONT_LOG.level
        _FONT_LOG.setLevel(logging.ERROR)  # of each weight that a family lacks

    def __exit__(self, *error):
        _FONT_LOG.setLevel(self.level)
        self.quiet.__exit__(*error)
        self.settings.__exit__(*error)
        _LOCK.release()


def caption_title(caption: str) -> str:
    """Return a caption as one line."""
    return " · ".join(clean(line) for line in caption.split("\n"))


def save(
    figure,
    format: str,
    preset: Preset,
    transparent: bool = False,
    caption: str = "",
    subject: str = "",
) -> bytes:
    """Save a figure as the bytes of a file; equal figures give equal bytes.

    Each names the program and the digits of our weights; SVG and PDF have the caption as their
    title and what is drawn as their subject.

    Raises ValueError for a format that is not in FORMATS.
    """
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}, only {', '.join(FORMATS)}")
    program = ", weights ".join(filter(None, (f"Heads Up {__version__}", weights_digits())))
    named = {"Creator": program}
    if caption:
        named["Title"] = caption_title(caption)
    subject, keywords = clean(subject), ["attention", "neural network"]
    about_svg = {"Description": subject, "Keywords": keywords}
    about_pdf = {"Subject": subject, "Keywords": ", ".join(keywords)}
    metadata: dict = {
        "svg": {"Date": None, "Type": None, "Format": None, **named, **about_svg},
        "pdf": {"Producer": None, "CreationDate": None, **named, **about_pdf},
        "png": {"Software": program},
    }
    file = io.BytesIO()
    # PostScript outlines are no TrueType, which matplotlib takes them for.
    kind: dict = {"pdf.fonttype": 3} if any(map(has_curves, families(preset))) else {}
    with matplotlib.rc_context(kind):
        figure.savefig(
            file,
            format=format,
            dpi=preset.dpi if format == "png" else 72,
            metadata=metadata[format],
            transparent=transparent,
            **({} if transparent else {"facecolor": preset.paper}),
        )
    content = file.getvalue()
    if format == "svg":
        for family, others in _SUBSTITUTES.items():
            content = re.sub(
                f"'{family}'(?=[,;\"])".encode(), f"'{family}', {others}".encode(), content
            )
        content = embed_fonts(content)
    return content
