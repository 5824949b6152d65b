"""Learn the word vectors that are shipped: SkipGram, CBoW, FastText and GloVe.

Run `python -m models.training.learn_vectors --data DIR`: half an hour on one core. The folder has
the files of _BOOKS, _CAPTIONS and _PAIRS and, to measure with, wordlists/ with the lists of
`models.training.vectors evaluate`. Our own corpus is read too. All four methods learn from the same
sentences.
"""

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from scipy.stats import rankdata

from ..files import write_whole
from ..store import checkpoint
from ..store.weights import pack_weights
from ..words import WordVectors, glove
from ..words.learnt import LEARNT, NAMES, learnt, similar_spellings
from ..words.text import Text, corpus_sentences, make_text, ngrams, split_sentences
from .vector_scores import QUESTIONS, RATED, analogy_figures, read_lines
from .word_learning import learn_counts, learn_windows

# Words that stand so often are learnt with; those that stand _KEPT times are in the tables.
_LEAST, _KEPT = 12, 20
_DIMENSIONS, _SEED = 64, 1
_NGRAMS = 14_000  # those of most words
_NEGATIVES, _THRESHOLD, _LIMIT = 5, 1e-4, 50.0
_WINDOWS = {"skipgram": 8, "cbow": 8, "fasttext": 5, "glove": 8}
_PASSES = {"skipgram": 4, "cbow": 8, "fasttext": 4, "glove": 20}
_RATES = {"skipgram": 0.05, "cbow": 0.2, "fasttext": 0.2, "glove": 0.05}
_SAMPLES = 1000  # of an interval
_TYPOS = 200
_BOOKS = "books.en.tsv.gz", "books-more.en.tsv.gz"
_CAPTIONS = "captions.en.txt.gz"
# English, a tab, French; how often an epoch passes over each. News has the names of capitals.
_PAIRS = {
    "tatoeba.train.en-fr.tsv.gz": 1,
    "multi30k.train.en-fr.tsv.gz": 1,
    "news.en-fr.tsv.gz": 4,
    "students.en-fr.tsv.gz": 2,
    "talks.en-fr.tsv.gz": 2,
    "dialogue.en-fr.tsv.gz": 1,
    "novels.en-fr.tsv.gz": 1,
    "medicine.en-fr.tsv.gz": 1,
    "stsb.en-fr.tsv.gz": 2,
}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _lines_of(folder: Path, file: str) -> list[list[str]]:
    """Return the columns of each line of a file."""
    with gzip.open(folder / file, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines]


def _sentences_of(folder: Path) -> list[str]:
    """Return the sentences of the books, the captions, the pairs and our corpus."""
    paragraphs = [line[1] for file in _BOOKS for line in _lines_of(folder, file)]
    captions = [line[0] for line in _lines_of(folder, _CAPTIONS)]
    paired: list[str] = []
    for file, times in _PAIRS.items():
        paired += [*dict.fromkeys(line[0] for line in _lines_of(folder, file))] * times
    texts = (*paragraphs, *captions, *paired, *corpus_sentences())
    return [sentence for text in texts for sentence in split_sentences(text)]


def _learn_method(text: Text, method: str, grams: list[str]) -> np.ndarray:
    """Learn by one method; return the vectors of words, then of n-grams: `[row, dimension]`.

    Words that are not kept have no row.
    """
    window, passes, rate = _WINDOWS[method], _PASSES[method], _RATES[method]
    kept = _kept_rows(text)
    if method == "glove":
        vectors, _ = learn_counts(
            text,
            window=window,
            dimensions=_DIMENSIONS,
            seed=_SEED,
            passes=passes,
            limit=_LIMIT,
            rate=rate,
        )
        return vectors[kept]
    row = {gram: len(text.words) + place for place, gram in enumerate(grams)}
    rows = [
        [place, *(row[gram] for gram in ngrams(word) if gram in row)]
        for place, word in enumerate(text.words)
    ]
    table, _ = learn_windows(
        text,
        rows,
        mean=method == "cbow",
        window=window,
        negatives=_NEGATIVES,
        dimensions=_DIMENSIONS,
        seed=_SEED,
        passes=passes,
        rate=rate,
        threshold=_THRESHOLD,
    )
    return np.concatenate([table[kept], table[len(text.words) :]])


def _kept_rows(text: Text) -> np.ndarray:
    """Return the numbers of the words that are kept, `[kept word]`."""
    return np.flatnonzero(text.counts >= _KEPT)


# --- scores --------------------------------------------------------------------------------------


def _interval(values: np.ndarray, score=np.mean) -> list[float]:
    """Return a score of `values [item, ...]` and its 95 % interval over samples of the items."""
    generator = np.random.default_rng(_SEED)
    samples = [
        score(values[generator.integers(len(values), size=len(values))]) for _ in range(_SAMPLES)
    ]
    low, high = np.percentile(samples, [2.5, 97.5])
    return [round(float(number), 4) for number in (score(values), low, high)]


def _rank_correlation(pairs: np.ndarray) -> float:
    """Return Spearman's correlation of two columns, `[pair, 2]`."""
    return float(np.corrcoef(rankdata(pairs[:, 0]), rankdata(pairs[:, 1]))[0, 1])


