"""BLEU the way every figure of a card is computed: sacrebleu, lowercase, 13a tokens, all references of a sentence."""

from collections.abc import Callable

from sacrebleu.metrics import BLEU

from .data import Pair


def with_references(pairs: list[Pair]) -> dict[str, list[str]]:
    """Each distinct source sentence with all its translations, in order of appearance."""
    references: dict[str, list[str]] = {}
    for pair in pairs:
        references.setdefault(pair.source, []).append(pair.target)
    return references


def bleu(translate: Callable[[list[str]], list[str]], pairs: list[Pair]) -> tuple[float, list[str], str]:
    """BLEU from 0 to 100, the translations of the distinct sources, and sacrebleu's signature."""
    references = with_references(pairs)
    translations = translate(list(references))
    most = max(map(len, references.values()))
    columns = [[all_of_one[i] if i < len(all_of_one) else None for all_of_one in references.values()] for i in range(most)]
    metric = BLEU(lowercase=True, tokenize="13a")
    return metric.corpus_score(translations, columns).score, translations, str(metric.get_signature())
