"""English words for the words of a French translation, by the lexicon and not by any head."""

from collections.abc import Mapping

from models import Trace
from models.analysis.sentences import spans, split
from models.words.lexicon import lexicon

from .head_captions import is_word
from .views import Axis, source_axis, written_axis


def gloss_trace(trace: Trace) -> dict[int, str]:
    """Return the English of each written word that has one, by the number of the word."""
    axis = written_axis(trace)
    written = axis.labels(True)
    glosses = lexicon().glosses(source_axis(trace).labels(True), written)
    return {
        number: gloss
        for number, word, gloss in zip(dict.fromkeys(axis.words), written, glosses, strict=True)
        if gloss and is_word(word)
    }


def gloss_labels(glosses: Mapping[int, str], axis: Axis, merged: bool) -> list[str]:
    """Return the gloss of each label of an axis; "" for one without."""
    numbers = dict.fromkeys(axis.words) if merged else axis.words
    return [glosses.get(number, "") for number in numbers]


def gloss_text(english: str, french: str) -> list[tuple[str, str]]:
    """Cut a translation into its words, each with its gloss, and what stands between, with ""."""
    glosses = lexicon().glosses(split(english), split(french))
    pieces, done = [], 0
    for (start, end), gloss in zip(spans(french), glosses, strict=True):
        pieces += [(french[done:start], ""), (french[start:end], gloss)]
        done = end
    return [(text, gloss) for text, gloss in [*pieces, (french[done:], "")] if text]
