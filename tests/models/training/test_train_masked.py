"""Masks, sentence pairs, and the scores of masked language models."""

import random
from collections import Counter

import pytest
import torch

from models.networks.bert import BERT, BERTConfig
from models.store.tokenizer import MARKS, MASK, Tokenizer
from models.training.english_text import Paragraph
from models.training.masked import (
    _ELSEWHERE,
    _FOLLOWS,
    _NO_PAIR,
    _PAIR_WEIGHT,
    Marks,
    _MaskedBatches,
    _rows_of,
    held_out_pairs,
    masked,
    rank_words,
    single_words,
)
from tests.models.training.runs import CPU

SENTENCES = [
    f"{a} {b} {c}." for a in ("Tom", "Anne") for b in ("sees", "likes") for c in ("dogs", "it")
]


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.train(SENTENCES * 5, 330, MARKS)


@pytest.fixture(scope="module")
def marks(tokenizer):
    return Marks.of(tokenizer)


@pytest.fixture(scope="module")
def batches(tokenizer, marks):
    texts = [
        Paragraph(tuple(SENTENCES), "One (1)"),
        *(Paragraph((sentence,)) for sentence in SENTENCES),
    ]
    rows = _rows_of(texts * 4, tokenizer, 40, 1)
    return _MaskedBatches(rows, marks, 200, 1)


def test_marks_are_tokens_that_nobody_can_type(tokenizer, marks):
    assert len({marks.first, marks.separator, marks.mask}) == 3
    assert marks.mask not in tokenizer.encode(f"Tom {MASK} it.")
    assert tokenizer.decode([marks.first, marks.mask, marks.separator]) == ""
    assert all(tokenizer.piece(index) not in MARKS for index in marks.ordinary)


def test_fifteen_per_cent_are_to_be_found_and_nothing_else_is_touched(marks):
    draw, kinds = random.Random(3), Counter()
    for length in [*range(1, 60)] * 20:
        ids = marks.joined([marks.ordinary[draw.randrange(20)] for _ in range(length)])
        read, wanted = masked(ids, marks, draw)
        chosen = [place for place, index in enumerate(wanted) if index != marks.padding]
        assert len(chosen) == max(1, round(0.15 * length))
        for place, (before, after) in enumerate(zip(ids, read)):
            if place in chosen:
                assert wanted[place] == before not in marks[:2]
                kinds[
                    "mask" if after == marks.mask else "same" if after == before else "random"
                ] += 1
            else:
                assert after == before
    share = {kind: count / kinds.total() for kind, count in kinds.items()}
    assert share["mask"] == pytest.approx(0.8, abs=0.02)
    assert share["random"] == pytest.approx(0.1, abs=0.02)
    assert share["same"] == pytest.approx(0.1, abs=0.02)


def test_half_of_the_pairs_follow_each_other_and_sentences_alone_are_no_pairs(batches, marks):
    follows = Counter()
    for epoch in range(40):
        for number, row in enumerate(batches.rows):
            ids, segments, wanted, kind = batches.mask_row(number, epoch)
            follows[kind] += 1
            assert (kind == _NO_PAIR) == (row.second is None) == (ids.count(marks.separator) == 1)
            assert segments == sorted(segments)
            assert (1 in segments) == (row.second is not None)
            whole = [index or read for index, read in zip(wanted, ids)]
            if kind == _FOLLOWS:
                assert whole == marks.joined(row.first, row.second)
    pairs = follows[_FOLLOWS] + follows[_ELSEWHERE]
    assert follows[_FOLLOWS] / pairs == pytest.approx(0.5, abs=0.1)


def test_what_is_masked_changes_with_the_epoch_and_with_nothing_else(batches):
    assert batches.mask_row(0, 0) == batches.mask_row(0, 0)
    assert len({str(batches.mask_row(0, epoch)) for epoch in range(12)}) > 3


def test_a_batch_holds_its_rows_and_its_loss_knows_only_what_is_to_be_found(batches, tokenizer):
    torch.manual_seed(0)
    sizes = {"d_model": 16, "d_ff": 16, "n_heads": 2, "n_layers": 1, "dropout": 0.0}
    network = BERT(BERTConfig(len(tokenizer), **sizes)).eval()
    alone = [number for number, row in enumerate(batches.rows) if row.second is None]
    for numbers in (batches.pairs[:3], alone[:3]):
        batch = batches.take(numbers)
        loss, count = batch.loss(network, 0.0)
        assert count == (batch.ids != 0).sum()
        states = network(batch.ids, batch.segments)
        places = batch.labels != 0
        words = torch.nn.functional.cross_entropy(
            network.logits(states[places]), batch.labels[places]
        )
        if numbers != alone[:3]:
            words = words + _PAIR_WEIGHT * torch.nn.functional.cross_entropy(
                network.follow_logits(states), batch.follows
            )
        torch.testing.assert_close(loss, words, rtol=1e-4, atol=1e-5)


def test_held_out_pairs_are_half_true_and_half_not(tokenizer):
    texts = [Paragraph((f"{a} {b} it.", f"{b} {a}."), "One (1)") for a in "ABCDEF" for b in "UVW"]
    pairs = held_out_pairs([*texts, Paragraph(("alone",), "One (1)")], tokenizer, 40)
    assert len(pairs) == 18
    for number, (first, second, kind) in enumerate(pairs):
        following = tokenizer.encode(texts[number].sentences[1])
        assert first == tokenizer.encode(texts[number].sentences[0])
        assert (second == following) == (kind == _FOLLOWS) == (number % 2 == 0)


def test_words_of_one_token_are_masked_one_at_a_time(tokenizer, marks):
    ids = tokenizer.encode("Tom likes xylophones.")
    places = [*single_words(tokenizer, ids)]
    assert [tokenizer.name(ids[place]) for place in places] == ["Tom", "likes"]

    class Knows(torch.nn.Module):
        """Predicts "likes" always, without looking at the token to predict."""

        config = BERTConfig(len(tokenizer))

        def forward(self, ids):
            assert (ids == marks.mask).sum(1).tolist() == [1] * len(ids)
            return torch.zeros(*ids.shape, 4)

        def logits(self, x):
            scores = torch.zeros(len(x), len(tokenizer))
            scores[:, tokenizer.encode("likes")] = 1
            return scores

    ranks = rank_words(Knows(), tokenizer, CPU, ["Tom likes xylophones."])
    assert sorted(ranks) == [0, 1]
