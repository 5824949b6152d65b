"""English text for language models: books by paragraphs, and the English side of the pairs.

Every 50th paragraph of the books and the English of the validation files are held out: they are
scored and never trained on.
"""

import gzip
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..errors import UserError
from .data import LECTURE, Pair, clean, read_corpus, read_pairs
from .overlap import without_exact, without_near
from .recipes import TEST_FILES, Recipe

BOOKS, CAPTIONS = "books.en.tsv.gz", "captions.en.txt.gz"
KEPT = 50  # of so many paragraphs of the books the last is held out
# Behind a full stop and the quotes that close there.
SENTENCE_END = re.compile(r"(?<=[.!?])(?:[\"'”’)]*)(?P<space> +)(?=[\"'“‘(A-Z])")


@dataclass(frozen=True)
class Text:
    """A sentence, or a paragraph of a book, as the sentences it has."""

    sentences: tuple[str, ...]
    book: str = ""  # title and number of the book; "" for a sentence alone

    def __str__(self) -> str:
        return " ".join(self.sentences)


def sentences_of(paragraph: str) -> tuple[str, ...]:
    """A paragraph cut behind each full stop, question or exclamation mark that ends a sentence."""
    cuts = [match.span("space") for match in SENTENCE_END.finditer(paragraph)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(paragraph)]
    return tuple(paragraph[start:end] for start, end in zip(starts, ends))


def read_books(path: Path) -> list[Text]:
    """The paragraphs of a file with lines of a book's title and number, a tab, and a paragraph."""
    return [Text(sentences_of(english(pair.target)), pair.source) for pair in read_pairs(path)]


def read_sentences(path: Path) -> list[str]:
    """The distinct English sentences of a file of pairs, or of a `.txt.gz` with one a line.

    Raises UserError when the file is missing or damaged.
    """
    if not path.name.endswith(".txt.gz"):
        return [*dict.fromkeys(english(pair.source) for pair in read_pairs(path))]
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
            return [*dict.fromkeys(english(line) for line in lines if line.strip())]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read ({error}). Fetch or write it again.") from error


def english(text: str) -> str:
    """One line with ordinary spaces, one at a time."""
    return " ".join(clean(Pair(text, "")).source.split())


def held_out(recipe: Recipe, data: Path) -> dict[str, list[Text]]:
    """The texts to score with, by the name of their file."""
    sets = {}
    for file in recipe.validation_files:
        name = file.split(".en")[0]
        if file == BOOKS:
            sets[name] = read_books(data / file)[KEPT - 1 :: KEPT]
        else:
            sets[name] = [Text((sentence,)) for sentence in read_sentences(data / file)]
    return sets


def training_texts(recipe: Recipe, data: Path) -> tuple[list[Text], dict[str, int]]:
    """The texts of one pass over all that a recipe names.

    And how often the pass goes over each file that was there. Held-out text and the sentences of
    the lecture list are not among them, nor, of the smaller files, what is near one of them.
    """
    secret = [pair.source for pair in read_pairs(LECTURE)]
    secret += [
        sentence
        for file in TEST_FILES
        if (data / file).exists()
        for sentence in read_sentences(data / file)
    ]
    for texts in held_out(recipe, data).values():
        secret += [string for text in texts for string in {str(text), *text.sentences}]
    passes = dict(recipe.files) | {
        file: times for file, times in recipe.extra_files.items() if (data / file).exists()
    }
    texts, smaller = [], [file for file in recipe.extra_files if ".en-fr" in file]
    for file, times in passes.items():
        if file == BOOKS:
            paragraphs = read_books(data / file)
            del paragraphs[KEPT - 1 :: KEPT]
            texts += without(paragraphs, secret) * times
        else:
            sentences = read_sentences(data / file)
            keep = without_near if file in smaller else without_exact
            pairs = keep([Pair(sentence, "") for sentence in sentences], secret)
            texts += [Text((pair.source,)) for pair in pairs] * times
    if recipe.corpus:
        pairs = without_near(read_corpus(), secret)
        texts += [Text((pair.source,)) for pair in pairs] * recipe.corpus
        passes["corpus"] = recipe.corpus
    return texts[:: recipe.thin], passes


def without(paragraphs: list[Text], secret: Iterable[str]) -> list[Text]:
    """The paragraphs without the sentences that are held out."""
    pairs = [Pair(sentence, "") for text in paragraphs for sentence in text.sentences]
    free = {pair.source for pair in without_exact(pairs, secret)}
    kept = (
        Text(tuple(one for one in text.sentences if one in free), text.book) for text in paragraphs
    )
    return [text for text in kept if text.sentences]
