"""Heads Up: what attention does to the sentence a person types. Start it with `streamlit run app.py`."""

import streamlit as st

from models import UserError
from viz import session
from viz.pages import PAGES

st.set_page_config(page_title="Heads Up", layout="wide")
pages = [st.Page(page.draw, title=page.TITLE, url_path=path, default=place == 0) for place, (path, page) in enumerate(PAGES.items())]
page = st.navigation(pages, position="top")
notes = session.open_address()
session.sentence_bar()
for note in notes:
    session.explain(note)
try:
    page.run()
except UserError as error:
    session.explain(str(error))
session.write_address()
