"""How word vectors are learnt: CBoW, SkipGram, FastText and GloVe, one window at a time.

CBoW and SkipGram with negative sampling: Mikolov et al. 2013; the gradient of CBoW is divided by
the words of the window (İrsoy, Benton & Stratos 2021). FastText: Bojanowski et al. 2017. GloVe:
Pennington, Socher & Manning 2014. numba compiles these loops. `viz/components/learning/learner.js`
takes the same steps in a browser; a test compares the numbers.

A text is as in `models.words.text`. `random` is the state of a generator,
int64 `[1]`, so that a seed gives the same run in both.
"""

import math
from collections.abc import Sequence

import numpy as np
from numba import njit

from ..words.text import END, WordNumbers, co_occurrences

_LEAST_RATE = 1e-3  # of the rate, at the end
_POWER = 0.75  # of the frequencies of negative words
_SMALLEST = 1e-12  # probability in a logarithm
_WEIGHT_POWER = 0.75  # of GloVe: alpha
_MASK = 0xFFFFFFFF


def _seeded(seed: int) -> np.ndarray:
    """Return a generator's state for a seed from 0."""
    return np.array([(seed * 2654435761 + 88675123) & _MASK or 1], dtype=np.int64)


@njit(cache=True)
def _draw(random):
    """Return a number from 0 up to 1 (xorshift, Marsaglia 2003)."""
    x = random[0]
    x ^= (x << 13) & _MASK
    x ^= x >> 17
    x ^= (x << 5) & _MASK
    random[0] = x
    return x / 4294967296.0


@njit(cache=True)
def _fill(table, random):
    """Fill a table `[row, dimension]` with numbers within ±0.5 / dimension."""
    for row in range(table.shape[0]):
        for d in range(table.shape[1]):
            table[row, d] = (_draw(random) - 0.5) / table.shape[1]


def _noise(counts: np.ndarray) -> np.ndarray:
    """Return the cumulative distribution of negative words, `[word]`, up to 1."""
    cumulative = np.cumsum(counts.astype(np.float64) ** _POWER)
    return cumulative / cumulative[-1]


def _keeping(counts: np.ndarray, threshold: float) -> np.ndarray:
    """Return the probability of each word not to be skipped, `[word]` (subsampling)."""
    share = threshold / np.maximum(counts / counts.sum(), _SMALLEST)
    return np.minimum(1.0, np.sqrt(share) + share)


@njit(cache=True)
def _sample(cumulative, random):
    """Return a word at random: the first whose cumulative share is above a number drawn."""
    number = _draw(random)
    low, high = 0, len(cumulative) - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > number:
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True)
def _update(inputs, outputs, rows, count, target, negatives, cumulative, rate, random, mean, error):
    """Predict `target` from the mean of the first `count` input rows; return the loss.

    The loss is -log p of the target and -log (1 - p) of each negative word, p = sigmoid of the dot
    product. Changes both tables by the rate times the negative gradient. `mean` and `error` are
    room for the numbers of one vector.
    """
    dimensions = inputs.shape[1]
    for d in range(dimensions):
        mean[d] = 0.0
        error[d] = 0.0
    for place in range(count):
        for d in range(dimensions):
            mean[d] += inputs[rows[place], d]
    for d in range(dimensions):
        mean[d] /= count
    loss = 0.0
    for place in range(negatives + 1):
        word = target
        if place > 0:
            word = _sample(cumulative, random)
            if word == target:
                continue
        score = 0.0
        for d in range(dimensions):
            score += mean[d] * outputs[word, d]
        p = 1.0 / (1.0 + math.exp(-score))
        loss -= math.log(max(p if place == 0 else 1.0 - p, _SMALLEST))
        step = rate * ((1.0 if place == 0 else 0.0) - p)
        for d in range(dimensions):
            error[d] += step * outputs[word, d]
            outputs[word, d] += step * mean[d]
    for d in range(dimensions):
        error[d] /= count
    for place in range(count):
        for d in range(dimensions):
            inputs[rows[place], d] += error[d]
    return loss


@njit(cache=True)
def _read_sentence(
    text, place, joins, inputs, outputs, starts, parts, keep, cumulative, window, negatives, rate,
    random,
):  # fmt: skip
    """Learn from the sentence at a place of a text; return the loss and the predictions.

    Each word stands in the middle of a window of 1 to `window` words on each side, at random; words
    are skipped by `keep`, at random. CBoW `joins` the words around it to predict it; else it
    predicts each word around it. The input rows of word w are `parts[starts[w]:starts[w + 1]]`: its
    own and, in FastText, those of its n-grams.
    """
    mean, error = np.zeros(inputs.shape[1]), np.zeros(inputs.shape[1])
    around = np.zeros(2 * window, dtype=np.int64)
    size = 0
    while text[place + size] != END:
        size += 1
    kept = np.zeros(size, dtype=np.int64)
    count = 0
    for at in range(place, place + size):
        if keep[text[at]] >= 1.0 or _draw(random) < keep[text[at]]:
            kept[count] = text[at]
            count += 1
    loss, predictions = 0.0, 0
    for centre in range(count):
        word = kept[centre]
        reach = 1 + int(_draw(random) * window)
        number = 0
        for other in range(max(0, centre - reach), min(count, centre + reach + 1)):
            if other != centre:
                around[number] = kept[other]
                number += 1
        rows = parts[starts[word] : starts[word + 1]]
        if joins and number > 0:
            loss += _update(
                inputs, outputs, around, number, word, negatives, cumulative, rate, random, mean,
                error,
            )  # fmt: skip
            predictions += 1
        elif not joins:
            for place_around in range(number):
                loss += _update(
                    inputs, outputs, rows, len(rows), around[place_around], negatives, cumulative,
                    rate, random, mean, error,
                )  # fmt: skip
                predictions += 1
    return loss, predictions


