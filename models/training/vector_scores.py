"""Evaluate a table of word vectors on the standard lists."""

from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from ..errors import UserError
from ..words import WordVectors
from ..words.bias import gender_direction, projections, weat
from ..words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT

QUESTIONS = "questions-words.txt"
RATED = {"WordSim-353": "wordsim353.tsv", "SimLex-999": "SimLex-999.tsv"}


def read_lines(folder: Path, file: str) -> list[str]:
    """Read the non-blank lines of a standard list.

    Raises UserError if it cannot be read or is empty.
    """
    try:
        lines = [
            line for line in (folder / file).read_text(encoding="utf-8").split("\n") if line.strip()
        ]
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"There is no {file} in {folder} that can be read. Name the folder that has it "
            f"with --data."
        ) from error
    if not lines:
        raise UserError(f"{folder / file} is empty. Fetch it again.")
    return lines


def analogy_figures(vectors: WordVectors, folder: Path) -> dict:
    """Return the share of analogies whose fourth word is found exactly (Mikolov et al. 2013).

    By category, in the semantic and the syntactic half ("gram..."), and in total. Skips questions
    with words that the vectors lack.
    """
    by_category: dict[str, list[list[str]]] = {}
    for number, line in enumerate(read_lines(folder, QUESTIONS), start=1):
        if line.startswith(":"):
            category = by_category.setdefault(line[1:].strip(), [])
        elif by_category and len(line.split()) == 4:
            category.append(line.split())
        else:
            raise UserError(
                f"Line {number} of {folder / QUESTIONS} is neither a category nor four "
                f"words of one. Fetch the file again."
            )
    kept = {
        name: [question for question in questions if all(word in vectors for word in question)]
        for name, questions in by_category.items()
    }
    words = [word for questions in kept.values() for question in questions for word in question]
    rows = np.array([vectors.find(word) for word in words], dtype=np.intp).reshape(-1, 4)
    right = vectors.analogies(rows[:, :3]) == rows[:, 3]
    hits, start = {}, 0
    for name, questions in kept.items():
        hits[name] = int(right[start : start + len(questions)].sum())
        start += len(questions)

    def figure(names: list[str]) -> dict:
        questions = sum(len(kept[name]) for name in names)
        accuracy = round(sum(hits[name] for name in names) / questions, 4) if questions else None
        return {
            "accuracy": accuracy,
            "questions": questions,
            "skipped": sum(len(by_category[name]) for name in names) - questions,
        }

    syntactic = [name for name in by_category if name.startswith("gram")]
    semantic = [name for name in by_category if name not in syntactic]
    return {
        "categories": {name: figure([name]) for name in by_category},
        "semantic": figure(semantic),
        "syntactic": figure(syntactic),
        "total": figure([*by_category]),
    }


def _similarity_figure(vectors: WordVectors, folder: Path, file: str) -> dict:
    """Return Spearman's rank correlation of cosines with human ratings.

    Skips pairs with words that the vectors lack.
    """
    pairs = [line.split("\t") for line in read_lines(folder, file) if not line.startswith("#")]
    try:
        rated = [(first, second, float(rating)) for first, second, rating in pairs]
        kept = [
            (vectors.find(first), vectors.find(second), rating)
            for first, second, rating in rated
            if first in vectors and second in vectors
        ]
    except ValueError as error:
        raise UserError(
            f"A line of {folder / file} is not two words and a number with tabs between. "
            f"Fetch the file again."
        ) from error
    cosines = [float(vectors.unit[first] @ vectors.unit[second]) for first, second, _ in kept]
    ratings = [rating for _, _, rating in kept]
    spearman = round(float(spearmanr(cosines, ratings).statistic), 4) if len(kept) > 2 else None
    return {"spearman": spearman, "pairs": len(kept), "skipped": len(pairs) - len(kept)}


def _association_figures(vectors: WordVectors) -> list[dict]:
    """Run the ten association tests; if too many words are missing, give the reason instead."""
    figures = []
    for test in ASSOCIATION_TESTS:
        try:
            association = weat(vectors, test)
            result = {
                "effect_size": round(association.effect_size, 7),
                "p": association.p,
                "partitions": association.partitions,
                "exact": association.exact,
                "words": [len(words) for words in association.targets],
                "missing": list(association.missing),
                "dropped": list(association.dropped),
            }
        except UserError as error:
            result = {"not_tested": str(error)}
        figures.append({"number": test.number, "title": test.title} | result)
    return figures


def _gender_figures(vectors: WordVectors) -> dict:
    """Return the first components' shares of variance, and the correlation with women's share.

    The latter is Pearson's correlation of the projections of occupations with the percentage of
    women in them. Uses the words that the vectors have; None for fewer than two pairs or ten
    occupations.
    """
    pairs = [pair for pair in DEFINITIONAL_PAIRS if all(word in vectors for word in pair)]
    occupations = [word for word in WOMEN_PERCENT if word in vectors]
    shares = correlation = None
    if len(pairs) > 1:
        direction, every_share = gender_direction(vectors, pairs)
        shares = [round(float(share), 4) for share in every_share[:3]]
        if len(occupations) >= 10:
            projected = projections(vectors, occupations, direction)
            percentages = [WOMEN_PERCENT[word] for word in occupations]
            correlation = round(float(np.corrcoef(projected, percentages)[0, 1]), 4)
    return {
        "pairs": len(pairs),
        "shares": shares,
        "occupations": {
            "pearson": correlation,
            "words": len(occupations),
            "skipped": len(WOMEN_PERCENT) - len(occupations),
        },
    }


def evaluate(vectors: WordVectors, folder: Path) -> dict:
    """Compute all figures. Raises UserError for a list that cannot be read."""
    return {
        "words": len(vectors.words),
        "analogies": analogy_figures(vectors, folder),
        "similarity": {
            name: _similarity_figure(vectors, folder, file) for name, file in RATED.items()
        },
        "associations": _association_figures(vectors),
        "gender": _gender_figures(vectors),
    }


def show(figures: dict) -> None:
    """Print the figures as tables."""

    def line(title: str, *cells) -> None:
        print(f"{title:56}" + "".join(f"{'-' if cell is None else cell:>16}" for cell in cells))

    line("analogies", "right", "questions", "skipped")
    analogies = figures["analogies"]
    totals = {name: analogies[name] for name in ("semantic", "syntactic", "total")}
    for name, figure in (analogies["categories"] | totals).items():
        line(name, figure["accuracy"], figure["questions"], figure["skipped"])
    print()
    line("similarity", "Spearman", "pairs", "skipped")
    for name, figure in figures["similarity"].items():
        line(name, figure["spearman"], figure["pairs"], figure["skipped"])
    print()
    line("associations", "effect size", "p", "partitions", "all of them")
    for figure in figures["associations"]:
        title = f"{figure['number']:2} {figure['title']}"
        if "not_tested" in figure:
            line(title, None, None, None, None)
        else:
            line(
                title,
                f"{figure['effect_size']:.2f}",
                f"{figure['p']:.2g}",
                figure["partitions"],
                "yes" if figure["exact"] else "no",
            )
    print()
    gender, occupations = figures["gender"], figures["gender"]["occupations"]
    line("gender", "", "of words")
    line(
        "shares of the components",
        " ".join(f"{share:.2f}" for share in gender["shares"] or ()),
        2 * gender["pairs"],
    )
    line("women in occupations, Pearson", occupations["pearson"], occupations["words"])
