"""Every measure against a slow, obvious version on random attention."""

import math

import numpy as np
import pytest
import torch

from models.corpus.attention_sums import Analysis
from models.corpus.encoded import build_batch, encode
from models.corpus.head_measures import MEASURES, PIECES
from models.corpus.sentences import PATTERNS, TAGS, AnnotatedWord, Pair, patterns, split
from models.networks.attention import _causal_mask, padding_mask
from tests.models.corpus import handmade

ENGLISH = "the red dogs see a red dog , the cat ."
FRENCH = "le chien rouge voit un chat , le chien ."
SIZES = dict.fromkeys(("encoder", "decoder", "cross"), (2, 2))


def analysed(text: str, seed: int) -> tuple[AnnotatedWord, ...]:
    """Return a random analysis with all parts of speech and relations."""
    draw = np.random.default_rng(seed)
    count = len(split(text))
    return tuple(
        AnnotatedWord(
            str(draw.choice([*TAGS])), int(draw.integers(count)), str(draw.choice([*"soadxcg"]))
        )
        for _ in range(count)
    )


def pair(number: int) -> Pair:
    """Return a pair of some of the words, with random links."""
    draw = np.random.default_rng(number)
    english = " ".join(split(ENGLISH)[number % 3 :])
    french = " ".join(split(FRENCH)[: 10 - number % 4])
    links = {
        (int(draw.integers(len(split(english)))), int(draw.integers(len(split(french)))))
        for _ in range(6)
    }
    return Pair(
        english, french, analysed(english, number), analysed(french, number + 50), tuple(links)
    )


@pytest.fixture(scope="module")
def model():
    words = handmade.tokenizer()
    return handmade.model_of(handmade.HandMade({}), SIZES, words)


def random_attention(batch, seed: int) -> tuple[dict, dict]:
    """Return random weights in double precision, and the mask."""
    generator = torch.Generator().manual_seed(seed)
    texts, source = batch.source.shape
    target = batch.read.shape[1]
    allowed_source = padding_mask(batch.source, 0)[:, 0]  # [text, 1, key]
    allowed = {
        "encoder": allowed_source.expand(texts, source, source),
        "decoder": _causal_mask(target).expand(texts, target, target),
        "cross": allowed_source.expand(texts, target, source),
    }
    weights = {}
    for stack, may in allowed.items():
        scores = 3 * torch.randn(texts, 4, *may.shape[1:], generator=generator, dtype=torch.float64)
        scores = scores.masked_fill(~may[:, None], -math.inf)
        weights[stack] = scores.softmax(-1)
    return weights, allowed


def slow_merge(matrix, query_words, key_words):
    """Merge tokens into words, cell by cell."""
    rows, columns = sorted(set(query_words)), sorted(set(key_words))
    merged = np.zeros((len(rows), len(columns)))
    for i, row in enumerate(rows):
        of_row = [t for t, w in enumerate(query_words) if w == row]
        for j, column in enumerate(columns):
            cells = [matrix[t, k] for t in of_row for k, w in enumerate(key_words) if w == column]
            merged[i, j] = sum(cells) / len(of_row)
    return merged


def slow_cells(stack: str, name: str, one: Pair) -> set[tuple[int, int]]:
    """Return the cells of a measure; words count from 0, -1 is "<s>", the last is "</s>"."""
    english = split(one.english)
    french = split(one.french)
    queries = english if stack == "encoder" else french
    keys = french if stack == "decoder" else english
    analysis = one.source if stack == "encoder" else one.target
    every = [(i, j) for i in range(len(queries)) for j in range(len(keys))]
    if stack == "decoder":
        every = [(i, j) for i, j in every if j <= i]
    is_self_attention = stack != "cross"
    others = [(i, j) for i, j in every if not is_self_attention or i != j]
    tests = {
        "previous": [c for c in every if c[1] == c[0] - 1],
        "next": [c for c in every if c[1] == c[0] + 1],
        "same": [c for c in every if c[1] == c[0]],
        "place": [c for c in every if c[1] == c[0]],
        "first": [c for c in others if c[1] == 0],
        "last": [c for c in others if c[1] == len(keys) - 1],
        "begin": [(i, -1) for i in range(len(queries))],
        "end": [(i, len(keys)) for i in range(len(queries))],
        "punctuation": [c for c in others if keys[c[1]] in ",."],
        "repeated": [c for c in others if keys[c[1]] == queries[c[0]]],
        "induction": [
            c for c in others if 0 <= c[1] - 1 < c[0] and keys[c[1] - 1] == queries[c[0]]
        ],
        "reads": [(f, e) for e, f in one.links],
        "writes": [(f, e) for e, f in one.links],
    }
    if name in PATTERNS:
        text = one.english if stack == "encoder" else one.french
        return set(every) & set(patterns(text, analysis)[name])
    return set(tests[name])


