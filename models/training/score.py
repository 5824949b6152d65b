"""BLEU and chrF the way every figure of a card is computed.

Sacrebleu, lowercase, 13a tokens, all references of a sentence.
"""

from collections.abc import Callable

from sacrebleu.metrics import BLEU, CHRF

from .data import Pair


def with_references(pairs: list[Pair]) -> dict[str, list[str]]:
    """Each distinct source sentence with all its translations, in order of appearance."""
    references: dict[str, list[str]] = {}
    for pair in pairs:
        references.setdefault(pair.source, []).append(pair.target)
    return references


def corpus_bleu(translations: list[str], references: list[list[str]], bootstrap: int = 1):
    """sacrebleu's score of some translations, each with one or more references, and its signature.

    With `bootstrap` above 1 the score also has `_mean` and `_ci`, half the width of a 95 %
    interval, from so many resamples of the sentences (Koehn 2004), seeded.
    """
    metric = BLEU(lowercase=True, tokenize="13a")
    columns = columns_of(references)
    score = metric.corpus_score(translations, columns, n_bootstrap=bootstrap)
    return score, str(metric.get_signature())


def chrf(translations: list[str], references: list[list[str]]) -> float:
    """chrF from 0 to 100 (Popović 2015).

    It counts pieces of words too and so is steadier on few sentences.
    """
    return CHRF().corpus_score(translations, columns_of(references)).score


def columns_of(references: list[list[str]]) -> list[list[str]]:
    """The first reference of every sentence, the second of every sentence and so on.

    None where there is none.
    """
    most = max(map(len, references))
    rows = ([*of_one, *[None] * (most - len(of_one))] for of_one in references)
    return [list(column) for column in zip(*rows, strict=True)]  # sacrebleu's type forgets the None


def bleu(
    translate: Callable[[list[str]], list[str]], pairs: list[Pair]
) -> tuple[float, list[str], str]:
    """BLEU from 0 to 100, the translations of the distinct sources, and sacrebleu's signature."""
    references = with_references(pairs)
    translations = translate(list(references))
    score, signature = corpus_bleu(translations, list(references.values()))
    return score.score, translations, signature
