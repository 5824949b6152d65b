"""Download the English text of the language models, if no folder with it is given.

Books come from Project Gutenberg, captions from Multi30k's second task (Elliott et al. 2016): five
descriptions of each training image.
"""

import gzip
import re
import zlib
from collections.abc import Iterable
from pathlib import Path

from ..errors import UserError
from ..files import write_whole
from .code_files import library
from .data import DOWNLOADS, SPACES, fetch, find_folder
from .english_text import BOOKS, CAPTIONS, CODE

_GUTENBERG = "https://www.gutenberg.org/cache/epub/{number}/pg{number}.txt"
_IMAGES = (
    "https://raw.githubusercontent.com/multi30k/dataset/master/data/task2/raw/train.{part}.en.gz"
)
_NUMBERS = {
    11: "Alice s Adventures in Wonderland",
    12: "Through the Looking Glass",
    16: "Peter Pan",
    45: "Anne of Green Gables",
    55: "The Wonderful Wizard of Oz",
    74: "The Adventures of Tom Sawyer",
    113: "The Secret Garden",
    236: "The Jungle Book",
    271: "Black Beauty",
    289: "The Wind in the Willows",
    500: "The Adventures of Pinocchio",
    501: "The Story of Doctor Dolittle",
    503: "The Blue Fairy Book",
    514: "Little Women",
    778: "Five Children and It",
    1448: "Heidi",
    1450: "Pollyanna",
    1597: "Andersen s Fairy Tales",
    1661: "The Adventures of Sherlock Holmes",
    1874: "The Railway Children",
}
# The lines around the text of a book.
_START, _STOP = "*** START OF TH", "*** END OF TH"
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "_": None})
_SHORTEST = 4  # words of a paragraph; shorter ones, and those without small letters, are headings


def find_text_folder(files: Iterable[str], folder: Path | None) -> Path:
    """Return the folder with these files; see `data.find_folder`.

    Raises UserError if the given folder lacks a file, or a download fails.
    """
    files = [*files]
    if folder is None:
        DOWNLOADS.mkdir(exist_ok=True)
        for file, make in _MAKERS.items():
            if file in files and not (DOWNLOADS / file).is_file():
                try:
                    content = "".join(f"{line}\n" for line in make())
                except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
                    raise UserError(
                        f"The download of {file} is damaged ({error}). Try again, or pass "
                        "--data DIR with the files."
                    ) from error
                write_whole({DOWNLOADS / file: gzip.compress(content.encode(), mtime=0)})
        find_folder([file for file in files if file not in _MAKERS], None)
        return DOWNLOADS
    return find_folder(files, folder)


def _fetch_books() -> list[str]:
    """Download the books: a line per paragraph, with title and number, a tab, the paragraph."""
    return [
        f"{title} ({number})\t{paragraph}"
        for number, title in _NUMBERS.items()
        for paragraph in _split_paragraphs(
            fetch(_GUTENBERG.format(number=number)).decode("utf-8-sig")
        )
    ]


def _split_paragraphs(text: str) -> list[str]:
    """Split a Project Gutenberg file into paragraphs, without preface, licence and headings.

    Raises UserError if it has no text.
    """
    _, start, inside = text.replace("\r\n", "\n").partition(_START)
    inside, stop, _ = inside.partition(_STOP)
    if not start or not stop:
        raise UserError(
            "The download from Project Gutenberg is not a book: the lines before and after the "
            "text are missing. Try again later, or pass --data DIR with the files."
        )
    blocks = (" ".join(block.split()) for block in re.split(r"\n\s*\n", inside)[1:])
    made = [block.translate(_QUOTES).translate(SPACES) for block in blocks]
    return [
        block
        for block in made
        if len(block.split()) >= _SHORTEST and any(letter.islower() for letter in block)
    ]


def _fetch_captions() -> list[str]:
    """Download the captions, a line each: the first of every image, then the second, and so on."""
    return [
        line.strip()
        for part in range(1, 6)
        for line in gzip.decompress(fetch(_IMAGES.format(part=part))).decode().splitlines()
        if line.strip()
    ]


_MAKERS = {BOOKS: _fetch_books, CAPTIONS: _fetch_captions, CODE: library}
