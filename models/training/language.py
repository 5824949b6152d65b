"""Training of language models: predict the next token."""

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
from ..files import SHIPPED
from ..store import checkpoint
from ..store.tokenizer import MARKS, Tokenizer
from .batches import Rows
from .english_text import Paragraph, held_out, read_books, training_texts
from .loss import SmoothedCrossEntropy
from .recipes import Recipe


@dataclass(frozen=True)
class _TextBatch:
    ids: Tensor  # [batch, position + 1], begins with <s>, padded
    padding_id: int

    def to(self, device: torch.device) -> "_TextBatch":
        return _TextBatch(self.ids.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Return the mean cross-entropy of the next token in nats, and the number of tokens."""
        labels = self.ids[:, 1:]
        real = labels != self.padding_id
        x = network(self.ids[:, :-1])[real].float()  # [token, d_model]
        loss = SmoothedCrossEntropy.apply(x, network.embedding.weight, labels[real], smoothing)
        return loss, len(x)


@dataclass(frozen=True)
class _BothWaysBatch(_TextBatch):
    """The same rows for two language models, one of which reads backwards."""

    def to(self, device: torch.device) -> "_BothWaysBatch":
        return _BothWaysBatch(self.ids.to(device), self.padding_id)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Return the mean of both cross-entropies in nats, and the number of tokens of one."""
        forward, backward = (states[-1] for states in network.both(self.ids))
        following, preceding = self.ids[:, 1:], self.ids[:, :-1]
        real = following != self.padding_id
        losses = []
        for states, labels in ((forward[:, :-1], following), (backward[:, 1:], preceding)):
            x = states[real].float()
            weight = network.embedding.weight
            losses.append(SmoothedCrossEntropy.apply(x, weight, labels[real], smoothing))
        return torch.stack(losses).mean(), int(real.sum())


def rows_of(texts: Iterable[Paragraph], tokenizer: Tokenizer, longest: int) -> Iterator[list[int]]:
    """Yield rows of at most `longest` + 1 ids for a network that reads `longest`.

    Each row begins with "<s>"; "</s>" ends each text. A long paragraph continues in the next row,
    at a sentence; consecutive paragraphs of a book share a row while there is room.
    """
    texts = [*texts]
    sentences = [sentence for text in texts for sentence in text.sentences]
    encoded = iter(tokenizer.encode_batch(sentences))
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
            while len(row) > longest + 1:  # a single sentence that is too long
                yield row[: longest + 1]
                row = [begin, *row[longest + 1 :]]
    if row:
        yield row


class _TextBatches(Rows):
    """Batches of rows of similar length, as objects of class `kind`."""

    def __init__(
        self,
        rows: list[list[int]],
        padding_id: int,
        tokens: int,
        seed: int,
        kind: type[_TextBatch] = _TextBatch,
    ):
        super().__init__(rows, tokens, seed)
        self.padding_id, self.kind = padding_id, kind

    def size(self, row: list[int]) -> tuple[int, ...]:
        return (len(row) - 1,)

    def take(self, rows: list[int], epoch: int = 0) -> _TextBatch:
        return self.kind(pad([self.rows[row] for row in rows], self.padding_id), self.padding_id)


class LanguageTask:
    """The training and scoring of a language model."""

    score = "bits_per_character"
    kind: type[_TextBatch] = _TextBatch

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe, self.data = recipe, data
        self.sets = held_out(recipe, data)
        self.texts, self.passes = training_texts(recipe, data)

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Learn sub-words from all texts, counting each distinct sentence once.

        A recipe may name a shipped model whose tokenizer is read instead.
        """
        if self.recipe.tokenizer_of:
            folder = SHIPPED / self.recipe.tokenizer_of
            return checkpoint.read_file(folder, "tokenizer.json", Tokenizer.from_bytes, {})
        sentences = dict.fromkeys(sentence for text in self.texts for sentence in text.sentences)
        return Tokenizer.train(sentences, vocabulary_size, MARKS)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> _TextBatches:
        """Make the batches of the recipe; the cooldown uses the same."""
        longest = int(self.recipe.sizes["max_length"] or 0)
        rows = [*rows_of(self.texts, tokenizer, longest)]
        recipe = self.recipe
        return _TextBatches(rows, tokenizer.padding_id, recipe.batch_tokens, recipe.seed, self.kind)

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Return the bits per character on some texts of each held-out set."""
        figures = {}
        for name, texts in self.sets.items():
            sample = pick_evenly(texts, self.recipe.validate_on)
            figures[name] = round(bits_per_character(network, tokenizer, device, sample), 4)
        return figures


class BothWaysTask(LanguageTask):
    """The training and scoring of two language models in one network, one per direction."""

    kind = _BothWaysBatch

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Return the bits per character of each direction."""
        figures = {}
        for name, texts in self.sets.items():
            sample = pick_evenly(texts, self.recipe.validate_on)
            for number, direction in enumerate(("forward", "backward")):
                predict = partial(predict_one_way, number=number)
                bits = bits_per_character(network, tokenizer, device, sample, predict)
                figures[f"{name}, {direction}"] = round(bits, 4)
        return figures


class CharacterTask(LanguageTask):
    """The training and scoring of a language model whose tokens are characters.

    It reads whole paragraphs of books or blocks of code, one after the other, so that a quote that
    opens also closes: paragraphs that lost a held-out sentence are left out, and only a paragraph
    too long for a row is cut.
    """

    def __init__(self, recipe: Recipe, data: Path):
        super().__init__(recipe, data)
        whole = {str(text) for file in recipe.files for text in read_books(data / file)}
        self.texts = [
            Paragraph((str(text),), text.book) for text in self.texts if str(text) in whole
        ]

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Make a token of each character."""
        return Tokenizer.of_characters(map(str, self.texts), vocabulary_size)


def pick_evenly(texts: list, count: int) -> list:
    """Pick `count` evenly spaced texts."""
    count = min(count, len(texts))
    return [texts[place * len(texts) // count] for place in range(count)]


_Predict = Callable[[Any, Tensor], tuple[Tensor, Tensor]]


def _predict_next(network, ids: Tensor) -> tuple[Tensor, Tensor]:
    """Return the states before each token, `[batch, position, d_model]`, and the tokens."""
    return network(ids[:, :-1]), ids[:, 1:]


def predict_one_way(network, ids: Tensor, number: int) -> tuple[Tensor, Tensor]:
    """Do the same for one of two directions; direction 1 predicts each token from later ones."""
    states = network.both(ids)[number][-1]
    return (states[:, 1:], ids[:, :-1]) if number else (states[:, :-1], ids[:, 1:])


@torch.inference_mode()
def bits_per_character(
    network,
    tokenizer: Tokenizer,
    device: torch.device,
    texts: list[Paragraph],
    predict: _Predict = _predict_next,
) -> float:
    """Return the bits per character of these texts, counting the end of a text as a character.

    Each text is scored alone, without the texts before it.
    """
    network.eval()
    longest = network.config.max_length
    rows = [row for text in texts for row in rows_of([text], tokenizer, longest)]
    batches = _TextBatches(rows, tokenizer.padding_id, 4000, 0)
    nats = 0.0
    for numbers in batches.epoch(0):
        states, labels = predict(network, batches.take(numbers).ids.to(device))
        real = labels != tokenizer.padding_id
        logits = network.logits(states[real]).float()  # [token, vocabulary]
        nats += cross_entropy(logits, labels[real], reduction="sum").item()
    return nats / math.log(2) / count_characters(texts)


def count_characters(texts: Iterable[Paragraph]) -> int:
    """Count the characters of these texts, the end of each as one."""
    return sum(len(str(text)) + 1 for text in texts)
