"""Links to what a tab shows, and the QR code that opens it on a phone.

`-- --phones URL` names where the edition without a server is: codes of what it shows lead there.
"""

import sys
from collections.abc import Mapping, Sequence
from urllib.parse import SplitResult, urlencode, urlsplit

import streamlit as st

from models import UserError

from ..base.language import t
from ..components.link import link
from ..view.address import shorten_address
from ..view.edition import is_in_edition
from .classroom.link import encode_link, reach_note
from .internals import internal_ip

_MAX_CODE = 1000  # characters of a link in a QR code that phones still read across a room
_LOCAL = "localhost", "127.0.0.1"


def draw_share_menu(
    menu,
    address: Mapping[str, str],
    short_address: Mapping[str, str],
    has_sentence: bool,
    left_out: str = "",
) -> None:
    """Draw links and the QR code into the Share menu, and what they have `left_out`.

    Who reports a sentence takes the same link, and is told what to do with it. Draws nothing if
    there is no menu or it is closed.
    """
    if menu is None or not menu.open:
        return
    with menu:
        if left_out:
            st.markdown(left_out)
        short, code = short_link_and_code(short_address)
        note = reach_note(short, t("Anyone in the same network can open it, on a phone too."))
        if _edition_address(short_address):
            note = t("The phone runs the model itself: it opens the edition without a server.")
        links = {
            t("Copy link"): urlencode(address),
            t("Copy lecture link"): urlencode({**address, "lecture": "on"}),
        }
        messages = {}
        if has_sentence:
            report = t("Report this sentence")
            links[report] = links[t("Copy link")]
            messages[report] = t("Copied. Paste the link into your report, and say what is wrong.")
        link(links, short, code, note, messages=messages)


def short_link_and_code(short_address: Mapping[str, str]) -> tuple[str, str]:
    """Return the link of a short address, and its QR code as the address of an image.

    The link has the server's address in the network, or that of the edition without a server, and
    does not begin a lecture.
    """
    here = _edition_address(short_address) or network_address()
    parameters = {name: text for name, text in short_address.items() if name != "lecture"}
    query = urlencode(shorten_address(parameters, _MAX_CODE))
    url = here._replace(query=query, fragment="").geturl()
    return url, encode_link(url)


def option_after(option: str, arguments: Sequence[str]) -> str | None:
    """Return the last text after an option, or in "OPTION=...", in a program's arguments."""
    pairs = zip(arguments, [*arguments[1:], ""])
    texts = [
        value if name == option else name.partition("=")[2]
        for name, value in pairs
        if name.partition("=")[0] == option
    ]
    return texts[-1] if texts else None


def split_http(text: str) -> SplitResult | None:
    """Return the parts of an address with http or https and a host; None for anything else."""
    try:
        address = urlsplit(text)
        host, _ = address.hostname, address.port
    except ValueError:  # a port that is no number, half an IPv6 address
        return None
    return address if host and address.scheme in ("http", "https") else None


def phones_address(arguments: Sequence[str]) -> SplitResult | None:
    """Return the address after "--phones", or in "--phones=...", in a program's arguments.

    It ends with a slash or the name of a file. None without the option. Raises UserError for what
    is no address that phones can open.
    """
    text = option_after("--phones", arguments)
    if text is None:
        return None
    address = split_http(text)
    if address is None or address.hostname in _LOCAL:
        raise UserError(
            "--phones “{url}” is no address that phones can open. It needs that of the edition "
            "without a server, such as https://example.org/course/.",
            url=text[:100],
        )
    folder = address.path if address.path.endswith(".html") else address.path.rstrip("/") + "/"
    return address._replace(path=folder, query="", fragment="")


def _edition_address(short_address: Mapping[str, str]) -> SplitResult | None:
    """Return the address of the edition without a server if it shows what this tab shows."""
    try:
        address = phones_address(sys.argv)
    except UserError:  # the page says it
        return None
    page = urlsplit(st.context.url or "").path.rpartition("/")[2]
    if address is None or not is_in_edition(page, short_address):
        return None
    folder = address.path.rpartition("/")[0]
    return address._replace(path=f"{folder}/{page}/") if page else address


def network_address() -> SplitResult:
    """Return the address of this page as other machines in the network reach it."""
    here = urlsplit(st.context.url or "http://localhost:8501/")
    if here.hostname in _LOCAL and st.get_option("server.address") not in _LOCAL:
        host = internal_ip() or here.hostname
        here = here._replace(netloc=here.netloc.replace(here.hostname, host))
    return here._replace(path=here.path or "/")
