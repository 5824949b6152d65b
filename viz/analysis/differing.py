"""Which words of sentences differ. No library is needed."""

from difflib import SequenceMatcher
from itertools import combinations


def differing(sentences: list[list[str]]) -> list[list[bool]]:
    """Return for each word of each sentence whether no other sentence matches it.

    Sentences are compared by their longest matching blocks of words.
    """
    marks = [[True] * len(words) for words in sentences]
    for first, second in combinations(range(len(sentences)), 2):
        for block in SequenceMatcher(
            None, sentences[first], sentences[second], autojunk=False
        ).get_matching_blocks():
            for step in range(block.size):
                marks[first][block.a + step] = marks[second][block.b + step] = False
    return marks


def word_changes(written: str, reference: str) -> list[tuple[str, str]]:
    """Return the words of both sentences in order, each with what it is.

    Either "" for a word of both, "extra" for one that only the first has, or "missing".
    """
    first, second = written.split(), reference.split()
    changes: list[tuple[str, str]] = []
    for kind, start, end, low, high in SequenceMatcher(None, first, second, False).get_opcodes():
        if kind == "equal":
            changes += [(word, "") for word in first[start:end]]
        else:
            changes += [(word, "extra") for word in first[start:end]]
            changes += [(word, "missing") for word in second[low:high]]
    return changes
