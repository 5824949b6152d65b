"""A component in a page of its own, without Streamlit: one HTML file that asks for nothing."""

import base64
import gzip
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from ...base.language import current_locale, t

HERE = Path(__file__).parent
BUNDLES = HERE.parent / "bundles"


def write_file(name: str, data: bytes, caption: str, notes: Sequence[str] = ()) -> bytes:
    """Return the HTML file in which the component of this name draws its packed data.

    The first line of the caption is the file's title; the `notes` are paragraphs under the picture,
    with code between backticks. The file holds its scripts, and its policy forbids any request: it
    opens from a folder, without a network, and in a frame where storage is forbidden.
    """
    title, *subtitles = caption.splitlines()
    template = Template((HERE / "file.html").read_text(encoding="utf-8"))
    text = template.substitute(
        language=current_locale(),
        title=escape(title),
        subtitles=paragraphs(subtitles),
        style=(HERE / "page.css").read_text(encoding="utf-8").strip(),
        dark=escape(t("Dark background")),
        light=escape(t("Light background")),
        noscript=escape(t("This picture is drawn by a script. Allow scripts to see it.")),
        notes=paragraphs(notes),
        packed=base64.b64encode(gzip.compress(data, mtime=0)).decode(),
        component=script_url(BUNDLES / f"{name}.js"),
        host=script_url(HERE / "page.js"),
        name=name,
    )
    return text.encode(errors="replace")


def paragraphs(texts: Sequence[str]) -> str:
    """Return the texts as HTML paragraphs; what is between backticks is code."""
    return "".join(f"<p>{mark_code(escape(text))}</p>" for text in texts)


def mark_code(text: str) -> str:
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def script_url(file: Path) -> str:
    """Return the address of a script that holds the script itself."""
    return f"data:text/javascript;base64,{base64.b64encode(file.read_bytes()).decode()}"
