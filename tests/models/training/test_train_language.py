"""Rows of text for language models, their loss, and bits per character."""

import gzip
import math
from dataclasses import replace
from itertools import chain

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from models import UserError
from models.networks.lstm_lm import ELMo, LSTMConfig
from models.store.token_names import SPACE
from models.store.tokenizer import BEGIN, END, Tokenizer
from models.training.english_text import Paragraph, read_books
from models.training.language import (
    CharacterTask,
    LanguageTask,
    _BothWaysBatch,
    _TextBatch,
    _TextBatches,
    bits_per_character,
    count_characters,
    predict_one_way,
    rows_of,
)
from models.training.recipes import RECIPES
from tests.models.training.runs import CPU

SENTENCES = ("The dog sees the cat.", "It runs.", "The cat sleeps on the mat.")


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.train(SENTENCES * 5, 320)


def test_rows_hold_each_text_once_in_order_and_never_too_many_tokens(tokenizer):
    book = [
        Paragraph(SENTENCES, "One (1)"),
        Paragraph(SENTENCES[:2], "One (1)"),
        Paragraph(SENTENCES, "Two (2)"),
    ]
    texts = [*book, Paragraph(SENTENCES[:1]), Paragraph(SENTENCES[1:2])]
    for longest in (8, 12, 20, 60):
        rows = [*rows_of(texts, tokenizer, longest)]
        assert all(row[0] == tokenizer.begin_id and len(row) <= longest + 1 for row in rows)
        ends = [row.count(tokenizer.end_id) for row in rows]
        assert sum(ends) == len(texts)
        lines = [tokenizer.decode(row).strip() for row in rows]
        assert " ".join(lines).split() == " ".join(map(str, texts)).split()
    # Neighbours of a book share a row while there is room; other texts never do.
    assert ends == [2, 1, 1, 1]


def test_a_sentence_longer_than_a_row_loses_nothing(tokenizer):
    long = "the cat sees " * 20
    rows = [*rows_of([Paragraph((long.strip(),))], tokenizer, 10)]
    assert {len(row) for row in rows[:-1]} == {11}
    read = chain(*(row[1:] for row in rows))
    assert [*read] == [*tokenizer.encode(long.strip()), tokenizer.end_id]


@pytest.fixture(scope="module")
def characters(data, tmp_path_factory):
    """The task of the character model on books of which one lost a sentence of a paragraph."""
    folder = tmp_path_factory.mktemp("books")
    for file in data.iterdir():
        (folder / file.name).symlink_to(file)
    held_out = str(read_books(data / "books.en.tsv.gz")[49]).split(". ")[0]
    lines = gzip.decompress((data / "books.en.tsv.gz").read_bytes()).decode().splitlines()
    lines[0] = f"{lines[0]} {held_out}."
    (folder / "books.en.tsv.gz").unlink()
    (folder / "books.en.tsv.gz").write_bytes(gzip.compress("\n".join([*lines, ""]).encode()))
    return CharacterTask(replace(RECIPES["char-lstm"].tiny(), thin=1), folder)


def test_a_character_model_reads_whole_paragraphs_and_none_that_lost_a_sentence(characters):
    books = read_books(characters.data / "books.en.tsv.gz")
    expected = [str(text) for number, text in enumerate(books) if number not in (0, 49)]
    assert [str(text) for text in characters.texts] == expected
    tokenizer = characters.make_tokenizer(400)
    rows = characters.batches(tokenizer).rows
    names = [[tokenizer.name(index) for index in row] for row in rows]
    assert all(row[0] == BEGIN and row[-1] == END for row in names)
    read = "".join(chain(*names)).replace(SPACE, " ")
    assert [text.strip() for text in read.replace(BEGIN, "").split(END)] == [*expected, ""]
    assert max(map(len, rows)) > 500


