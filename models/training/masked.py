"""Training of masked language models: predict masked words and whether a sentence follows another.

`models.answers.masking` chooses the masked tokens. Books are read as pairs of consecutive pieces;
in half of the pairs the second piece is replaced with one from elsewhere.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from ..answers.decoding import pad
from ..answers.masking import Marks, masked
from ..store.tokenizer import MARKS, Tokenizer
from .batches import Rows
from .english_text import Paragraph, held_out, training_texts
from .language import pick_evenly
from .loss import SmoothedCrossEntropy
from .recipes import Recipe

_FOLLOWS, _ELSEWHERE, _NO_PAIR = 0, 1, -1
# Weight of the pair loss relative to the word loss. Devlin et al. 2019 use 1; with our few books 1
# classifies 64% of the held-out pairs correctly, 4 classifies 70%.
_PAIR_WEIGHT = 4
_TENSORS = ("ids", "segments", "labels", "follows")  # of a batch


class _Row(NamedTuple):
    first: list[int]
    second: list[int] | None  # the next piece of the book; None: a sentence alone


@dataclass(frozen=True)
class _MaskedBatch:
    ids: Tensor  # [batch, position], some of them masked, padded
    segments: Tensor  # [batch, position]
    labels: Tensor  # [batch, position], padding where nothing is predicted
    follows: Tensor  # [batch]: _FOLLOWS, _ELSEWHERE or _NO_PAIR
    padding_id: int

    def to(self, device: torch.device) -> "_MaskedBatch":
        tensors = {name: getattr(self, name).to(device) for name in _TENSORS}
        return replace(self, **tensors)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Return the weighted sum of both mean cross-entropies in nats, and the tokens read."""
        states = network(self.ids, self.segments)
        chosen = self.labels != self.padding_id
        are_pairs = self.follows != _NO_PAIR
        x = network.to_word(states[chosen]).float()  # [masked, d_model]
        loss = SmoothedCrossEntropy.apply(
            x, network.embedding.weight, self.labels[chosen], smoothing
        )
        if are_pairs.any():
            scores = network.follow_logits(states[are_pairs]).float()
            loss = loss + _PAIR_WEIGHT * cross_entropy(scores, self.follows[are_pairs])
        return loss, int((self.ids != self.padding_id).sum())


