"""English words for the words of a French translation, by the lexicon and not by any head."""

from models import Trace
from models.corpus.sentences import spans, split
from models.words.lexicon import lexicon

from .head_captions import is_word
from .views import Glosses, read_axis, source_axis, written_axis


def gloss_axes(trace: Trace) -> Glosses:
    """Return the English of the French words, written and read, as words and in pieces."""
    written, read = written_axis(trace), read_axis(trace)
    without_end = written.part(slice(len(written.tokens) - trace.finished))  # as in alignments
    words = written.labels(True)
    glosses = lexicon().glosses(source_axis(trace).labels(True), words)
    by_number = {
        number: gloss
        for number, word, gloss in zip(dict.fromkeys(written.words), words, glosses, strict=True)
        if is_word(word)
    }
    return {
        axis.labels(merged): [
            by_number.get(number, "")
            for number in (dict.fromkeys(axis.words) if merged else axis.words)
        ]
        for axis in (written, without_end, read)
        for merged in (True, False)
    }


def gloss_text(english: str, french: str) -> list[tuple[str, str]]:
    """Cut a translation into its words, each with its gloss, and what stands between, with ""."""
    glosses = lexicon().glosses(split(english), split(french))
    pieces, done = [], 0
    for (start, end), gloss in zip(spans(french), glosses, strict=True):
        pieces += [(french[done:start], ""), (french[start:end], gloss)]
        done = end
    return [(text, gloss) for text, gloss in [*pieces, (french[done:], "")] if text]
