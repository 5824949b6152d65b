"""A small text learnt by each method in numpy, for the JavaScript that learns in the browser."""

import numpy as np

from models.training import word_learning
from models.words.text import END, co_occurrences, make_text, ngrams

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
    window, dimensions, rate = SETTINGS["window"], SETTINGS["dimensions"], SETTINGS["rate"]
    random, words, loss = word_learning.seeded(SETTINGS["seed"]), len(text.words), 0.0
    if method == "glove":
        pairs = co_occurrences(text.numbers, window, words)
        inputs, outputs = (np.zeros((words, dimensions + 1)) for _ in range(2))
        word_learning.fill(inputs, random)
        word_learning.fill(outputs, random)
        squares = np.ones_like(inputs), np.ones_like(outputs)
        order = np.arange(len(pairs[0]))
        for _ in range(SETTINGS["passes"]):
            word_learning.shuffle(order, random)
            loss += word_learning.fit_counts(
                order, *pairs, SETTINGS["limit"], inputs, outputs, *squares, rate
            )
        return result((inputs + outputs)[:, :-1], loss)
    rows = [[word] for word in range(words)]
    if method == "fasttext":
        rows, _ = rows_of_parts(text.words)
    inputs = np.zeros((1 + max(map(max, rows)), dimensions))
    word_learning.fill(inputs, random)
    outputs = np.zeros((words, dimensions))
    starts = np.cumsum([0, *map(len, rows)])
    keep = word_learning.keeping(text.counts, SETTINGS["threshold"])
    cumulative = word_learning.noise(text.counts)
    order = text.starts.copy()
    for number in range(SETTINGS["passes"]):
        word_learning.shuffle(order, random)
        more, _ = word_learning.read_sentences(
            *(text.numbers, order, number * len(order), SETTINGS["passes"] * len(order)),
            *(method == "cbow", inputs, outputs, starts, np.concatenate(rows), keep, cumulative),
            *(window, SETTINGS["negatives"], rate, random),
        )
        loss += more
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
