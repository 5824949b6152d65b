"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`.
"""

import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from viz.app import model_files, shell
from viz.app.first_page import FirstPage
from viz.pages.registry import PAGES

if __name__ == "__main__":  # a run for a visitor
    shell.run(PAGES, sys.argv, Path(".streamlit/models.toml"))
else:  # the server, which imports this file when it starts
    first_page = Middleware(FirstPage, pages=PAGES)
    routes = model_files.ROUTES
    app = st.App(__file__, lifespan=shell.prepare, routes=routes, middleware=[first_page])
