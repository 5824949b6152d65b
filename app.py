"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`.
"""

import sys
from pathlib import Path

import streamlit as st

from viz.app import shell
from viz.pages.registry import PAGES

if __name__ == "__main__":  # a run for a visitor
    shell.run(PAGES, sys.argv, Path(".streamlit/models.toml"))
else:  # the server, which imports this file when it starts
    app = st.App(__file__, lifespan=shell.prepare)
