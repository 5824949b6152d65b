"""Measure how well attention finds the trees of a treebank, and learn sums of heads.

Run `python -m models.corpus.attachment --data FOLDER` with ewt.train.conllu.gz and
ewt.dev.conllu.gz in the folder; it writes models/tables/trees.json. Heads are chosen and sums are
learnt on the training part, figures are of the dev part.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from .. import registry
from ..answers.depth import without_training
from ..arguments import existing_folder, program
from ..errors import UserError
from ..files import write_whole
from ..normalisation import normalise
from ..request import WEIGHTS_ONLY, Request
from . import trees
from .attention_sums import attend_batch
from .encoded import batches, build_batch, encode
from .profile import weights_of
from .sentences import Pair
from .sides import Vocabulary
from .trees import ROOT, HeadSum, TreeSentence, WordAttention

_TRAIN_EVERY, _MOST_WORDS, _MOST_CHARACTERS = 8, 40, 200
_TREES = 200  # training sentences on which the best head is chosen by its trees
_FEWEST = 100  # dependents in the dev part for a relation to be listed
_REACH = 5  # words; farther ones count as one distance
_DECAY = 1e-5  # of the squares of a sum's weights
_DIRECTIONS = "to", "back"


class _Read(NamedTuple):
    """A sentence with what its words send to each other."""

    sentence: TreeSentence
    attention: WordAttention


def _read_all(model: Any, sentences: Iterable[TreeSentence]) -> list[_Read]:
    """Return the sentences that a model can read, with its attention; of ours in batches.

    Those whose characters are replaced by others are left out.
    """
    if model.capabilities.trained_here:
        return _read_in_batches(model, list(sentences))
    # Given a translation, a model need not write one.
    target = "." if model.capabilities.translates else None
    rows = []
    for sentence in sentences:
        try:
            trace = model.trace(Request(model.name, sentence.text, target, record=WEIGHTS_ONLY))
        except UserError:
            continue
        if len(trace.sentence or trace.written_text) == len(sentence.text):
            rows.append(_Read(sentence, trees.word_attention(trace, sentence.spans)))
    return rows


def _read_in_batches(model: Any, sentences: Sequence[TreeSentence]) -> list[_Read]:
    stack = trees.reading_stack(list(model.attention_sizes))
    assert stack is not None
    lengths = [len(sentence.text) for sentence in sentences]
    texts = [normalise(sentence.text) for sentence in sentences]
    numbered = [
        (line, Pair(text, text))
        for line, (text, length) in enumerate(zip(texts, lengths, strict=True))
        if len(text) == length
    ]
    rows = {}
    for lines in batches(encode(model, numbered)):
        batch = build_batch(model, lines, Vocabulary())
        weights = attend_batch(model.network, batch, [stack]).weights[stack].numpy()
        begins = int(batch.source_side.first if stack == "encoder" else batch.read_side.first)
        for row, line in zip(weights, lines, strict=True):
            sentence = sentences[line.line]
            offsets = model.tokenizer.backend.encode(texts[line.line]).offsets
            ends = int(stack == "encoder")
            tokens = [(0, 0)] * begins + offsets + [(0, 0)] * ends
            row = row[:, : len(tokens), : len(tokens)]
            rows[line.line] = _Read(sentence, trees.merge_words(row, tokens, sentence.spans))
    return [rows[line] for line in sorted(rows)]


def _distances(sentence: TreeSentence) -> WordAttention:
    """Return heads that each look a fixed number of words away, and two that look farther."""
    places = np.arange(len(sentence.heads))
    away = np.clip(places - places[:, None], -_REACH - 1, _REACH + 1)
    weights = np.stack([away == by for by in range(-_REACH - 1, _REACH + 2) if by]).astype(float)
    return WordAttention(weights, np.zeros(weights.shape[:2]))


def _learn_sum(rows: Sequence[_Read]) -> HeadSum:
    """Learn a sum of heads by softmax regression over the head of each word (L-BFGS)."""
    cells, owners, right = [], [], []
    count, first = 0, 0
    for sentence, (weights, outside) in rows:
        size, heads = len(sentence.heads), len(weights)
        features = np.zeros((size, size + 1, 3 * heads + 1), np.float32)
        features[:, :-1, :heads] = weights.transpose(1, 2, 0)
        features[:, :-1, heads : 2 * heads] = weights.transpose(2, 1, 0)
        features[:, -1, 2 * heads : -1] = outside.T
        features[:, -1, -1] = 1
        allowed = ~np.eye(size, size + 1, dtype=bool)
        places = np.cumsum(allowed.ravel()).reshape(allowed.shape) - 1 + first
        right += [int(places[word, head]) for word, head in enumerate(sentence.heads)]
        cells.append(features[allowed])
        owners.append(np.repeat(np.arange(size), size) + count)
        count, first = count + size, first + size * size
    x, owner = torch.from_numpy(np.concatenate(cells)), torch.from_numpy(np.concatenate(owners))
    parameters = torch.zeros(x.shape[1], requires_grad=True)
    optimiser = torch.optim.LBFGS([parameters], max_iter=150, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        logits = x @ parameters
        sums = torch.zeros(count).index_add(0, owner, (logits - logits.max().detach()).exp())
        value = (sums.log() + logits.max().detach()).mean() - logits[right].mean()
        value = value + _DECAY * parameters.square().sum()
        value.backward()
        return value

    optimiser.step(loss)
    weights = np.round(parameters.detach().numpy().astype(float), 4)
    to, back, outside = np.split(weights[:-1], 3)
    return HeadSum(to, back, outside, float(weights[-1]))


def _count_trees(
    rows: Iterable[tuple[TreeSentence, np.ndarray]],
) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return right and all arcs of the best trees of `scores [word, head]`.

    By "directed" and "undirected", and directed by relation.
    """
    counts = np.zeros((2, 2), int)
    by_relation: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for sentence, scores in rows:
        tree = trees.maximum_tree(scores)
        for place, directed in enumerate((True, False)):
            counts[place] += trees.count_attached(tree, sentence.heads, directed)
        arcs = zip(tree, sentence.heads, sentence.relations, strict=True)
        for head, right, relation in arcs:
            by_relation[relation][0] += head == right
            by_relation[relation][1] += 1
    return dict(zip(("directed", "undirected"), counts.tolist(), strict=True)), dict(by_relation)


