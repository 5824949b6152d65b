"""Annotated sentences: parts of speech, relations between words, links between translations.

A line of a plain file is English, a tab and French, or English alone. A line of the annotated file
has five fields: English, French, the analysis of each, and the links between them. An analysis has
one entry per word: a letter of `TAGS`, the distance to its head, and a letter of `_RELATIONS`, as
in "D+2d" for "the" in "the old dog". Words are split as by our tokenizer.
"""

import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tokenizers import Regex, pre_tokenizers

from ..errors import UserError
from ..store.tokenizer import WORDS
from ..text_files import decode, read_cells

CORPUS = Path(__file__).with_name("sentences.tsv.gz")

# Universal parts of speech (de Marneffe et al. 2021) with their letters in a file.
TAGS = {
    "ADJ": "A",
    "ADP": "P",
    "ADV": "R",
    "AUX": "X",
    "CCONJ": "C",
    "DET": "D",
    "INTJ": "I",
    "NOUN": "N",
    "NUM": "M",
    "PART": "T",
    "PRON": "O",
    "PROPN": "E",
    "PUNCT": "U",
    "SCONJ": "S",
    "SYM": "Y",
    "VERB": "V",
    "X": "Z",
}
_LETTERS = "".join(TAGS.values())
_RELATIONS = {
    "s": "subject of its verb",
    "o": "object of its verb",
    "a": "adjective of its noun",
    "d": "determiner of its noun",
    "x": "auxiliary of its verb",
    "c": "preposition of its noun",
    "g": "noun of its preposition",  # in analyses where the preposition is the head
    "-": "another",
    "r": "root: depends on no word",
}
# Pronouns of the third person; earlier subjects are their antecedents.
_PRONOUNS = frozenset(
    ["he", "she", "it", "they", "him", "her", "them", "il", "elle", "ils", "elles"]
)
# Possible titles of the first column of a CSV file.
_HEADERS = frozenset(["english", "source", "sentence", "sentences", "text", "en"])
PATTERNS = (
    "adjective → its noun",
    "noun → its adjective",
    "determiner → its noun",
    "noun → its determiner",
    "verb → its subject",
    "subject → its verb",
    "verb → its object",
    "object → its verb",
    "auxiliary → its verb",
    "verb → its auxiliary",
    "preposition → its noun",
    "noun → its preposition",
    "pronoun → an earlier subject",
)
# The patterns from a word to its head, and from the head to the word.
_BY_RELATION = {
    "a": (0, 1),
    "d": (2, 3),
    "s": (5, 4),
    "o": (7, 6),
    "x": (8, 9),
    "c": (10, 11),
    "g": (11, 10),
}

_splitter = pre_tokenizers.Split(Regex(WORDS), behavior="isolated")


class AnnotatedWord(NamedTuple):
    """The analysis of one word: its part of speech and its head."""

    tag: str  # a key of TAGS
    head: int  # the number of the word it depends on; its own number for a root
    relation: str  # a key of _RELATIONS


@dataclass(frozen=True)
class Pair:
    """A sentence, its translation, and the annotation of their words.

    Without annotation `source`, `target` and `links` are empty. Raises ValueError if an analysis
    does not have as many words as its text.
    """

    english: str
    french: str  # "": unknown
    source: tuple[AnnotatedWord, ...] = ()
    target: tuple[AnnotatedWord, ...] = ()
    links: tuple[tuple[int, int], ...] = ()  # English word, French word

    def __post_init__(self):
        for text, words in ((self.english, self.source), (self.french, self.target)):
            if words and len(words) != (count := len(split(text))):
                raise ValueError(f"{len(words)} words analysed of {count} in “{text}”")


def split(text: str) -> list[str]:
    """Split a text into words as our tokenizers do, without spaces."""
    return [word.strip() for word, _ in _splitter.pre_tokenize_str(" " + text)]


def spans(text: str) -> list[tuple[int, int]]:
    """Return the span of characters of each word, without the space before it."""
    places = []
    for word, (start, end) in _splitter.pre_tokenize_str(" " + text):
        places.append((start - 1 + len(word) - len(word.lstrip()), end - 1))
    return places


