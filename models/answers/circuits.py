"""What a head writes for the words that it reads, off its weights alone.

The value matrix of a head and its part of the output matrix make one matrix, "OV": what the head
adds for each word that it attends to (Elhage et al. 2021, "A mathematical framework for transformer
circuits", section "Splitting attention heads into circuits"). Between the embedding and the output
matrix it is a table of words by words. Biases are left out: they write the same for every word.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import check_text, check_tokens
from ..networks.attention import ScaledDotScore, target_mask
from ..normalisation import read_text
from ..results import Circuit
from ..words.lexicon import lexicon
from .attribution import freeze

_LIKELY = 0.1  # probability of a French word, given the English one, from which it translates it
_MOST_ROWS = 1500  # words that are read, evenly spread over the vocabulary
_BEST = 10
_RANDOM = 8  # heads of random numbers
_PLACES = 60  # positions whose scores are compared


# By layer and head, the shares of words for which an expected one is first, and among the first
# ten; the same of heads of random numbers.
HeadShares = tuple[np.ndarray, np.ndarray, float, float]


@dataclass(frozen=True)
class _Vocabulary:
    """The words that a head reads and writes, and which of these are expected for which."""

    read: list[int]  # ids
    written: list[int]  # ids
    names: list[str]  # [written]
    rows: Tensor  # [pair] index into `read`
    columns: Tensor  # [pair] index into `written`


@torch.inference_mode()
def circuit(
    model: Any, stack: str, layer: int, head: int, sentence: str, encoded: bool, count: int
) -> Circuit:
    """Return what one head writes for words; see `Model.circuit`."""
    layers, heads = model.attention_sizes.get(stack, (0, 0))
    if not (0 <= layer < layers and 0 <= head < heads):
        raise ValueError(f"{model.name} has {layers} × {heads} heads in {stack!r}")
    is_cross = stack == "cross"
    if encoded and not is_cross:
        raise ValueError("only cross-attention reads what an encoder made of a word")
    if is_cross and not model.capabilities.translates_between("en", "fr"):
        raise UserError(
            "Which words translate each other is known here for English and French alone, so the "
            "cross-attention of {model} is not compared with a dictionary.",
            model=model.name,
        )
    words = _translated_words(model) if is_cross else _copied_words(model)
    matrix = _output_matrix(model, words.written)
    value, output = _matrices(model, stack, layer, head)
    if (stack, layer, encoded) not in model.head_shares:
        model.head_shares[stack, layer, encoded] = _measure(
            model, stack, layer, encoded, words, matrix
        )
    first, among_best, random_first, random_best = model.head_shares[stack, layer, encoded]
    random_left, random_right = _random_matrices(value, output, 0)
    names, pieces = _pieces_of(model, sentence)
    typed = _entering(model, stack, layer, _states(model, pieces, encoded))
    best, scores = _best_words(typed @ value @ output @ matrix.T, words.names, count)
    random_words, random_scores = _best_words(
        typed @ random_left @ random_right @ matrix.T, words.names, count
    )
    return Circuit(
        model.name,
        stack,
        layer,
        head,
        encoded,
        names,
        best,
        scores,
        random_words,
        random_scores,
        tuple(_expected(name, is_cross) for name in names),
        len(words.read),
        len(words.written),
        first.copy(),
        among_best.copy(),
        random_first,
        random_best,
        None if is_cross else _copying(model, stack, layer, head, words.read, matrix),
        _nearest(model, stack, layer, head),
    )


def _measure(
    model: Any, stack: str, layer: int, encoded: bool, words: _Vocabulary, matrix: Tensor
) -> HeadShares:
    """Return how often each head of a stack writes what is expected, and random ones in a layer."""
    layers, heads = model.attention_sizes[stack]
    read = _states(model, [[index] for index in words.read], encoded)
    first, among_best = np.zeros((layers, heads)), np.zeros((layers, heads))
    for at in range(layers):
        entering = _entering(model, stack, at, read)
        for number in range(heads):
            value, output = _matrices(model, stack, at, number)
            table = (entering @ value) @ (output @ matrix.T)  # [read, written]
            first[at, number], among_best[at, number] = _shares(table, words)
    entering = _entering(model, stack, layer, read)
    value, output = _matrices(model, stack, layer, 0)
    randoms = [_random_matrices(value, output, seed) for seed in range(_RANDOM)]
    random_shares = [
        _shares((entering @ left) @ (right @ matrix.T), words) for left, right in randoms
    ]
    random_first, random_best = np.mean(random_shares, 0).tolist()
    return first, among_best, random_first, random_best


def _translated_words(model: Any) -> _Vocabulary:
    """Return English words and the French ones, of those that are one piece and in lower case.

    A French word is one whose likeliest English word is another one, so that a word written alike
    in both languages, which a head could copy, does not count.
    """
    words = {index: word for index, word in model.whole_words.items() if word.islower()}
    french = lexicon().french
    written = [
        index
        for index, word in words.items()
        if word in french and lexicon().likeliest_english(word) not in ("", word)
    ]
    columns = {words[index]: column for column, index in enumerate(written)}
    read: list[int] = []
    pairs: list[tuple[int, int]] = []
    for index, word in words.items():
        expected = [columns[one] for one in _expected(word, True) if one in columns]
        if expected:
            pairs += [(len(read), column) for column in expected]
            read.append(index)
    return _vocabulary(read, written, words, pairs)


def _copied_words(model: Any) -> _Vocabulary:
    """Return words in lower case that are one piece; expected is the word itself."""
    words = {index: word for index, word in model.whole_words.items() if word.islower()}
    written = [*words]
    step = max(1, -(-len(written) // _MOST_ROWS))
    pairs = [(row, column) for row, column in enumerate(range(0, len(written), step))]
    return _vocabulary(written[::step], written, words, pairs)


def _vocabulary(
    read: list[int], written: list[int], words: dict[int, str], pairs: list[tuple[int, int]]
) -> _Vocabulary:
    if not pairs:
        raise UserError("There is no whole word in this vocabulary that could be compared.")
    rows, columns = torch.tensor(pairs).T
    return _Vocabulary(read, written, [words[index] for index in written], rows, columns)


def _expected(word: str, is_cross: bool) -> tuple[str, ...]:
    """Return the words that translate a word by the lexicon, or the word itself."""
    return lexicon().likely(word, _LIKELY) if is_cross else (word,)


def _pieces_of(model: Any, sentence: str) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return the tokens of a sentence, and for each the ids of its word up to it."""
    if not sentence.strip():
        return (), []
    text = read_text(sentence).plain
    check_text(text, model.longest)
    ids = model.tokenizer.encode(text)
    check_tokens(len(ids), model.longest)
    tokens = model.tokenizer.show(ids)
    pieces: list[list[int]] = []
    for place, (index, token) in enumerate(zip(ids, tokens, strict=True)):
        goes_on = place > 0 and tokens[place - 1].word == token.word
        pieces.append([*pieces[-1], index] if goes_on else [index])
    return tuple(token.text for token in tokens), pieces