def slow_pieces(matrix, token_words, words: int, away: int) -> tuple[float, int, int]:
    """Return what pieces send to their neighbours, token by token: sum, hits and pieces."""
    total, hits, rows = 0.0, 0, 0
    for at, word in enumerate(token_words):
        other = at + away
        if 0 <= word < words and 0 <= other < len(token_words) and token_words[other] == word:
            total += matrix[at, other]
            hits += int(matrix[at].argmax() == other)
            rows += 1
    return total, hits, rows


def slow(stack: str, one, matrix) -> tuple[np.ndarray, dict]:
    """Measure one head in one sentence: `[row, key]` between words, and its figures."""
    source = [*one.source_words, max(one.source_words) + 1]
    read = [-1, *one.target_words]
    written = [*one.target_words, max(one.target_words) + 1]
    target = written if stack == "cross" else read
    query = source if stack == "encoder" else target
    key = target if stack == "decoder" else source
    merged = slow_merge(matrix[: len(query), : len(key)], query, key)
    shift = int(stack == "decoder")  # rows begin with "<s>"
    key_shift = int(stack == "decoder")
    words = max(one.source_words if stack == "encoder" else one.target_words) + 1
    keys = max(one.target_words if stack == "decoder" else one.source_words) + 1
    figures = dict.fromkeys(("entropy", "relative", "confidence", "distance", "on_words"), 0.0)
    for i in range(words):
        row = merged[i + shift]
        seen = i + 2 if stack == "decoder" else len(row)
        entropy = -sum(p * math.log(p) for p in row if p > 0)
        figures["entropy"] += entropy
        figures["relative"] += entropy / math.log(seen)
        of_words = row[key_shift : key_shift + keys]
        figures["confidence"] += max(of_words)
        figures["distance"] += sum(p * abs(i - j) for j, p in enumerate(of_words))
        figures["on_words"] += sum(of_words)
    shares = {}
    for name in MEASURES[stack]:
        total = hits = 0.0
        if name in PIECES:
            shares[name] = slow_pieces(matrix[: len(query), : len(key)], query, words, PIECES[name])
            continue
        cells = slow_cells(stack, name, one.pair)
        view = merged
        row_shift = shift
        if name == "reads":
            view = slow_merge(matrix[: len(read), : len(source)], read, source)
            row_shift = 1
        for i in {i for i, _ in cells}:
            columns = [j + key_shift for k, j in cells if k == i]
            total += sum(view[i + row_shift, j] for j in columns)
            hits += view[i + row_shift].argmax() in columns
        shares[name] = total, hits, len({i for i, _ in cells})
    return shares, figures


@pytest.mark.parametrize("stack", SIZES)
def test_every_measure_is_that_of_a_slow_obvious_version(model, stack):
    analysis = Analysis(SIZES)
    encoded = encode(model, list(enumerate(map(pair, range(7)))))
    batch = build_batch(model, encoded, analysis.vocabulary)
    weights, allowed = random_attention(batch, 1)
    analysis.add(batch, weights, allowed)
    sums = analysis.sums[stack]
    for head in range(4):
        expected = {name: np.zeros(3) for name in MEASURES[stack]}
        totals: dict[str, float] = {}
        for row, one in enumerate(encoded):
            shares, figures = slow(stack, one, weights[stack][row, head].numpy())
            for name, values in shares.items():
                expected[name] += values
            for name, value in figures.items():
                totals[name] = totals.get(name, 0.0) + value
        for place, name in enumerate(MEASURES[stack]):
            got = sums.shares[head, place], sums.hits[head, place], sums.rows[place]
            np.testing.assert_allclose(got, expected[name], rtol=1e-9, atol=1e-12, err_msg=name)
        assert sums.entropy[head] == pytest.approx(totals["entropy"], rel=1e-9)
        assert sums.relative_entropy[head] == pytest.approx(totals["relative"], rel=1e-9)
        assert sums.confidence[head] == pytest.approx(totals["confidence"], rel=1e-9)
        assert sums.distance[head] == pytest.approx(totals["distance"], rel=1e-9)
        assert sums.on_words[head] == pytest.approx(totals["on_words"], rel=1e-9)


@pytest.mark.slow
def test_the_measures_that_random_sentences_have_leave_none_untested(model):
    for stack in SIZES:
        cells = {
            name: set().union(*(slow_cells(stack, name, pair(n)) for n in range(7)))
            for name in MEASURES[stack]
            if name not in PIECES
        }
        empty = {name for name, cell in cells.items() if not cell}
        assert empty <= {"pronoun → an earlier subject"}
    for one in encode(model, list(enumerate(map(pair, range(7))))):
        assert len(set(one.source_words)) < len(one.source_words)  # some words have several pieces


