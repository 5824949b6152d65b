"""Training a language model: after each token of a text the next one is to be found."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from ..answers.decoding import pad
from ..store.tokenizer import MARKS, Tokenizer
from .batches import Rows
from .loss import SmoothedCrossEntropy
from .recipes import Recipe
from .texts import Text, held_out, training_texts


@dataclass(frozen=True)
class TextBatch:
    ids: Tensor  # [batch, position + 1], begins with <s>, padded
    padding_id: int

    def to(self, device: torch.device) -> "TextBatch":
        return TextBatch(self.ids.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Mean cross-entropy of the next token in nats, and the number of tokens."""
        labels = self.ids[:, 1:]
        real = labels != self.padding_id
        x = network(self.ids[:, :-1])[real].float()  # [token, d_model]
        loss = SmoothedCrossEntropy.apply(x, network.embedding.weight, labels[real], smoothing)
        return loss, len(x)


@dataclass(frozen=True)
class BothWaysBatch(TextBatch):
    """The same rows for two language models, one of which reads them from the end."""

    def to(self, device: torch.device) -> "BothWaysBatch":
        return BothWaysBatch(self.ids.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """The mean of both cross-entropies in nats, and the number of tokens of one."""
        there, back = (states[-1] for states in network.both(self.ids))
        behind, before = self.ids[:, 1:], self.ids[:, :-1]
        real = behind != self.padding_id
        losses = [
            SmoothedCrossEntropy.apply(
                states[real].float(), network.embedding.weight, wanted[real], smoothing
            )
            for states, wanted in ((there[:, :-1], behind), (back[:, 1:], before))
        ]
        return torch.stack(losses).mean(), int(real.sum())


def rows_of(texts: Iterable[Text], tokenizer: Tokenizer, longest: int) -> Iterator[list[int]]:
    """Rows of at most `longest` + 1 ids for a network that reads `longest`.

    Each begins with "<s>", and "</s>" stands behind each text. A long paragraph goes on in the next
    row, from a sentence on; paragraphs that follow each other in a book share a row as long as
    there is room.
    """
    texts = [*texts]
    encoded = iter(tokenizer.encode_batch([one for text in texts for one in text.sentences]))
    begin, end = tokenizer.begin_id, tokenizer.end_id
    row: list[int] = []
    book = ""
    for text in texts:
        if row and not (text.book and text.book == book):
            yield row
            row = []
        book = text.book
        for number, _ in enumerate(text.sentences):
            is_first, is_last = number == 0, number == len(text.sentences) - 1
            ids = [begin] * is_first + next(encoded) + [end] * is_last
            if row and len(row) + len(ids) > longest + 1:
                yield row
                row = []
            row += [begin] * (not row and not is_first) + ids
            while len(row) > longest + 1:  # one sentence that is longer than what can be read
                yield row[: longest + 1]
                row = [begin, *row[longest + 1 :]]
    if row:
        yield row


class TextBatches(Rows):
    """Batches of rows of similar length, of the kind that a network learns from."""

    def __init__(
        self,
        rows: list[list[int]],
        padding_id: int,
        tokens: int,
        seed: int,
        kind: type[TextBatch] = TextBatch,
    ):
        super().__init__(rows, tokens, seed)
        self.padding_id, self.kind = padding_id, kind

    def size(self, row: list[int]) -> tuple[int, ...]:
        return (len(row) - 1,)

    def take(self, rows: list[int], epoch: int = 0) -> TextBatch:
        return self.kind(pad([self.rows[row] for row in rows], self.padding_id), self.padding_id)


class LanguageTask:
    """What a language model is trained on and scored with."""

    score = "bits_per_character"
    kind: type[TextBatch] = TextBatch

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe = recipe
        self.sets = held_out(recipe, data)
        self.texts, self.passes = training_texts(recipe, data)

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Sub-words of all texts, each distinct sentence counted once."""
        sentences = dict.fromkeys(one for text in self.texts for one in text.sentences)
        return Tokenizer.train(sentences, vocabulary_size, MARKS)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> TextBatches:
        """The batches of the recipe; the cooldown has no others."""
        longest = int(self.recipe.sizes["max_length"] or 0)
        rows = [*rows_of(self.texts, tokenizer, longest)]
        recipe = self.recipe
        return TextBatches(rows, tokenizer.padding_id, recipe.batch_tokens, recipe.seed, self.kind)

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Bits per character on some texts of each held-out set."""
        return {
            name: round(bits_per_character(network, tokenizer, device, some), 4)
            for name, texts in self.sets.items()
            for some in [spread(texts, self.recipe.validate_on)]
        }


class BothWaysTask(LanguageTask):
    """The same for two language models that share an embedding, one in each direction."""

    kind = BothWaysBatch

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Bits per character of each direction."""
        figures = {}
        for name, texts in self.sets.items():
            some = spread(texts, self.recipe.validate_on)
            for number, direction in enumerate(("forward", "backward")):
                predict = partial(predicted_both_ways, number=number)
                bits = bits_per_character(network, tokenizer, device, some, predict)
                figures[f"{name}, {direction}"] = round(bits, 4)
        return figures


def spread(texts: list, count: int) -> list:
    """So many of them, from everywhere in the list."""
    count = min(count, len(texts))
    return [texts[place * len(texts) // count] for place in range(count)]


Predict = Callable[[Any, Tensor], tuple[Tensor, Tensor]]


def predicted(network, ids: Tensor) -> tuple[Tensor, Tensor]:
    """What each next token is predicted from, `[batch, position, d_model]`, and those tokens."""
    return network(ids[:, :-1]), ids[:, 1:]


def predicted_both_ways(network, ids: Tensor, number: int) -> tuple[Tensor, Tensor]:
    """The same for one of two directions; the second finds each token from those behind it."""
    states = network.both(ids)[number][-1]
    return (states[:, 1:], ids[:, :-1]) if number else (states[:, :-1], ids[:, 1:])


@torch.inference_mode()
def bits_per_character(
    network,
    tokenizer: Tokenizer,
    device: torch.device,
    texts: list[Text],
    predict: Predict = predicted,
) -> float:
    """How many bits a character of these texts costs, the end of a text counted as one.

    No text sees another before it.
    """
    network.eval()
    longest = network.config.max_length
    rows = [row for text in texts for row in rows_of([text], tokenizer, longest)]
    batches, nats = TextBatches(rows, tokenizer.padding_id, 4000, 0), 0.0
    for numbers in batches.epoch(0):
        states, wanted = predict(network, batches.take(numbers).ids.to(device))
        real = wanted != tokenizer.padding_id
        logits = network.logits(states[real]).float()  # [token, vocabulary]
        nats += cross_entropy(logits, wanted[real], reduction="sum").item()
    return nats / math.log(2) / characters(texts)


def characters(texts: Iterable[Text]) -> int:
    """How many characters these texts have, the end of each counted as one."""
    return sum(len(str(text)) + 1 for text in texts)
