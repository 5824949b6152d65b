"""Word vectors that we have trained: SkipGram, CBoW, FastText and GloVe on the same sentences."""

import functools
import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from . import WordVectors, scale_to_unit
from .text import ngrams

_LEARNT = Path(__file__).parent / "learnt"  # a table for each method, words.txt and card.json
_TRIGRAM = 3  # letters of the n-grams by which the words nearest to an unknown one are found
_RARE = 0.02  # taken from a cosine for each unit of ln of the place by frequency
_NAMES = {"skipgram": "SkipGram", "cbow": "CBoW", "fasttext": "FastText", "glove": "GloVe, ours"}


def _read_lines(file: str) -> tuple[str, ...]:
    return tuple((_LEARNT / file).read_text(encoding="utf-8").removesuffix("\n").split("\n"))


@functools.cache
def _read_table(method: str) -> np.ndarray:
    """Return the vectors of the words, then those of FastText's n-grams, `[row, d]` float32."""
    stored = load_file(_LEARNT / f"{method}.safetensors")
    table: np.ndarray = stored["vectors"] * stored["vectors.scale"].astype(np.float32)[:, None]
    table.flags.writeable = False
    return table


@functools.cache
def learnt(method: str) -> WordVectors:
    """Return the vectors of a method, a key of _NAMES."""
    table = _read_table(method)
    words = _read_lines("words.txt")
    if method == "fasttext":
        rows = _parts()
        table = np.stack(
            [
                table[[place, *(rows[gram] for gram in ngrams(word) if gram in rows)]].mean(0)
                for place, word in enumerate(words)
            ]
        )
    return WordVectors(_NAMES[method], words, table)


@functools.cache
def _parts() -> dict[str, int]:
    """Return the row of each n-gram in the table of FastText, after those of the words."""
    first = len(_read_lines("words.txt"))
    return {gram: first + place for place, gram in enumerate(_read_lines("ngrams.txt"))}


def ngram_vectors(word: str) -> tuple[list[str], np.ndarray]:
    """Return the n-grams of any word that FastText knows, and their vectors `[n-gram, d]`.

    Their mean is the vector of a word that is not in the vocabulary.
    """
    known = [gram for gram in ngrams(word) if gram in _parts()]
    return known, _read_table("fasttext")[[_parts()[gram] for gram in known]]


def _spelling_vector(word: str) -> np.ndarray:
    """Return the sum of a word's n-grams of _TRIGRAM letters, each scaled to length 1, `[d]`.

    Of a word without any, zeros.
    """
    names, vectors = ngram_vectors(word)
    short = [place for place, gram in enumerate(names) if len(gram) == _TRIGRAM]
    vector: np.ndarray = scale_to_unit(vectors[short]).sum(0)
    return vector


@functools.cache
def _spellings() -> WordVectors:
    """Return the `_spelling_vector` of each word that has one, the commonest first."""
    spelled = [(word, _spelling_vector(word)) for word in _read_lines("words.txt")]
    words, vectors = zip(*((word, vector) for word, vector in spelled if vector.any()), strict=True)
    return WordVectors("FastText", words, np.stack(vectors))


def similar_spellings(word: str, count: int) -> list[tuple[str, float]]:
    """Return words near one that FastText does not know, with their cosines, the nearest first.

    Cosines of `_spelling_vector`. The words are those with the largest cosine less _RARE times ln
    of the place by frequency: of two as near, the commoner. Both were chosen on 400 misspelt words
    that are not those of the card. Empty for a word without n-grams.
    """
    vector = _spelling_vector(word)
    if not vector.any():
        return []
    table = _spellings()
    cosines = table.unit @ (vector / np.linalg.norm(vector))
    order = np.argsort(_RARE * np.log(1 + np.arange(len(cosines))) - cosines, kind="stable")
    rows = sorted(order[:count], key=cosines.__getitem__, reverse=True)
    return [(table.words[row], float(cosines[row])) for row in rows]


@functools.cache
def card() -> dict:
    """Return what is known of the runs: the text, the settings, the scores."""
    return json.loads((_LEARNT / "card.json").read_text(encoding="utf-8"))
