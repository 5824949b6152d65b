"""Counting models of the text that the language models learn from: unigram, bigram, 4-gram.

Run `python -m models.training.counts --data DIR --tokenizer CHECKPOINT --out FOLDER`.
"""

import argparse
import math
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ..errors import UserError
from ..ngrams import NGrams
from ..tokenizer import Tokenizer
from .language import characters, rows_of
from .recipes import RECIPES, Recipe
from .texts import Text, held_out, training_texts

ORDERS = {"unigram": 1, "bigram": 2, "4-gram": 4}


def count(recipe: Recipe, data: Path, tokenizer: Tokenizer, order: int) -> NGrams:
    """Count rows of up to `order` tokens in the training text of a recipe."""
    texts, _ = training_texts(recipe, data)
    rows = [*rows_of(texts, tokenizer, longest_of(recipe))]
    return NGrams.count(rows, order, len(tokenizer), tokenizer.begin_id)


def longest_of(recipe: Recipe) -> int:
    """How many tokens a network of this recipe reads."""
    return int(recipe.sizes["max_length"] or 0)


def bits_per_character(
    model: NGrams, tokenizer: Tokenizer, texts: Iterable[Text], longest: int
) -> float:
    """How many bits a character of these texts costs; see `language.bits_per_character`."""
    texts = [*texts]
    nats = 0.0
    for text in texts:
        for row in rows_of([text], tokenizer, longest):
            nats -= float(np.sum(model.log_probabilities(row)))
    return nats / math.log(2) / characters(texts)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.counts", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the text")
    parser.add_argument(
        "--tokenizer", type=Path, required=True, metavar="FOLDER", help="whose tokenizer.json"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write counts.npz there, for all three"
    )
    options = parser.parse_args(arguments)
    recipe = RECIPES["gpt"]
    try:
        tokenizer = Tokenizer.load(options.tokenizer / "tokenizer.json")
        sets = held_out(recipe, options.data)
        longest = count(recipe, options.data, tokenizer, max(ORDERS.values()))
        for name, order in ORDERS.items():
            model = longest.shorter(order)
            figures = {
                file: round(bits_per_character(model, tokenizer, texts, longest_of(recipe)), 4)
                for file, texts in sets.items()
            }
            print(f"{name}: bits per character {figures}")
        if options.out:
            options.out.mkdir(parents=True, exist_ok=True)
            longest.save(options.out / "counts.npz")
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
