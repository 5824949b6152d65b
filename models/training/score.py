"""BLEU and chrF by sacrebleu: 13a tokens, all references; on every card in lowercase."""

from collections.abc import Callable
from itertools import zip_longest

from ..store.libraries import LIBRARIES
from .data import TrainingPair


def group_references(pairs: list[TrainingPair]) -> dict[str, list[str]]:
    """Map each distinct source sentence to all its translations, in order of appearance."""
    references: dict[str, list[str]] = {}
    for pair in pairs:
        references.setdefault(pair.source, []).append(pair.target)
    return references


def corpus_bleu(
    translations: list[str], references: list[list[str]], bootstrap: int = 1, cased: bool = False
):
    """Return sacrebleu's score of translations with their references, and its signature.

    `cased` tells capitals from small letters, as published figures do. With `bootstrap` above 1 the
    score also has `_mean` and `_ci`, half the width of a 95 % interval, from that many seeded
    resamples of the sentences (Koehn 2004).
    """
    metric = LIBRARIES.sacrebleu.BLEU(lowercase=not cased, tokenize="13a")
    columns = _columns_of(references)
    score = metric.corpus_score(translations, columns, n_bootstrap=bootstrap)
    return score, str(metric.get_signature())


def chrf(translations: list[str], references: list[list[str]]) -> float:
    """Return chrF from 0 to 100 (Popović 2015).

    It counts character n-grams, so it varies less than BLEU on few sentences.
    """
    return LIBRARIES.sacrebleu.CHRF().corpus_score(translations, _columns_of(references)).score


def _columns_of(references: list[list[str]]) -> list[list[str]]:
    """Transpose: the first reference of every sentence, the second of every sentence, and so on.

    None stands for a missing reference.
    """
    # sacrebleu accepts None, which its types do not declare.
    return [list(column) for column in zip_longest(*references)]


def bleu(
    translate: Callable[[list[str]], list[str]], pairs: list[TrainingPair], cased: bool = False
) -> tuple[float, list[str], str]:
    """Return BLEU from 0 to 100, the translations of the distinct sources, and the signature."""
    references = group_references(pairs)
    translations = translate(list(references))
    score, signature = corpus_bleu(translations, list(references.values()), cased=cased)
    return score.score, translations, signature