@njit(cache=True)
def _read_sentences(
    text, sentences, begun, total, joins, inputs, outputs, starts, parts, keep, cumulative, window,
    negatives, rate, random,
):  # fmt: skip
    """Learn from the sentences that begin at these places; return the loss and the predictions.

    The rate falls along a line, to _LEAST_RATE of it after `total` sentences; `begun` were before.
    """
    loss, predictions = 0.0, 0
    for number in range(len(sentences)):
        now = rate * max(_LEAST_RATE, 1.0 - (begun + number) / total)
        more, count = _read_sentence(
            text, sentences[number], joins, inputs, outputs, starts, parts, keep, cumulative,
            window, negatives, now, random,
        )  # fmt: skip
        loss += more
        predictions += count
    return loss, predictions


@njit(cache=True)
def _shuffle(order, random):
    """Shuffle an array in place (Fisher and Yates)."""
    for last in range(len(order) - 1, 0, -1):
        other = int(_draw(random) * (last + 1))
        order[last], order[other] = order[other], order[last]


@njit(cache=True)
def _fit_counts(
    order, rows, columns, counts, limit, inputs, outputs, squares_in, squares_out, rate
):
    """Fit pairs of words in an order to the logarithms of their counts; return the sum of losses.

    GloVe: ½ f(x) (w·v + b + c - log x)², f(x) = min(1, (x / limit) ^ _WEIGHT_POWER), with AdaGrad.
    The paper has no ½; with it, the step is the gradient of the loss, and the same as in the
    authors' code. The last column of both tables is the bias.
    """
    biases = inputs.shape[1] - 1
    loss = 0.0
    for place in range(len(order)):
        pair = order[place]
        i, j, x = rows[pair], columns[pair], counts[pair]
        error = inputs[i, biases] + outputs[j, biases] - math.log(x)
        for d in range(biases):
            error += inputs[i, d] * outputs[j, d]
        weight = 1.0 if x >= limit else (x / limit) ** _WEIGHT_POWER
        loss += weight * error * error / 2
        slope = weight * error
        for d in range(biases + 1):
            input_slope = slope * (outputs[j, d] if d < biases else 1.0)
            output_slope = slope * (inputs[i, d] if d < biases else 1.0)
            inputs[i, d] -= rate * input_slope / math.sqrt(squares_in[i, d])
            outputs[j, d] -= rate * output_slope / math.sqrt(squares_out[j, d])
            squares_in[i, d] += input_slope * input_slope
            squares_out[j, d] += output_slope * output_slope
    return loss


def learn_counts(
    text: WordNumbers,
    *,
    window: int,
    dimensions: int,
    seed: int,
    passes: int,
    limit: float,
    rate: float,
) -> tuple[np.ndarray, float]:
    """Learn GloVe; return the vectors `[word, dimension]` and the sum of the losses."""
    random, words, loss = _seeded(seed), len(text.words), 0.0
    pairs = co_occurrences(text.numbers, window, words)
    inputs, outputs = (np.zeros((words, dimensions + 1)) for _ in range(2))
    _fill(inputs, random)
    _fill(outputs, random)
    squares = np.ones_like(inputs), np.ones_like(outputs)
    order = np.arange(len(pairs[0]))
    for _ in range(passes):
        _shuffle(order, random)
        loss += _fit_counts(order, *pairs, limit, inputs, outputs, *squares, rate)
    return (inputs + outputs)[:, :-1], loss


def learn_windows(
    text: WordNumbers,
    rows: Sequence[Sequence[int]],
    *,
    mean: bool,
    window: int,
    negatives: int,
    dimensions: int,
    seed: int,
    passes: int,
    rate: float,
    threshold: float,
) -> tuple[np.ndarray, float]:
    """Learn from windows: CBoW with `mean`, else SkipGram.

    `rows` are the rows of the table that make each word: its own, and with FastText those of its
    n-grams. Returns the table `[row, dimension]` and the sum of the losses.
    """
    random, loss = _seeded(seed), 0.0
    inputs = np.zeros((1 + max(map(max, rows)), dimensions))
    _fill(inputs, random)
    outputs = np.zeros((len(text.words), dimensions))
    starts, parts = np.cumsum([0, *map(len, rows)]), np.concatenate(rows)
    keep, cumulative = _keeping(text.counts, threshold), _noise(text.counts)
    order = text.starts.copy()
    for done in range(passes):
        _shuffle(order, random)
        more, _ = _read_sentences(
            *(text.numbers, order, done * len(order), passes * len(order)),
            *(mean, inputs, outputs, starts, parts, keep, cumulative),
            *(window, negatives, rate, random),
        )
        loss += more
    return inputs, loss
