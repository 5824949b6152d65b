"""Heads Up: what attention does to the sentence a person types. Start it with `streamlit run app.py`."""

import sys
from pathlib import Path

import streamlit as st

from models import UserError, offer
from viz import session
from viz.language import t
from viz.pages import GROUPS, PAGES

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges"><path fill="#ccddf1" d="M0 0h4v4H0z"/>
<path fill="#103872" d="M0 0h1v1H0zM2 1h1v1H2zM1 2h1v1H1zM3 3h1v1H3z"/></svg>"""  # an attention map of four words

wrong = []
try:
    offer(sys.argv, Path(".streamlit/models.toml"))
except UserError as error:  # our own models are there all the same
    wrong.append(error)
st.set_page_config(page_title="Heads Up", page_icon=ICON, layout="wide")
pages = {path: st.Page(page.draw, title=t(page.TITLE), url_path=path, default=place == 0) for place, (path, page) in enumerate(PAGES.items())}
page = st.navigation({t(title): [pages[path] for path in group] for title, group in GROUPS.items()}, position="top")
shown = next(PAGES[path] for path, known in pages.items() if known == page)
example = getattr(shown, "EXAMPLE", session.EXAMPLE)
try:
    notes = session.open_address(example)
except UserError as error:  # there is no model that could be shown
    session.explain(error)
    st.stop()
inner = shown
with session.explain_errors():
    inner = shown.opens() if hasattr(shown, "opens") else shown  # a lesson shows another page
menu = session.sentence_bar(with_model=not hasattr(inner, "OWN_MODELS"), more=getattr(inner, "more", None))
for note in (*wrong, *notes):
    session.explain(note)
with session.explain_errors():
    page.run()
with session.explain_errors():
    session.draw_limits()
session.share(menu, example)
session.listen(example)
session.language_box()
session.write_address()
