"""The pictures of the gallery by group, and the drawing of one."""

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from functools import partial
from html import escape
from urllib.parse import urlsplit

import streamlit as st

from ...app import state
from ...base.language import current_locale, holding, t, translatable
from ...draw.files.presets import FORMATS
from ..computations import FRONT_PAGE
from .shipped import shipped_pictures
from .views import ENTRIES, Entry

# As large as the window allows, with room for the picture before it is there.
EXAMPLE_STYLE = """<style>
.st-key-opening { max-width: min(60rem, (100vh - 19rem) * 16 / 9); }
.st-key-opening img { aspect-ratio: 16 / 9; width: 100%; }
</style>"""
# The lines of the cards that the page draws.
CARDS_STYLE = """<style>
#first-page h3 {
  margin: 4rem 0 0; padding: 0.75rem 0 1rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600;
}
#first-page.lecture h3 { margin-top: 0.5em; }
#first-page .cards { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
#first-page.lecture .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
@media (max-width: 640px) { #first-page .cards { grid-template-columns: minmax(0, 1fr); } }
#first-page .card {
  padding: calc(1rem - 1px) calc(1rem - 1px) calc(4.5rem - 1px); border-radius: 4px;
  border: 1px solid light-dark(#d5d9e0, #38414f);
}
#first-page .card img { max-width: none; }
#first-page .card p { margin: 1rem 0 0; }
</style>"""
AT_FIRST = 6  # cards that a window has room for
EXAMPLE = translatable("**An example, until the model is loaded.** {caption}")
# By the page of a picture.
GROUPS = translatable(
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


def page_of(entry: Entry) -> str:
    """Return the path of the page that draws a picture."""
    return urlsplit(entry.address).path.strip("/") or FRONT_PAGE


def draw_example(path: str) -> None:
    """Draw the picture of the page at this path that stands there until a model is loaded."""
    pictures = shipped_pictures(current_locale(), st.context.theme.type == "dark")
    for entry in examples_of(path, pictures):
        with st.container(key="opening"):
            st.html(EXAMPLE_STYLE)
            st.markdown(t(EXAMPLE, caption=t(entry.caption)))
            st.image(data_url(pictures[entry.name]), width="stretch", alt=t(entry.title))


def example_html(path: str) -> str:
    """Return the same as HTML, "" for a page without a picture; the browser chooses the theme."""
    light, dark = (shipped_pictures(current_locale(), is_dark) for is_dark in (False, True))
    html = ""
    for entry in examples_of(path, light):
        caption = escape(t(EXAMPLE, caption=t(entry.caption)))
        caption = caption.replace("**", "<strong>", 1).replace("**", "</strong>", 1)
        html += f"<p>{caption}</p>{picture_html(entry, light, dark)}"
    return html


def cards_html() -> str:
    """Return the first cards of the gallery as HTML, "" without shipped pictures."""
    light, dark = (shipped_pictures(current_locale(), is_dark) for is_dark in (False, True))
    if not light or not dark:
        return ""
    title, entries = next(iter(grouped().items()))
    cards = "".join(
        f"""<div class="card">{picture_html(entry, light, dark)}
<p><strong>{escape(t(entry.title))}</strong><br>{escape(t(entry.caption))}</p></div>"""
        for entry in entries[:AT_FIRST]
    )
    return f'{CARDS_STYLE}<h3>{escape(t(title))}</h3><div class="cards">{cards}</div>'


def picture_html(entry: Entry, light: Mapping[str, bytes], dark: Mapping[str, bytes]) -> str:
    """Return a picture as HTML in the theme of the browser."""
    light_url, dark_url = (data_url(pictures[entry.name]) for pictures in (light, dark))
    return f"""<picture>
<source media="(prefers-color-scheme: dark)" srcset="{dark_url}">
<img src="{light_url}" alt="{escape(t(entry.title))}"></picture>"""


def examples_of(path: str, pictures: Collection[str]) -> list[Entry]:
    """Return the entry that stands for a page, of those that are drawn, or none."""
    of_page = [entry for entry in ENTRIES if page_of(entry) == path and entry.name in pictures]
    return sorted(of_page, key=lambda entry: bool(entry.export))[:1]


def data_url(picture: bytes) -> str:
    """Return a WebP image as text: bytes are encoded again by Streamlit, as JPEG, in each run."""
    return f"data:image/webp;base64,{b64encode(picture).decode()}"


def grouped() -> dict[str, list[Entry]]:
    """Return the pictures by title of their group."""
    groups: dict[str, list[Entry]] = {}
    for entry in ENTRIES:
        groups.setdefault(GROUPS[page_of(entry)], []).append(entry)
    return groups


def render_entry(entry: Entry, picture: bytes, write: Callable[[str], bytes]) -> None:
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