def patterns(text: str, words: tuple[AnnotatedWord, ...]) -> dict[str, list[tuple[int, int]]]:
    """Return for each of PATTERNS the pairs of words (from, to) of a sentence that match it."""
    pairs: dict[str, list[tuple[int, int]]] = {name: [] for name in PATTERNS}
    for place, word in enumerate(words):
        if word.relation in _BY_RELATION and word.head != place:
            out, back = _BY_RELATION[word.relation]
            pairs[PATTERNS[out]].append((place, word.head))
            pairs[PATTERNS[back]].append((word.head, place))
    pairs[PATTERNS[-1]] = _antecedents(split(text), words)
    return pairs


def _antecedents(texts: list[str], words: tuple[AnnotatedWord, ...]) -> list[tuple[int, int]]:
    """Pair each pronoun of the third person with the nearest earlier subject that is a noun.

    The parser does not resolve pronouns; this guess is mostly right in short sentences.
    """
    pairs = []
    nouns = [
        place
        for place, word in enumerate(words)
        if word.relation == "s" and word.tag in ("NOUN", "PROPN")
    ]
    for place, text in enumerate(texts):
        before = [noun for noun in nouns if noun < place]
        if text.lower() in _PRONOUNS and words[place].tag == "PRON" and before:
            pairs.append((place, before[-1]))
    return pairs


def _read_words(field: str) -> tuple[AnnotatedWord, ...]:
    """Parse an analysis of the annotated file, such as "D+1d N+0r": for each word its tag, how far
    its head is, and its relation. Raises ValueError for an invalid one.
    """
    names = dict(zip(_LETTERS, TAGS, strict=True))
    words = []
    for place, entry in enumerate(field.split()):
        if entry[0] not in names or entry[-1] not in _RELATIONS:
            raise ValueError(f"“{entry}” is no analysis of a word")
        words.append(AnnotatedWord(names[entry[0]], place + int(entry[1:-1]), entry[-1]))
    return tuple(words)


def _read_pair(line: str) -> Pair:
    """Parse a line of a plain or annotated file. Raises ValueError for an invalid line."""
    fields = line.rstrip("\r\n").split("\t")
    if len(fields) <= 2:
        return Pair(fields[0], "".join(fields[1:]))
    if len(fields) != 5:
        raise ValueError(f"it has {len(fields)} fields; it needs one, two or five")
    english, french, source, target, links = fields
    numbers = (link.split("-") for link in links.split())
    word_links = tuple((int(a), int(b)) for a, b in numbers)
    return Pair(english, french, _read_words(source), _read_words(target), word_links)


def csv_pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """Read the pairs of a CSV file: English, and French in an optional second column.

    A header row is skipped; further columns are those of the first row. Raises UserError for a row
    that a separator within a text has cut.
    """
    rows = read_cells(lines)
    first = next(rows, [""])
    has_header = first[0].strip().lower() in _HEADERS
    for number, row in enumerate(rows if has_header else chain([first], rows), start=1):
        # Programs write no space after a separator, and sentences have one there.
        has_space = not has_header and len(row) == 2 and row[1].startswith(" ")
        if any(row[len(first) :]) or has_space:
            raise UserError(
                "Row {number} has {count} cells: “{cells}”. Put a sentence that has the separator "
                "in it into quotation marks.",
                number=number,
                count=len(row),
                cells=" | ".join(row)[:80],
            )
        texts = [" ".join(cell.split()) for cell in row[:2]]
        if texts[0]:
            yield Pair(texts[0], "".join(texts[1:]))


def read_sentences(path: Path) -> Iterator[Pair]:
    """Read the pairs of a file (plain, CSV or gzip) one at a time; skip blank lines.

    Raises UserError with the line number for a file that cannot be read.
    """
    number = 0
    try:
        if path.suffix == ".csv":
            for pair in csv_pairs(io.StringIO(decode(path.read_bytes(), path.name), newline="")):
                number += 1
                yield pair
            return
        with (gzip.open if path.suffix == ".gz" else open)(
            path, "rt", encoding="utf-8-sig"
        ) as lines:
            for line in lines:
                number += 1
                if line.split("\t")[0].strip():
                    yield _read_pair(line)
    except (OSError, EOFError, ValueError, csv.Error, zlib.error) as error:
        raise UserError(
            "{file} cannot be read after line {number}: {error}.",
            file=path.name,
            number=number,
            error=error,
        ) from error
