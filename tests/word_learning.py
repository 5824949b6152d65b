"""A small text learnt by each method in numpy, for the JavaScript that learns in the browser."""

import numpy as np

from models.training.word_learning import learn_counts, learn_windows
from models.words.text import END, make_text, ngrams

SENTENCES = (
    "The king and the queen live in the castle.",
    "The dog and the cat sleep in the garden.",
    "A dog runs after a cat, and the cat runs into the castle.",
    "The queen has two dogs; the king has three cats.",
)
SETTINGS = {
    "window": 3,
    "negatives": 4,
    "dimensions": 6,
    "seed": 7,
    "rate": 0.3,
    "passes": 3,
    "threshold": 0.05,
    "limit": 2.0,
}


def rows_of_parts(words: tuple[str, ...], least: int = 2) -> tuple[list[list[int]], list[str]]:
    """Return the rows of each word and the n-grams, as `rowsOf` of learner.js does."""
    split = [ngrams(word) for word in words]
    counts: dict[str, int] = {}
    for grams in split:
        for gram in grams:
            counts[gram] = counts.get(gram, 0) + 1
    names = [gram for gram, count in counts.items() if count >= least]
    row = {gram: len(words) + place for place, gram in enumerate(names)}
    rows = [
        [word, *(row[gram] for gram in grams if gram in row)] for word, grams in enumerate(split)
    ]
    return rows, names


def learn(method: str) -> dict:
    """Return the vectors and the sum of the losses after a run."""
    text = make_text(SENTENCES)
    names = "window", "dimensions", "seed", "passes", "rate"
    shared = {name: SETTINGS[name] for name in names}
    if method == "glove":
        return result(*learn_counts(text, limit=SETTINGS["limit"], **shared))
    rows = [[word] for word in range(len(text.words))]
    if method == "fasttext":
        rows, _ = rows_of_parts(text.words)
    inputs, loss = learn_windows(
        text,
        rows,
        mean=method == "cbow",
        negatives=SETTINGS["negatives"],
        threshold=SETTINGS["threshold"],
        **shared,
    )
    return result(np.array([inputs[row].mean(0) for row in rows]), loss)


def result(vectors: np.ndarray, loss: float) -> dict:
    """Return both without the last digits, which differ between machines."""
    return {"vectors": vectors.round(10).tolist(), "loss": round(loss, 8)}


def values() -> dict:
    """Return the text, the settings, and what each method has learnt."""
    text = make_text(SENTENCES)
    return {
        "words": text.words,
        "text": text.numbers.tolist(),
        "end": END,
        "settings": SETTINGS,
        "learnt": {method: learn(method) for method in ("cbow", "skipgram", "fasttext", "glove")},
    }
