"""Sum the attention of a network over many sentences, batch by batch."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..networks.recorder import Recording
from ..request import WEIGHTS_ONLY
from ..store import checkpoint
from ..store.libraries import LIBRARIES
from .attended import MaskSums, measure, merge, spread_evenly
from .controls import with_foils
from .encoded import EncodedBatch, batches, build_batch, chunks, encode, layer_states
from .head_measures import MEASURES, PIECES, Masks, cross_masks, distances, link_mask, self_masks
from .one_by_one import NO_WEIGHTS, read_each
from .pieces import measure_pieces
from .sentences import Pair
from .sides import PaddedWords, Vocabulary
from .sums import LARGEST_OFFSET, TAG_COUNT, StackSums, offset_counts
from .word_pairs import PairTable, sum_rows, unique_rows

Weights = Mapping[str, Tensor]  # by stack: [text, layer * head, query, key]
PairsDone = Callable[[int], object]  # called with the number of pairs done


def sizes_of(model: Any) -> dict[str, tuple[int, int]]:
    """Return the numbers of layers with attention, and of their heads, by stack."""
    attending = model.capabilities.attending
    return {
        stack: (len(attending(stack)), heads) for stack, (_, heads) in model.attention_sizes.items()
    }


class Analysis:
    """The sums of every head of a network over all batches so far."""

    def __init__(
        self, sizes: Mapping[str, tuple[int, int]], examples: bool = True, foils: bool = False
    ):
        """`sizes` has layers and heads by stack; with `examples`, look for example sentences.

        With `foils`, measure a foil in place of the target of each relation.
        """
        self.sizes = dict(sizes)
        self.examples = examples
        self.foils = foils
        self.vocabulary = Vocabulary()
        self.pairs_read = 0
        self.pairs_left_out = 0
        self.sums = {
            stack: StackSums.zero(layers * heads, len(MEASURES[stack]))
            for stack, (layers, heads) in sizes.items()
        }
        self.word_pairs = {
            stack: PairTable(layers * heads) for stack, (layers, heads) in sizes.items()
        }

    def add(
        self, batch: EncodedBatch, weights: Weights, allowed: Weights, leading: Weights = NO_WEIGHTS
    ) -> None:
        """Add a batch; `allowed [text, query, key]` by stack, without padding.

        Word pairs follow the largest weights of `leading`, or else of `weights`.
        """
        lines = np.array([encoded.line for encoded in batch.lines])
        source, read, written = batch.source_side, batch.read_side, batch.written_side
        if self.foils:
            source, read = with_foils(source), with_foils(read)
        rows = []
        for text, encoded in enumerate(batch.lines):
            rows += [(text, french, english) for english, french in encoded.pair.links]
        links = np.array(rows, int).reshape(-1, 3)
        for stack in self.sizes:
            maps = torch.cat([weights[stack], spread_evenly(allowed[stack])[:, None]], 1)
            led = leading.get(stack)
            if stack == "encoder":
                self._add_view(stack, maps, source, source, self_masks(source, False), lines, led)
            elif stack == "decoder":
                self._add_view(stack, maps, read, read, self_masks(read, True), lines, led)
            else:
                masks = cross_masks(written, source, links)
                self._add_view(stack, maps, written, source, masks, lines, led)
                reads = {"reads": link_mask(read, source, links)}
                self._add_view(stack, maps, read, source, reads, lines)
        self.pairs_read += len(lines)

    def _add_view(
        self,
        stack: str,
        maps: Tensor,
        query: PaddedWords,
        key: PaddedWords,
        masks: Masks,
        lines: np.ndarray,
        leading: Tensor | None = None,
    ) -> None:
        """Add a stack's rows, with `query` as the words of the rows and `masks` as the measures.

        Rows of cross-attention are added twice: named by the word they write and by that they read.
        """
        device = maps.device

        def tensor(values: np.ndarray) -> Tensor:
            return torch.from_numpy(values).to(device)

        sizes = query.numbers.shape[1], key.numbers.shape[1]
        words = tensor(query.token_words), tensor(key.token_words)
        merged = merge(maps, *words, sizes)
        names = [name for name in MEASURES[stack] if name in masks]
        piece_sums = {} if stack == "cross" else measure_pieces(maps, query, MEASURES[stack])
        distance, _ = distances(query, key)
        measured = measure(
            merged,
            tensor(np.stack([masks[name] for name in names], 1)),
            tensor(query.is_word),
            tensor(key.is_word),
            tensor(distance),
            tensor(query.tags),
            tensor(key.tags),
            TAG_COUNT,
        )
        places = [MEASURES[stack].index(name) for name in names]
        sums = self._sums_of(stack, measured, places)
        for place, name in zip(places, names, strict=True):
            sums.offsets[place] = offset_counts(masks[name], query.first - key.first)
        for name, piece in piece_sums.items():
            place = MEASURES[stack].index(name)
            sums.shares[:, place], sums.hits[:, place] = piece.shares.sum(0), piece.hits
            sums.rows[place] = sums.offsets[place, LARGEST_OFFSET + PIECES[name]] = piece.rows.sum()
        # Of rows added a second time, only the measure is new.
        if names == ["reads"]:
            _keep_measures_only(sums)
        else:
            best = measured.best[:, :-1]
            if leading is not None:
                best = merge(leading, *words, sizes).argmax(-1)
            self._add_word_pairs(stack, merged, best, query, key)
        if self.examples:
            counts = query.is_word.sum(1)
            shares = np.zeros((len(lines), *sums.shares.shape))
            shares[:, :, places] = measured.shares.cpu().numpy()
            rows = np.zeros((len(lines), sums.shares.shape[1]))
            rows[:, places] = measured.rows.cpu().numpy()
            for name, piece in piece_sums.items():
                place = MEASURES[stack].index(name)
                shares[:, :, place], rows[:, place] = piece.shares, piece.rows
            sums.add_examples(shares, rows, counts, lines)
        self.sums[stack].add(sums)

    def _sums_of(self, stack: str, measured: MaskSums, places: list[int]) -> StackSums:
        """Return the sums of a batch, its measures at their places among those of the stack."""
        heads = len(measured.entropy) - 1
        sums = StackSums.zero(heads, len(MEASURES[stack]))
        for name in ("shares", "hits", "rows"):
            values = getattr(measured, name).double().sum(0).cpu().numpy()
            getattr(sums, name)[..., places] = values
        for name in (
            "entropy",
            "relative_entropy",
            "confidence",
            "distance",
            "on_words",
            "tags",
            "tag_rows",
        ):
            setattr(sums, name, getattr(measured, name).double().cpu().numpy())
        sums.words = np.array(float(measured.words))
        return sums

    def _add_word_pairs(
        self, stack: str, merged: Tensor, best: Tensor, query: PaddedWords, key: PaddedWords
    ) -> None:
        """Add for each word the word it attends to most, if that is a word.

        `merged [text, head, query, key]` has the uniform head last; `best [text, head, query]` is
        the key with the largest weight.
        """
        columns = best[..., None]
        head_weights = merged[:, :-1].gather(-1, columns)[..., 0]
        uniform_weights = merged[:, -1:].expand_as(merged[:, :-1]).gather(-1, columns)[..., 0]
        weights = torch.stack([head_weights, uniform_weights], -1).double().cpu().numpy()
        keys = best.cpu().numpy()
        indices: np.ndarray = np.indices(keys.shape)
        texts, heads, queries = indices[0], indices[1], indices[2]
        query_numbers = query.numbers[texts, queries]
        key_numbers = key.numbers[texts, keys]
        counts = (query_numbers >= 0) & (key_numbers >= 0)
        codes = np.stack([heads[counts], query_numbers[counts], key_numbers[counts]], 1)
        unique, places = unique_rows(codes)
        self.word_pairs[stack].add(
            unique,
            sum_rows(places, weights[counts], len(unique)),
            np.bincount(places, minlength=len(unique)).astype(float),
        )

    def merge(self, other: "Analysis") -> None:
        """Add the sums of other sentences."""
        numbers = np.array([self.vocabulary.number(word) for word in other.vocabulary.words], int)
        for stack, table in other.word_pairs.items():
            table.compact()
            codes = table.codes.copy()
            codes[:, 1:] = numbers[codes[:, 1:]] if len(codes) else codes[:, 1:]
            self.word_pairs[stack].add(codes, table.weights, table.counts)
            self.sums[stack].add(other.sums[stack])
        self.pairs_read += other.pairs_read
        self.pairs_left_out += other.pairs_left_out


def _keep_measures_only(sums: StackSums) -> None:
    """Zero the sums of a batch besides its measures."""
    zero = StackSums.zero(len(sums.entropy) - 1, len(sums.rows))
    for name in (
        "entropy",
        "relative_entropy",
        "confidence",
        "distance",
        "on_words",
        "words",
        "tags",
        "tag_rows",
    ):
        setattr(sums, name, getattr(zero, name))


@dataclass(frozen=True)
class _Attention:
    """The weights of all heads in a pass over a batch, and the allowed keys."""

    weights: Weights
    allowed: Weights


@torch.inference_mode()
def attend_batch(network: Any, batch: EncodedBatch, stacks: Iterable[str]) -> _Attention:
    """Run a network over a batch."""
    recording = Recording(WEIGHTS_ONLY)
    layer_states(network, batch, recording=recording)
    weights, allowed = {}, {}
    for stack in stacks:
        steps = recording.attention[stack]
        weights[stack] = torch.cat([step.weights for step in steps], 1)
        shape = weights[stack].shape
        mask = steps[0].allowed
        if mask is None:
            mask = torch.ones(shape[2:], dtype=torch.bool, device=weights[stack].device)
        allowed[stack] = mask.expand(shape[0], 1, *shape[2:])[:, 0]
    return _Attention(weights, allowed)


def analyse(
    model: Any,
    numbered: Iterable[tuple[int, Pair]],
    progress: PairsDone = lambda done: None,
    network: Any = None,
    examples: bool = True,
    foils: bool = False,
) -> Analysis:
    """Run a model over pairs with their line numbers, and sum its attention in constant memory.

    `network` replaces the model's own, for example by an untrained one (see `untrained`); word
    pairs still follow the largest weights of the model itself. `examples` and `foils` are those of
    `Analysis`. After each batch `progress` receives the number of pairs done.
    """
    analysis = Analysis(sizes_of(model), examples, foils)
    if not model.capabilities.trained_here:
        return _analyse_each(model, numbered, progress, network, analysis)
    done = 0
    for chunk in chunks(numbered):
        encoded = encode(model, chunk)
        analysis.pairs_left_out += len(chunk) - len(encoded)
        for rows in batches(encoded):
            batch = build_batch(model, rows, analysis.vocabulary)
            trained = attend_batch(model.network, batch, analysis.sizes)
            if network is None:
                attention, leading = trained, NO_WEIGHTS
            else:
                attention, leading = attend_batch(network, batch, analysis.sizes), trained.weights
            with torch.inference_mode():
                analysis.add(batch, attention.weights, attention.allowed, leading)
            done += len(rows)
            progress(done)
    return analysis


def _analyse_each(
    model: Any,
    numbered: Iterable[tuple[int, Pair]],
    progress: PairsDone,
    network: Any,
    analysis: Analysis,
) -> Analysis:
    """Do the same for a pretrained model, which reads one pair at a time."""
    readings = read_each(model, network, numbered, analysis.vocabulary)
    for done, reading in enumerate(readings, start=1):
        if reading is None:
            analysis.pairs_left_out += 1
        else:
            with torch.inference_mode():
                analysis.add(*reading)
        progress(done)
    return analysis


def untrained(model: Any, seed: int = 0) -> Any:
    """Make an untrained counterpart of a model: the same sizes, random weights.

    A network for a model of ours, a model for a pretrained one.
    """
    if not model.capabilities.trained_here:
        return LIBRARIES.attending.untrained(model, seed)
    return checkpoint.build_untrained(model.network, seed).to(model.device)
