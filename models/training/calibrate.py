"""Calibrate when a word is unsure: `python -m models.training.calibrate transformer --data FILE...`

A translated word counts as wrong if no reference contains it. On every second sentence, find the
probability below which 70 % of the words are wrong; on the others, measure how often this holds.
The figures go into the checkpoint's card.json as "unsure"; the app then marks translated words
below this probability. The data must not be training data.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from tqdm import tqdm

from .. import load
from ..answers.decoding import greedy, pad
from ..answers.limits import words_of, written_words
from ..answers.translation import TranslationModel
from ..errors import UserError
from ..store import checkpoint
from ..store.device import pick_device
from .data import Pair, read_pairs
from .evaluate import BATCH, USUAL
from .score import group_references

WRONG = 0.7  # share of the words below the threshold that are wrong
FEWEST = 20  # fewest words below the threshold


class Translation(NamedTuple):
    text: str
    words: list[tuple[str, float]]  # with their probabilities


@torch.inference_mode()
def translate_each(model, sentences: Iterable[str]) -> list[Translation | None]:
    """Return the greedy translation of each sentence; None for a truncated one."""
    network, tokenizer = model.network, model.tokenizer
    sources = [[*model.source_ids(sentence), tokenizer.end_id] for sentence in sentences]
    order = sorted(range(len(sources)), key=lambda place: len(sources[place]))
    translations: list[Translation | None] = [None] * len(sources)
    interval = 0.5 if sys.stderr.isatty() else 5
    for start in tqdm(range(0, len(order), BATCH), unit="batch", mininterval=interval):
        places = order[start : start + BATCH]
        batch = pad([sources[place] for place in places], tokenizer.padding_id).to(model.device)
        rows = greedy(network, batch, tokenizer.begin_id, tokenizer.end_id)
        inputs = pad([[tokenizer.begin_id, *ids] for ids, _ in rows], tokenizer.padding_id)
        states = network(batch, inputs.to(model.device))
        probabilities = network.logits(states).softmax(dim=-1)
        for place, (ids, finished), row in zip(places, rows, probabilities):
            if finished:
                tokens = tokenizer.show(ids)
                text = tokenizer.decode(ids)
                words = written_words(
                    text,
                    [token.word for token in tokens],
                    [(token.start, token.end) for token in tokens],
                    row[range(len(ids)), ids].tolist(),
                )
                translations[place] = Translation(text, words)
    return translations


def judge_words(model, pairs: list[Pair]) -> list[list[tuple[float, bool]]]:
    """Return for each sentence the words of its greedy translation: (probability, is wrong).

    Wrong words are in no reference. Skips truncated translations: the app reports them separately.
    """
    references = group_references(pairs)
    right = [set[str]().union(*map(words_of, texts)) for texts in references.values()]
    return [
        [(probability, not of_one.issuperset(words_of(word))) for word, probability in one.words]
        for one, of_one in zip(translate_each(model, references), right, strict=True)
        if one
    ]


def find_threshold(words: Sequence[tuple[float, bool]], wrong: float = WRONG) -> float | None:
    """Return the highest probability up to which at least the share `wrong` of the words is wrong.

    None if there are too few words.
    """
    threshold, mistakes = None, 0
    words = sorted(words)
    for count, (probability, mistaken) in enumerate(words, start=1):
        mistakes += mistaken
        if (
            count >= FEWEST
            and mistakes >= wrong * count
            and words[count : count + 1] != [(probability, True)]
        ):
            threshold = probability
    return threshold


def measure(judged: list[list[tuple[float, bool]]]) -> dict:
    """Choose the threshold on every second sentence and test it on the others.

    Raises UserError if so few words are wrong that no threshold exists.
    """
    chosen_on = [word for sentence in judged[::2] for word in sentence]
    words = [word for sentence in judged[1::2] for word in sentence]
    threshold = find_threshold(chosen_on)

    def wrong_share(words):
        return round(sum(is_wrong for _, is_wrong in words) / len(words), 3) if words else 0.0

    if threshold is None:
        raise UserError(
            f"Of the {len(chosen_on):,} least probable words there are never {FEWEST} of "
            f"which {WRONG:.0%} are in no reference: "
            "there is no threshold. Give more data."
        )
    threshold = round(threshold, 4)
    flagged = [word for word in words if word[0] < threshold]
    others = [word for word in words if word[0] >= threshold]
    return {
        "threshold": threshold,
        "sentences": len(judged) - len(judged[::2]),
        "words": len(words),
        "flagged": len(flagged),
        "flagged_wrong": wrong_share(flagged),
        "others_wrong": wrong_share(others),
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", help="name of the model, for example transformer")
    parser.add_argument(
        "--data",
        type=Path,
        nargs="+",
        metavar="FILE",
        default=[],
        help="tab-separated English and French, plain or gzip",
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="the checkpoint in this folder, not the shipped one",
    )
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    options = parser.parse_args(arguments)
    folder = options.checkpoint or checkpoint.SHIPPED / options.name
    try:
        if not options.data:
            raise UserError(
                f"Name files that the model has not seen with --data, for example --data "
                f"data/{USUAL[1]}."
            )
        pairs = [pair for file in options.data for pair in read_pairs(file)]
        if options.checkpoint is None:
            model = load(options.name, options.device)
        elif (folder / "weights.safetensors").exists():
            device = pick_device(options.device)
            model = TranslationModel(options.name, *checkpoint.load(folder, device), device)
        else:
            raise UserError(
                f"There is no checkpoint in {folder}. Name a folder with "
                f"weights.safetensors with --checkpoint."
            )
        figures = measure(judge_words(model, pairs)) | {
            "data": [file.name for file in options.data]
        }
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was written.")
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    checkpoint.write_json(folder / "card.json", card | {"unsure": figures})
    print(
        f"{options.name}: {figures['flagged']:,} of {figures['words']:,} words are less "
        f"probable than {figures['threshold']}; {figures['flagged_wrong']:.1%} "
        f"of them are in no reference, of the others {figures['others_wrong']:.1%}. "
        f"Written to {folder / 'card.json'}."
    )


if __name__ == "__main__":
    main()
