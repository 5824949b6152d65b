"""Sentences that our networks never read while training, for the importance of heads.

They may not be shipped; figures may.
"""

from pathlib import Path

from ..training.data import read_pairs
from ..training.english_text import held_out
from ..training.recipes import RECIPES, TEST_FILES
from .sentences import Pair

_SUFFIX = ".en-fr.tsv.gz"


def read_held_out(translates: bool, folder: Path) -> tuple[list[tuple[int, Pair]], list[str]]:
    """Return the numbered held-out sentences of a model trained here, and the text of each.

    For a translation model the validation and test pairs, each English sentence with its first
    French; for a language model the validation sentences, and the first sentence of each held-out
    paragraph of the books. Raises UserError if a file is missing.
    """
    texts: dict[Pair, str] = {}
    if translates:
        for file in (*RECIPES["transformer"].validation_files, *TEST_FILES):
            first = {pair.source: pair for pair in reversed(read_pairs(folder / file))}
            pairs = [Pair(pair.source, pair.target) for pair in reversed(first.values())]
            texts |= dict.fromkeys(pairs, file.removesuffix(_SUFFIX))
    else:
        for name, held_texts in held_out(RECIPES["gpt"], folder).items():
            texts |= dict.fromkeys([Pair(text.sentences[0], "") for text in held_texts], name)
    return list(enumerate(texts)), list(texts.values())
