"""The similarity of heads: equal to a slow, obvious version and to known answers."""

import math

import numpy as np
import pytest
import torch

from models.corpus import divergence, similarity
from models.corpus.attention_sums import attend_batch
from models.corpus.encoded import build_batch, encode
from models.corpus.sentences import Pair
from models.corpus.sides import Vocabulary
from tests.models.corpus import handmade
from tests.models.corpus.slow import slow_divergence

WORDS = handmade.tokenizer()
SIZES = {"encoder": (1, 2), "decoder": (1, 1), "cross": (1, 2)}


def test_divergences_equal_the_slow_version():
    attention = torch.rand(7, 4, 5, generator=torch.Generator().manual_seed(0)).double()
    attention[0, 0] = torch.tensor([1.0, 0, 0, 0, 0])
    attention /= attention.sum(-1, keepdim=True)
    got = similarity.divergences(attention.numpy())
    for one, other in np.ndindex(4, 4):
        rows = (slow_divergence(row[one].tolist(), row[other].tolist()) for row in attention)
        assert float(got[one, other]) == pytest.approx(sum(rows) / 7, abs=1e-9)


def slow_in_english(stack, maps, pair) -> np.ndarray:
    """Convert one sentence of one-token words, cell by cell: `[English, English + 1]`."""
    count = len(pair.english.split())
    result = np.zeros((count, count + 1))
    french_of = {e: [b for a, b in pair.links if a == e] for e in range(count)}
    english_of = {f: [a for a, b in pair.links if b == f] for f in range(99)}
    for e in range(count):
        rows = [e] if stack == "encoder" else french_of[e]
        for row in rows:
            at = row + 1 if stack == "decoder" else row  # after "<s>"
            for key in range(maps.shape[1]):
                weight = maps[at, key] / len(rows)
                if stack == "decoder":
                    words = english_of[key - 1] if key else []
                else:
                    words = [key] if key < count else []
                for word in words:
                    result[e, word] += weight / len(words)
                if not words:
                    result[e, count] += weight
    return result


@pytest.fixture(scope="module")
def made():
    """Random attention over three sentences, two of which have words without a translation."""
    texts = zip(handmade.ENGLISH, handmade.FRENCH, handmade.LINKS, strict=True)
    links = {0: slice(None), 1: slice(1, 6), 2: slice(0, 3)}
    pairs = [
        (row, Pair(english, french, links=tuple(of_one)[links[row]]))
        for row, (english, french, of_one) in enumerate(texts)
    ]

    def chance(source, read, may):
        values = torch.rand(may.shape) * may
        return values / values.sum(-1, keepdim=True).clamp(min=1e-9)

    heads = {stack: [chance] * count for stack, (_, count) in SIZES.items()}
    return handmade.model_of(handmade.HandMade(heads), SIZES, WORDS), pairs


@pytest.mark.parametrize("stack", SIZES)
def test_attention_in_english_words_equals_the_slow_version(made, stack):
    model, pairs = made
    torch.manual_seed(0)
    batch = build_batch(model, encode(model, pairs), Vocabulary())
    weights = attend_batch(model.network, batch, SIZES).weights[stack]
    links = divergence._link_matrix(batch)
    got = divergence._in_english(stack, weights, batch, links).numpy()
    for row, line in enumerate(batch.lines):
        assert len(line.source) == len(line.pair.english.split())  # a word is a token
        count = len(line.source)
        for head in range(SIZES[stack][1]):
            expected = slow_in_english(stack, weights[row, head].numpy(), line.pair)
            cells = got[row, head, :count]
            np.testing.assert_allclose(cells[:, :count], expected[:, :count], atol=1e-6)
            np.testing.assert_allclose(cells[:, -1], expected[:, count], atol=1e-6)
            aligned = links[row, :count].sum(1).numpy() > 0
            np.testing.assert_allclose(cells[aligned].sum(-1), 1, atol=1e-5)


def test_the_same_head_twice_lies_in_one_place_and_another_does_not(made):
    _, pairs = made
    sizes = {"encoder": (1, 3)}
    heads = {"encoder": [handmade.offset(-1), handmade.offset(-1), handmade.uniform]}
    model = handmade.model_of(handmade.HandMade(heads), sizes, WORDS)
    likeness = divergence.measure_alike(model, pairs)
    assert likeness.divergence[0, 1] == pytest.approx(0, abs=1e-6)
    assert 0.1 < likeness.divergence[0, 2] <= math.log(2)
    np.testing.assert_allclose(likeness.divergence, likeness.divergence.T, atol=1e-6)
    assert likeness.nearest(0, 1) == [1]
    places, share = likeness.on_a_plane()
    assert np.abs(places[0] - places[1]).max() < 1e-3
    assert np.linalg.norm(places[0] - places[2]) == pytest.approx(
        math.sqrt(likeness.divergence[0, 2]), rel=1e-2
    )
    assert share == pytest.approx(1, abs=1e-3)


def test_heads_that_align_and_stay_on_their_word_are_alike_across_mechanisms(made):
    """Cross-attention to the translation is, in English words, attention to the word itself."""
    texts = zip(handmade.ENGLISH, handmade.FRENCH, strict=True)
    plain = [(row, (english, french)) for row, (english, french) in enumerate(texts)]
    pairs = [
        (row, Pair(*pair, links=tuple((at, at) for at in range(len(pair[1].split())))))
        for row, pair in plain
    ]
    sizes = {"encoder": (1, 2), "cross": (1, 1)}
    heads = {
        "encoder": [handmade.offset(0), handmade.offset(1)],
        "cross": [handmade.offset(0)],
    }
    model = handmade.model_of(handmade.HandMade(heads), sizes, WORDS)
    likeness = divergence.measure_alike(model, pairs)
    assert likeness.divergence[0, 2] == pytest.approx(0, abs=1e-6)
    assert likeness.divergence[1, 2] > 0.5


def test_one_head_and_sentences_without_links_are_not_compared(made):
    model, pairs = made
    one = handmade.model_of(model.network, {"cross": (1, 1)}, WORDS)
    assert divergence.measure_alike(one, pairs) is None
    without = [(row, Pair(pair.english, pair.french)) for row, pair in pairs]
    assert divergence.measure_alike(model, without) is None


def test_a_file_keeps_the_divergences(made):
    model, pairs = made
    likeness = divergence.measure_alike(model, pairs)
    again = similarity.from_file(*similarity.to_file(likeness))
    assert again.heads == likeness.heads
    assert again.sentences == likeness.sentences
    np.testing.assert_allclose(again.divergence, likeness.divergence, rtol=1e-6)
