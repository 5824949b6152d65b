"""What heads do in one sentence: made-up heads whose pattern is known, and chance."""

import numpy as np
import pytest

from models import Request, load
from models.trace import STACKS
from viz.analysis.aligners import aligners
from viz.analysis.head_captions import caption_heads, find_heads, is_word, word_links
from viz.analysis.head_finding import Crossing, find_patterns
from viz.analysis.views import Heads, heads_of

WORDS = 8
ALL = np.ones((WORDS, WORDS), bool)
CAUSAL = np.tril(ALL)
END = [False] * (WORDS - 1) + [True]


def head_on(places, share=0.9, allowed=ALL) -> np.ndarray:
    """`[1, row, column]` with this share on one place of each row, the rest on all allowed ones."""
    weights = (1 - share) * allowed / allowed.sum(1, keepdims=True)
    for row, column in enumerate(places):
        weights[row, column] += share
    return weights[None] / weights.sum(1, keepdims=True)[None]


def find(weights, allowed=ALL, links=None):
    (finding,) = find_patterns(weights, allowed, END, links)
    return finding


@pytest.mark.parametrize(
    "pattern, places, agreeing, total",
    [
        ("itself", range(WORDS), 8, 8),
        ("previous", [0, *range(WORDS - 1)], 7, 7),
        ("next", [*range(1, WORDS), 0], 7, 7),
        ("sink", [WORDS - 1] * WORDS, 8, 8),
        ("word", [3] * WORDS, 8, 8),
    ],
)
def test_a_head_made_for_a_pattern_has_it(pattern, places, agreeing, total):
    finding = find(head_on(places))
    assert (finding.pattern, finding.agreeing, finding.total) == (pattern, agreeing, total)
    assert finding.share == pytest.approx(0.9 + 0.1 / WORDS)
    assert finding.column == {"sink": WORDS - 1, "word": 3}.get(pattern)


def test_a_head_that_attends_to_all_alike_is_spread_over_as_many_words():
    finding = find(head_on([0] * WORDS, share=0.0))
    assert finding.pattern == "spread" and finding.words == pytest.approx(WORDS)


def test_a_head_of_an_untrained_network_has_no_pattern():
    """Weights without order: none of 500 heads attends to a neighbour, and none aligns."""
    generator = np.random.default_rng(0)
    scores = 2 * generator.standard_normal((500, 12, 12))
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    allowed, ends = np.ones((12, 12), bool), [False] * 12
    for links in (None, list(range(12))):
        patterns = {one.pattern for one in find_patterns(weights, allowed, ends, links)}
        assert patterns <= {"mixed", "spread"}


def test_what_the_mask_forces_is_no_finding():
    """The first row has one cell: its weight of 1 makes neither a sink nor a strongest cell."""
    places = [0, 1, 0, 3, 1, 2, 6, 4]
    finding = find(head_on(places, 0.6, CAUSAL), CAUSAL)
    assert finding.pattern == "mixed" and finding.strongest[0] != 0
    two = np.tril(np.ones((2, 2), bool))
    assert find_patterns(head_on([0, 0], 0.9, two), two, [True, False])[0].strongest is None


def test_of_a_sentence_of_two_words_chance_is_no_pattern():
    pair = np.ones((2, 2), bool)
    weights = np.array([[[0.45, 0.55], [0.55, 0.45]]])
    assert find_patterns(weights, pair, [False, False])[0].pattern == "spread"


def test_a_head_aligns_where_rows_attend_to_the_word_that_means_the_same():
    links = [0, 1, 3, 2, 5, 6, 7, None]
    finding = find(head_on([0, 1, 3, 2, 5, 6, 7, 4]), links=links)
    assert (finding.pattern, finding.agreeing, finding.total) == ("aligns", 7, 7)
    assert finding.crossing == Crossing((2, 3), (2, 3))
    behind = find(head_on([4, 0, 1, 3, 2, 5, 6, 7]), links=links)
    assert (behind.pattern, behind.agreeing, behind.crossing) == ("aligns-read", 7, None)
    assert find(head_on([3, 0, 6, 5, 1, 2, 4, 7]), links=links).pattern == "mixed"


def test_a_crossing_is_quoted_only_where_both_rows_are_sure():
    links = [1, 0, 2, 3, 4, 5, 6, 7]
    weights = head_on(links)
    assert find(weights, links=links).crossing == Crossing((0, 1), (0, 1))
    weights[0, 1] = 0.45 * head_on([0] * WORDS)[0, 0] + 0.55 * head_on([1] * WORDS)[0, 0]
    weights[0, 1, 0], weights[0, 1, 1] = 0.48, 0.44
    weights[0, 1] /= weights[0, 1].sum()
    assert find(weights, links=links).crossing is None


def test_the_findings_of_several_heads_are_those_of_each():
    heads = np.concatenate(
        [head_on([3] * WORDS), head_on(range(WORDS)), head_on([0] * WORDS, 0.0), head_on([7] * 8)]
    )
    together = find_patterns(heads, ALL, END)
    assert together == [find(head[None]) for head in heads]
    assert [one.pattern for one in together] == ["word", "itself", "spread", "sink"]


@pytest.mark.parametrize("label", ["</s>", "<s>", "[SEP]", ".", ",", "<|endoftext|>"])
def test_tokens_and_punctuation_are_no_words(label):
    assert not is_word(label) and is_word("d'ici") and is_word("3")


@pytest.mark.parametrize("merged", [False, True])
def test_the_worked_example_aligns_and_says_where_the_lines_cross(merged):
    model = load("transformer", "cpu")
    trace = model.trace(Request("transformer", "The big red dog is sleeping on the bed."))
    best = next(iter(aligners(model.attention_sizes["cross"], model.card).values()))
    links = word_links(trace, best, merged)
    cross = heads_of(trace, "cross", merged)
    assert len(links) == len(cross.rows) and links[2:4] == [3, 2] and links[-1] is None
    assert caption_heads(cross, links)[2][0] == (
        "This head aligns: each French word attends to its English word. "
        "Here the lines cross: “chien rouge” / “red dog”."
    )
    for stack in STACKS:
        captions = caption_heads(heads_of(trace, stack, merged), links)
        assert all(caption.endswith(".") for layer in captions for caption in layer)
    decoder = heads_of(trace, "decoder", merged)
    assert caption_heads(decoder, None)[0][2] == "Attention sink: every word attends most to “<s>”."


def test_without_an_aligner_that_was_measured_no_head_is_said_to_align():
    cells = head_on(range(WORDS))[None]
    names = tuple("abcdefgh")
    heads = Heads("cross", cells, ALL, names, names)
    assert find_heads(heads, None)[0][0].pattern == "mixed"
    assert find_heads(heads, list(range(WORDS)))[0][0].pattern == "aligns"
    model = load("transformer", "cpu")
    trace = model.trace(Request("transformer", "I am tired."))
    assert word_links(trace, None, True) is None
