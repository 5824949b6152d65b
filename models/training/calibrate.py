"""Calibrate two warnings: `python -m models.training.calibrate transformer --data FILE...`

A translated word is "unsure" below a probability. An English word is perhaps "misread" if no word
of the French is known to translate it, and it is read in pieces or in few training sentences. On
every second sentence, find the probability and the number of training sentences with which the
warnings reach most of the bad translations and at most 3 % of the right ones; on the other
sentences, measure how often they are right. A translation is certainly right if it is a reference,
but for capitals and punctuation, and counts as bad if its chrF is below 45. The figures go into the
checkpoint's card.json. The data must not be training data; run `python -m
models.corpus.learn_lexicon` and `python -m models.corpus.seen` before.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from tqdm import tqdm

from ..answers.decoding import greedy, pad
from ..answers.limits import lower_words, written_words
from ..answers.source_words import Misread, join_tokens, untranslated_words
from ..errors import UserError
from ..store import checkpoint
from ..store.libraries import LIBRARIES
from ..store.tokenizer import columns
from .data import TrainingPair, read_pairs
from .evaluate import BATCH, check_options, load_model
from .evaluate_options import add_model
from .score import group_references

_MOST_WARNED = 0.03  # share of the right translations that may carry a warning
_BAD = 45.0  # chrF below which a translation counts as bad
_FEWEST = 20  # fewest right translations, and fewest bad ones, to choose from
_THRESHOLDS = np.arange(0, 0.5, 0.005)
_MOST_SEEN = 0, 3, 10, 30, 100


class _Translation(NamedTuple):
    text: str
    words: list[tuple[str, float]]  # with their probabilities
    untranslated: list[Misread]  # words of the sentence


class _Judged(NamedTuple):
    """A greedy translation, held against its references."""

    words: list[tuple[float, bool]]  # of each word: its probability, and whether it is wrong
    # The number of training sentences with the rarest untranslated word, 0 of one that is read in
    # pieces, infinite without such a word.
    rarest: float
    is_right: bool
    is_bad: bool


@torch.inference_mode()
def translate_each(model, sentences: Iterable[str]) -> list[_Translation | None]:
    """Return the greedy translation of each sentence; None for a truncated one."""
    network, tokenizer = model.network, model.tokenizer
    sentences = [*sentences]
    sources = [[*model.source_ids(sentence), tokenizer.end_id] for sentence in sentences]
    order = sorted(range(len(sources)), key=lambda place: len(sources[place]))
    translations: list[_Translation | None] = [None] * len(sources)
    for start in tqdm(range(0, len(order), BATCH), unit="batch", disable=None):
        places = order[start : start + BATCH]
        batch = pad([sources[place] for place in places], tokenizer.padding_id).to(model.device)
        rows = greedy(network, batch, tokenizer.begin_id, tokenizer.end_id)
        inputs = pad([[tokenizer.begin_id, *ids] for ids, _ in rows], tokenizer.padding_id)
        states = network(batch, inputs.to(model.device))
        probabilities = network.logits(states).softmax(dim=-1)
        for place, (ids, finished), row in zip(places, rows, probabilities):
            if finished:
                text, (_, spans, numbers) = tokenizer.decode(ids), columns(tokenizer.show(ids))
                probabilities_of_ids = row[range(len(ids)), ids].tolist()
                source = columns(tokenizer.show(sources[place][:-1]))
                translations[place] = _Translation(
                    text,
                    written_words(text, numbers, spans, probabilities_of_ids),
                    untranslated_words(
                        join_tokens(sentences[place], source.spans, source.words),
                        join_tokens(text, spans, numbers),
                    ),
                )
    return translations


def _judge(model, pairs: list[TrainingPair]) -> list[_Judged]:
    """Judge the greedy translation of each sentence.

    Wrong words are in no reference. Skips truncated translations: the app reports them separately.
    """
    references = group_references(pairs)
    metric = LIBRARIES.sacrebleu.CHRF()
    judged = []
    for (_, texts), translation in zip(
        references.items(), translate_each(model, references), strict=True
    ):
        if translation is None:
            continue
        known, written = [lower_words(text) for text in texts], lower_words(translation.text)
        is_right = written in known
        right_words = set[str]().union(*known)
        chrf = max(metric.sentence_score(translation.text, [text]).score for text in texts)
        judged.append(
            _Judged(
                [
                    (p, not right_words.issuperset(lower_words(word)))
                    for word, p in translation.words
                ],
                min(map(_rareness, translation.untranslated), default=math.inf),
                is_right,
                not is_right and chrf < _BAD,
            )
        )
    return judged


def _rareness(word: Misread) -> int:
    """Return the least `most_seen` with which `misread_words` has an untranslated word."""
    return 0 if len(word.pieces) > 1 else word.seen


def _warned(judged: Sequence[_Judged], threshold: float, most_seen: int) -> np.ndarray:
    """Return which translations carry a warning."""
    least = np.array([min((p for p, _ in judgement.words), default=1.0) for judgement in judged])
    rarest = np.array([judgement.rarest for judgement in judged])
    return (least < threshold) | (rarest <= most_seen)


def _choose(judged: Sequence[_Judged]) -> tuple[float, int]:
    """Return the threshold and `most_seen` that reach most bad translations and few right ones.

    Raises UserError if there are too few of either, or too many right ones would carry a warning.
    """
    right, bad = (
        np.array(column)
        for column in zip(*((judgement.is_right, judgement.is_bad) for judgement in judged))
    )
    if min(right.sum(), bad.sum()) < _FEWEST:
        raise UserError(
            f"{right.sum()} translations are equal to a reference and {bad.sum()} have a chrF "
            f"below {_BAD:g}; there must be at least {_FEWEST} of both. Give more data."
        )
    best, choice = -1.0, None
    for threshold in _THRESHOLDS:
        for most_seen in _MOST_SEEN:
            flags = _warned(judged, threshold, most_seen)
            share = flags[right].mean()
            # Of choices that reach equally many bad ones, that with fewer right ones.
            gain = flags[bad].mean() - 1e-3 * share
            if share <= _MOST_WARNED and gain > best:
                best, choice = gain, (round(float(threshold), 4), most_seen)
    if choice is None:
        raise UserError(
            f"However it is chosen, more than {_MOST_WARNED:.0%} of the right translations carry a "
            "warning. Learn the lexicon from more data."
        )
    return choice


def _measure(judged: list[_Judged]) -> dict[str, dict]:
    """Choose on every second sentence and measure on the others."""
    threshold, most_seen = _choose(judged[::2])
    others = judged[1::2]
    words = [word for judgement in others for word in judgement.words]
    flagged = [is_wrong for probability, is_wrong in words if probability < threshold]
    rest = [is_wrong for probability, is_wrong in words if probability >= threshold]
    both, misread = (_warned(others, p, most_seen) for p in (threshold, 0.0))

    def share(flags) -> float:
        return round(float(np.mean(flags)), 3) if len(flags) else 0.0

    return {
        "unsure": {
            "threshold": threshold,
            "sentences": len(others),
            "words": len(words),
            "flagged": len(flagged),
            "flagged_wrong": share(flagged),
            "others_wrong": share(rest),
        },
        "misread": {
            "most_seen": most_seen,
            "flagged": int(misread.sum()),
            **{
                f"{kind}_{name}": value
                for kind, flags in (
                    ("right", np.array([judgement.is_right for judgement in others])),
                    ("bad", np.array([judgement.is_bad for judgement in others])),
                )
                for name, value in (
                    ("sentences", int(flags.sum())),
                    ("misread", share(misread[flags])),
                    ("warned", share(both[flags])),
                )
            },
        },
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_model(parser)
    options = parser.parse_args(arguments)
    folder = check_options(parser, options)
    try:
        pairs = [pair for file in options.data for pair in read_pairs(file)]
        figures = _measure(_judge(load_model(options), pairs))
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was written.")
    for figure in figures.values():
        figure["data"] = [file.name for file in options.data]
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    checkpoint.write_json(folder / "card.json", card | figures)
    unsure, misread = figures.values()
    print(
        f"{options.name}: {unsure['flagged']:,} of {unsure['words']:,} words are less "
        f"probable than {unsure['threshold']}; {unsure['flagged_wrong']:.1%} "
        f"of them are in no reference, of the others {unsure['others_wrong']:.1%}. "
        f"In {misread['flagged']:,} of {unsure['sentences']:,} sentences a word is perhaps "
        f"misread (in pieces, or in at most {misread['most_seen']} training sentences). Of "
        f"{misread['right_sentences']} right translations {misread['right_warned']:.1%} carry a "
        f"warning, of {misread['bad_sentences']} bad ones {misread['bad_warned']:.1%}. "
        f"Written to {folder / 'card.json'}."
    )


if __name__ == "__main__":
    main()
