"""Charts, Export menus and notes that several pages draw."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from html import escape
from itertools import cycle
from types import MappingProxyType
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from models import Trace, WhatIf

from ..analysis.what_if_text import sentence
from ..app import alerts, gloss_switch, state
from ..app.cache import CachedRunner
from ..app.page_controls import Controls
from ..base.language import current_locale, holding, t, translatable
from ..base.libraries import wait_until_complete
from ..base.theme import CHART_STYLE
from ..draw.alt import alt_text
from ..draw.chart import Chart
from ..draw.files import animate, render
from ..draw.files.presets import FORMATS, PRESETS, SHAPED, SLIDE, SLIDE_SIZES, TIKZ
from ..draw.picture import Animation, Picture
from ..draw.plotly import plotly_figure
from ..draw.tables import table
from ..draw.translations import translations_html
from ..view.computation import Computation, Content, Export, ExportMenu
from ..view.settings import Settings
from .interactive import interactive_page, is_interactive

_BUTTONS = translatable(
    (
        "Download plot as a PNG",
        "Zoom",
        "Pan",
        "Zoom in",
        "Zoom out",
        "Autoscale",
        "Reset axes",
        "Double-click to zoom back out",
    )
)
_SHAPE_TITLES = translatable({"16:9": "16:9", "4:3": "4:3", "square": "Square"})
MADE_FOR = translatable({"slide": "Slide", "paper": "Paper", "grey": "Grey"})  # titles of PRESETS
_NUMBERS = "csv", "npz", "json", "xlsx", "html"  # files that are no pictures
_FILE_TITLES = translatable(
    {"html": "Interactive page (.html)", "xlsx": "Excel, with formulas (.xlsx)"}
)
FILE_KINDS = (*FORMATS, SLIDE, TIKZ[0], *_NUMBERS, "gif")  # of files, by their ending


def draw_when_open(label: str, key: str, draw: Callable[[], object]) -> None:
    """Draw an expander, and its content only while it is open."""
    with st.expander(label, on_change="rerun", key=key) as expander:
        if expander.open:
            draw()


def draw_when_on(
    controls: Controls, name: str, draw: Callable[[], object], is_picture: bool = False
) -> None:
    """Do the same with a switch of the address, which opens the expander of its label.

    In a lecture, which shows no expanders and little text, a picture stands for itself.
    """
    if not controls.has(name):
        return
    if state.is_lecture():
        if is_picture and controls.text(name) == "on":
            st.markdown(f"#### {controls.label(name)}")
            draw()
        return
    with controls.expander(name) as expander:
        if expander.open:
            draw()


def side_by_side(count: int) -> list[DeltaGenerator]:
    """Return the places of pictures in a row; beside a lesson's text two in a row."""
    across = 2 if count > 2 and state.is_tour() and not state.is_lecture() else count
    rows = [st.columns(across, gap="medium") for _ in range(0, count, across)]
    return [column for row in rows for column in row][:count]


def show_charts(
    charts: Mapping[str, Chart | str],
    widths: Sequence[int] = (),
    numbers: Mapping[str, Callable[[], bytes]] = MappingProxyType({}),
) -> None:
    """Draw charts by key side by side; one alone grows with a tall window.

    A text in place of a chart says why there is none. `numbers` are further files of each menu.
    """
    places: Sequence[AbstractContextManager] = [nullcontext()]
    if widths:
        places = st.columns(widths, gap="medium", vertical_alignment="center")
    elif len(charts) > 1:
        places = side_by_side(len(charts))
    for place, (key, chart) in zip(places, charts.items(), strict=True):
        with place:
            if isinstance(chart, str):
                st.info(chart)
            else:
                show_chart(chart, key, fills=len(charts) == 1, numbers=numbers)


def say(what_if: WhatIf, trace: Trace) -> None:
    """Write the active what-ifs; nothing for a model as trained."""
    if what_if != WhatIf():
        st.text(t("This is not the model as trained. {changes}", changes=sentence(what_if, trace)))


def show_findings(*findings: str) -> None:
    """Write what the picture below shows, in a lecture too, which has no Markdown."""
    st.html("<br>".join(map(escape, findings)))


