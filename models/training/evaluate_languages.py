"""Measure a network of three languages on captions that it never read, in every direction.

`evaluate` runs this for such a network: in the directions that it was trained on, in those that it
was not, and from German through English to French.
"""

import random
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ..answers.decoding import pad
from ..answers.languages import LANGUAGES, NEVER_TRAINED, TRAINED, language_of, tagged
from ..answers.translation import TranslationModel
from .languages import read_columns
from .score import corpus_bleu

_SAMPLES = 12
_SEED = 2017  # of the shuffled references
_BATCH = 100


def evaluate_languages(model: TranslationModel, file: Path) -> dict:
    """Return the figures and the samples of the card. Raises UserError for an unreadable file."""
    texts = read_columns(file)
    count = len(texts["en"])
    written = {
        f"{source}-{target}": _translate(model, texts[source], target)
        for source, target in (*TRAINED, *NEVER_TRAINED)
    }
    written["de-en-fr"] = _translate(model, written["de-en"], "fr")
    directions = {
        name: _score(translations, texts[name[-2:]], name[-2:])
        for name, translations in written.items()
    }
    places = [int((place + 0.5) * count / _SAMPLES) for place in range(_SAMPLES)]
    samples = [
        {language: texts[language][place] for language in LANGUAGES}
        | {name: written[name][place] for name in ("de-fr", "de-en-fr")}
        for place in places
    ]
    return {
        "test_file": file.name,
        "sentences": count,
        "decoding": "greedy",
        "directions": directions,
        # What the identifier says of the human sentences: how far it can be trusted.
        "identified": {
            language: sum(map(language.__eq__, map(language_of, texts[language])))
            for language in LANGUAGES
        },
        "nearest": _nearest(model, texts),
        "samples": samples,
    }


def _translate(model: TranslationModel, sentences: list[str], language: str) -> list[str]:
    return model.translate([tagged(sentence, language) for sentence in sentences])


def _score(translations: list[str], references: list[str], target: str) -> dict:
    """Return BLEU with its interval, BLEU with shuffled references, and the languages written."""
    score, signature = corpus_bleu(translations, [[text] for text in references], bootstrap=1000)
    shuffled = [*references]
    random.Random(_SEED).shuffle(shuffled)
    chance, _ = corpus_bleu(translations, [[text] for text in shuffled])
    languages = [*map(language_of, translations)]
    return {
        "bleu": round(score.score, 2),
        "low": round(score._mean - score._ci, 2),
        "high": round(score._mean + score._ci, 2),
        "shuffled": round(chance.score, 2),
        "languages": {language: languages.count(language) for language in LANGUAGES},
        "signature": signature,
    }


def _nearest(model: TranslationModel, texts: dict[str, list[str]]) -> dict[str, int]:
    """Count the captions to whose vector that of their translation is the nearest of all.

    All are read with the tag of French, and compared by the cosine.
    """
    vectors = {language: _vectors(model, texts[language]) for language in LANGUAGES}
    return {
        f"{first}-{second}": int(
            (
                (vectors[first] @ vectors[second].T).argmax(1) == torch.arange(len(texts[first]))
            ).sum()
        )
        for first, second in (("de", "en"), ("en", "fr"), ("de", "fr"))
    }


@torch.inference_mode()
def _vectors(model: TranslationModel, sentences: list[str]) -> Tensor:
    """Return the `sentence_vector` of each sentence, scaled to length 1: `[sentence, d_model]`."""
    tokenizer = model.tokenizer
    network: Any = model.network  # a transformer, whose encoder can run alone
    rows = []
    for start in range(0, len(sentences), _BATCH):
        ids = [
            [*tokenizer.encode(tagged(sentence, "fr")), tokenizer.end_id]
            for sentence in sentences[start : start + _BATCH]
        ]
        states, _ = network.encode(pad(ids, tokenizer.padding_id).to(model.device))
        rows += [
            row[1 : len(sentence) - 1].mean(0) for row, sentence in zip(states, ids, strict=True)
        ]
    vectors = torch.stack(rows)
    return vectors / vectors.norm(dim=1, keepdim=True)
