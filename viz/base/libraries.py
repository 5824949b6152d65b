"""Modules that `viz` imports on first use; see `models.store.libraries`."""

import sys
from importlib import import_module

from models.store.libraries import Libraries

LIBRARIES = Libraries(
    graphs="scipy.sparse.csgraph",
    linear_algebra="scipy.linalg",
    manifold="sklearn.manifold",
    pandas="pandas",
    sparse="scipy.sparse",
    streamlit="streamlit",
    threads="threadpoolctl",
    torch="torch",
    umap="umap",
    # Our own modules that import matplotlib, streamlit or torch, or that draw a picture which calls
    # them.
    ablating="models.answers.ablating",
    captioning="models.scenes.captioning",
    classifying="models.finetuning.classifying",
    costs_one_by_one="models.corpus.costs_one_by_one",
    fine_tuning="models.finetuning.training",
    digits="models.digits.reading",
    linear="models.linear.reading",
    comparison="models.pairs.comparison",
    drawn_pages="viz.edition.drawn",
    class_server="viz.app.class_server",
    recording="viz.pages.recording",
    interactive="viz.pages.interactive",
    making="models.corpus.making",
    files="viz.draw.files",
    notebook_profile="viz.pages.profiles.notebook",
    page_files="viz.pages.page_files",
    powerpoint="viz.draw.files.powerpoint",
    rendering="viz.draw.files.rendering",
    scorm="viz.edition.scorm",
    search="viz.app.search",
    spreadsheet="viz.draw.files.spreadsheet",
    tables="viz.draw.tables",
    watching="models.watching",
    widget="viz.components.notebook.widget",
)


def wait_until_complete(name: str) -> None:
    """Wait until a module that another thread has begun to import is there; import none anew.

    Plotly takes pandas from sys.modules, whether it is complete or not.
    """
    if name in sys.modules:
        import_module(name)
