"""The model of three languages, which a tag tells what to write (Johnson et al. 2017, section 3).

The tag is the first word of the sentence that is read: "<2fr> A dog is running."
"""

import numpy as np

from .limits import identifier

LANGUAGES_MODEL = "languages"
LANGUAGES = "de", "en", "fr"
TRAINED = ("de", "en"), ("en", "de"), ("en", "fr"), ("fr", "en")
# No German sentence stood beside a French one in training.
NEVER_TRAINED = ("de", "fr"), ("fr", "de")


def tagged(sentence: str, language: str) -> str:
    """Return a sentence with the tag of the language to write."""
    return f"<2{language}> {sentence}"


def language_of(sentence: str) -> str:
    """Return the most probable of the languages of a sentence by py3langid."""
    ranked = identifier().rank(sentence)
    return next(language for language, _ in ranked if language in LANGUAGES)


def sentence_vector(states: np.ndarray) -> np.ndarray:
    """Return the mean of the states of a sentence, `[token, d_model]` to `[d_model]`.

    Without those of the tag, its first token, and of the end, its last one.
    """
    return states[1:-1].mean(0)
