"""Heads Up's pictures: what attention does to a typed sentence.

Ten folders; each imports only those below it:

    cli         command lines: `python -m viz.export`, `viz.gallery`, `viz.static`
    edition     what runs without a server: its export and its shell
    pages       a folder for each page: its settings, what it computes, how it is drawn
    app         the Streamlit shell: session state, query parameters, caches, frame
    jobs        long work in a child process
    components  pictures drawn in the browser
    engine      no Python: the networks and a page's arithmetic in JavaScript
    view        what a link says: address, settings, runner, lessons, playlists
    draw        a picture as a value, and every way to draw it
    analysis    a trace in, numbers or words out
    base        language, theme, glossary, examples
"""

from pathlib import Path

from models.notebook import DISPLAYS

from .base.answer_locks import check_answer
from .base.libraries import LIBRARIES
from .components.notebook import Shown, compare, show
from .components.notebook.bertviz import head_view, model_view
from .components.notebook.page import ShownPage, page
from .components.notebook.watched import watch
from .draw import attribution, batches, circuit, lens, patching
from .draw.given_attention import Attention, attention, draw_in_notebook

__all__ = [
    "Attention",
    "Shown",
    "ShownPage",
    "attention",
    "check_answer",
    "compare",
    "head_view",
    "model_view",
    "page",
    "show",
    "watch",
]

# The commands are named `python -m viz.export`; their modules are in `cli`.
__path__ = [*__path__, str(Path(__file__).parent / "cli")]

DISPLAYS["Trace"] = draw_in_notebook
DISPLAYS["Lens"] = lens.draw_in_notebook
DISPLAYS["Batch"] = batches.draw_in_notebook
DISPLAYS["Attribution"] = attribution.draw_in_notebook
DISPLAYS["Circuit"] = circuit.draw_in_notebook
DISPLAYS["Patching"] = DISPLAYS["HeadPatching"] = patching.draw_in_notebook
DISPLAYS["Profile"] = lambda profile: LIBRARIES.notebook_profile.draw_in_notebook(profile)
