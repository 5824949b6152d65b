"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`.
"""

import sys
from pathlib import Path

from viz.app import shell
from viz.pages.registry import PAGES

shell.run(PAGES, sys.argv, Path(".streamlit/models.toml"))