def _scores(vectors: WordVectors, words: tuple[str, ...], folder: Path) -> dict:
    """Return scores with intervals on the items whose words are all in `words`."""
    known = {*words}
    questions_by_kind: dict[str, list[list[str]]] = {"semantic": [], "syntactic": []}
    kind = "semantic"
    for line in read_lines(folder, QUESTIONS):
        if line.startswith(":"):
            kind = "syntactic" if line[1:].strip().startswith("gram") else "semantic"
        elif {*line.lower().split()} <= known:
            questions_by_kind[kind].append(line.lower().split())
    figures = {}
    for kind, questions in questions_by_kind.items():
        rows = np.array([[vectors.rows[word] for word in words] for words in questions])
        right = vectors.analogies(rows[:, :3]) == rows[:, 3]
        figures[kind] = {"score": _interval(right), "items": len(right)}
    for name, file in RATED.items():
        lines = [
            words.split("\t") for words in read_lines(folder, file) if not words.startswith("#")
        ]
        kept = [
            (vectors.unit[vectors.rows[a]] @ vectors.unit[vectors.rows[b]], float(rating))
            for a, b, rating in lines
            if {a, b} <= known
        ]
        figures[name] = {"score": _interval(np.array(kept), _rank_correlation), "items": len(kept)}
    return figures


def _typos(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return common words of six letters or more with one slip each: (typed, meant)."""
    generator = np.random.default_rng(_SEED)
    long = [word for word in words[:3000] if len(word) > 5 and word.isalpha()]
    known = {*words}
    pairs: list[tuple[str, str]] = []
    while len(pairs) < _TYPOS:
        word = long[generator.integers(len(long))]
        at = int(generator.integers(1, len(word) - 1))
        letter = _LETTERS[generator.integers(len(_LETTERS))]
        slip = (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + letter + word[at + 1 :],
        )[generator.integers(4)]
        if slip not in known:
            pairs.append((slip, word))
    return pairs


def _typo_figures(words: tuple[str, ...]) -> dict:
    """Return how many typos FastText answers, and for how many with the right word."""
    answers, answered = [], 0
    pairs = _typos(words)
    for typed, meant in pairs:
        near = [word for word, _ in similar_spellings(typed, 5)]
        answered += bool(near)
        answers.append(meant in near)
    return {"typos": len(pairs), "answered": answered, "found": _interval(np.array(answers))}


def _measure(folder: Path) -> dict:
    """Return the scores of the shipped runs, of GloVe 6B and of vectors at random."""
    words = learnt("skipgram").words
    both = tuple(word for word in words if word in glove().rows)
    large = WordVectors("GloVe 6B", both, glove().table[[glove().rows[word] for word in both]])
    noise = np.random.default_rng(_SEED).normal(size=(len(both), _DIMENSIONS))
    tables = {name: learnt(name) for name in NAMES}
    tables |= {"glove6b": large, "chance": WordVectors("chance", both, noise)}
    figures, analogies = {}, {}
    for name, table in tables.items():
        kept = np.array([table.rows[word] for word in both])  # all answer with the same words
        figures[name] = _scores(WordVectors(name, both, table.table[kept]), both, folder)
        if name in NAMES:
            analogies[name] = analogy_figures(table, folder)
    queens = [word for word, _ in learnt("skipgram").analogy("man", "king", "woman")]
    return {
        "scores": figures,
        "analogies": analogies,
        "words": len(both),
        "king - man + woman": queens,
        "typos": _typo_figures(words),
    }


def _learn(folder: Path) -> None:
    """Write the tables, the words and the n-grams."""
    text = make_text(_sentences_of(folder), _LEAST)
    counts = Counter(gram for word in text.words for gram in ngrams(word))
    grams = [gram for gram, _ in counts.most_common(_NGRAMS)]
    words = [text.words[row] for row in _kept_rows(text)]
    files = {"words.txt": "".join(f"{word}\n" for word in words).encode()}
    files["ngrams.txt"] = "".join(f"{gram}\n" for gram in grams).encode()
    for method in NAMES:
        print(f"{NAMES[method]}: {len(words):,} words ...", flush=True)
        table = _learn_method(text, method, grams if method == "fasttext" else [])
        files[f"{method}.safetensors"] = pack_weights({"vectors": torch.tensor(table)}, bits=8)
    card = {
        "text": "74 books of Project Gutenberg (public domain in the United States), captions of "
        "Flickr30k (research and education), and the English of the pairs in the card of the "
        "transformer, under the licences there",
        "running_words": int(text.counts.sum()),
        "words": len(words),
        "least": _KEPT,
        "least_learnt": _LEAST,
        "dimensions": _DIMENSIONS,
        "numbers": "8 bits, a float16 scale a vector",
        "windows": _WINDOWS,
        "negatives": _NEGATIVES,
        "threshold": _THRESHOLD,
        "limit": _LIMIT,
        "passes": _PASSES,
        "rates": _RATES,
        "seed": _SEED,
        "made_with": "python -m models.training.learn_vectors --data DIR",
    }
    LEARNT.mkdir(exist_ok=True)
    files["card.json"] = checkpoint.as_json(card)
    write_whole({LEARNT / name: content for name, content in files.items()})


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.learn_vectors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--measure", action="store_true", help="only measure the shipped runs")
    options = parser.parse_args(arguments)
    if not options.measure:
        _learn(options.data)
    card = json.loads((LEARNT / "card.json").read_text(encoding="utf-8"))
    checkpoint.write_json(
        LEARNT / "card.json", card | {"figures": _measure(options.data / "wordlists")}
    )


if __name__ == "__main__":
    main()
