"""Human translations of sentences: of our corpus, and of the two lists to score with."""

from collections import defaultdict
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from ..normalisation import normalise

TRAINING = Path(__file__).parents[1] / "training"
FILES = "corpus/*.en-fr.tsv", "*.dev.en-fr.tsv"


@cache
def references() -> dict[str, tuple[str, ...]]:
    """Return the French sentences of each English sentence."""
    pairs: dict[str, list[str]] = defaultdict(list)
    for pattern in FILES:
        for file in sorted(TRAINING.glob(pattern)):
            for line in file.read_text(encoding="utf-8").splitlines():
                english, french = line.split("\t")
                pairs[english].append(french)
    return {english: tuple(french) for english, french in pairs.items()}


def nearest_reference(sentence: str, translation: str) -> str:
    """Return the human translation of a sentence that is nearest to a translation, or ""."""
    known = references().get(normalise(sentence).strip(), ())

    def nearness(reference: str) -> float:
        return SequenceMatcher(None, translation.split(), reference.split(), False).ratio()

    return max(known, key=nearness, default="")