def test_a_recipe_can_take_the_tokenizer_of_a_shipped_model(data, tokenizer, tmp_path, monkeypatch):
    monkeypatch.setattr("models.training.language.SHIPPED", tmp_path)
    recipe = replace(RECIPES["rnn-lm"], extra_files={}, corpus=0)
    assert recipe.tokenizer_of == RECIPES["window-lm"].tokenizer_of == "lstm-lm"
    with pytest.raises(UserError, match="tokenizer.json cannot be opened"):
        LanguageTask(recipe, data).make_tokenizer(400)
    (tmp_path / "lstm-lm").mkdir()
    tokenizer.save(tmp_path / "lstm-lm" / "tokenizer.json")
    assert LanguageTask(recipe, data).make_tokenizer(400).to_bytes() == tokenizer.to_bytes()


class Uniform(nn.Module):
    """A network with equal probabilities for all tokens."""

    config = LSTMConfig(320, max_length=16)

    def forward(self, ids):
        return torch.zeros(*ids.shape, 4)

    def logits(self, x):
        return torch.zeros(*x.shape[:-1], 320)


def test_bits_per_character_are_those_of_all_tokens_over_all_characters(tokenizer):
    texts = [Paragraph((sentence,)) for sentence in SENTENCES]
    tokens = sum(len(ids) + 1 for ids in tokenizer.encode_batch([*SENTENCES]))  # each with its end
    letters = sum(len(sentence) + 1 for sentence in SENTENCES)
    assert count_characters(texts) == letters
    bits = bits_per_character(Uniform(), tokenizer, CPU, texts)
    assert bits == pytest.approx(tokens * math.log2(320) / letters, rel=1e-5)


@pytest.fixture(scope="module")
def elmo(tokenizer):
    torch.manual_seed(0)
    return ELMo(LSTMConfig(len(tokenizer), d_model=16, d_hidden=16, dropout=0.0)).eval()


def test_each_direction_is_scored_on_what_it_has_not_read(tokenizer, elmo):
    ids = torch.tensor([[1, *tokenizer.encode(SENTENCES[0]), 2]])
    for number in (0, 1):
        states, wanted = predict_one_way(elmo, ids, number)
        for place in range(wanted.shape[1]):
            other = ids.clone()
            hidden = place + (0 if number else 1)  # the place of the token to predict
            assert wanted[0, place] == ids[0, hidden]
            other[0, hidden] = 40 if ids[0, hidden] != 40 else 41
            again, _ = predict_one_way(elmo, other, number)
            assert_close(again[0, place], states[0, place])


def test_the_loss_of_both_ways_is_the_mean_of_two_cross_entropies(tokenizer, elmo):
    rows = [*rows_of([Paragraph((sentence,)) for sentence in SENTENCES], tokenizer, 30)]
    batch = _TextBatches(rows, tokenizer.padding_id, 100, 0, _BothWaysBatch).take([0, 1, 2])
    loss, count = batch.loss(elmo, 0.0)
    assert count == sum(len(row) - 1 for row in rows)
    both = []
    for number in (0, 1):
        nats = 0.0
        for row in rows:
            states, wanted = predict_one_way(elmo, torch.tensor([row]), number)
            nats += nn.functional.cross_entropy(
                elmo.logits(states)[0], wanted[0], reduction="sum"
            ).item()
        both.append(nats / count)
    assert loss.item() == pytest.approx(sum(both) / 2, rel=1e-4)


def test_padding_is_not_counted(tokenizer):
    ids = torch.tensor([[1, 5, 6, 2], [1, 5, 2, 0]])
    embedding = nn.Embedding(320, 4)

    class Network(nn.Module):
        def forward(self, ids):
            return embedding(ids)

    network = Network()
    network.embedding = embedding
    loss, count = _TextBatch(ids, 0).loss(network, 0.0)
    assert count == 5
    logits = embedding(torch.tensor([1, 5, 6, 1, 5])) @ embedding.weight.T
    labels = torch.tensor([5, 6, 2, 5, 2])
    assert_close(loss, nn.functional.cross_entropy(logits, labels))
