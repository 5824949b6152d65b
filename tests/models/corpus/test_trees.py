"""Trees over words: the best tree, how it is counted, and what attention gives it."""

import gzip
import itertools
import json
import os
from pathlib import Path

import numpy as np
import pytest

from models import Request, load
from models.corpus import attachment, trees
from models.corpus.attachment import _Read
from models.corpus.profile import weights_of
from models.corpus.trees import ROOT, TreeSentence, WordAttention

DATA = Path(os.environ.get("HEADS_UP_DATA", Path(__file__).parents[4] / "shared" / "data"))
GOLD = (2, 2, ROOT, 5, 5, 2)  # "The dog chased a big cat"


def all_trees(count: int) -> list[tuple[int, ...]]:
    """Return every tree over so many words: one root, from every word a way to it."""
    kept = []
    for heads in itertools.product(range(-1, count), repeat=count):
        places = list(range(count))
        for _ in range(count):
            places = [place if place == ROOT else heads[place] for place in places]
        if heads.count(ROOT) == 1 and {*places} == {ROOT}:
            kept.append(heads)
    return kept


def random_scores(count: int, seed: int) -> np.ndarray:
    scores = np.random.default_rng(seed).normal(size=(count, count + 1))
    np.fill_diagonal(scores, -np.inf)
    return scores


def a_sentence(gold, relations=()) -> TreeSentence:
    spans = [(2 * place, 2 * place + 1) for place in range(len(gold))]
    return TreeSentence("x " * len(gold), spans, gold, relations or ["x"] * len(gold))


def test_the_best_of_all_trees_of_up_to_five_words_is_found():
    for count in (2, 3, 4, 5):
        candidates = all_trees(count)
        assert len(candidates) == count ** (count - 1)  # Cayley
        for seed in range(12):
            scores = random_scores(count, seed)
            best = max(candidates, key=lambda tree: trees.score_tree(scores, tree))
            assert trees.maximum_tree(scores) == best
            forced = trees.maximum_tree(trees.force_arc(scores, 1, 0))
            allowed = [tree for tree in candidates if tree[1] == 0]
            assert forced == max(allowed, key=lambda tree: trees.score_tree(scores, tree))


def test_chance_is_the_mean_over_all_trees():
    gold = (1, ROOT, 1, 2)
    counts = np.array(
        [
            [trees.count_attached(tree, gold, directed)[0] for directed in (True, False)]
            for tree in all_trees(4)
        ]
    )
    sentences = [a_sentence(gold), a_sentence((1, ROOT, 1))]
    chance = attachment._measure_controls(sentences, sentences[:1])["chance"]
    np.testing.assert_allclose(counts.mean(0), [chance["directed"][0], chance["undirected"][0]])


def test_arcs_are_counted_as_by_hand():
    tree = (1, 2, ROOT, 4, 5, 2)
    assert trees.count_attached(tree, GOLD) == (4, 6)  # 1, 2, 4 and 5
    assert trees.count_attached((1, ROOT, 1), (ROOT, 0, 1)) == (1, 3)
    assert trees.count_attached((1, ROOT, 1), (ROOT, 0, 1), directed=False) == (2, 2)


def test_relations_are_counted_as_one_by_one():
    rng = np.random.default_rng(0)
    rows = []
    for relations in (["a", "b", "x", "a", "b", "b"], ["b", "a", "x", "b", "a", "a"]):
        weights = rng.dirichlet(np.ones(6), size=(3, 6))
        rows.append(_Read(a_sentence(GOLD, relations), WordAttention(weights, np.zeros((3, 6)))))
    hits = attachment._relation_hits(rows)
    for relation, (right, count) in hits.items():
        expected, total = np.zeros((2, 3), int), 0
        for sentence, (weights, _) in rows:
            for word, (above, name) in enumerate(zip(GOLD, sentence.relations, strict=True)):
                if name != relation or above == ROOT:
                    continue
                total += 1
                for head in range(3):
                    others = [other for other in range(6) if other != word]
                    to = max(others, key=lambda other: weights[head, word, other])
                    back = max(others, key=lambda other: weights[head, other, word])
                    expected[0, head] += to == above
                    expected[1, head] += back == above
        np.testing.assert_array_equal(right, expected)
        assert count == total


def planted(gold, seed: int) -> WordAttention:
    """Return a head of noise, and one that sends most of each word to its head in `gold`."""
    noise = np.random.default_rng(seed).dirichlet(np.ones(len(gold) + 1), size=(2, len(gold)))
    for word, above in enumerate(gold):
        noise[1, word] = 0.05 / len(gold)
        noise[1, word, above] = 0.95  # of the root, the last column: outside
    return WordAttention(noise[..., :-1], noise[..., -1])


