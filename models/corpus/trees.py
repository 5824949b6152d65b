"""Trees over the words of a sentence, and the attention that they are read from. Numpy only.

A tree is the index of each word's head, ROOT for the one word without. Words are those with a
letter or a digit; punctuation is in no tree.
"""

import functools
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..trace import Trace

ROOT = -1
TREES_TABLE = Path(__file__).parents[1] / "tables" / "trees.json"
Tree = Sequence[int]
_Spans = Sequence[tuple[int, int]]


class TreeSentence(NamedTuple):
    """A sentence of a treebank."""

    text: str
    spans: _Spans  # of the words in the text
    heads: Tree
    relations: Sequence[str]  # of each word to its head, without subtypes


class WordAttention(NamedTuple):
    """What words send to each other, all heads of all layers side by side."""

    weights: np.ndarray  # [head, from, to]
    outside: np.ndarray  # [head, from] to punctuation and special tokens


class HeadSum(NamedTuple):
    """A learnt sum of heads: the weights of a softmax regression over the head of each word.

    The score of head j for word i is `to` · attention i → j + `back` · attention j → i; that of no
    head is `outside` · attention to what is no word + `bias` (Clark et al. 2019, section 5).
    """

    to: np.ndarray  # [head]
    back: np.ndarray  # [head]
    outside: np.ndarray  # [head]
    bias: float

    def scores(self, attention: WordAttention) -> np.ndarray:
        """Return the logarithm of the probability of each head, `[word, head]`, no head last."""
        logits = np.tensordot(self.to, attention.weights, 1)
        logits = logits + np.tensordot(self.back, attention.weights, 1).T
        np.fill_diagonal(logits, -np.inf)
        logits = np.column_stack([logits, self.outside @ attention.outside + self.bias])
        logits -= logits.max(1, keepdims=True)
        return logits - np.log(np.exp(logits).sum(1, keepdims=True))


@functools.cache
def read_trees() -> dict[str, Any]:
    """Return the measured table that `models.corpus.attachment` writes."""
    return json.loads(TREES_TABLE.read_text(encoding="utf-8"))


def learnt_sum(model: str) -> HeadSum | None:
    """Return the shipped sum of a model's heads; None if it was not learnt."""
    entry = read_trees()["models"].get(model)
    if entry is None:
        return None
    to, back, outside = (np.array(entry["sum"][name]) for name in ("to", "back", "outside"))
    return HeadSum(to, back, outside, entry["sum"]["bias"])


# --- sentences -----------------------------------------------------------------------------------


def read_treebank(path: Path) -> Iterator[TreeSentence]:
    """Yield the sentences of a CoNLL-U file, gzipped, that have at least two words.

    A word below punctuation hangs from the nearest word above it.
    """
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for block in file.read().split("\n\n"):
            lines = block.strip().split("\n")
            text = next((line[9:] for line in lines if line.startswith("# text = ")), "")
            rows = [line.split("\t") for line in lines if line and line[0] != "#"]
            rows = [row for row in rows if row[0].isdigit()]
            spans, end = [], 0
            for row in rows:
                start = text.find(row[1], end)
                end = start + len(row[1])
                spans.append((start, end))
            kept = [place for place, row in enumerate(rows) if any(map(str.isalnum, row[1]))]
            if len(kept) < 2 or any(start < 0 for start, _ in spans):
                continue
            places = {place: word for word, place in enumerate(kept)}
            yield TreeSentence(
                text,
                [spans[place] for place in kept],
                [_head_of(place, rows, places) for place in kept],
                [rows[place][7].partition(":")[0] for place in kept],
            )


def _head_of(place: int, rows: Sequence[Sequence[str]], places: dict[int, int]) -> int:
    """Return the nearest kept word above a word, or ROOT."""
    above = int(rows[place][6]) - 1
    while above >= 0 and above not in places:
        above = int(rows[above][6]) - 1
    return places[above] if above >= 0 else ROOT


def reading_stack(stacks: Sequence[str]) -> str | None:
    """Return the self-attention that reads the sentence; None for a model without."""
    if "encoder" in stacks:
        return "encoder"
    return "decoder" if "decoder" in stacks and "cross" not in stacks else None


def word_attention(trace: Trace, spans: _Spans) -> WordAttention:
    """Return what words at these spans of the sentence send to each other in a run."""
    maps = trace.attention["encoder" if trace.source else "decoder"]
    assert maps is not None
    tokens = trace.source_spans if trace.source else trace.decoder_spans[: trace.prompt_length + 1]
    weights = maps.weights.reshape(-1, *maps.weights.shape[2:])
    return merge_words(weights[:, : len(tokens), : len(tokens)], tokens, spans)


