"""List the sentences that the app may offer as known: `python -m models.training.known`.

Those of the corpus that the shipped transformer translates exactly, and without a warning about a
word. Takes a few minutes; to be run after the transformer gets other weights and is calibrated.
"""

import argparse
import sys

from .. import load
from ..answers.limits import KNOWN, digest_of
from ..answers.source_words import misread_words
from ..errors import UserError
from ..files import write_whole
from .calibrate import translate_each
from .data import TrainingPair, read_corpus
from .score import group_references


def _known_sentences(model, pairs: list[TrainingPair]) -> list[str]:
    """Return the English sentences that get one of their French sides, without a warning."""
    unsure, misread = (model.card.get(warning) for warning in ("unsure", "misread"))
    if unsure is None or misread is None:
        raise UserError(f"It is not known when {model.name} is unsure; see the command calibrate.")
    references = group_references(pairs)
    translations = translate_each(model, references)
    return [
        sentence
        for (sentence, french), translation in zip(references.items(), translations, strict=True)
        if translation
        and translation.text in french
        and all(probability >= unsure["threshold"] for _, probability in translation.words)
        and not misread_words(translation.untranslated, misread["most_seen"])
    ]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.known", description=__doc__)
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    device = parser.parse_args(arguments).device
    pairs = read_corpus()
    try:
        known = _known_sentences(load("transformer", device), pairs)
    except UserError as error:
        sys.exit(str(error))
    lines = sorted(map(digest_of, known))
    write_whole({KNOWN: "".join(f"{line}\n" for line in lines).encode()})
    print(f"{KNOWN}: {len(known):,} of the {len(group_references(pairs)):,} sentences")


if __name__ == "__main__":
    main()
