"""What there is to see: pictures of the app's views, each with a link that opens it."""

import streamlit as st

from .. import gallery, session

TITLE = "Gallery"
OWN_MODELS = True  # each picture has its own
ACROSS = 3


def draw() -> None:
    pictures = session.kept("gallery", "Drawing the pictures", gallery.pictures)
    for start in range(0, len(gallery.ENTRIES), ACROSS):
        for column, entry in zip(st.columns(ACROSS), gallery.ENTRIES[start : start + ACROSS]):
            with column, st.container(border=True, height="stretch"):
                card(entry, pictures[entry.name])
    st.caption("Every picture is drawn by our models when the first visitor comes, by the code behind the Export menus; "
               "`python -m viz.gallery --to FOLDER` writes them as files.")
    session.device_line("transformer", "bilstm-additive", "seq2seq")


def card(entry: gallery.Entry, picture: bytes) -> None:
    here = f".{entry.address}"  # wherever the app is served
    st.image(picture, width="stretch", link=here, alt=f"{entry.title}. {entry.caption}")
    source = f"  \nAfter [{entry.source[0]}]({entry.source[1]})." if entry.source else ""
    st.markdown(f"**{entry.title}**  \n{entry.caption}{source}")
    st.link_button("Open this view", here)