def _states(model: Any, pieces: Sequence[Sequence[int]], encoded: bool) -> Tensor:
    """Return what stands for the last id of each, `[entry, d_model]`.

    Its embedding as the first layer gets it, without a position; or, `encoded`, the encoder's state
    where it reads the ids alone, with the end of the sentence.
    """
    if not pieces:
        return model.embedding.new_zeros(0, model.embedding.shape[1])
    if not encoded:
        last = torch.tensor([ids[-1] for ids in pieces], device=model.device)
        return model.embedding[last] * model.capabilities.embedding_factor
    states = model.embedding.new_zeros(len(pieces), model.embedding.shape[1])
    for length in {len(ids) for ids in pieces}:
        rows = [row for row, ids in enumerate(pieces) if len(ids) == length]
        read = [[*pieces[row], model.tokenizer.end_id] for row in rows]
        memory, _ = model.network.encode(torch.tensor(read, device=model.device))
        states[rows] = memory[:, length - 1]
    return states


def _entering(model: Any, stack: str, layer: int, states: Tensor) -> Tensor:
    """Return what a layer's value matrix reads of states: normalised where the norm is before."""
    if model.capabilities.norm != "before":
        return states
    return model._parts(stack, layer)["norm"](states)


def _matrices(model: Any, stack: str, layer: int, head: int) -> tuple[Tensor, Tensor]:
    """Return a head's value matrix `[d_model, d_head]` and output matrix `[d_head, d_model]`."""
    parts, heads = model._parts(stack, layer), model.attention_sizes[stack][1]
    value, output = parts["to_value"].weight, parts["to_output"].weight
    size = len(value) // heads
    columns = slice(head * size, (head + 1) * size)
    return value[columns].T, output[:, columns].T