def draw_refute_switch(controls: Controls, has_room: bool = True) -> None:
    """Draw the switch of the controls of a head's caption and label, with the key of a lecture.

    Where a row `has_room` for no more, there is the key alone.
    """
    if has_room:
        controls.switch("refute")
    if controls.has("refute"):
        controls.bind_key("refute", "refute", ("off", "on"))


def show_refutation(texts: Sequence[str]) -> None:
    """Write what the controls give; the last of the texts is the rule.

    In a lecture it lies over the picture, as on the front page, so that nothing moves.
    """
    *findings, rule = texts
    with st.container(key="refutation-over" if state.is_lecture() else None, gap="small"):
        show_findings(*findings)
        st.caption(rule)


def show_translations(
    model: str, translations: dict[str, str], *sentences: str, reference: str = ""
) -> None:
    """Draw translations under each other, of one sentence or of several in turn.

    The English stands under the words if the model writes French and the reader wants it. The
    `reference` is a human translation to compare with.
    """
    has_english = gloss_switch.writes_french(model) and state.shows_gloss()
    english = [sentence for sentence, _ in zip(cycle(sentences), translations)]
    st.html(translations_html(translations, english if has_english else (), reference))


def show_chart(
    chart: Chart,
    key: str,
    open_mark: Callable[[int], None] | None = None,
    fills: bool = False,
    numbers: Mapping[str, Callable[[], bytes]] = MappingProxyType({}),
) -> None:
    """Draw a chart in the colours of the page, with its Export menu below.

    A click on a mark calls `open_mark` with its index. A chart that `fills` the page grows with a
    tall window. `numbers` are further files of the menu, by their ending.
    """
    with st.container(key=f"fills {key}") if fills else nullcontext():
        plot_chart(chart, key, open_mark)
    show_menu(ExportMenu(key, (Export("", lambda: chart),), numbers))


def plot_chart(chart: Chart, key: str, open_mark: Callable[[int], None] | None = None) -> None:
    """Draw a chart without a menu."""
    theme: Literal["light", "dark"] = "dark" if st.context.theme.type == "dark" else "light"
    st.html(CHART_STYLE)
    wait_until_complete("pandas")
    st.plotly_chart(
        plotly_figure(chart, theme, lecture=state.is_lecture()),
        key=key,
        config=_modebar(),
        alt=alt_text(chart),
        on_select=partial(_open_selected, key, open_mark) if open_mark else "ignore",
        selection_mode="points",
    )


def _open_selected(key: str, open_mark: Callable[[int], None]) -> None:
    """Open the mark of a chart that was clicked."""
    place = state.selected_place(key)
    if place is not None:
        open_mark(place)


def _modebar() -> dict:
    """Plotly's settings for the buttons above a chart, in the reader's language."""
    language = current_locale()
    return {
        "displaylogo": False,
        "displayModeBar": False if state.is_tour() or state.is_lecture() else "hover",
        "locale": language,
        "locales": {language: {"dictionary": {title: t(title) for title in _BUTTONS}}},
    }


def show_page_menu(computation: Computation, settings: Settings, content: Content) -> None:
    """Draw the Export menu of the main picture of a page with this content.

    The menu keeps the settings and computes again on demand: a trace of a hundred words takes 10
    MB, and Streamlit keeps the menu of a tab for two minutes after the tab was closed.
    """
    menu = content.menu
    if menu is None:
        return

    def again() -> ExportMenu:
        return computation.compute(settings, CachedRunner()).menu

    def draw_export(place: int) -> Picture | Chart:
        return again().exports[place].draw()

    def write_numbers(ending: str) -> bytes:
        return again().numbers[ending]()

    def write_animation() -> Animation:
        animation = again().animation
        assert animation  # the menu was drawn because there is one
        return animation()

    def write_interactive() -> bytes:
        return interactive_page(computation, computation.compute(settings, CachedRunner()))

    exports = tuple(
        replace(export, draw=partial(draw_export, place))
        for place, export in enumerate(menu.exports)
    )
    numbers: dict[str, Callable[[], bytes]] = {
        ending: partial(write_numbers, ending) for ending in menu.numbers
    }
    if is_interactive(content):
        numbers["html"] = write_interactive
    animation = write_animation if menu.animation else None
    show_menu(replace(menu, exports=exports, numbers=numbers, animation=animation))


