"""Measure how well each model separates the meanings of a word.

Run `python -m tests.meanings.report [--write]`.

Silhouettes (by cosine, Rousseeuw 1987) of models/words/meanings.tsv at each step of the encoder: by
the noted meaning, and by the French word that the model's best attention head aligns with the word
in the given French.
A model that does not translate has no such head.
"""

import argparse

import numpy as np
from tqdm import tqdm

from models import load, shipped_for
from models.store.checkpoint import write_json
from models.words import meanings
from viz.analysis.aligners import aligners
from viz.analysis.projections import silhouettes
from viz.pages.words.occurrences import group_inflections, occurrences

OTHERS = "bert", "elmo", "gpt"  # that do not translate


def measure(name: str, words: tuple[str, ...]) -> dict[str, dict]:
    """Return the meanings of each word, and the silhouettes at each step.

    By "meaning" and by "french"; None with a single group.
    """
    model = load(name)
    figures = {}
    aligner = (
        next(iter(aligners(model.attention_sizes["cross"], model.card).values()))
        if "cross" in model.attention_sizes
        else None
    )
    for word in tqdm(words, desc=name, unit="word"):
        rows = [
            (example.english, example.french, example.meaning)
            for example in meanings.examples()
            if example.word == word
        ]
        occurrences_of_word = occurrences(model, aligner, word, rows)
        states = np.stack(
            [occurrence.states for occurrence in occurrences_of_word], 1
        )  # [step, point, d_model]
        figures[word] = {
            "meanings": list(
                dict.fromkeys(occurrence.meaning for occurrence in occurrences_of_word)
            ),
            "sentences": len(occurrences_of_word),
        }
        for kind, labels in (
            ("meaning", [occurrence.meaning for occurrence in occurrences_of_word]),
            (
                "french",
                group_inflections([occurrence.french for occurrence in occurrences_of_word]),
            ),
        ):
            labelled = [place for place, label in enumerate(labels) if label]
            values = (
                silhouettes(states[:, labelled], [labels[place] for place in labelled])
                if labelled
                else None
            )
            figures[word][kind] = (
                None if values is None else [round(float(value), 3) for value in values]
            )
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.meanings.report", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="keep the figures in models/words/separation.json, for the page",
    )
    options = parser.parse_args()
    names = [*shipped_for("translation"), *OTHERS]
    figures = {name: measure(name, meanings.words()) for name in names}
    for name, figure in figures.items():
        better = [word for word, row in figure.items() if row["meaning"][-1] > row["meaning"][0]]
        print(
            f"\n{name}: the last layer separates {len(better)} of {len(figure)} words "
            f"better than the embedding\n"
        )
        print(f"{'word':8}  {'by meaning, step by step':44}by French word")
        for word, row in figure.items():
            columns = [
                " ".join(f"{value:6.2f}" for value in row[kind]) if row[kind] else "one colour"
                for kind in ("meaning", "french")
            ]
            print(f"{word:8}{columns[0]:46}{columns[1]}")
    if options.write:
        write_json(meanings.SEPARATION, figures)


if __name__ == "__main__":
    main()
