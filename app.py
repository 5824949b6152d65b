"""Heads Up: what attention does to the sentence a person types.

Start it with `streamlit run app.py`.
"""

import sys
from pathlib import Path

from viz.app import shell
from viz.pages.registry import PAGES

shell.run(PAGES, sys.argv, Path(".streamlit/models.toml"))
