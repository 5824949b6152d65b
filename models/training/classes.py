"""Count a language model of each class: four languages, and four authors.

    python -m models.training.classes --data DIR --to models/classes

Languages are those of the captions of Multi30k, one scene in four languages, so that no subject
tells them apart. Of each author one book is held out, so that no name of a person does. Sequences
of three characters and more that were seen once are left out.
"""

import argparse
import gzip
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ..classes import ORDER, ClassModels, file_name
from ..networks.ngrams import NGrams

_CHARACTERS = 700_000  # of each class
_HELD_OUT = 250  # texts of each class
_LENGTHS = 10, 20, 40, 80, 160  # characters of the beginning of a text
_LANGUAGES = {"English": None, "French": "fr", "German": "de", "Czech": "cs"}
_TESTED = {"English": 0, "French": 1, "German": 2, "Czech": 3}  # columns of the test captions
_BOOKS = {
    "Jane Austen": (("Pride and Prejudice", "Sense and Sensibility"), "Emma"),
    "Charles Dickens": (
        ("David Copperfield", "Bleak House", "Oliver Twist", "A Tale of Two Cities"),
        "Great Expectations",
    ),
    "Arthur Conan Doyle": (
        (
            "The Adventures of Sherlock Holmes",
            "The Return of Sherlock Holmes",
            "The Memoirs of Sherlock Holmes",
            "A Study in Scarlet",
        ),
        "The Lost World",
    ),
    "Mark Twain": (
        ("Adventures of Huckleberry Finn", "The Innocents Abroad", "Roughing It"),
        "A Tramp Abroad",
    ),
}
_Texts = dict[str, list[str]]


def _read(path: Path) -> list[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines]


def _read_languages(data: Path) -> tuple[_Texts, _Texts]:
    """Return the captions of training and of the test, by language."""
    training: _Texts = {}
    for name, code in _LANGUAGES.items():
        rows = _read(data / f"multi30k.train.en-{code or 'fr'}.tsv.gz")
        training[name] = [row[0 if code is None else 1] for row in rows]
    rows = _read(data / "multi30k.test_2016_flickr.en-fr-de-cs.tsv.gz")
    return training, {name: [row[at] for row in rows] for name, at in _TESTED.items()}


def _read_authors(data: Path) -> tuple[_Texts, _Texts]:
    """Return the paragraphs of each author's books, and of the one that is held out."""
    by_book: _Texts = {}
    for file in ("books", "books-more"):
        for book, paragraph in _read(data / f"{file}.en.tsv.gz"):
            by_book.setdefault(book.rpartition(" (")[0], []).append(paragraph)
    training, held_out = {}, {}
    for name, (books, other) in _BOOKS.items():
        training[name] = [text for book in books for text in by_book[book]]
        held_out[name] = [text for text in by_book[other] if len(text) >= _LENGTHS[-1]]
    return training, held_out


def _take(texts: Sequence[str], characters: int, seed: int) -> list[str]:
    """Return texts drawn at random, with so many characters in all."""
    drawn, count = [], 0
    for text in random.Random(seed).sample(texts, len(texts)):
        if count >= characters:
            break
        drawn.append(text)
        count += len(text)
    return drawn


def _prune(model: NGrams) -> NGrams:
    nothing = NGrams.count([[0]], model.order, model.vocabulary_size, model.begin_id)
    return model.without_rare(2, 3, nothing)


def _measure(classes: ClassModels, held_out: Mapping[str, Sequence[str]]) -> dict:
    """Return how many held-out texts of each class (row) each model takes (column).

    By the number of characters read.
    """
    size = len(classes.names)
    confusion = {length: np.zeros((size, size), int) for length in _LENGTHS}
    for row, texts in enumerate(held_out.values()):
        for text in texts:
            sums = classes.log_probabilities(text[: _LENGTHS[-1]]).cumsum(1)
            for length, counts in confusion.items():
                counts[row, sums[:, min(length, len(text)) - 1].argmax()] += 1
    by_length = {str(length): counts.tolist() for length, counts in confusion.items()}
    return {"texts": _HELD_OUT, "by_characters": by_length}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    for group, read in {"languages": _read_languages, "authors": _read_authors}.items():
        training, others = read(options.data)
        kept = {name: _take(texts, _CHARACTERS, options.seed) for name, texts in training.items()}
        held_out = {
            name: random.Random(options.seed).sample(texts, _HELD_OUT)
            for name, texts in others.items()
        }
        counted = ClassModels.count(kept)
        models = tuple(_prune(model) for model in counted.models)
        classes = ClassModels(counted.names, counted.alphabet, models)
        folder = options.to / group
        folder.mkdir(parents=True, exist_ok=True)
        for name, model in zip(classes.names, classes.models, strict=True):
            model.save(folder / file_name(name))
        card = {
            "classes": [*classes.names],
            "alphabet": classes.alphabet,
            "order": ORDER,
            "characters": {name: sum(map(len, texts)) for name, texts in kept.items()},
            "held_out": _measure(classes, held_out),
            "made_with": "python -m models.training.classes --data DIR --to models/classes",
            "seed": options.seed,
        }
        if group == "authors":
            card["books"] = {name: [*books] for name, (books, _) in _BOOKS.items()}
            card["held_out_books"] = {name: other for name, (_, other) in _BOOKS.items()}
        text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
        (folder / "card.json").write_text(text, encoding="utf-8")
        for length, rows in card["held_out"]["by_characters"].items():
            right = sum(rows[place][place] for place in range(len(rows)))
            print(group, length, right, "of", len(rows) * _HELD_OUT)


if __name__ == "__main__":
    main()