def _output_matrix(model: Any, ids: list[int]) -> Tensor:
    """Return what reads the words, `[word, d_model]`; of a last norm the gain, as it is linear."""
    matrix = model.embedding[ids]
    if model.capabilities.norm != "before":
        return matrix
    frozen = freeze(model.network.output_vector, matrix[0])
    matrix = matrix * frozen.gain.to(matrix)
    return matrix - matrix.mean(-1, keepdim=True) if frozen.is_centred else matrix


def _random_matrices(value: Tensor, output: Tensor, seed: int) -> tuple[Tensor, Tensor]:
    """Return matrices of random numbers with the lengths of two others, always the same."""
    generator = torch.Generator().manual_seed(seed)
    left, right = (
        torch.randn(matrix.shape, generator=generator).to(matrix) for matrix in (value, output)
    )
    return left * (value.norm() / left.norm()), right * (output.norm() / right.norm())


def _shares(scores: Tensor, words: _Vocabulary) -> tuple[float, float]:
    """Return how often an expected word is the first, and among the first _BEST."""
    best = scores.new_full((len(scores),), -torch.inf)
    rows = words.rows.to(scores.device)
    expected = scores[rows, words.columns.to(scores.device)]
    best = best.scatter_reduce(0, rows, expected, "amax")
    before = (scores > best[:, None]).sum(-1)
    return float((before < 1).double().mean()), float((before < _BEST).double().mean())


def _best_words(
    scores: Tensor, names: list[str], count: int
) -> tuple[tuple[tuple[str, ...], ...], np.ndarray]:
    """Return the best words of each row, and by how many standard deviations each leads the mean.

    `[row][rank]` and `[row, rank]`.
    """
    scores = scores.double().cpu()
    apart = scores - scores.mean(-1, keepdim=True)
    spread = apart.square().mean(-1, keepdim=True).sqrt().clamp(min=1e-30)
    best = (apart / spread).topk(min(count, len(names)))
    words = tuple(tuple(names[index] for index in row) for row in best.indices.tolist())
    return words, best.values.numpy()


def _copying(
    model: Any, stack: str, layer: int, head: int, read: list[int], matrix: Tensor
) -> float:
    """Return the sum of the eigenvalues of words by words over that of their sizes, -1 to 1.

    1: whatever words the head reads, it writes more of the same (Elhage et al. 2021, "Copying").
    These are the eigenvalues of a matrix of the size of the head.
    """
    value, output = _matrices(model, stack, layer, head)
    entering = _entering(model, stack, layer, _states(model, [[index] for index in read], False))
    # As many words written as read, the same ones.
    step = max(1, -(-len(matrix) // _MOST_ROWS))
    small = output @ matrix[::step].T @ entering @ value  # [d_head, d_head]
    values = torch.linalg.eigvals(small.double().cpu())
    return float(values.real.sum() / values.abs().sum())


def _nearest(model: Any, stack: str, layer: int, head: int) -> tuple[int, float] | None:
    """Return how far before a query its best key stands most often, by positions alone.

    With the share of the queries for which it is so. Each position gets the mean embedding. None
    beyond the first layer, and where no positions are added: what enters is then no position.
    """
    capabilities = model.capabilities
    if stack == "cross" or layer or not capabilities.adds_positions:
        return None
    parts, heads = model._parts(stack, layer), model.attention_sizes[stack][1]
    mean = model.embedding[[*model.whole_words]].mean(0) * capabilities.embedding_factor
    x = parts["positions"][:_PLACES] + mean
    if capabilities.normalises_input:
        x = model.network.embedding_norm(x)
    x = _entering(model, stack, layer, x)
    query, key = (
        parts[name](x).unflatten(-1, (heads, -1))[:, head] for name in ("to_query", "to_key")
    )
    scores = parts.get("score", ScaledDotScore())(query, key)
    if stack == "decoder":
        scores = scores.masked_fill(~target_mask(len(x), "causal", 0, x.device), -torch.inf)
    distances = (torch.arange(len(x)) - scores.argmax(-1).cpu())[1:]
    values, counts = distances.unique(return_counts=True)
    most = int(counts.argmax())
    return int(values[most]), float(counts[most]) / len(distances)
