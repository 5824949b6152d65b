"""Count n-grams of the training text of the language models: unigram, bigram, 4-gram.

Run `python -m models.training.counts --data DIR --tokenizer CHECKPOINT --out FOLDER`.

Each text is counted once, however often an epoch repeats it. Texts that may be trained on but not
redistributed are counted too; rows of three or four tokens that occur once, and only in such texts,
are pruned, so that no sentence can be reconstructed from its rows.
"""

import argparse
import math
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..answers.counting import NGRAM_ORDERS, NGRAMS_FOLDER
from ..arguments import existing_folder
from ..errors import UserError
from ..networks.ngrams import NGrams
from ..store.checkpoint import SHIPPED, write_json
from ..store.tokenizer import Tokenizer
from .english_text import Paragraph, held_out, training_texts
from .language import count_characters, rows_of
from .recipes import RECIPES, Recipe

_FREE = ("books.en.tsv.gz", "tatoeba.train.en-fr.tsv.gz")  # may be redistributed
# Rows of other texts are pruned if they have at least _PRUNED_FROM tokens and were seen fewer than
# _LEAST times.
_PRUNED_FROM = 3
_LEAST = 2


def _keep_each_once(recipe: Recipe) -> Recipe:
    """Return the recipe with every text once."""
    return replace(
        recipe,
        files=dict.fromkeys(recipe.files, 1),
        extra_files=dict.fromkeys(recipe.extra_files, 1),
        corpus=min(recipe.corpus, 1),
    )


def _keep_free(recipe: Recipe) -> Recipe:
    """Return the recipe without the texts that may not be redistributed."""
    files = {name: times for name, times in recipe.files.items() if name in _FREE}
    return replace(recipe, files=files, extra_files={})


def _count_to_ship(recipe: Recipe, data: Path, tokenizer: Tokenizer) -> tuple[NGrams, NGrams]:
    """Count rows of up to four tokens: return all, and the pruned counts."""
    order = max(NGRAM_ORDERS.values())
    whole = _count(_keep_each_once(recipe), data, tokenizer, order)
    free = _count(_keep_free(_keep_each_once(recipe)), data, tokenizer, order)
    return whole, whole.without_rare(_LEAST, _PRUNED_FROM, free)


def _measure(
    counted: NGrams, tokenizer: Tokenizer, sets: dict[str, list[Paragraph]], longest: int
) -> dict[str, dict[str, float]]:
    """Measure the bits per character of each order of these counts, by held-out set."""
    figures = {}
    for name, order in NGRAM_ORDERS.items():
        model = counted.shorter(order)
        figures[name] = {
            file: round(_bits_per_character(model, tokenizer, texts, longest), 4)
            for file, texts in sets.items()
        }
    return figures


def _make_card(
    recipe: Recipe, data: Path, shipped: NGrams, bits: dict[str, dict[str, dict[str, float]]]
) -> dict:
    """Make the card of the counts: data, licences, pruning, figures."""
    _, passes = training_texts(_keep_each_once(recipe), data)
    return {
        "name": NGRAMS_FOLDER,
        "smoothing": "interpolated Kneser-Ney, one discount for each length",
        "rows": {str(size): len(table.rows) for size, table in enumerate(shipped.tables, 1)},
        "languages": ["en"],
        "data": passes,
        "licences": recipe.licences,
        "pruned": f"rows of {_PRUNED_FROM} tokens or more that were seen fewer than {_LEAST} times "
        f"and not in {', '.join((*_FREE, 'corpus'))}",
        "held_out": {"bits_per_character": bits["shipped"]},
        "held_out_before_pruning": {"bits_per_character": bits["whole"]},
    }


def _count(recipe: Recipe, data: Path, tokenizer: Tokenizer, order: int) -> NGrams:
    """Count rows of up to `order` tokens in the training text of a recipe."""
    texts, _ = training_texts(recipe, data)
    rows = [*rows_of(texts, tokenizer, _longest_of(recipe))]
    return NGrams.count(rows, order, len(tokenizer), tokenizer.begin_id)


def _longest_of(recipe: Recipe) -> int:
    """Return the most tokens that a network of this recipe reads."""
    return int(recipe.sizes["max_length"] or 0)


def _bits_per_character(
    model: NGrams, tokenizer: Tokenizer, texts: Iterable[Paragraph], longest: int
) -> float:
    """Return the bits per character of these texts; see `language.bits_per_character`."""
    texts = [*texts]
    nats = 0.0
    for text in texts:
        for row in rows_of([text], tokenizer, longest):
            nats -= float(np.sum(model.log_probabilities(row)))
    return nats / math.log(2) / count_characters(texts)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.counts", description=__doc__)
    parser.add_argument("--data", type=existing_folder, required=True, help="folder with the text")
    parser.add_argument(
        "--tokenizer",
        type=existing_folder,
        required=True,
        metavar="FOLDER",
        help="whose tokenizer.json",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write counts.npz there, for all three"
    )
    parser.add_argument("--ship", action="store_true", help="write it where the app looks for it")
    options = parser.parse_args(arguments)
    recipe = RECIPES["gpt"]
    try:
        tokenizer = Tokenizer.load(options.tokenizer / "tokenizer.json")
        sets, longest = held_out(recipe, options.data), _longest_of(recipe)
        whole, shipped = _count_to_ship(recipe, options.data, tokenizer)
        bits = {
            kind: _measure(counted, tokenizer, sets, longest)
            for kind, counted in {"whole": whole, "shipped": shipped}.items()
        }
        for kind, figures in bits.items():
            for name, sizes in figures.items():
                print(f"{name}, {kind}: bits per character {sizes}")
        folder = SHIPPED / NGRAMS_FOLDER if options.ship else options.out
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            shipped.save(folder / "counts.npz")
            tokenizer.save(folder / "tokenizer.json")
            write_json(folder / "card.json", _make_card(recipe, options.data, shipped, bits))
    except (UserError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
