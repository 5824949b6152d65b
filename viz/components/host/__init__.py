"""A component in a page of its own, without Streamlit: one HTML file that asks for nothing."""

import base64
import gzip
import json
import re
import zlib
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from ...base.language import current_locale, t

HERE = Path(__file__).parent
BUNDLES = HERE.parent / "bundles"


def write_file(
    name: str, data: bytes, caption: str, notes: Sequence[str] = (), other: bytes = b""
) -> bytes:
    """Return the HTML file in which the component of this name draws its packed data.

    The first line of the caption is the file's title; the `notes` are paragraphs under the picture,
    with code between backticks. The file holds its scripts, and its policy forbids any request: it
    opens from a folder, without a network, and in a frame where storage is forbidden. The script
    stands before the numbers, so that it draws what the head's "first" says, their [offset, count],
    while the browser still reads the rest. `other` is what it draws once its reader chooses the
    other quantity.
    """
    title, *subtitles = caption.splitlines()
    head, first, packed = _compress(data)
    template = Template((HERE / "file.html").read_text(encoding="utf-8"))
    text = template.substitute(
        language=current_locale(),
        title=escape(title),
        subtitles=_paragraphs(subtitles),
        style=(HERE / "page.css").read_text(encoding="utf-8").strip(),
        dark=escape(t("Dark background")),
        light=escape(t("Light background")),
        noscript=escape(t("This picture is drawn by a script. Allow scripts to see it.")),
        notes=_paragraphs(notes),
        head=head,
        first=first,
        packed=packed,
        other=_describe_other(other) if other else "",
        script=read_page(name),
        name=name,
    )
    return text.encode(errors="replace")


def _compress(data: bytes) -> tuple[str, str, str]:
    """Return the head, the element with the first numbers, if any, and all numbers as base64.

    What is drawn first is as it is, as unpacking takes time.
    """
    start = 4 + int.from_bytes(data[:4], "little")
    head, numbers = data[:start], data[start:]
    first = ""
    if place := json.loads(head[4:] or b"{}").get("first"):
        offset, count = place
        text = _encode(numbers[2 * offset : 2 * (offset + count)])
        first = f'<script type="text/plain" id="first" data-at="{offset}">{text}</script>'
    return _encode(head), first, _compress_numbers(numbers)


def _describe_other(data: bytes) -> str:
    """Return the elements with the head and the numbers of what is drawn on request."""
    start = 4 + int.from_bytes(data[:4], "little")
    parts = {
        "other-head": _encode(gzip.compress(data[:start], mtime=0)),
        "other-packed": _compress_numbers(data[start:]),
    }
    return "\n".join(
        f'<script type="application/gzip" id="{name}">{text}</script>'
        for name, text in parts.items()
    )


def _compress_numbers(numbers: bytes) -> str:
    """Return numbers of 16 bits as text: all high bytes before the low ones, gzip in base64.

    Only repeated bytes are looked for. Of attention weights that takes a fifth less room than their
    bytes in turn at the highest level, and a hundredth of the time: 0.1 instead of 15 s for 144
    heads of 232 words.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, 9, zlib.Z_RLE)
    return _encode(packer.compress(numbers[1::2] + numbers[::2]) + packer.flush())


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _paragraphs(texts: Sequence[str]) -> str:
    """Return the texts as HTML paragraphs; what is between backticks is code."""
    return "".join(f"<p>{_mark_code(escape(text))}</p>" for text in texts)


def _mark_code(text: str) -> str:
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def read_page(name: str) -> str:
    """Return the scripts of a component, as `draw`, and of its page as one, without exports."""
    page = (HERE / "page.js").read_text(encoding="utf-8").replace("export ", "")
    return f"const draw = {read_component(name)};\n{page}"


def read_component(name: str) -> str:
    """Return the script of a component as an expression: a bundle has short names of its own."""
    component = (BUNDLES / f"{name}.js").read_text(encoding="utf-8")
    component = re.sub(r"\bexport ?\{([\w$]+) as default\};\s*$", r"return \1;", component)
    return f"(() => {{\n{component}\n}})()".replace("</script", r"<\/script")
