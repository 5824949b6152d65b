"""The training pairs of a recipe: its files without held-out sentences."""

from pathlib import Path

from .data import TrainingPair, clean, listed_sentences, read_corpus, read_pairs
from .overlap import drop_exact, drop_near
from .recipes import FAR_FILES, TEST_FILES, Recipe
from .score import group_references


def sample_evenly(pairs: list[TrainingPair], count: int) -> list[TrainingPair]:
    """Return all translations of `count` evenly spaced source sentences.

    Evenly spaced, because a file may be sorted by length.
    """
    sources = list(group_references(pairs))
    chosen = {sources[place * len(sources) // count] for place in range(count)}
    return [pair for pair in pairs if pair.source in chosen]


def training_pairs(recipe: Recipe, data: Path) -> tuple[list[TrainingPair], dict[str, int]]:
    """Return the pairs of one epoch of a recipe, and how often it passes over each existing file.

    Drops the sentences of both lists, and from the smaller files all near a scored sentence or
    with its French.
    """
    listed = listed_sentences()
    scored = [
        pair
        for file in (*recipe.validation_files, *TEST_FILES, *FAR_FILES)
        if (data / file).exists()
        for pair in read_pairs(data / file)
    ]
    held_out = [*listed, *(pair.source for pair in scored)]
    french = [pair.target for pair in scored]
    pairs: list[TrainingPair] = []
    for file, times in recipe.files.items():
        pairs += read_pairs(data / file) * times
    pairs = drop_exact(pairs, listed)
    passes = dict(recipe.files)
    for file, times in recipe.extra_files.items():
        if (data / file).exists():
            other = drop_exact(read_pairs(data / file), french, "target")
            pairs += drop_near(other, held_out) * times
            passes[file] = times
    if recipe.corpus:
        pairs += drop_near(read_corpus(unread=True), held_out) * recipe.corpus
        passes["corpus"] = recipe.corpus
    return [clean(pair) for pair in pairs][:: recipe.thin], passes
