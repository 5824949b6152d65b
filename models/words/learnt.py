"""Word vectors that we have trained: SkipGram, CBoW, FastText and GloVe on the same sentences."""

import functools
import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from . import WordVectors
from .text import ngrams

LEARNT = Path(__file__).parent / "learnt"  # a table for each method, words.txt and card.json
NAMES = {"skipgram": "SkipGram", "cbow": "CBoW", "fasttext": "FastText", "glove": "GloVe"}


def read_lines(file: str) -> tuple[str, ...]:
    return tuple((LEARNT / file).read_text(encoding="utf-8").removesuffix("\n").split("\n"))


@functools.cache
def learnt(method: str) -> WordVectors:
    """Return the vectors of a method, a key of NAMES."""
    table = load_file(LEARNT / f"{method}.safetensors")["vectors"].astype(np.float32)
    words = read_lines("words.txt")
    if method == "fasttext":
        rows = parts()
        table = np.stack(
            [
                table[[place, *(rows[gram] for gram in ngrams(word) if gram in rows)]].mean(0)
                for place, word in enumerate(words)
            ]
        )
    return WordVectors(NAMES[method], words, table)


@functools.cache
def parts() -> dict[str, int]:
    """Return the row of each n-gram in the table of FastText, after those of the words."""
    first = len(read_lines("words.txt"))
    return {gram: first + place for place, gram in enumerate(read_lines("ngrams.txt"))}


def ngram_vectors(word: str) -> tuple[list[str], np.ndarray]:
    """Return the n-grams of any word that FastText knows, and their vectors `[n-gram, d]`.

    Their mean is the vector of a word that is not in the vocabulary.
    """
    table = load_file(LEARNT / "fasttext.safetensors")["vectors"]
    known = [gram for gram in ngrams(word) if gram in parts()]
    rows = [parts()[gram] for gram in known]
    return known, table[rows].astype(np.float32)


@functools.cache
def card() -> dict:
    """Return what is known of the runs: the text, the settings, the scores."""
    return json.loads((LEARNT / "card.json").read_text(encoding="utf-8"))
