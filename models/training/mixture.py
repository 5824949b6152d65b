"""Which pairs a training reads: the files of a recipe, without what is to be scored."""

from pathlib import Path

from .data import LECTURE, Pair, clean, read_corpus, read_pairs
from .overlap import without_exact, without_near
from .recipes import TEST_FILES, Recipe
from .score import with_references


def sample_evenly(pairs: list[Pair], count: int) -> list[Pair]:
    """All translations of `count` source sentences from everywhere in a file.

    It may be sorted by length.
    """
    sources = list(with_references(pairs))
    chosen = {sources[place * len(sources) // count] for place in range(count)}
    return [pair for pair in pairs if pair.source in chosen]


def training_pairs(recipe: Recipe, data: Path) -> tuple[list[Pair], dict[str, int]]:
    """The pairs of one pass over all that a recipe names.

    And how often the pass goes over each file that was there.

    No sentence of the lecture list is among them, and of the smaller files none that is near a
    sentence to be scored.
    """
    lecture = [pair.source for pair in read_pairs(LECTURE)]
    scored = [data / file for file in (*recipe.validation_files, *TEST_FILES)]
    held_out = lecture + [
        pair.source for file in scored if file.exists() for pair in read_pairs(file)
    ]
    pairs = without_exact(
        (pair for file, times in recipe.files.items() for pair in read_pairs(data / file) * times),
        lecture,
    )
    passes = dict(recipe.files)
    for file, times in recipe.extra_files.items():
        if (data / file).exists():
            pairs += without_near(read_pairs(data / file), held_out) * times
            passes[file] = times
    if recipe.corpus:
        pairs += without_near(read_corpus(), held_out) * recipe.corpus
        passes["corpus"] = recipe.corpus
    return [clean(pair) for pair in pairs][:: recipe.thin], passes
