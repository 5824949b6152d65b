"""The app around its pages: navigation, the address, and what stands around every page."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import streamlit as st

from models import UserError, offer

from ..language import t
from .address_bar import open_address, write_address
from .alerts import errors_as_alerts, show_alert
from .examples import EXAMPLE
from .frame import draw_language_box, draw_sentence_bar
from .notice import draw_notice
from .presenter import draw_presenter_bar
from .share import draw_share_menu

# An attention map of four words.
ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges">
<path fill="#ccddf1" d="M0 0h4v4H0z"/>
<path fill="#103872" d="M0 0h1v1H0zM2 1h1v1H2zM1 2h1v1H1zM3 3h1v1H3z"/></svg>"""


def run(
    groups: Mapping[str, Mapping[str, ModuleType]], arguments: Sequence[str], model_list: Path
) -> None:
    """Run the app once: offer pretrained models, navigate, and draw the page on show.

    `groups` are the pages by address, in groups by title; the very first is the front page. Which
    pretrained models there are say the command line's `arguments` and the file `model_list`.
    """
    errors: list[str | UserError] = []
    try:
        offer(arguments, model_list)
    except UserError as error:  # our own models are there all the same
        errors.append(error)
    st.set_page_config(page_title="Heads Up", page_icon=ICON, layout="wide")
    modules: dict[st.Page, ModuleType] = {}
    navigation: dict[str, list[st.Page]] = {}
    for title, group in groups.items():
        pages = navigation.setdefault(t(title), [])
        for path, module in group.items():
            is_front = not modules
            page = st.Page(module.draw, title=t(module.TITLE), url_path=path, default=is_front)
            modules[page] = module
            pages.append(page)
    page = st.navigation(navigation, position="top")
    draw_page(modules[page], page.run, errors)


def draw_page(
    module: ModuleType, draw: Callable[[], None], alerts: Sequence[str | UserError] = ()
) -> None:
    """Draw a page with all that stands around it, and these alerts above it."""
    example = getattr(module, "EXAMPLE", EXAMPLE)
    try:
        refusals = open_address(example)
    except UserError as error:  # there is no model that could be shown
        show_alert(error)
        st.stop()
    content = module
    with errors_as_alerts():
        content = module.opens() if hasattr(module, "opens") else module  # a tour: another page
    has_model_box = not hasattr(content, "OWN_MODELS")
    menu = draw_sentence_bar(has_model_box, getattr(content, "more", None))
    for sentence in (*alerts, *refusals):
        show_alert(sentence)
    with errors_as_alerts():
        draw()
    draw_share_menu(menu, example)
    draw_presenter_bar(example)
    draw_language_box()
    write_address()
    with errors_as_alerts():
        draw_notice()  # last: neither the picture nor the address waits for it
