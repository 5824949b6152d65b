"""Measure every unit of the character LSTMs on text they never read, and write texts and table.

Of books that is held-out paragraphs; of code it is our own, since Python's may not be shipped.

Run `python -m models.corpus.measure_cells --data DIR`.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import registry
from ..arguments import existing_folder
from ..files import write_whole
from ..training.code_files import blocks_below
from ..training.english_text import held_out
from ..training.recipes import RECIPES
from .cells import BOOKS, CODE, CONCEPTS, SHUFFLES, TABLE, TEXTS, rank_concept, requests, texts

_PARAGRAPHS, _SHORTEST, _LONGEST = 120, 150, 500  # and the characters of one


def _choose_texts(paragraphs: Sequence[str], first: Sequence[str]) -> list[str]:
    """Choose held-out paragraphs: all with the first sign, then those with the next, then others.

    Within each as they come.
    """
    fit = [text for text in paragraphs if _SHORTEST <= len(text) <= _LONGEST]
    signs = *([text for text in fit if sign in text] for sign in first), fit
    return list(dict.fromkeys(text for group in signs for text in group))[:_PARAGRAPHS]


def _unread(name: str, data: Path) -> list[str]:
    """Return texts that a model never read: paragraphs of books, or blocks of our own code."""
    if name == CODE:
        every_third = list(blocks_below(Path(__file__).parents[1]))[::3]  # from all over it
        return _choose_texts(every_third, ("#",))
    [paragraphs] = held_out(RECIPES[name], data).values()
    return _choose_texts([str(text) for text in paragraphs], ("(", '"'))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.corpus.measure_cells", description=__doc__
    )
    parser.add_argument("--data", type=existing_folder, help="folder with the books")
    parser.add_argument("models", nargs="*", choices=[*TEXTS, []], help="to measure again (all)")
    options = parser.parse_args(arguments)
    names = options.models or [*TEXTS]
    if BOOKS in names and options.data is None:
        parser.error(f"{BOOKS} needs --data")
    table = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {"concepts": {}}
    table["shuffles"] = SHUFFLES
    for name in names:
        write_whole({TEXTS[name]: ("\n".join(_unread(name, options.data)) + "\n").encode()})
        model: Any = registry.load(name, "cpu")
        traces = model.trace_many(requests(texts(name), name))
        for concept in CONCEPTS[name]:
            ranking = rank_concept(traces, concept, (), SHUFFLES)
            table["concepts"].pop(concept, None)
            if ranking:
                table["concepts"][concept] = ranking._asdict()
                print(concept, ranking.best, ranking.best_auc, *ranking[1:])
    write_whole({TABLE: f"{json.dumps(table)}\n".encode()})


if __name__ == "__main__":
    main()
