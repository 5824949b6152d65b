"""`streamlit run app.py -- --low-memory`: for a small server.

What it gives up: it keeps two or three models and a quarter of what visitors have asked for, so
that more is loaded and computed again, and no map by t-SNE or UMAP, which need 200 MB and more for
themselves.
"""

import sys


def has_little_memory() -> bool:
    """Whether the app was started so."""
    return "--low-memory" in sys.argv