def _pieces_of(
    sentences: list[list[int]], room: int, draw: random.Random
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield pairs of consecutive pieces of a book's sentences.

    Half of the pairs are two sentences; in the others each piece is as many sentences as fit into a
    random length. A piece has at most `room` tokens.
    """
    start = 0
    while start < len(sentences) - 1:
        are_sentences = draw.random() < 0.5
        limits = [0, 0] if are_sentences else [draw.randint(room // 2, room) for _ in range(2)]
        pieces: list[list[int]] = []
        for limit in limits:
            piece: list[int] = []
            while start < len(sentences) and (
                not piece or len(piece) + len(sentences[start]) <= limit
            ):
                piece += sentences[start]
                start += 1
            pieces.append(piece[:room])
        if pieces[1]:
            yield pieces[0], pieces[1]


def _rows_of(
    texts: Iterable[Paragraph], tokenizer: Tokenizer, longest: int, seed: int
) -> list[_Row]:
    """Make rows of at most `longest` tokens with special ones: sentences, and pairs from books."""
    texts = [*texts]
    draw = random.Random(seed)
    rows: list[_Row] = []
    all_sentences = [sentence for text in texts for sentence in text.sentences]
    encoded = iter(tokenizer.encode_batch(all_sentences))
    for book, book_texts in groupby(texts, lambda text: text.book):
        sentences = [next(encoded) for text in book_texts for _ in text.sentences]
        if book:
            rows += [_Row(*pair) for pair in _pieces_of(sentences, (longest - 3) // 2, draw)]
        else:
            rows += [_Row(ids, None) for ids in sentences if 0 < len(ids) <= longest - 2]
    return rows


class _MaskedBatches(Rows):
    """Batches of rows of similar length; the masks change from epoch to epoch."""

    def __init__(self, rows: list[_Row], marks: Marks, tokens: int, seed: int):
        super().__init__(rows, tokens, seed)
        self.marks = marks
        self.pairs = [number for number, row in enumerate(rows) if row.second is not None]

    def size(self, row: _Row) -> tuple[int, ...]:
        return (len(row.first) + len(row.second or ()) + 2 + (row.second is not None),)

    def take(self, rows: list[int], epoch: int = 0) -> _MaskedBatch:
        ids, segments, labels, follows = zip(*(self.mask_row(number, epoch) for number in rows))
        padding = self.marks.padding
        return _MaskedBatch(
            pad([*ids], padding),
            pad([*segments], 0),
            pad([*labels], padding),
            torch.tensor(follows),
            padding,
        )

    def mask_row(self, number: int, epoch: int) -> tuple[list[int], list[int], list[int], int]:
        """Return the masked ids of a row, their segments, the labels, and the kind of pair."""
        draw = random.Random(f"{self.seed}/{epoch}/{number}")
        first, second = self.rows[number]
        follows = _NO_PAIR
        if second is not None:
            follows = _ELSEWHERE if draw.random() < 0.5 else _FOLLOWS
            if follows == _ELSEWHERE:
                second = self.rows[draw.choice(self.pairs)].second
        ids = self.marks.joined(first, second)
        masked_ids, labels = masked(ids, self.marks, draw)
        return masked_ids, self.marks.segments(ids), labels, follows


class MaskedTask:
    """The training and scoring of a masked language model."""

    score = "accuracy"

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe = recipe
        self.sets = held_out(recipe, data)
        self.texts, self.passes = training_texts(recipe, data)

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Learn sub-words from all texts, counting each sentence once, as `LanguageTask` does."""
        sentences = dict.fromkeys(sentence for text in self.texts for sentence in text.sentences)
        return Tokenizer.train(sentences, vocabulary_size, MARKS)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> _MaskedBatches:
        """Make the batches of the recipe; the cooldown uses the same."""
        longest = int(self.recipe.sizes["max_length"] or 0)
        rows = _rows_of(self.texts, tokenizer, longest, self.recipe.seed)
        return _MaskedBatches(rows, Marks.of(tokenizer), self.recipe.batch_tokens, self.recipe.seed)

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Return the shares of masked words found and of pairs classified correctly."""
        figures = {}
        for name, texts in self.sets.items():
            if texts[0].book:
                pairs = held_out_pairs(texts, tokenizer, network.config.max_length)
                right = judge_pairs(network, tokenizer, device, pairs)
                figures["next sentence"] = sum(right) / max(1, len(right))
            else:
                sample = [str(text) for text in pick_evenly(texts, self.recipe.validate_on)]
                ranks = rank_words(network, tokenizer, device, sample)
                figures[name] = sum(rank < 1 for rank in ranks) / max(1, len(ranks))
                figures[f"{name}, top 5"] = sum(rank < 5 for rank in ranks) / max(1, len(ranks))
        return {name: round(share, 4) for name, share in figures.items()}


def single_words(tokenizer: Tokenizer, ids: list[int]) -> Iterator[int]:
    """Yield the places of words of one token, without punctuation."""
    tokens = tokenizer.show(ids)
    words = [token.word for token in tokens]
    for place, token in enumerate(tokens):
        if words.count(token.word) == 1 and token.text.isalpha():
            yield place


@torch.inference_mode()
def rank_words(
    network, tokenizer: Tokenizer, device: torch.device, sentences: list[str], batch: int = 128
) -> list[int]:
    """Return the rank of each masked word: how many tokens are more probable than the right one.

    Words are masked one at a time, and only words of one token.
    """
    network.eval()
    marks = Marks.of(tokenizer)
    cases: list[tuple[list[int], int]] = []
    for ids in tokenizer.encode_batch(sentences):
        if len(ids) <= network.config.max_length - 2:
            cases += [(ids, place) for place in single_words(tokenizer, ids)]
    cases.sort(key=lambda case: len(case[0]))
    ranks = []
    for start in range(0, len(cases), batch):
        chunk = cases[start : start + batch]
        rows = [marks.joined([*ids[:place], marks.mask, *ids[place + 1 :]]) for ids, place in chunk]
        states = network(pad(rows, marks.padding).to(device))
        places = torch.tensor([place + 1 for _, place in chunk], device=device)
        scores = network.logits(states[range(len(chunk)), places])  # [case, vocabulary]
        targets = torch.tensor([ids[place] for ids, place in chunk], device=device)
        right = scores.gather(1, targets[:, None])
        ranks += (scores > right).sum(1).tolist()
    return ranks


def held_out_pairs(
    texts: list[Paragraph], tokenizer: Tokenizer, longest: int
) -> list[tuple[list[int], list[int], int]]:
    """Split each paragraph of two or more sentences into halves: (first, second, kind of pair).

    In every other pair the second half comes from a distant paragraph.
    """
    halves = []
    room = (longest - 3) // 2
    for text in texts:
        ids = tokenizer.encode_batch([*text.sentences])
        if len(ids) > 1:
            first, second = ids[: len(ids) // 2], ids[len(ids) // 2 :]
            halves.append(([*chain(*first)][-room:], [*chain(*second)][:room]))
    far = halves[len(halves) // 2 :] + halves[: len(halves) // 2]
    return [
        (first, other, _ELSEWHERE) if number % 2 else (first, second, _FOLLOWS)
        for number, ((first, second), (_, other)) in enumerate(zip(halves, far))
    ]


@torch.inference_mode()
def judge_pairs(
    network,
    tokenizer: Tokenizer,
    device: torch.device,
    pairs: list[tuple[list[int], list[int], int]],
    batch: int = 32,
) -> list[bool]:
    """Tell for each pair whether the network classifies it correctly."""
    network.eval()
    marks = Marks.of(tokenizer)
    right: list[bool] = []
    for start in range(0, len(pairs), batch):
        chunk = pairs[start : start + batch]
        rows = [marks.joined(first, second) for first, second, _ in chunk]
        segments = pad([marks.segments(row) for row in rows], 0).to(device)
        states = network(pad(rows, marks.padding).to(device), segments)
        predictions = network.follow_logits(states).argmax(-1).tolist()
        right += [kind == follows for kind, (_, _, follows) in zip(predictions, chunk)]
    return right
