"""Links that phones open, and their QR codes."""

import segno

from ...base.language import t


def reach_note(link: str, otherwise: str) -> str:
    """Say that phones cannot reach a link to this machine; `otherwise` for any other link."""
    if "//localhost" in link or "//127." in link:
        return t("app#phones out of reach")
    return otherwise


def encode_link(link: str) -> str:
    """Return the QR code of a link as the address of an image. Raises ValueError for a long one."""
    return segno.make(link, micro=False).svg_data_uri(border=2, scale=8)
