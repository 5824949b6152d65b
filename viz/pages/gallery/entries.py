"""The pictures of the gallery by group, and the drawing of one."""

from collections.abc import Callable, Collection
from functools import partial
from urllib.parse import urlsplit

import streamlit as st

from ...app import state
from ...app.first_page import data_url
from ...base.language import current_locale, holding, t, translatable
from ...base.theme import style_sheet
from ...draw.files.presets import FORMATS
from ..computations import FRONT_PAGE
from .catalogue import ENTRIES, CatalogueEntry
from .shipped import shipped_pictures

# As large as the window allows, with room for the picture before it is there.
_EXAMPLE_STYLE = style_sheet(__file__, "example.css")
UNTIL_LOADED = translatable("**An example, until the model is loaded.** {caption}")
# By the page of a picture.
_GROUPS = translatable(
    {
        "heads": "Heads",
        "mask": "Mask",
        "align": "Alignment",
        "order": "Order",
        "next": "Language models",
        "ladder": "Language models",
        "fill": "Language models",
        "kinds": "Language models",
        "inside": "Inside one head",
        "remember": "LSTM",
        "cell": "LSTM",
        "bottleneck": "LSTM",
        "learning": "Words",
        "verdict": "Sentences",
        "cost": "Cost",
    }
)


def page_of(entry: CatalogueEntry) -> str:
    """Return the path of the page that draws a picture."""
    return urlsplit(entry.address).path.strip("/") or FRONT_PAGE


def draw_example(path: str) -> None:
    """Draw the picture of the page at this path that stands there until a model is loaded."""
    pictures = shipped_pictures(current_locale(), st.context.theme.type == "dark")
    for entry in examples_of(path, pictures):
        with st.container(key="opening"):
            st.html(_EXAMPLE_STYLE)
            st.markdown(t(UNTIL_LOADED, caption=t(entry.caption)))
            # Bytes are encoded again by Streamlit, as JPEG, in each run.
            st.image(data_url(pictures[entry.name]), width="stretch", alt=t(entry.title))


def examples_of(path: str, pictures: Collection[str]) -> list[CatalogueEntry]:
    """Return the entry that stands for a page, of those that are drawn, or none."""
    page_entries = [entry for entry in ENTRIES if page_of(entry) == path and entry.name in pictures]
    return sorted(page_entries, key=lambda entry: bool(entry.export))[:1]


def grouped() -> dict[str, list[CatalogueEntry]]:
    """Return the pictures by title of their group."""
    groups: dict[str, list[CatalogueEntry]] = {}
    for entry in ENTRIES:
        groups.setdefault(_GROUPS[page_of(entry)], []).append(entry)
    return groups


def render_entry(entry: CatalogueEntry, picture: bytes, write: Callable[[str], bytes]) -> None:
    """Draw a picture with its description, source, link and files.

    `write` returns the file of a format.
    """
    language = "" if current_locale() == state.browser_locale() else f"&language={current_locale()}"
    link = f".{entry.address}{language}"  # relative, wherever the app is served
    title, caption = t(entry.title), t(entry.caption)
    st.image(data_url(picture), width="stretch", link=link, alt=f"{title}. {caption}")
    source = ""
    if entry.source:
        name, address = entry.source
        source = "  \n" + t("After [{name}]({link}).", name=name, link=address)
    st.markdown(f"**{title}**  \n{caption}{source}")
    with st.container(horizontal=True):
        st.link_button(t("Open this view"), link)
        for format in FORMATS:
            st.download_button(
                format.upper(),
                holding(partial(write, format)),
                f"{entry.name}.{format}",
                type="tertiary",
                on_click="ignore",
                key=f"{entry.name} {format}",
            )
