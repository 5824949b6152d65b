"""Links to what a tab shows, and the QR code that opens it on a phone."""

from collections.abc import Mapping
from urllib.parse import SplitResult, urlencode, urlsplit

import segno
import streamlit as st

from ..base.language import t
from ..components.link import link
from ..view.address import shorten
from .internals import internal_ip

MAX_CODE = 1000  # characters of a link in a QR code that phones still read across a room
LOCAL = "localhost", "127.0.0.1"


def draw_share_menu(menu, address: Mapping[str, str], short_address: Mapping[str, str]) -> None:
    """Draw links and the QR code into the Share menu.

    Draws nothing if there is no menu or it is closed.
    """
    if menu is None or not menu.open:
        return
    with menu:
        short, code = short_link_and_code(short_address)
        note = reach_note(short, t("Anyone in the same network can open it, on a phone too."))
        links = {
            t("Copy link"): urlencode(address),
            t("Copy lecture link"): urlencode({**address, "lecture": "on"}),
        }
        link(links, short, code, note)


def short_link_and_code(short_address: Mapping[str, str]) -> tuple[str, str]:
    """Return the link of a short address, and its QR code as the address of an image.

    The link has the server's address in the network, and does not begin a lecture.
    """
    here = network_address()
    parameters = {name: text for name, text in short_address.items() if name != "lecture"}
    query = urlencode(shorten(parameters, MAX_CODE))
    url = here._replace(query=query, fragment="").geturl()
    return url, encode_link(url)


def network_address() -> SplitResult:
    """Return the address of this page as other machines in the network reach it."""
    here = urlsplit(st.context.url or "http://localhost:8501/")
    if here.hostname in LOCAL and st.get_option("server.address") not in LOCAL:
        host = internal_ip() or here.hostname
        here = here._replace(netloc=here.netloc.replace(here.hostname, host))
    return here._replace(path=here.path or "/")


def reach_note(link: str, otherwise: str) -> str:
    """Say that phones cannot reach a link to this machine; `otherwise` for any other link."""
    if "//localhost" in link or "//127." in link:
        return t(
            "Phones reach this server only through its address in the network. "
            "Start it with --server.address=0.0.0.0."
        )
    return otherwise


def encode_link(link: str) -> str:
    """Return the QR code of a link as the address of an image."""
    return segno.make(link, micro=False).svg_data_uri(border=2, scale=8)
