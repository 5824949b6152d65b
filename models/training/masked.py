"""Training a model that finds masked words, and says whether one sentence follows another.

Which tokens are to be found is drawn in `models.answers.masking`. Books are read in pairs of pieces
that follow each other; in half of the pairs the second piece is one from elsewhere.
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
from .language import spread
from .loss import SmoothedCrossEntropy
from .recipes import Recipe
from .texts import Text, held_out, training_texts

FOLLOWS, ELSEWHERE, NO_PAIR = 0, 1, -1
# The loss of pairs counts so many times that of words. Devlin et al. 2019 take 1; from our few
# books 64% of the held-out pairs were told apart with 1, 70% with 4.
PAIR_WEIGHT = 4
TENSORS = ("ids", "segments", "wanted", "follows")  # of a batch


class Row(NamedTuple):
    first: list[int]
    second: list[int] | None  # what follows it in the book; None: it is one sentence alone


@dataclass(frozen=True)
class MaskedBatch:
    ids: Tensor  # [batch, position], some of them masked, padded
    segments: Tensor  # [batch, position]
    wanted: Tensor  # [batch, position], padding where nothing is to be found
    follows: Tensor  # [batch]: FOLLOWS, ELSEWHERE or NO_PAIR
    padding_id: int

    def to(self, device: torch.device) -> "MaskedBatch":
        tensors = {name: getattr(self, name).to(device) for name in TENSORS}
        return replace(self, **tensors)

    def loss(self, network, smoothing: float) -> tuple[Tensor, int]:
        """Both mean cross-entropies in nats, weighted, and the number of tokens that were read."""
        states = network(self.ids, self.segments)
        chosen, are_pairs = self.wanted != self.padding_id, self.follows != NO_PAIR
        x = network.to_word(states[chosen]).float()  # [masked, d_model]
        loss = SmoothedCrossEntropy.apply(
            x, network.embedding.weight, self.wanted[chosen], smoothing
        )
        if are_pairs.any():
            scores = network.follow_logits(states[are_pairs]).float()
            loss = loss + PAIR_WEIGHT * cross_entropy(scores, self.follows[are_pairs])
        return loss, int((self.ids != self.padding_id).sum())


def pieces_of(
    sentences: list[list[int]], room: int, draw: random.Random
) -> Iterator[tuple[list[int], list[int]]]:
    """Pairs of pieces, one behind the other, of the sentences of a book that follow each other.

    One half are two sentences, the others as many sentences as fit in a length drawn at random, of
    at most `room` tokens each.
    """
    start = 0
    while start < len(sentences) - 1:
        one_each = draw.random() < 0.5
        most = [0, 0] if one_each else [draw.randint(room // 2, room) for _ in range(2)]
        pieces: list[list[int]] = []
        for limit in most:
            piece: list[int] = []
            while start < len(sentences) and (
                not piece or len(piece) + len(sentences[start]) <= limit
            ):
                piece += sentences[start]
                start += 1
            pieces.append(piece[:room])
        if pieces[1]:
            yield pieces[0], pieces[1]


def rows_of(texts: Iterable[Text], tokenizer: Tokenizer, longest: int, seed: int) -> list[Row]:
    """Sentences alone, and pieces of books in pairs, of at most `longest` tokens with marks."""
    texts, draw, rows = [*texts], random.Random(seed), []
    encoded = iter(tokenizer.encode_batch([one for text in texts for one in text.sentences]))
    for book, of_book in groupby(texts, lambda text: text.book):
        sentences = [next(encoded) for text in of_book for _ in text.sentences]
        if book:
            rows += [Row(*pair) for pair in pieces_of(sentences, (longest - 3) // 2, draw)]
        else:
            rows += [Row(ids, None) for ids in sentences if 0 < len(ids) <= longest - 2]
    return rows


class MaskedBatches(Rows):
    """Batches of rows of similar length; what is masked changes from epoch to epoch."""

    def __init__(self, rows: list[Row], marks: Marks, tokens: int, seed: int):
        super().__init__(rows, tokens, seed)
        self.marks = marks
        self.pairs = [number for number, row in enumerate(rows) if row.second is not None]

    def size(self, row: Row) -> tuple[int, ...]:
        return (len(row.first) + len(row.second or ()) + 2 + (row.second is not None),)

    def take(self, rows: list[int], epoch: int = 0) -> MaskedBatch:
        made = [self.made(number, epoch) for number in rows]
        ids, segments, wanted, follows = zip(*made)
        padding = self.marks.padding
        return MaskedBatch(
            pad([*ids], padding),
            pad([*segments], 0),
            pad([*wanted], padding),
            torch.tensor(follows),
            padding,
        )

    def made(self, number: int, epoch: int) -> tuple[list[int], list[int], list[int], int]:
        """What is read, its segments, what is to be found in each place, whether it follows."""
        draw = random.Random(f"{self.seed}/{epoch}/{number}")
        first, second = self.rows[number]
        follows = NO_PAIR
        if second is not None:
            follows = ELSEWHERE if draw.random() < 0.5 else FOLLOWS
            if follows == ELSEWHERE:
                second = self.rows[draw.choice(self.pairs)].second
        ids = self.marks.joined(first, second)
        read, wanted = masked(ids, self.marks, draw)
        return read, self.marks.segments(ids), wanted, follows


class MaskedTask:
    """What a model that finds masked words is trained on and scored with."""

    score = "accuracy"

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe = recipe
        self.sets = held_out(recipe, data)
        self.texts, self.passes = training_texts(recipe, data)

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Sub-words of all texts, each distinct sentence counted once; those of `LanguageTask`."""
        sentences = dict.fromkeys(one for text in self.texts for one in text.sentences)
        return Tokenizer.train(sentences, vocabulary_size, MARKS)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> MaskedBatches:
        """The batches of the recipe; the cooldown has no others."""
        longest = int(self.recipe.sizes["max_length"] or 0)
        rows = rows_of(self.texts, tokenizer, longest, self.recipe.seed)
        return MaskedBatches(rows, Marks.of(tokenizer), self.recipe.batch_tokens, self.recipe.seed)

    def validate(self, network, tokenizer: Tokenizer, device: torch.device) -> dict[str, float]:
        """Shares of masked words found in some held-out sentences, and of pairs told apart."""
        figures = {}
        for name, texts in self.sets.items():
            if texts[0].book:
                pairs = held_out_pairs(texts, tokenizer, network.config.max_length)
                right = pairs_right(network, tokenizer, device, pairs)
                figures["next sentence"] = sum(right) / max(1, len(right))
            else:
                some = [str(text) for text in spread(texts, self.recipe.validate_on)]
                ranks = ranks_of_words(network, tokenizer, device, some)
                figures[name] = sum(rank < 1 for rank in ranks) / max(1, len(ranks))
                figures[f"{name}, top 5"] = sum(rank < 5 for rank in ranks) / max(1, len(ranks))
        return {name: round(share, 4) for name, share in figures.items()}


