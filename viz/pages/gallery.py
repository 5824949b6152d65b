"""What there is to see: pictures of the app's views, each with a link that opens it."""

import streamlit as st

from .. import gallery
from ..app import cache, frame, state
from ..language import current_locale, mark, t

TITLE = mark("Gallery")
OWN_MODELS = True  # each picture has its own
ACROSS = 3


def draw() -> None:
    pictures = cache.compute_once("gallery", t("Drawing the pictures"), gallery.pictures)
    for start in range(0, len(gallery.ENTRIES), ACROSS):
        for column, entry in zip(st.columns(ACROSS), gallery.ENTRIES[start : start + ACROSS]):
            with column, st.container(border=True, height="stretch"):
                card(entry, pictures[entry.name])
    st.caption(t("Every picture is drawn by our models when the first visitor comes, by the code behind the Export menus; "
                 "`python -m viz.gallery --to FOLDER` writes them as files."))
    frame.draw_device_line("transformer", "bilstm-additive", "seq2seq")


def card(entry: gallery.Entry, picture: bytes) -> None:
    language = "" if current_locale() == state.browser_locale() else f"&language={current_locale()}"
    here = f".{entry.address}{language}"  # wherever the app is served
    title, caption = t(entry.title), t(entry.caption)
    st.image(picture, width="stretch", link=here, alt=f"{title}. {caption}")
    source = "  \n" + t("After [{name}]({link}).", name=entry.source[0], link=entry.source[1]) if entry.source else ""
    st.markdown(f"**{title}**  \n{caption}{source}")
    st.link_button(t("Open this view"), here)
