"""Bind the word vectors that a browser learns to a page: a click sets the word of the list."""

from ...app.state import read_message, set_setting
from ...components.learning import learning
from ...draw.learning import Run

KEY = "learning"


def show_learning(run: Run, word: int) -> None:
    """Draw the run."""
    learning(run, word, KEY, keep_word)


def keep_word() -> None:
    """Store the word that was clicked."""
    if message := read_message(KEY, "setting"):
        set_setting("learn-word", str(message["word"]))
