"""A run in which word vectors are learnt, as a value."""

from dataclasses import dataclass

from models.words.text import WordNumbers


@dataclass(frozen=True)
class LearningRun:
    """A run that the browser makes: from the same values it is the same run."""

    text: WordNumbers
    shown: tuple[int, ...]  # the words on the map
    groups: tuple[int, ...]  # of each word on the map, -1 for none
    group_names: tuple[str, ...]
    method: str  # "cbow", "skipgram", "fasttext" or "glove"
    window: int  # words on each side
    negatives: int
    dimensions: int
    seed: int
    rate: float  # at the beginning
    passes: int  # of the text; for GloVe of the pairs
    threshold: float  # of subsampling: words with a larger share are skipped at times
    limit: float  # the count from which pairs have the full weight in GloVe
