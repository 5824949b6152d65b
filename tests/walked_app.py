"""Small pages in the real shell, for tests that move through a playlist."""

from pathlib import Path

from tests.walked_pages import PAGES
from viz.app import shell

shell.run(PAGES, ("app.py",), Path("no.toml"))
