"""Score networks that were trained on English text on held-out text.

Run `python -m models.training.evaluate_text CHECKPOINT... --data DIR`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import torch

from ..errors import UserError
from ..files import write_whole
from ..networks.bert import BERT
from ..networks.lstm_lm import ELMo
from ..store import checkpoint
from ..store.device import pick_device
from ..store.tokenizer import Tokenizer
from .english_text import CODE, Paragraph, held_out, training_texts
from .language import bits_per_character, pick_evenly, predict_one_way
from .masked import Marks, held_out_pairs, judge_pairs, rank_words, single_words
from .model_card import text_card
from .recipes import RECIPES

_RECIPE = RECIPES["gpt"]  # all networks but that of code read the same text
_SAMPLES = 6
_PROMPT = 5  # tokens of a text that are given
_NEW = 24  # tokens that are generated
_Pair = tuple[list[int], list[int], int]  # two pieces of text, FOLLOWS or ELSEWHERE
_CLASSES = 6  # length classes, with equally many pairs in each


def _language_figures(
    network: Any, tokenizer: Tokenizer, device: torch.device, sets: dict[str, list[Paragraph]]
) -> dict[str, float]:
    """Return the bits per character of each held-out set; ELMo has one figure per direction."""
    if not isinstance(network, ELMo):
        return {
            name: bits_per_character(network, tokenizer, device, texts)
            for name, texts in sets.items()
        }
    return {
        f"{name}, {direction}": bits_per_character(
            network, tokenizer, device, texts, partial(predict_one_way, number=number)
        )
        for name, texts in sets.items()
        for number, direction in enumerate(("forward", "backward"))
    }


def _masked_figures(
    network: Any,
    tokenizer: Tokenizer,
    device: torch.device,
    sets: dict[str, list[Paragraph]],
    learnt: list[Paragraph],
) -> dict[str, float]:
    """Return the shares of masked words found and of sentence pairs classified correctly.

    Words are masked one at a time, and only words of one token: a mask stands for one token.
    `learnt` are training paragraphs; they tell how well length alone would classify pairs.
    """
    figures: dict[str, float] = {}
    for name, texts in sets.items():
        if texts[0].book:
            pairs = held_out_pairs(texts, tokenizer, network.config.max_length)
            right = judge_pairs(network, tokenizer, device, pairs)
            figures["next sentence"] = sum(right) / len(right)
            training_pairs = held_out_pairs(learnt, tokenizer, network.config.max_length)
            figures["next sentence by length alone"] = _length_accuracy(training_pairs, pairs)
            figures["pairs"] = len(pairs)
        else:
            sentences = [str(text) for text in texts]
            ranks = rank_words(network, tokenizer, device, sentences)
            for best in (1, 5):
                figures[f"{name}, top {best}"] = sum(rank < best for rank in ranks) / len(ranks)
            figures[f"{name}, words"] = len(ranks)
            words = [word for text in sentences for word in _pre_tokenize(tokenizer, text)]
            figures[f"{name}, words of one token"] = len(ranks) / sum(map(str.isalpha, words))
    return figures


def _pre_tokenize(tokenizer: Tokenizer, text: str) -> list[str]:
    """Split a text into words and punctuation as the tokenizer does before sub-words."""
    return [word.strip() for word, _ in tokenizer.backend.pre_tokenizer.pre_tokenize_str(text)]


def _length_accuracy(learnt: list[_Pair], pairs: list[_Pair]) -> float:
    """Return the share of pairs that the lengths of the two pieces alone classify correctly.

    Lengths are sorted into classes of equal size; the prediction for two classes is the majority
    in `learnt`.
    """
    shares = torch.linspace(0, 1, _CLASSES + 1)[1:-1]
    bounds = _lengths_of(learnt).quantile(shares, dim=0)  # [bound, side]

    def classes(pairs: list[_Pair]) -> list[list[int]]:
        return (_lengths_of(pairs)[:, None] > bounds).sum(1).tolist()

    votes = torch.zeros(_CLASSES, _CLASSES, 2)
    for (first, second), pair in zip(classes(learnt), learnt):
        votes[first, second, pair[2]] += 1
    predictions = [int(votes[first, second].argmax()) for first, second in classes(pairs)]
    return sum(kind == pair[2] for kind, pair in zip(predictions, pairs)) / len(pairs)


def _lengths_of(pairs: list[_Pair]) -> torch.Tensor:
    """Return the numbers of tokens of both pieces of each pair, `[pair, 2]`."""
    return torch.tensor([[float(len(first)), float(len(second))] for first, second, _ in pairs])


@torch.inference_mode()
def _draw_continuations(
    network: Any, tokenizer: Tokenizer, device: torch.device, texts: list[Paragraph]
) -> list[dict[str, str]]:
    """Sample one continuation of the beginnings of held-out texts."""
    torch.manual_seed(_RECIPE.seed)
    samples = []
    for text in pick_evenly(texts, _SAMPLES):
        given = tokenizer.encode(str(text))[:_PROMPT]
        ids = [tokenizer.begin_id, *given]
        while len(ids) <= _PROMPT + _NEW and ids[-1] != tokenizer.end_id:
            states = network(torch.tensor([ids], device=device))
            ids.append(int(network.logits(states[0, -1]).softmax(-1).multinomial(1)))
        samples.append(
            {
                "given": tokenizer.decode(given),
                "drawn": tokenizer.decode(ids)[len(tokenizer.decode(given)) :],
            }
        )
    return samples


def _middle_words(
    tokenizer: Tokenizer, texts: list[Paragraph]
) -> Iterator[tuple[Paragraph, list[int], int]]:
    """Yield some texts with their ids and the place of their middle word."""
    for text in pick_evenly(texts, _SAMPLES):
        ids = tokenizer.encode(str(text))
        places = [*single_words(tokenizer, ids)]
        if places:
            yield text, ids, places[len(places) // 2]


@torch.inference_mode()
def _fill_masks(
    network: Any, tokenizer: Tokenizer, device: torch.device, texts: list[Paragraph]
) -> list[dict[str, Any]]:
    """Predict the masked middle word of held-out sentences."""
    marks = Marks.of(tokenizer)
    samples = []
    for text, ids, place in _middle_words(tokenizer, texts):
        read = marks.joined([*ids[:place], marks.mask, *ids[place + 1 :]])
        states = network(torch.tensor([read], device=device))
        best = network.logits(states[0, place + 1]).softmax(-1).topk(3)
        guesses = zip(best.indices.tolist(), best.values.tolist())
        samples.append(
            {
                "sentence": str(text),
                "masked": tokenizer.name(ids[place]),
                "guesses": {tokenizer.name(index): round(value, 3) for index, value in guesses},
            }
        )
    return samples


@torch.inference_mode()
def _guess_both_ways(
    network: ELMo, tokenizer: Tokenizer, device: torch.device, texts: list[Paragraph]
) -> list[dict[str, Any]]:
    """Predict the middle word of held-out sentences from each direction."""
    samples = []
    for text, ids, place in _middle_words(tokenizer, texts):
        row = [tokenizer.begin_id, *ids, tokenizer.end_id]
        forward, backward = network.both(torch.tensor([row], device=device))
        before = forward[-1][0, place]  # "<s>" shifts places by one
        behind = backward[-1][0, place + 2]
        sample: dict[str, Any] = {"sentence": str(text), "masked": tokenizer.name(ids[place])}
        for side, state in (("from_left", before), ("from_right", behind)):
            best = network.logits(state).softmax(-1).topk(3)
            guesses = zip(best.indices.tolist(), best.values.tolist())
            sample[side] = {tokenizer.name(index): round(value, 3) for index, value in guesses}
        samples.append(sample)
    return samples


def _evaluate(folder: Path, data: Path, device: torch.device) -> dict:
    """Return the figures and samples of a checkpoint, in the form of its card."""
    network, tokenizer, card = checkpoint.load_checkpoint(folder, device)
    recipe = RECIPES["code-lstm"] if CODE in card["training"]["data"] else _RECIPE
    sets = held_out(recipe, data)
    books, *sentences = sets.values()
    if isinstance(network, BERT):
        learnt = [text for text in training_texts(recipe, data)[0] if text.book]
        figures = _masked_figures(network, tokenizer, device, sets, learnt)
        samples: list[dict[str, Any]] = _fill_masks(network, tokenizer, device, sentences[0])
        kind = "accuracy"
    else:
        figures = _language_figures(network, tokenizer, device, sets)
        if isinstance(network, ELMo):
            samples = _guess_both_ways(network, tokenizer, device, sentences[0])
        else:
            samples = _draw_continuations(network, tokenizer, device, books)
        kind = "bits_per_character"
    rounded = {name: round(value, 4) for name, value in figures.items()}
    return {"held_out": {kind: rounded}, "samples": samples}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.evaluate_text", description=__doc__
    )
    parser.add_argument("checkpoints", type=Path, nargs="+", help="folders with checkpoints")
    parser.add_argument("--data", type=Path, required=True, help="folder with the text")
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument(
        "--write-card", action="store_true", help="store what is found in each card.json"
    )
    options = parser.parse_args(arguments)
    try:
        for folder in options.checkpoints:
            scores = _evaluate(folder, options.data, pick_device(options.device))
            print(folder.name, json.dumps(scores, indent=2, ensure_ascii=False))
            if options.write_card:
                card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
                card |= scores
                megabytes = (folder / "weights.safetensors").stat().st_size / 1e6
                readme = text_card(card, megabytes).encode()
                files = {"card.json": checkpoint.as_json(card), "README.md": readme}
                write_whole({folder / name: content for name, content in files.items()})
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
