"""Draw the page on attention from a file."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from models import UserError

from ...analysis.weight_files import ENDINGS
from ...app import frame
from ...app.cache import CachedRunner
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import is_lecture, opened_file, read_opened_file
from ...base.language import t, translatable
from ...components import explorer
from ...components.explorer.notes import Notes
from ...components.notebook import Shown, show
from ...draw.chart import Chart
from ...draw.picture import Picture
from ...view.computation import ExportMenu
from .. import panels
from ..adapters.explorer import show_explorer_of_file
from .compute import (
    CODE,
    COMPUTATION,
    EXAMPLE_FILE,
    MOST_BYTES,
    OwnContent,
    compute,
    example_file,
    example_model,
    read_own,
)
from .settings import OwnSettings

_FILE = "own file"  # the key of the uploader, which alone keeps the file
_MOST_SENT = 6_000_000  # bytes for the browser, which server.maxMessageSize limits
_File = tuple[str, bytes] | None  # name and content


def _render(content: OwnContent, settings: OwnSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="bar"):  # in a lecture too
        _draw_uploader()
        if not is_lecture():
            _draw_ways_to_write()
        file = opened_file(_FILE)
        if file:
            content = OwnContent(settings, read_opened_file(_FILE, read_own))
        if content.attention.second:
            controls.pick("between", translatable("Between the two sentences"))
        st.text(content.title)
    picture = _show_content(content)
    data = _pack(picture, settings.overlay)
    show_explorer_of_file(data)
    panels.show_menu(_menu_of(content, settings, file))
    if content.is_example:
        frame.draw_device_line(example_model())
    else:
        st.caption(t("Attention is not explanation: a weight says where a head looks, not why."))


def _draw_uploader() -> None:
    with st.popover(t("Open a file"), type="primary", icon=":material/folder_open:"):
        st.file_uploader(
            t("Weights of attention and their words ({endings})", endings=", ".join(ENDINGS)),
            [ending.removeprefix(".") for ending in ENDINGS],
            key=_FILE,
            max_upload_size=MOST_BYTES // 1_000_000,  # MB
        )
        st.caption(t("own#where the file stays"))


def _draw_ways_to_write() -> None:
    """Draw a menu with the code that writes a file, and the example."""
    key = "own writing"
    icon = ":material/code:"
    with st.popover(t("Write a file"), icon=icon, key=key, on_change="rerun") as popover:
        if not popover.open:
            st.space(320)  # as high as the menu, so that the browser opens it where it will fit
            return
        st.markdown(t("own#how a file is made"))
        st.code(CODE, language="python", wrap_lines=True)
        st.markdown(t("own#encoder and decoder"))
        st.download_button(
            t("Download the example"),
            lambda: example_file(CachedRunner()),
            EXAMPLE_FILE,
            icon=":material/download:",
            on_click="ignore",
            key="own example",
        )


def _show_content(content: OwnContent) -> Shown:
    """Return the heads as notebooks show them."""
    choice = content.choice
    return show(
        content.attention,
        layer=choice.layer,
        head=choice.head,
        stack=choice.stack,
        between=content.between,
    )


def _pack(picture: Shown, overlay: str = "") -> bytes:
    """Pack the heads for the browser. Raises UserError for more than it is sent."""
    run = picture.run
    notes = Notes(overlay=overlay)
    large = run.size > explorer.MANY
    _check_sent(2 * explorer.count_numbers(run, picture.choice, large))
    data = explorer.pack_run(run, picture.choice, frozenset({"asked"}), large, notes=notes)
    _check_sent(len(data))  # with its words
    return data


def _check_sent(size: int) -> None:
    if size > _MOST_SENT:
        raise UserError(
            "These heads take {size:.1f} MB in the browser, which gets at most {most:.0f}. Write "
            "some of the layers, or a shorter text.",
            size=size / 1e6,
            most=_MOST_SENT / 1e6,
        )


def _menu_of(content: OwnContent, settings: OwnSettings, file: _File) -> ExportMenu:
    """Return the Export menu, which keeps the file alone and reads it again on demand."""

    def again() -> OwnContent:
        if not file:
            return compute(settings, CachedRunner())
        return OwnContent(settings, read_own(*file))

    def draw(place: int) -> Picture | Chart:
        return again().menu.exports[place].draw()

    menu = content.menu
    exports = (
        replace(export, draw=partial(draw, place)) for place, export in enumerate(menu.exports)
    )
    numbers: dict[str, Callable[[], bytes]] = {"html": lambda: _show_content(again()).html()}
    return replace(menu, exports=tuple(exports), numbers=numbers)


def _describe_link() -> str:
    """Say that a link has no file, where one is open."""
    if not opened_file(_FILE):
        return ""
    return t("A link opens this page without your file: whoever gets it opens the file there.")


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Attention of your own"),
    lead=translatable("own#lead"),
    group=translatable("Explore"),
    terms=translatable(("any model", "NPZ, safetensors, JSON")),
    has_sentence=False,
    has_model_box=False,
    not_in_link=_describe_link,
)
