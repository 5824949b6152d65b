"""How well each model tells the meanings of a word apart: `python -m tests.meanings.report [--write]`.

Silhouettes (by cosine, Rousseeuw 1987) of models/words/meanings.tsv at each step of the encoder, by the meaning written down and
by the French word, in the French written down, that the model's best attention head lines up with it.
"""

import argparse

import numpy as np
from tqdm import tqdm

from models import available, load
from models.checkpoint import write_json
from models.words import meanings
from viz.meanings import families, occurrences
from viz.projections import silhouettes
from viz.views import aligners


def measure(name: str, words: tuple[str, ...]) -> dict[str, dict]:
    """For each word its meanings, and the silhouettes at each step by "meaning" and by "french", None with a single colour."""
    model, figures = load(name), {}
    aligner = next(iter(aligners(model.attention_sizes["cross"], model.card).values())) if "cross" in model.attention_sizes else None
    for word in tqdm(words, desc=name, unit="word"):
        rows = [(example.english, example.french, example.meaning) for example in meanings.examples() if example.word == word]
        found = occurrences(model, aligner, word, rows)
        states = np.stack([one.states for one in found], 1)  # [step, point, d_model]
        figures[word] = {"meanings": list(dict.fromkeys(one.meaning for one in found)), "sentences": len(found)}
        for kind, labels in (("meaning", [one.meaning for one in found]), ("french", families([one.french for one in found]))):
            kept = [place for place, label in enumerate(labels) if label]
            values = silhouettes(states[:, kept], [labels[place] for place in kept]) if kept else None
            figures[word][kind] = None if values is None else [round(float(value), 3) for value in values]
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.meanings.report", description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep the figures in models/words/separation.json, for the page")
    options = parser.parse_args()
    figures = {name: measure(name, meanings.words()) for name in available()}
    for name, of_model in figures.items():
        better = [word for word, row in of_model.items() if row["meaning"][-1] > row["meaning"][0]]
        print(f"\n{name}: the last layer separates {len(better)} of {len(of_model)} words better than the embedding\n")
        print(f"{'word':8}  {'by meaning, step by step':44}by French word")
        for word, row in of_model.items():
            shown = [" ".join(f"{value:6.2f}" for value in row[kind]) if row[kind] else "one colour" for kind in ("meaning", "french")]
            print(f"{word:8}{shown[0]:46}{shown[1]}")
    if options.write:
        write_json(meanings.SEPARATION, figures)


if __name__ == "__main__":
    main()
