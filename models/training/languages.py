"""Training pairs of several languages for one network; see `answers.languages`.

No German sentence ever stands beside a French one.
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from ..answers.languages import tagged
from .data import TrainingPair, clean_text, read_rows

_DROPPED = 0.15  # share of the words of a sentence to copy


def read_columns(path: Path) -> dict[str, list[str]]:
    """Read the texts of each language of a file such as `multi30k.val.en-de.tsv.gz`.

    A tab more in a line belongs to its last text. Raises UserError if it cannot be read.
    """
    languages = path.name.split(".")[2].split("-")
    last = len(languages) - 1
    rows = [[*row[:last], " ".join(row[last:])] for row in read_rows(path)]
    return dict(zip(languages, map(list, zip(*rows, strict=True))))


def training_directions(data: Path, files: Iterable[str], copies: int) -> list[TrainingPair]:
    """Return the tagged pairs of the files, each read in both directions.

    Of each language every `copies`-th sentence is also to be copied; see `drop_words`.
    """
    pairs: list[TrainingPair] = []
    for file in files:
        columns = {
            language: [clean_text(text, language) for text in texts]
            for language, texts in read_columns(data / file).items()
        }
        for source, target in ([*columns], [*columns][::-1]):
            rows = zip(columns[source], columns[target])
            pairs += [TrainingPair(tagged(first, target), second) for first, second in rows]
        for language, texts in columns.items():
            if copies:
                pairs += [TrainingPair(tagged(text, language), text) for text in texts[::copies]]
    return pairs


def drop_words(pair: TrainingPair, draw: Random) -> str:
    """Return the source; if it is to be copied, without some words drawn at random.

    The missing words are to be written again (Vincent et al. 2008), so the tag alone says the
    language to write, and not the language that is read.
    """
    tag, *words = pair.source.split(" ")
    if words != pair.target.split(" "):
        return pair.source
    return " ".join([tag, *(word for word in words if draw.random() >= _DROPPED)])