def single_words(tokenizer: Tokenizer, ids: list[int]) -> Iterator[int]:
    """The places of words that are one token each, punctuation aside."""
    tokens = tokenizer.show(ids)
    words = [token.word for token in tokens]
    for place, token in enumerate(tokens):
        if words.count(token.word) == 1 and token.text.isalpha():
            yield place


@torch.inference_mode()
def ranks_of_words(
    network, tokenizer: Tokenizer, device: torch.device, sentences: list[str], batch: int = 128
) -> list[int]:
    """How many tokens are more probable than the right one where one word is masked.

    One number for each word, masked one at a time, that is one token.
    """
    network.eval()
    marks, cases = Marks.of(tokenizer), []
    for ids in tokenizer.encode_batch(sentences):
        if len(ids) <= network.config.max_length - 2:
            cases += [(ids, place) for place in single_words(tokenizer, ids)]
    cases.sort(key=lambda case: len(case[0]))
    ranks = []
    for start in range(0, len(cases), batch):
        some = cases[start : start + batch]
        rows = [marks.joined([*ids[:place], marks.mask, *ids[place + 1 :]]) for ids, place in some]
        states = network(pad(rows, marks.padding).to(device))
        places = torch.tensor([place + 1 for _, place in some], device=device)
        scores = network.logits(states[range(len(some)), places])  # [case, vocabulary]
        targets = torch.tensor([ids[place] for ids, place in some], device=device)
        right = scores.gather(1, targets[:, None])
        ranks += (scores > right).sum(1).tolist()
    return ranks


def held_out_pairs(
    texts: list[Text], tokenizer: Tokenizer, longest: int
) -> list[tuple[list[int], list[int], int]]:
    """The halves of each paragraph with two sentences or more, and whether the second is its own.

    Every other one has the second half of a paragraph far from it.
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
        (first, other, ELSEWHERE) if number % 2 else (first, second, FOLLOWS)
        for number, ((first, second), (_, other)) in enumerate(zip(halves, far))
    ]


@torch.inference_mode()
def pairs_right(
    network,
    tokenizer: Tokenizer,
    device: torch.device,
    pairs: list[tuple[list[int], list[int], int]],
    batch: int = 32,
) -> list[bool]:
    """Of each pair whether the network says rightly if the second piece follows the first."""
    network.eval()
    marks, right = Marks.of(tokenizer), []
    for start in range(0, len(pairs), batch):
        some = pairs[start : start + batch]
        rows = [marks.joined(first, second) for first, second, _ in some]
        segments = pad([marks.segments(row) for row in rows], 0).to(device)
        states = network(pad(rows, marks.padding).to(device), segments)
        predictions = network.follow_logits(states).argmax(-1).tolist()
        right += [one == follows for one, (_, _, follows) in zip(predictions, some)]
    return right