def _relation_hits(rows: Sequence[_Read]) -> dict[str, tuple[np.ndarray, int]]:
    """Return for each relation how often each head finds the head of a word, `[direction, head]`.

    A head finds the word with the largest weight from ("to") or on ("back") the dependent, and that
    is right. Beside it the number of dependents.
    """
    hits: dict[str, Any] = defaultdict(int)
    counts: Counter[str] = Counter()
    for sentence, (weights, _) in rows:
        apart = weights - 2 * np.eye(weights.shape[1])  # no word is its own head
        best = np.stack([apart.argmax(2), apart.argmax(1)])  # [direction, head, word]
        for word, (head, relation) in enumerate(
            zip(sentence.heads, sentence.relations, strict=True)
        ):
            if head != ROOT:
                hits[relation] = hits[relation] + (best[:, :, word] == head)
                counts[relation] += 1
    return {relation: (hits[relation], count) for relation, count in counts.items()}


def _best_heads(train: Sequence[_Read], dev: Sequence[_Read]) -> dict[str, list[Any]]:
    """Return for each relation a direction, a head and its right dependents, of all.

    Chosen on the training part, counted on the dev part.
    """
    chosen, counted = _relation_hits(train), _relation_hits(dev)
    best: dict[str, list[Any]] = {}
    for relation, (hits, count) in sorted(counted.items(), key=lambda item: -item[1][1]):
        if count >= _FEWEST and relation in chosen:
            direction, head = np.unravel_index(chosen[relation][0].argmax(), hits.shape)
            right = int(hits[direction, head])
            best[relation] = [_DIRECTIONS[direction], int(head), right, count]
    return best


def _count_head(rows: Sequence[_Read], head: int, direction: str) -> dict[str, list[int]]:
    scores = [(row.sentence, trees.head_scores(row.attention, head, direction)) for row in rows]
    return _count_trees(scores)[0]


def _measure_head(dev: Sequence[_Read], head: int, direction: str) -> dict[str, Any]:
    """Return the figures of a head's trees; undirected arcs are those of both directions' sum."""
    return {
        "head": head,
        "direction": direction,
        "directed": _count_head(dev, head, direction)["directed"],
        "undirected": _count_head(dev, head, "either")["undirected"],
    }


def _measure_sum(learnt: HeadSum, dev: Sequence[_Read]) -> tuple[dict, dict]:
    return _count_trees((row.sentence, learnt.scores(row.attention)) for row in dev)


