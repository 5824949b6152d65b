"""How probable a word must be: `python -m models.training.calibrate transformer --data FILE...`

A word of a translation is wrong, as far as references can tell, when none of them has it. Seeks the
probability under which 70 % of the words are wrong, in every second sentence, and counts in the
others how often it is right. The figures go into the checkpoint's card.json as "unsure", and the
app then names the words of a translation that are less probable. The data must not be what the
model learnt from.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

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
from .score import with_references

WRONG = 0.7  # of the words under the threshold
FEWEST = 20  # words under it, for figures to stand on


@torch.inference_mode()
def judged_words(model, pairs: list[Pair]) -> list[list[tuple[float, bool]]]:
    """For each sentence the words of its greedy translation.

    How probable each is, and whether it is in no reference.

    Only of translations that came to an end: what was cut is said otherwise.
    """
    network, tokenizer, references = model.network, model.tokenizer, with_references(pairs)
    sources = [[*model.source_ids(sentence), tokenizer.end_id] for sentence in references]
    right = [
        {word for reference in several for word in words_of(reference)}
        for several in references.values()
    ]
    order, judged = sorted(range(len(sources)), key=lambda place: len(sources[place])), {}
    for start in tqdm(
        range(0, len(order), BATCH), unit="batch", mininterval=0.5 if sys.stderr.isatty() else 5
    ):
        places = order[start : start + BATCH]
        batch = pad([sources[place] for place in places], tokenizer.padding_id).to(model.device)
        rows = greedy(network, batch, tokenizer.begin_id, tokenizer.end_id)
        read = pad([[tokenizer.begin_id, *ids] for ids, _ in rows], tokenizer.padding_id).to(
            model.device
        )
        probabilities = network.logits(network(batch, read)).softmax(dim=-1)
        for place, (ids, finished), row in zip(places, rows, probabilities):
            if finished:
                tokens = tokenizer.show(ids)
                words = written_words(
                    tokenizer.decode(ids),
                    [token.word for token in tokens],
                    [(token.start, token.end) for token in tokens],
                    row[range(len(ids)), ids].tolist(),
                )
                judged[place] = [
                    (probability, not right[place].issuperset(words_of(word)))
                    for word, probability in words
                ]
    return [judged[place] for place in sorted(judged)]


def threshold_of(words: Sequence[tuple[float, bool]], wrong: float = WRONG) -> float | None:
    """The highest probability of a word such that enough up to it are wrong.

    At least this share of them; None where they are too few.
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
    """The threshold from every second sentence, and how often it is right in the others.

    Raises UserError where so few words are wrong that there is none.
    """
    chosen_on, words = (
        [word for sentence in half for word in sentence] for half in (judged[::2], judged[1::2])
    )
    threshold = threshold_of(chosen_on)

    def share(those):
        return round(sum(mistaken for _, mistaken in those) / len(those), 3) if those else 0.0

    if threshold is None:
        raise UserError(
            f"Of the {len(chosen_on):,} least probable words there are never {FEWEST} of "
            f"which {WRONG:.0%} are in no reference: "
            "there is no threshold. Give more data."
        )
    threshold = round(threshold, 4)
    flagged, others = (
        [word for word in words if (word[0] < threshold) == below] for below in (True, False)
    )
    return {
        "threshold": threshold,
        "sentences": len(judged) - len(judged[::2]),
        "words": len(words),
        "flagged": len(flagged),
        "flagged_wrong": share(flagged),
        "others_wrong": share(others),
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
        figures = measure(judged_words(model, pairs)) | {
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
