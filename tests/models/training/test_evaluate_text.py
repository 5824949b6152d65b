"""The figures of networks that were trained on English text."""

import json
from dataclasses import replace

import pytest
import torch

from models.store import checkpoint
from models.training.counts import _bits_per_character as bits_of_counts
from models.training.counts import _count
from models.training.english_text import held_out
from models.training.evaluate_text import _length_accuracy, main
from models.training.language import LanguageTask, bits_per_character
from models.training.masked import _ELSEWHERE, _FOLLOWS
from models.training.recipes import RECIPES
from models.training.train import _train
from tests.marks import slow_after
from tests.models.training.runs import CPU


@pytest.fixture(
    scope="module",
    params=slow_after(2, ["gpt", "bert", "lstm-lm", "window-lm", "char-lstm", "elmo"]),
)
def trained(request, data, tmp_path_factory):
    """The folder of a small network after a few updates."""
    recipe = replace(RECIPES[request.param].tiny(), thin=1, batch_tokens=300, rate=0.02)
    folder = tmp_path_factory.mktemp(request.param)
    return _train(request.param, recipe, data, folder, CPU, updates=20, every=20)


def test_figures_and_samples_are_written_into_the_card(trained, data, capsys):
    before = json.loads((trained / "card.json").read_text())
    main([str(trained), "--data", str(data), "--device", "cpu", "--write-card"])
    card = json.loads((trained / "card.json").read_text())
    assert "held_out" in capsys.readouterr().out
    assert {**card, **before} == card  # nothing else has changed
    checkpoint.load_checkpoint(trained, CPU)  # the checksums still hold
    [(kind, figures)] = card["held_out"].items()
    if before["name"] == "bert":
        assert kind == "accuracy"
        assert 0 <= figures["tatoeba.dev, top 1"] <= 1
        assert figures["tatoeba.dev, top 1"] <= figures["tatoeba.dev, top 5"]
        assert 0 < figures["tatoeba.dev, words of one token"] <= 1
        assert {"next sentence", "next sentence by length alone"} <= {*figures}
        assert all(sample["masked"] in sample["sentence"] for sample in card["samples"])
    else:
        ways = 2 if before["name"] == "elmo" else 1
        assert kind == "bits_per_character"
        assert len(figures) == 3 * ways
        assert all(0 < bits < 9 for bits in figures.values())
    assert card["samples"]
    if before["name"] == "elmo":
        for sample in card["samples"]:
            assert sample["masked"] in sample["sentence"]
            assert len(sample["from_left"]) == len(sample["from_right"]) == 3


def test_text_costs_counts_of_several_tokens_less_than_counts_of_one(data):
    recipe = replace(RECIPES["gpt"].tiny(), thin=1)
    tokenizer = LanguageTask(recipe, data).make_tokenizer(400)
    texts = held_out(recipe, data)["tatoeba.dev"]
    bits = [
        bits_of_counts(_count(recipe, data, tokenizer, order), tokenizer, texts, 128)
        for order in (1, 2, 4)
    ]
    assert max(bits[1:]) < bits[0] / 1.5


def test_a_network_and_counts_that_agree_cost_the_same_bits(data):
    """Both predict the same tokens of the same text, and divide by the same characters."""
    recipe = replace(RECIPES["gpt"].tiny(), thin=1)
    tokenizer = LanguageTask(recipe, data).make_tokenizer(400)
    unigram = _count(recipe, data, tokenizer, 1)
    texts = held_out(recipe, data)["tatoeba.dev"]

    class Counts(torch.nn.Module):
        class config:
            max_length = 128

        def forward(self, ids):
            return torch.zeros(*ids.shape, 1)

        def logits(self, x):
            chances = torch.tensor(unigram.probabilities([tokenizer.begin_id])).log()
            return chances.expand(*x.shape[:-1], -1)

    assert bits_per_character(Counts(), tokenizer, CPU, texts) == pytest.approx(
        bits_of_counts(unigram, tokenizer, texts, 128), rel=1e-5
    )


def test_length_alone_tells_pairs_apart_where_it_can_and_only_there():
    def pair(first, second, kind):
        return [0] * first, [0] * second, kind

    telling = [pair(n, n, _FOLLOWS) for n in range(1, 61)]
    telling += [pair(n, 61 - n, _ELSEWHERE) for n in range(1, 61)]
    assert _length_accuracy(telling, telling) > 0.8
    silent = [pair(n, n, kind) for n in range(1, 61) for kind in (_FOLLOWS, _ELSEWHERE)]
    assert _length_accuracy(silent, silent) == 0.5
