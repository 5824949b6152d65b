"""Measure every unit of the character LSTM on held-out paragraphs, and write texts and table.

Run `python -m models.analysis.measure_cells --data DIR`.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import registry
from ..files import write_whole
from ..training.recipes import RECIPES
from ..training.texts import held_out
from .cells import CONCEPTS, MODEL, SHUFFLES, TABLE, TEXTS, rank_concept, requests, texts

PARAGRAPHS, SHORTEST, LONGEST = 120, 150, 500  # and the characters of one


def choose_texts(paragraphs: Sequence[str]) -> list[str]:
    """Choose held-out paragraphs: all with brackets, then those with quotes, as they come."""
    fit = [text for text in paragraphs if SHORTEST <= len(text) <= LONGEST]
    signs = [text for text in fit if "(" in text], [text for text in fit if '"' in text], fit
    return list(dict.fromkeys(text for group in signs for text in group))[:PARAGRAPHS]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.analysis.measure_cells", description=__doc__
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with the books")
    options = parser.parse_args(arguments)
    [books] = held_out(RECIPES[MODEL], options.data).values()
    lines = "\n".join(choose_texts([str(text) for text in books])) + "\n"
    write_whole({TEXTS: lines.encode()})
    model: Any = registry.load(MODEL, "cpu")
    traces = model.trace_many(requests(texts()))
    concepts = {name: rank_concept(traces, name, (), SHUFFLES) for name in CONCEPTS}
    table = {
        "model": MODEL,
        "shuffles": SHUFFLES,
        "concepts": {name: ranking._asdict() for name, ranking in concepts.items() if ranking},
    }
    write_whole({TABLE: f"{json.dumps(table)}\n".encode()})
    for name, ranking in concepts.items():
        if ranking:
            print(name, ranking.best, ranking.best_auc, *ranking[1:])


if __name__ == "__main__":
    main()
