"""Measure what a network loses without heads: each removed, by gradients, one after another."""

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..answers.decoding import translate
from ..store.libraries import LIBRARIES
from .ablation import (
    copy_network,
    gradients,
    permuted,
    scored_rows,
    switch_off,
    uniform,
    with_rule,
    without_all,
    without_each,
    without_pairs,
    written_ids,
)
from .encoded import BATCH_CELLS, Encoded, batches, build_batch, encode
from .head_pairs import HeadPairs
from .importance import LOW, REMOVAL_ORDERS, VALUE, Head, Importance, Sources, stack_heads
from .options import SCORED
from .sentences import Pair
from .sides import Vocabulary

_RESAMPLES = 1000  # of the sentences, for an interval of 95 %
_ENDS = 2.5, 97.5
_BLEU_STEP = 4  # heads between two translations along the curve
_ON_GPU = 16  # times more cells in a batch: small batches leave a GPU idle


@dataclass(frozen=True)
class Sizes:
    """Numbers of sentences for each measurement; `translated` is a part of `scored`."""

    scored: int = SCORED  # for log-probability without each head and each pair, and gradients
    translated: int = 120  # for BLEU, the curves, other weights
    search: int = 60  # for the greedy order, on sentences outside both

    @classmethod
    def of(cls, scored: int) -> "Sizes":
        """Make sizes in proportion to `scored`."""
        return cls(scored, max(1, scored * 3 // 8), max(1, scored * 3 // 16))


@dataclass(frozen=True)
class _Part:
    """Sentences as batches, with their labels and numbers of tokens."""

    lines: list[Encoded]  # [text] in the order of their first rows in the batches
    batches: list[tuple[Any, Any]]
    texts: np.ndarray  # [row] of all batches: the place of its text
    tokens: np.ndarray  # [text] number of predicted tokens

    @classmethod
    def of(cls, model: Any, lines: Sequence[Encoded]) -> "_Part":
        labelled = []
        numbers: list[int] = []  # the line number of each row
        cells = BATCH_CELLS * (_ON_GPU if model.device.type == "cuda" else 1)
        for rows in batches([row for line in lines for row in scored_rows(model, line)], cells):
            batch = build_batch(model, rows, Vocabulary())
            labelled.append((batch, written_ids(model, batch)))
            numbers += [row.line for row in rows]
        by_number = {line.line: line for line in lines}
        places = {number: place for place, number in enumerate(dict.fromkeys(numbers))}
        texts = np.array([places[number] for number in numbers], int)
        ordered = [by_number[number] for number in places]
        part = cls(ordered, labelled, texts, np.zeros(len(places)))
        padding = model.tokenizer.padding_id
        tokens = part.sums(lambda batch, written: (written != padding).sum(1).cpu().numpy())
        return replace(part, tokens=tokens)

    def sums(self, measure: Callable[[Any, Any], np.ndarray]) -> np.ndarray:
        """Measure the rows of each batch, and sum by text: `[text, ...]`."""
        return self.by_text([measure(batch, written) for batch, written in self.batches])

    def by_text(self, measured: Sequence[np.ndarray]) -> np.ndarray:
        """Sum the rows `[row, ...]` of all batches by text: `[text, ...]`."""
        rows = np.concatenate(measured)
        sums = np.zeros((len(self.lines), *rows.shape[1:]))
        np.add.at(sums, self.texts, rows)
        return sums

    def mean_loss(self, before: np.ndarray, after: np.ndarray) -> float:
        """Return the log-probability that a token loses, from sums `[text]`."""
        return float((before - after).sum() / self.tokens.sum())


def _pick_evenly(items: Sequence[Any], count: int) -> list[int]:
    """Return the places of `count` evenly spaced items."""
    count = min(count, len(items))
    return [place * len(items) // count for place in range(count)]


def _parts_of(model: Any, pairs: Sequence[tuple[int, Pair]], sizes: Sizes) -> tuple[_Part, ...]:
    """Choose the scored, the translated and the search sentences, evenly spaced over the file."""
    if model.capabilities.translates:
        pairs = [numbered for numbered in pairs if numbered[1].french.strip()]
    chosen = [pairs[place] for place in _pick_evenly(pairs, sizes.scored + sizes.search)]
    lines = encode(model, chosen)
    search_places = _pick_evenly(lines, sizes.search * len(lines) // max(len(chosen), 1))
    scored = [line for place, line in enumerate(lines) if place not in {*search_places}]
    translated = [scored[place] for place in _pick_evenly(scored, sizes.translated)]
    search = [lines[place] for place in search_places]
    return tuple(_Part.of(model, part) for part in (scored, translated, search))


def _sources_of(part: _Part, texts: Sequence[str]) -> Sources:
    """Count the sentences of each held-out text, in the order of the texts."""
    counts = Counter(texts[line.line] for line in part.lines if texts)
    return tuple((name, counts[name]) for name in dict.fromkeys(texts))


def _resamples(count: int, seed: int = 0) -> np.ndarray:
    """Draw how often each of `count` sentences occurs in each resample, `[resample, text]`."""
    return np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), _RESAMPLES)


def _with_interval(values: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Add to values `[...]` the interval of their draws `[resample, ...]`: `[..., 3]`."""
    low, high = np.percentile(draws, _ENDS, axis=0)
    return np.stack([values, low, high], -1)


def losses_with_interval(before: np.ndarray, after: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """Return a token's loss of log-probability, from sums `[text]`, `[text, head]`: `[head, 3]`."""
    lost = before[:, None] - after
    counts = _resamples(len(tokens))
    draws = (counts @ lost) / (counts @ tokens)[:, None]
    return _with_interval(lost.sum(0) / tokens.sum(), draws)


def _simultaneous_errors(sums: np.ndarray, tokens: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the standard error of a token's mean, from sums `[text, figure]`; `[figure]`.

    Also returns how many standard errors wide the intervals on either side must be so that those
    of all figures hold at once at a rate of 95 %. This is the largest studentized deviation of any
    figure in a resample of the sentences (Romano & Wolf 2005), which normal quantiles underrate
    where a few sentences lose most.
    """
    deviations = sums - sums.sum(0) / tokens.sum() * tokens[:, None]

    def ratios(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        total = (counts @ tokens)[:, None]
        ratio = counts @ deviations / total
        squares = counts @ deviations**2 - 2 * ratio * (counts @ (deviations * tokens[:, None]))
        squares += ratio**2 * (counts @ tokens**2)[:, None]
        return ratio, np.sqrt(np.maximum(squares, 0)) / total  # Cochran 1977, equation 2.46

    [error] = ratios(np.ones((1, len(tokens))))[1]
    ratio, errors = ratios(_resamples(len(tokens)))
    sizes = np.divide(np.abs(ratio), errors, out=np.zeros_like(ratio), where=errors > 1e-12)
    return error, float(np.percentile(sizes.max(1), 95))


def _bleu_counts(written: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """Return BLEU's counts of each sentence, `[text, 10]`: matching n-grams, all, and lengths."""
    metric = LIBRARIES.sacrebleu.BLEU(lowercase=True, tokenize="13a", effective_order=True)
    rows = []
    for text, reference in zip(written, references, strict=True):
        score = metric.sentence_score(text, [reference])
        rows.append([*score.counts, *score.totals, score.sys_len, score.ref_len])
    return np.array(rows, int)


def _bleu_of(counts: np.ndarray) -> float:
    """Return BLEU from 0 to 100 of summed counts, as sacrebleu's corpus score."""
    *grams, written, wanted = counts.tolist()
    bleu = LIBRARIES.sacrebleu.BLEU
    score = bleu.compute_bleu(grams[:4], grams[4:], written, wanted, smooth_method="exp")
    return float(score.score)


def _bleu_losses(before: np.ndarray, after: Sequence[np.ndarray]) -> np.ndarray:
    """Return the loss of BLEU, from counts `[text, 10]` of each network: `[head, 3]`."""
    counts = _resamples(len(before))
    whole = [_bleu_of(row) for row in counts @ before]
    rows = []
    for head_counts in after:
        draws = np.array(whole) - [_bleu_of(row) for row in counts @ head_counts]
        lost = _bleu_of(before.sum(0)) - _bleu_of(head_counts.sum(0))
        rows.append(_with_interval(np.array(lost), draws))
    return np.array(rows)


def _greedy_order(
    heads: Sequence[Head], cost: Callable[[list[Head]], float], first: Sequence[float]
) -> list[int]:
    """Return the greedy order of removal: each time remove the head that costs least.

    `cost` is the loss without some heads, `first` the loss without each head alone. The cost of a
    head is measured again only when its last value is the smallest (lazy greedy, Minoux 1978); this
    is exact if heads only become more important as others are removed.
    """
    removed: list[int] = []
    base = 0.0
    waiting = [(value, 0, place) for place, value in enumerate(first)]
    heapq.heapify(waiting)
    while waiting:
        value, measured_at, place = heapq.heappop(waiting)
        if measured_at == len(removed):
            removed.append(place)
            base += value
            continue
        new_value = cost([heads[head] for head in (*removed, place)]) - base
        heapq.heappush(waiting, (new_value, len(removed), place))
    return removed


def measure_importance(
    model: Any,
    pairs: Sequence[tuple[int, Pair]],
    sizes: Sizes = Sizes(),
    progress: Callable[[str, int, int], object] = lambda title, done, total: None,
    texts: Sequence[str] = (),
) -> Importance:
    """Measure what a model of ours loses without each of its heads.

    For a translation model the log-probability of the French, and BLEU; for a language model that
    of the next token; for a masked language model that of each token, masked alone. `progress`
    receives (title, done, total). If the pairs are held out, `texts` names the text of each line.
    """
    network = copy_network(model.network)
    heads = stack_heads(model)
    scored, translated, search = _parts_of(model, pairs, sizes)

    log_probability, lost, gradient = _measure_scored(network, scored, heads, progress)
    bleu, bleu_lost = np.nan, np.full((len(heads), 3), np.nan)
    if model.capabilities.translates:
        bleu, bleu_lost = _measure_bleu(model, network, translated, heads, progress)
    orders = np.array(
        [
            _measure_greedy(network, search, heads, progress),
            np.argsort(lost[:, VALUE], kind="stable"),
            np.argsort(gradient, kind="stable"),
        ]
    )
    curves, bleu_curve, bleu_ends = _measure_curves(
        model, network, translated, heads, orders, progress
    )
    uniform_losses, permuted_losses = _measure_rules(network, translated, heads, progress)
    return Importance(
        tuple(heads),
        len(scored.lines),
        len(translated.lines),
        len(search.lines),
        log_probability,
        bleu,
        lost,
        bleu_lost,
        gradient,
        uniform_losses,
        permuted_losses,
        orders,
        curves[..., VALUE],
        bleu_curve,
        model.capabilities.task,
        _sources_of(scored, texts),
        curves[..., LOW:],
        bleu_ends,
    )


def _measure_scored(
    network: Any, part: _Part, heads: Sequence[Head], progress: Callable
) -> tuple[float, np.ndarray, np.ndarray]:
    """Measure a token's log-probability, its loss without each head, and gradients.

    The loss is `[head, 3]`, the gradients are `[head]`.
    """
    columns, slopes = [], []
    for done, (batch, written) in enumerate(part.batches, start=1):
        columns.append(without_each(network, batch, written, heads))
        slopes.append(gradients(network, batch, written, heads))
        progress("heads removed", done, len(part.batches))
    each, tokens = part.by_text(columns), part.tokens.sum()
    lost = losses_with_interval(each[:, 0], each[:, 1:], part.tokens)
    return float(each[:, 0].sum() / tokens), lost, part.by_text(slopes).sum(0) / tokens


def _translate_lines(model: Any, network: Any, lines: Sequence[Encoded]) -> list[str]:
    """Translate the English of the lines with `network` in place of the model's own."""
    return translate(network, model.tokenizer, [line.source for line in lines], model.device)


def _measure_bleu(
    model: Any, network: Any, part: _Part, heads: Sequence[Head], progress: Callable
) -> tuple[float, np.ndarray]:
    """Measure the BLEU of the whole network, and its loss without each head; `[head, 3]`."""
    references = [line.pair.french for line in part.lines]
    before = _bleu_counts(_translate_lines(model, network, part.lines), references)
    after = []
    for done, head in enumerate(heads, start=1):
        with switch_off(network, [head]):
            after.append(_bleu_counts(_translate_lines(model, network, part.lines), references))
        progress("translations", done, len(heads))
    return _bleu_of(before.sum(0)), _bleu_losses(before, after)


def measure_head_pairs(
    model: Any,
    pairs: Sequence[tuple[int, Pair]],
    sizes: Sizes = Sizes(),
    progress: Callable[[str, int, int], object] = lambda title, done, total: None,
    texts: Sequence[str] = (),
) -> HeadPairs | None:
    """Measure what a model of ours loses without every two of its heads; None for a single head.

    On the sentences, and with the arguments, of `measure_importance`.
    """
    heads = stack_heads(model)
    if len(heads) == 1:
        return None
    network = copy_network(model.network)
    part, _, _ = _parts_of(model, pairs, sizes)
    whole, both = [], []
    for done, (batch, written) in enumerate(part.batches, start=1):
        whole.append(without_all(network, batch, written, []))
        both.append(without_pairs(network, batch, written, heads))
        progress("pairs of heads removed", done, len(part.batches))
    lost = part.by_text(whole)[:, None, None] - part.by_text(both)  # [text, head, head]
    alone = np.diagonal(lost, axis1=1, axis2=2)
    excess = lost - alone[:, :, None] - alone[:, None]
    upper = np.triu_indices(len(heads), 1)
    error = np.zeros(lost.shape[1:])
    error[upper], width = _simultaneous_errors(excess[:, *upper], part.tokens)
    mean, sources = lost.sum(0) / part.tokens.sum(), _sources_of(part, texts)
    return HeadPairs(tuple(heads), len(part.lines), mean, error + error.T, width, sources)


def _measure_greedy(
    network: Any, part: _Part, heads: Sequence[Head], progress: Callable
) -> list[int]:
    """Find the greedy order on separate sentences."""
    each = part.sums(partial(without_each, network, heads=heads))
    first = [part.mean_loss(each[:, 0], each[:, 1 + place]) for place in range(len(heads))]

    def cost(removed: list[Head]) -> float:
        progress("greedy order", len(removed), len(heads))
        after = part.sums(partial(without_all, network, heads=removed))
        return part.mean_loss(each[:, 0], after)

    return _greedy_order(heads, cost, first)


def _measure_curves(
    model: Any,
    network: Any,
    part: _Part,
    heads: Sequence[Head],
    orders: np.ndarray,
    progress: Callable,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Measure the loss as heads are removed in each order, and BLEU along the first order.

    `[order, removed, 3]` and `[removed]`, and the ends of the share of BLEU that is left,
    `[removed, 2]`; BLEU is nan for a model that does not translate.
    """
    translates = model.capabilities.translates
    references = [line.pair.french for line in part.lines]
    curves = np.zeros((len(REMOVAL_ORDERS), len(heads) + 1, 3))
    bleu_counts_of: dict[int, np.ndarray] = {}  # by the number of removed heads
    whole = partial(without_all, network, heads=[])
    before = part.sums(whole)
    for row, order in enumerate(orders):
        after = []
        for count in range(len(heads) + 1):
            with switch_off(network, [heads[place] for place in order[:count]]):
                after.append(part.sums(whole))
                is_step = count % _BLEU_STEP in (0, len(heads) % _BLEU_STEP)
                if translates and row == 0 and is_step:
                    written = _translate_lines(model, network, part.lines)
                    bleu_counts_of[count] = _bleu_counts(written, references)
            progress(f"curve {REMOVAL_ORDERS[row]}", count, len(heads))
        curves[row] = losses_with_interval(before, np.stack(after, 1), part.tokens)
    bleu_curve, bleu_ends = np.full(len(heads) + 1, np.nan), np.full((len(heads) + 1, 2), np.nan)
    if translates:
        resampled = _resamples(len(part.lines))
        whole_bleu = np.array([_bleu_of(row) for row in resampled @ bleu_counts_of[0]])
        for count, counts in bleu_counts_of.items():
            draws = np.array([_bleu_of(row) for row in resampled @ counts])
            bleu_curve[count] = _bleu_of(counts.sum(0))
            bleu_ends[count] = np.percentile(draws / np.maximum(whole_bleu, 1e-9), _ENDS)
    return curves, bleu_curve, bleu_ends


def _measure_rules(
    network: Any, part: _Part, heads: Sequence[Head], progress: Callable
) -> list[np.ndarray]:
    """Measure the log-probability lost with uniform and with permuted weights: `[head, 3]` each."""
    whole = part.sums(partial(without_all, network, heads=[]))
    rules = []
    for rule in (uniform, permuted):
        after = []
        for done, head in enumerate(heads, start=1):
            after.append(part.sums(partial(with_rule, network, head=head, rule=rule)))
            progress(f"weights {rule.__name__}", done, len(heads))
        rules.append(losses_with_interval(whole, np.stack(after, 1), part.tokens))
    return rules