def test_sums_over_batches_are_those_of_one_batch(model):
    whole, parts = Analysis(SIZES), Analysis(SIZES)
    encoded = encode(model, list(enumerate(map(pair, range(7)))))
    batch = build_batch(model, encoded, whole.vocabulary)
    weights, allowed = random_attention(batch, 2)
    whole.add(batch, weights, allowed)
    for rows in ([0, 3], [1], [2, 4, 5, 6]):
        part = build_batch(model, [encoded[row] for row in rows], parts.vocabulary)
        source, target = part.source.shape[1], part.read.shape[1]
        sizes = {"encoder": (source,) * 2, "decoder": (target,) * 2, "cross": (target, source)}
        parts.add(
            part,
            {s: weights[s][rows, :, : n[0], : n[1]] for s, n in sizes.items()},
            {s: allowed[s][rows, : n[0], : n[1]] for s, n in sizes.items()},
        )
    for stack in SIZES:
        for name, values in vars(whole.sums[stack]).items():
            np.testing.assert_allclose(
                getattr(parts.sums[stack], name), values, rtol=1e-9, atol=1e-9, err_msg=name
            )
        one, other = (a.word_pairs[stack].heaviest(a.vocabulary.words) for a in (whole, parts))
        for pairs_of_one, pairs_of_other in zip(one, other, strict=True):
            assert {p[:2]: (round(p[2], 9), p[3]) for p in pairs_of_one} == {
                p[:2]: (round(p[2], 9), p[3]) for p in pairs_of_other
            }


@pytest.mark.parametrize("stack", ("encoder", "decoder"))
def test_parts_of_speech_share_out_each_row(model, stack):
    analysis = Analysis(SIZES)
    encoded = encode(model, list(enumerate(map(pair, range(7)))))
    batch = build_batch(model, encoded, analysis.vocabulary)
    weights, allowed = random_attention(batch, 3)
    analysis.add(batch, weights, allowed)
    sums = analysis.sums[stack]
    expected = np.zeros_like(sums.tags[0])
    kinds = [*TAGS]
    for row, one in enumerate(encoded):
        source = stack == "encoder"
        words = (
            [*one.source_words, max(one.source_words) + 1] if source else [-1, *one.target_words]
        )
        analysis_of_text = one.pair.source if source else one.pair.target
        numbers = [kinds.index(w.tag) for w in analysis_of_text]
        tags = [*numbers, len(kinds)] if source else [len(kinds), *numbers]
        merged = slow_merge(weights[stack][row, 0].numpy(), words, words)
        for i, j in np.ndindex(merged.shape):
            if tags[i] != len(kinds):
                expected[tags[i], tags[j]] += merged[i, j]
    np.testing.assert_allclose(sums.tags[0], expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(sums.tags[0].sum(-1), sums.tag_rows, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("stack", SIZES)
def test_a_pair_of_words_has_what_chance_and_no_training_give_at_its_places(model, stack):
    trained, untrained = Analysis(SIZES), Analysis(SIZES)
    encoded = encode(model, list(enumerate(map(pair, range(7)))))
    batch = build_batch(model, encoded, trained.vocabulary)
    batch_again = build_batch(model, encoded, untrained.vocabulary)
    weights, allowed = random_attention(batch, 4)
    others, _ = random_attention(batch, 5)
    trained.add(batch, weights, allowed)
    untrained.add(batch_again, others, allowed, weights)
    tables = (analysis.word_pairs[stack] for analysis in (trained, untrained))
    words = trained.vocabulary.words
    table, without = tables
    lists = table.heaviest(words, 10_000, without.means(untrained.vocabulary.words))
    for head in range(4):
        expected: dict[tuple[str, str], list] = {}
        for row, one in enumerate(encoded):
            english, french = split(one.pair.english), split(one.pair.french)
            rows = english if stack == "encoder" else french
            columns = french if stack == "decoder" else english
            marks = int(stack == "decoder")
            source = [*one.source_words, len(english)]
            target = [-1, *one.target_words] if marks else [*one.target_words, len(french)]
            tokens = source if stack == "encoder" else target, target if marks else source
            may = allowed[stack][row].numpy()
            before, after, even = (
                slow_merge(maps[: len(tokens[0]), : len(tokens[1])], *tokens)
                for maps in (
                    weights[stack][row, head].numpy(),
                    others[stack][row, head].numpy(),
                    may / may.sum(-1, keepdims=True),
                )
            )
            for at, word in enumerate(rows):
                place = int(before[at + marks].argmax())
                if 0 <= place - marks < len(columns):
                    values = [maps[at + marks, place] for maps in (before, even, after)]
                    key = word.lower(), columns[place - marks].lower()
                    expected.setdefault(key, []).append(values)
        assert len(lists[head]) == len(expected) > 10
        for one in lists[head]:
            cells = expected[one.query, one.key]
            assert one.times == len(cells)
            got = one.weight, one.chance, one.untrained
            np.testing.assert_allclose(got, np.mean(cells, 0), rtol=1e-6)
