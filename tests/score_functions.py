"""The table of the score functions over three seeds, in the notes on training."""

import re
from pathlib import Path
from statistics import mean, stdev

NOTES = Path(__file__).parents[1] / ".github/docs/training.md"
BLEU = "multi30k.test_2016_flickr", "tatoeba.dev", "lecture.dev", "everyday.dev"
# The 97.5 % quantile of the t distribution with 2 degrees of freedom.
QUANTILE = 0.95 / (2 * 0.975 * 0.025) ** 0.5
SCORES = "additive", "dot", "bilinear"


def rows(score: str) -> dict[str, list[str]]:
    """Return the cells of a score function's rows, by seed and "mean"."""
    lines = re.findall(rf"^\| {score} \| (.*) \|$", NOTES.read_text(encoding="utf-8"), re.M)
    return {line.split(" | ")[0]: line.split(" | ")[1:] for line in lines}


def columns(score: str) -> list[list[float]]:
    """Return the figures of the three seeds, for each column."""
    seeds = [cells for seed, cells in rows(score).items() if seed != "mean"]
    assert len(seeds) == 3
    return [[float(cell) for cell in column] for column in zip(*seeds, strict=True)]


def interval(figures: list[float]) -> tuple[float, float]:
    """Return mean and half the width of the 95 % interval of three figures."""
    return mean(figures), QUANTILE * stdev(figures) / len(figures) ** 0.5