def _measure(
    model: Any, train: Sequence[TreeSentence], dev: Sequence[TreeSentence]
) -> dict[str, Any]:
    """Return the entry of a model in the table."""
    train_rows, dev_rows = _read_all(model, train), _read_all(model, dev)
    heads = range(len(train_rows[0].attention.weights))
    learnt = _learn_sum(train_rows)
    sums, by_relation = _measure_sum(learnt, dev_rows)
    best = max(
        ((head, direction) for head in heads for direction in _DIRECTIONS),
        key=lambda choice: _count_head(train_rows[:_TREES], *choice)["directed"][0],
    )
    before = sum(np.diagonal(row.attention.weights, -1, 1, 2).sum(1) for row in train_rows)
    figures = {
        "sum": sums,
        "best head": _measure_head(dev_rows, *best),
        "previous-word head": _measure_head(dev_rows, int(np.argmax(before)), "to"),
    }
    if model.capabilities.trained_here:
        network = without_training(model)
        untrained = _learn_sum(_read_all(network, train))
        figures["untrained sum"] = _measure_sum(untrained, _read_all(network, dev))[0]
    return {
        "weights": weights_of(model.card),
        "sentences": [len(train_rows), len(dev_rows)],
        "sum": {name: np.asarray(part).tolist() for name, part in learnt._asdict().items()},
        "trees": figures,
        "relations": _best_heads(train_rows, dev_rows),
        "relations of the sum": {
            relation: counts for relation, counts in by_relation.items() if counts[1] >= _FEWEST
        },
    }


def _measure_controls(train: Sequence[TreeSentence], dev: Sequence[TreeSentence]) -> dict[str, Any]:
    """Return what is found without attention: by chance, by chains, by distances."""
    sizes = [len(sentence.heads) for sentence in dev]
    # A tree drawn from all has a given edge with 2 / n, in one direction with 1 / n.
    edges = sum(size - 1 for size in sizes)
    chance = {
        "directed": [len(sizes), sum(sizes)],
        "undirected": [sum(2 * (size - 1) / size for size in sizes), edges],
    }
    far_train, far_dev = (
        [_Read(sentence, _distances(sentence)) for sentence in part] for part in (train, dev)
    )
    return {
        "chance": chance,
        "previous word": _measure_head(far_dev, _REACH, "to"),
        "next word": _measure_head(far_dev, _REACH + 1, "to"),
        "distances": _measure_sum(_learn_sum(far_train), far_dev)[0],
        "relations": _best_heads(far_train, far_dev),
    }


def _read_part(path: Path, every: int = 1) -> list[TreeSentence]:
    """Return every so many of the sentences of a treebank that are short enough for all models."""
    short = [
        sentence
        for sentence in trees.read_treebank(path)
        if len(sentence.heads) <= _MOST_WORDS and len(sentence.text) <= _MOST_CHARACTERS
    ]
    return short[::every]


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = print) -> None:
    """Measure the models that are named, or all of ours, and write the table."""
    parser = argparse.ArgumentParser(
        prog=program("python -m models.corpus.attachment"), description=__doc__
    )
    parser.add_argument("model", nargs="*", help="names; all of ours with self-attention")
    parser.add_argument("--data", type=existing_folder, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=trees.TREES_TABLE, help="another file")
    options = parser.parse_args(arguments)
    train = _read_part(options.data / "ewt.train.conllu.gz", _TRAIN_EVERY)
    dev = _read_part(options.data / "ewt.dev.conllu.gz")
    table: dict[str, Any] = {
        "treebank": "Universal Dependencies English EWT, CC BY-SA 4.0",
        "sentences": [len(train), len(dev)],
        "words": sum(len(sentence.heads) for sentence in dev),
        "controls": _measure_controls(train, dev),
        "models": {},
    }
    for name in options.model or registry.shipped():
        model: Any = registry.load(name, "cpu")
        if trees.reading_stack(list(model.attention_sizes)) is None:
            continue
        entry = table["models"][name] = _measure(model, train, dev)
        right, count = entry["trees"]["sum"]["directed"]
        say(f"{name}: {right / count:.1%} of {count:,} heads by the learnt sum")
    write_whole({options.out: (json.dumps(table, ensure_ascii=False) + "\n").encode()})


if __name__ == "__main__":
    main()