def merge_words(weights: np.ndarray, tokens: _Spans, spans: _Spans) -> WordAttention:
    """Merge the attention between tokens, `[head, from, to]`, into attention between words.

    What a word sends is the mean over its tokens, what it receives the sum (Clark et al. 2019,
    section 4.1). A token with characters of two words, as in "don't", is shared between them.
    """
    starts, ends = np.array(tokens).T[:, :, None]
    first, last = np.array(spans).T
    shared = np.clip(np.minimum(ends, last) - np.maximum(starts, first), 0, None).astype(float)
    keys = shared / np.maximum(shared.sum(1, keepdims=True), 1e-9)  # [token, word]
    queries = keys / np.maximum(keys.sum(0), 1e-9)
    merged = queries.T @ weights @ keys
    return WordAttention(merged, 1 - merged.sum(-1))


# --- trees ---------------------------------------------------------------------------------------


def head_scores(attention: WordAttention, head: int, direction: str) -> np.ndarray:
    """Return one head's scores `[word, head]`, no head last, with 0.

    `direction` is "to" for the weight of a word on its head, "back" for that of the head on the
    word, "either" for their sum, which knows no direction.
    """
    weights = attention.weights[head]
    scores = {"to": weights, "back": weights.T, "either": weights + weights.T}[direction].copy()
    np.fill_diagonal(scores, -np.inf)
    return np.column_stack([scores, np.zeros(len(scores))])


def force_arc(scores: np.ndarray, word: int, head: int) -> np.ndarray:
    """Return the scores of trees in which a word has this head."""
    forced = scores.copy()
    forced[word, np.arange(scores.shape[1]) != head] = -np.inf
    return forced


def score_tree(scores: np.ndarray, tree: Tree) -> float:
    """Return the sum of a tree's arcs."""
    return float(scores[np.arange(len(tree)), tree].sum())


def maximum_tree(scores: np.ndarray) -> tuple[int, ...]:
    """Return the tree with the largest sum of `scores [word, head]`, no head in the last column.

    One word has no head. Chu & Liu (1965), Edmonds (1967).
    """
    count = len(scores)
    finite = scores[np.isfinite(scores)]
    full = np.full((count + 1, count + 1), -np.inf)
    full[:count] = scores
    # So much less that a second word without a head is never worth it.
    full[:count, count] -= 1 + count * float(np.ptp(finite))
    heads = _find_arborescence(full, count)[:count]
    return tuple(ROOT if head == count else int(head) for head in heads)


def _find_arborescence(scores: np.ndarray, root: int) -> np.ndarray:
    """Return the best head of each node, so that all hang from `root`; cycles are contracted."""
    heads = scores.argmax(1)
    heads[root] = root
    cycle = _find_cycle(heads, root)
    if not cycle:
        return heads
    inside = np.array(cycle)
    rest = np.setdiff1d(np.arange(len(scores)), inside)
    contracted = np.full((len(rest) + 1, len(rest) + 1), -np.inf)
    contracted[:-1, :-1] = scores[np.ix_(rest, rest)]
    below = scores[np.ix_(rest, inside)]
    contracted[:-1, -1] = below.max(1)
    into = scores[np.ix_(inside, rest)] - scores[inside, heads[inside]][:, None]
    contracted[-1, :-1] = into.max(0)
    upper = _find_arborescence(contracted, int(np.searchsorted(rest, root)))
    for place, node in enumerate(rest):
        is_below = upper[place] == len(rest)
        heads[node] = inside[below[place].argmax()] if is_below else rest[upper[place]]
    heads[root] = root
    heads[inside[into[:, upper[-1]].argmax()]] = rest[upper[-1]]
    return heads


def _find_cycle(heads: np.ndarray, root: int) -> list[int]:
    """Return the nodes of a cycle, or none."""
    reaches = {root}
    for start in range(len(heads)):
        path, node = [], start
        while node not in reaches and node not in path:
            path.append(node)
            node = int(heads[node])
        if node in path:
            return path[path.index(node) :]
        reaches.update(path)
    return []


def count_attached(tree: Tree, gold: Tree, directed: bool = True) -> tuple[int, int]:
    """Return how many arcs of the gold tree are in the tree, and how many there are.

    Directed, that a word has no head counts too; undirected, the arcs between words alone count, in
    either direction.
    """
    if directed:
        return sum(head == right for head, right in zip(tree, gold, strict=True)), len(gold)
    edges, right = (
        {frozenset((word, head)) for word, head in enumerate(heads) if head != ROOT}
        for heads in (tree, gold)
    )
    return len(edges & right), len(right)
