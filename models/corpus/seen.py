"""Count in how many training sentences each English word is: `python -m models.corpus.seen`.

Reads the training pairs of the transformer, each English sentence once. Takes half a minute; to be
run after the training pairs change, before the command calibrate.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ..arguments import existing_folder
from ..errors import UserError
from ..files import write_whole
from ..words.seen import SEEN_TABLE, pack
from .learn_lexicon import read_training_pairs
from .sentences import split


def _count_words(sentences: Iterable[str]) -> Counter[str]:
    """Return in how many different sentences each word is, as it is written."""
    return Counter(word for sentence in set(sentences) for word in set(split(sentence)))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.corpus.seen",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--data", type=existing_folder, required=True, help="folder with the training pairs"
    )
    parser.add_argument("--out", type=Path, default=SEEN_TABLE, help="file to write")
    options = parser.parse_args(arguments)
    try:
        counts = _count_words(pair.source for pair in read_training_pairs(options.data))
        write_whole({options.out: pack(counts)})
    except UserError as error:
        sys.exit(str(error))
    print(f"{options.out}: {len(counts):,} words")


if __name__ == "__main__":
    main()