def test_a_planted_head_is_read_back_exactly():
    for seed, gold in enumerate(all_trees(5)):
        attention = planted(gold, seed)
        assert trees.maximum_tree(trees.head_scores(attention, 1, "to")) == gold
        turned = WordAttention(attention.weights.swapaxes(1, 2), attention.outside)
        assert trees.maximum_tree(trees.head_scores(turned, 1, "back")) == gold
        either = trees.maximum_tree(trees.head_scores(attention, 1, "either"))
        assert trees.count_attached(either, gold, directed=False) == (4, 4)


def test_a_sum_learns_which_head_was_planted():
    rows = [_Read(a_sentence(gold), planted(gold, seed)) for seed, gold in enumerate(all_trees(4))]
    learnt = attachment._learn_sum(rows)
    assert learnt.to[1] > 3 * abs(learnt.to[0])
    for sentence, attention in rows:
        scores = learnt.scores(attention)
        np.testing.assert_allclose(np.exp(scores).sum(1), 1)
        assert trees.maximum_tree(scores) == sentence.heads


def test_pieces_are_merged_and_a_piece_of_two_words_is_shared():
    tokens = [(0, 0), (0, 2), (2, 4), (5, 8)]  # <s>, two pieces of a word, one of two words
    weights = np.array([[[1, 0, 0, 0], [0.1, 0.2, 0.3, 0.4], [0.3, 0, 0.1, 0.6], [0, 0, 0, 1]]])
    merged = trees.merge_words(weights, tokens, [(0, 4), (5, 6), (6, 8)])
    np.testing.assert_allclose(merged.weights[0, 0], [0.3, 0.5 / 3, 1 / 3])
    np.testing.assert_allclose(merged.weights[0, 1], [0, 1 / 3, 2 / 3])
    np.testing.assert_allclose(merged.outside[0], [0.2, 0, 0], atol=1e-12)


def test_a_treebank_is_read_without_punctuation_and_empty_nodes(tmp_path):
    rows = ["1\tHi\t_\t_\t_\t_\t0\troot", "2\t:\t_\t_\t_\t_\t1\tpunct",
            "3-4\tdon't\t_\t_\t_\t_\t_\t_", "3\tdo\t_\t_\t_\t_\t2\taux:x",
            "4\tn't\t_\t_\t_\t_\t3\tadvmod", "4.1\tgo\t_\t_\t_\t_\t_\t_"]  # fmt: skip
    file = tmp_path / "a.conllu.gz"
    file.write_bytes(gzip.compress("\n".join(["# text = Hi: don't", *rows, "", ""]).encode()))
    [sentence] = trees.read_treebank(file)
    assert [sentence.text[start:end] for start, end in sentence.spans] == ["Hi", "do", "n't"]
    assert sentence.heads == [ROOT, 0, 1]
    assert sentence.relations == ["root", "aux", "advmod"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transformer", "bert", "gpt"])
def test_a_batch_has_the_attention_of_the_trace(name):
    texts = "Two dogs can't sleep.", "She gave the unbelievably old man a book, and left."
    sentences = [TreeSentence(text, spans_between_spaces(text), [], []) for text in texts]
    model = load(name, "cpu")
    for sentence, read in zip(sentences, attachment._read_all(model, sentences), strict=True):
        trace = model.trace(Request(name, sentence.text))
        expected = trees.word_attention(trace, sentence.spans)
        np.testing.assert_allclose(read.attention.weights, expected.weights, atol=1e-5)
        np.testing.assert_allclose(read.attention.outside, expected.outside, atol=1e-5)


def spans_between_spaces(text: str) -> list[tuple[int, int]]:
    """Return the spans of words between spaces, without punctuation."""
    starts = itertools.accumulate((len(word) + 1 for word in text.split()), initial=0)
    words = [word.rstrip(".,") for word in text.split()]
    return [(start, start + len(word)) for start, word in zip(starts, words, strict=False)]


def test_the_table_was_measured_on_the_shipped_weights():
    for name, entry in trees.read_trees()["models"].items():
        learnt = trees.learnt_sum(name)
        assert learnt is not None
        assert len(learnt.to) == len(learnt.back) == len(learnt.outside)
        if entry["weights"]:  # of ours
            assert entry["weights"] == weights_of(load(name, "cpu").card)


@pytest.mark.weekly
@pytest.mark.skipif(
    not (DATA / "ewt.dev.conllu.gz").exists(),
    reason="the treebank is not in the repository; HEADS_UP_DATA names its folder",
)
def test_figures_of_the_table_come_from_the_treebank(tmp_path):
    attachment.main(["bert", "--data", str(DATA), "--out", str(tmp_path / "trees.json")])
    table, shipped = json.loads((tmp_path / "trees.json").read_text()), trees.read_trees()
    assert table["controls"] == shipped["controls"]
    entry, expected = (one["models"]["bert"] for one in (table, shipped))
    for name, figures in expected["trees"].items():
        right, count = figures["directed"]
        assert abs(entry["trees"][name]["directed"][0] - right) < 0.01 * count
    for name in ("to", "back", "outside"):
        np.testing.assert_allclose(entry["sum"][name], expected["sum"][name], atol=0.05)