# As a fragment, an opening menu does not rerun the page.
@st.fragment
@alerts.errors_as_alerts()
def show_menu(menu: ExportMenu) -> None:
    """Draw a menu that exports pictures or numbers as files, and a button for a PNG.

    The button exports the slide, or the first picture, light or dark as the page. Everything is
    drawn on demand. The numbers of the chosen picture are always there as CSV.
    """
    if state.is_lecture() or state.is_tour():
        return
    name = menu.file or menu.key.replace(" ", "-")
    with st.container(horizontal=True, key=f"take {menu.key}"):
        with st.popover(
            t("Export"),
            type="tertiary",
            icon=":material/download:",
            key=f"export {menu.key}",
            on_change="rerun",
        ) as popover:
            if popover.open:
                _draw_menu(menu, name)
            else:
                # Reserve the menu's height, so that the browser opens it where it will fit.
                st.space(470)
        if menu.exports:
            whole = next(
                (export for export in menu.exports if export.name == "slide"), menu.exports[0]
            )
            dark = st.context.theme.type == "dark"
            st.download_button(
                t("PNG"),
                holding(lambda: render(whole.draw(), "png", dark=dark, refuse=False)),
                f"{name}.png",
                type="tertiary",
                icon=":material/image:",
                help=t("This picture as a slide of 1920 × 1080 pixels"),
                on_click="ignore",
                key=f"png {menu.key}",
            )


def file_title(ending: str) -> str:
    """Return the title of the files with this ending."""
    return t(_FILE_TITLES[ending]) if ending in _FILE_TITLES else ending.upper()


def _draw_menu(menu: ExportMenu, name: str) -> None:
    """Draw the content of an open menu; `name` is that of the files."""
    pictures = {export.title: export.draw for export in menu.exports}

    def key_of(part):
        return f"export {menu.key} {part}"

    which = (
        st.selectbox(t("What"), list(pictures), format_func=t, key=key_of("what"))
        if len(pictures) > 1
        else next(iter(pictures))
    )
    preset = st.segmented_control(
        t("For"),
        list(PRESETS),
        format_func=lambda name: t(MADE_FOR[name]),
        default="slide",
        key=key_of("for"),
        required=True,
    )
    look: dict = {}
    if preset == SHAPED:
        look["shape"] = st.segmented_control(
            t("Shape"),
            list(SLIDE_SIZES),
            format_func=lambda shape: t(_SHAPE_TITLES[shape]),
            default="16:9",
            key=key_of("shape"),
            required=True,
        )
        dark = st.context.theme.type == "dark"
        look["dark"] = st.toggle(t("Dark"), dark, key=key_of("dark"))
    caption = st.toggle(t("Caption in the picture"), True, key=key_of("caption"))
    transparent = st.toggle(t("Transparent background"), key=key_of("transparent"))
    draw: Callable[..., bytes] = partial(
        render, preset=preset, caption=caption, transparent=transparent, refuse=False, **look
    )

    def draw_format(format: str) -> bytes:
        return draw(pictures[which](), format)

    files: dict[str, Callable[[], bytes | str]] = {
        format: partial(draw_format, format)
        for format in (*FORMATS, SLIDE if preset == SHAPED else TIKZ[0])
    }
    files["csv"] = lambda: table(pictures[which]())
    files |= menu.numbers
    animation = menu.animation
    if animation is not None:
        files["gif"] = lambda: animate(animation(), caption, refuse=False, **look)
    with st.container(horizontal=True):
        for ending, make in files.items():
            st.download_button(
                file_title(ending),
                holding(make),
                f"{name}.{ending}",
                on_click="ignore",
                key=key_of(ending),
            )
    if st.toggle(t("Preview"), key=key_of("preview")):
        st.image(draw(pictures[which](), "png"), width="stretch")
    st.caption(t("Text in SVG and PDF stays editable."))
    if animation is not None:
        st.caption(t("GIF: the translation is written word by word."))
