"""English text for language models: paragraphs of books, and the English side of the pairs.

Every 50th paragraph of the books and the English of the validation files are held out for scoring.
"""

import gzip
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..errors import UserError
from .data import TrainingPair, clean, listed_sentences, read_corpus, read_pairs
from .overlap import drop_exact, drop_near
from .recipes import FAR_FILES, TEST_FILES, Recipe

BOOKS, CAPTIONS = "books.en.tsv.gz", "captions.en.txt.gz"
CODE = "code.tsv.gz"
_IN_PARAGRAPHS = BOOKS, CODE  # files of which a line is a book or module, a tab, and a paragraph
_KEPT = 50  # every 50th paragraph is held out
# The space after a full stop and closing quotes.
_SENTENCE_END = re.compile(r"(?<=[.!?])(?:[\"'”’)]*)(?P<space> +)(?=[\"'“‘(A-Z])")


@dataclass(frozen=True)
class Paragraph:
    """A sentence, or a paragraph of a book as its sentences."""

    sentences: tuple[str, ...]
    book: str = ""  # title and number of the book; "" for a sentence alone

    def __str__(self) -> str:
        return " ".join(self.sentences)


def _sentences_of(paragraph: str) -> tuple[str, ...]:
    """Split a paragraph after each full stop, question or exclamation mark that ends a sentence."""
    spaces = [match.span("space") for match in _SENTENCE_END.finditer(paragraph)]
    starts = [0, *(end for _, end in spaces)]
    ends = [*(start for start, _ in spaces), len(paragraph)]
    return tuple(paragraph[start:end] for start, end in zip(starts, ends))


def read_books(path: Path) -> list[Paragraph]:
    """Read the paragraphs of a file; a line is a book's title and number, a tab, a paragraph."""
    return [
        Paragraph(_sentences_of(_normalise_spaces(pair.target)), pair.source)
        for pair in read_pairs(path)
    ]


def _read_sentences(path: Path) -> list[str]:
    """Read the distinct English sentences of a file of pairs, or of a `.txt.gz` with one per line.

    Raises UserError if the file is missing or damaged.
    """
    if not path.name.endswith(".txt.gz"):
        return [*dict.fromkeys(_normalise_spaces(pair.source) for pair in read_pairs(path))]
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
            return [*dict.fromkeys(_normalise_spaces(line) for line in lines if line.strip())]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read ({error}). Fetch or write it again.") from error


def _normalise_spaces(text: str) -> str:
    """Return a text on one line, with single ordinary spaces."""
    return " ".join(clean(TrainingPair(text, "")).source.split())


def held_out(recipe: Recipe, data: Path) -> dict[str, list[Paragraph]]:
    """Read the held-out texts, by the name of their file."""
    sets = {}
    for file in recipe.validation_files:
        name = file.removesuffix(".tsv.gz").split(".en")[0]
        if file in _IN_PARAGRAPHS:
            sets[name] = read_books(data / file)[_KEPT - 1 :: _KEPT]
        else:
            sets[name] = [Paragraph((sentence,)) for sentence in _read_sentences(data / file)]
    return sets


def training_texts(recipe: Recipe, data: Path) -> tuple[list[Paragraph], dict[str, int]]:
    """Return the texts of one epoch of a recipe, and how often it passes over each existing file.

    Drops held-out text and the sentences of both lists; from the smaller files also their
    near-duplicates.
    """
    protected = listed_sentences()
    for file in (*TEST_FILES, *FAR_FILES):
        if (data / file).exists():
            protected += _read_sentences(data / file)
    for held_out_texts in held_out(recipe, data).values():
        for text in held_out_texts:
            protected += {str(text), *text.sentences}
    passes = dict(recipe.files) | {
        file: times for file, times in recipe.extra_files.items() if (data / file).exists()
    }
    texts: list[Paragraph] = []
    smaller = [file for file in recipe.extra_files if ".en-fr" in file]
    for file, times in passes.items():
        if file in _IN_PARAGRAPHS:
            paragraphs = read_books(data / file)
            del paragraphs[_KEPT - 1 :: _KEPT]
            texts += _drop_held_out(paragraphs, protected) * times
        else:
            sentences = _read_sentences(data / file)
            drop = drop_near if file in smaller else drop_exact
            pairs = drop([TrainingPair(sentence, "") for sentence in sentences], protected)
            texts += [Paragraph((pair.source,)) for pair in pairs] * times
    if recipe.corpus:
        pairs = drop_near(read_corpus(unread=True), protected)
        texts += [Paragraph((pair.source,)) for pair in pairs] * recipe.corpus
        passes["corpus"] = recipe.corpus
    return texts[:: recipe.thin], passes


def _drop_held_out(paragraphs: list[Paragraph], protected: Iterable[str]) -> list[Paragraph]:
    """Drop the held-out sentences from paragraphs."""
    pairs = [TrainingPair(sentence, "") for text in paragraphs for sentence in text.sentences]
    free = {pair.source for pair in drop_exact(pairs, protected)}
    remaining = []
    for text in paragraphs:
        sentences = tuple(sentence for sentence in text.sentences if sentence in free)
        if sentences:
            remaining.append(Paragraph(sentences, text.book))
    return remaining
