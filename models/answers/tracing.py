"""Turn runs into traces: one recorded pass of one of our networks.

Decoding gives the words, this pass gives the numbers. In single precision the order of a sum, and
with it the last bits, depends on the shape of the matrices. So sentences are recorded together only
if each gets the numbers that it gets alone: they are padded to the same two lengths, alone as in a
batch, and to at least _ROWS, below which BLAS uses other kernels.
`model` is a `translation.TranslationModel`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.recorder import Recording
from ..request import Record, Request
from ..store.tokenizer import BEGIN, Token, columns
from ..trace import AttentionMaps, Gates, Trace
from .runs import ForcedRun, source_tokens, with_end_token

_STEP = 4  # tokens; lengths are padded to a multiple of it
_ROWS = 16  # least number of tokens, and of rows of a product
_MOST_ROWS = 512  # of a product; more are no faster than single sentences


def trace_runs(
    model, requests: Sequence[Request], runs: Sequence[ForcedRun]
) -> Iterator[tuple[int, Trace]]:
    """Yield (place, trace) of each run as soon as it is there.

    Each trace is equal to the last bit to that of its run alone.
    """
    groups: dict[object, list[int]] = {}
    for place, (request, run) in enumerate(zip(requests, runs, strict=True)):
        sizes = _filled_sizes(model, run)
        is_alone = any(patch.place[0] != "encoder" for patch in run.changes.patches)
        key = (request.record, sizes) if sizes and not is_alone else place
        groups.setdefault(key, []).append(place)
    for places in groups.values():
        together = 1
        if len(places) > 1 and model.records_together:
            sizes = _filled_sizes(model, runs[places[0]])
            assert sizes is not None  # others are groups of one
            together = max(1, _MOST_ROWS // max(sizes))
        for start in range(0, len(places), together):
            some = places[start : start + together]
            passed = _record(model, requests[some[0]], [runs[place] for place in some])
            for place, (recording, probabilities) in zip(some, passed, strict=True):
                trace = _make_trace(model, requests[place], runs[place], recording, probabilities)
                yield place, trace


def _filled_sizes(model, run: ForcedRun) -> tuple[int, int] | None:
    """Return the numbers of source and target tokens that a run is padded to, or None.

    None for a run whose what-if sees the padding, and for a recurrent network, whose products have
    a row for each sentence.
    """
    if not _is_filled(model) or run.changes.what_if.sees_padding:
        return None
    return _filled_size(model, run.source), _filled_size(model, run.read)


def _is_filled(model) -> bool:
    """Return whether sentences of this model are padded."""
    return model.capabilities.block == "transformer" and model.longest >= _ROWS


def _filled_size(model, ids: Tensor) -> int:
    """Return the number of tokens that a sentence, ids `[1, token]`, is padded to."""
    return min(max(-(-ids.shape[1] // _STEP) * _STEP, _ROWS), model.longest)


def _fill(model, sentences: Sequence[Tensor], size: int) -> Tensor:
    """Pad sentences, ids `[1, token]` each, to ids `[sentence, size]`."""
    padding = [model.tokenizer.padding_id]
    rows = [ids[0].tolist() for ids in sentences]
    filled = [[*row, *padding * (size - len(row))] for row in rows]
    return torch.tensor(filled, device=model.device)


def _record(model, request: Request, runs: Sequence[ForcedRun]) -> list[tuple[Recording, Tensor]]:
    """Record one teacher-forced pass; return the recording of each run, with its probabilities.

    `[target, vocabulary]`. All runs have the same `_filled_sizes` and changes.
    """
    recording, changes = Recording(request.record), runs[0].changes
    sizes = _filled_sizes(model, runs[0])
    if sizes is None:
        [run] = runs
        hidden = model.network(run.source, run.read, recording, changes)  # [1, target, d_model]
        return [(recording, model.network.logits(hidden)[0].softmax(dim=-1))]
    source = _fill(model, [run.source for run in runs], sizes[0])
    read = _fill(model, [run.read for run in runs], sizes[1])
    hidden = model.network(source, read, recording, changes)  # [run, target, d_model]
    logits = model.network.logits(hidden)
    return [
        (
            recording.of_one(row, run.source.shape[1], run.read.shape[1]),
            logits[row, : run.read.shape[1]].softmax(dim=-1),
        )
        for row, run in enumerate(runs)
    ]


def record_reading(model, source: Tensor) -> Recording:
    """Record the states of the encoder alone over ids `[1, source]`, as `_record` does."""
    recording, length = Recording(Record(weights=(), gates=False)), source.shape[1]
    if not _is_filled(model):
        model.network.start(source, recording)
        return recording
    model.network.start(_fill(model, [source], _filled_size(model, source)), recording)
    return recording.of_one(0, length, 0)


@torch.inference_mode()
def matmul_is_batch_invariant(network) -> bool:
    """Return whether a row of a product has the same bits in a larger product.

    That depends on the BLAS and the processor. Tries every shape of matrix in the network.
    """
    weights = [weight for weight in network.parameters() if weight.dim() == 2]
    matrices = {(weight.shape, weight.stride()): weight for weight in weights}
    generator = torch.Generator().manual_seed(1)
    for weight in matrices.values():
        x = torch.randn(_MOST_ROWS, weight.shape[1], generator=generator)
        whole = nn.functional.linear(x, weight)
        for rows in (_ROWS, _ROWS + _STEP, 3 * _ROWS - _STEP, _MOST_ROWS // 2):
            if not torch.equal(nn.functional.linear(x[:rows], weight), whole[:rows]):
                return False
    return True


def axes_of(
    source: tuple[str, ...], read: tuple[str, ...]
) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the tokens of the queries and the keys of each mechanism."""
    return {"encoder": (source, source), "decoder": (read, read), "cross": (read, source)}


def _make_trace(
    model, request: Request, run: ForcedRun, recording: Recording, probabilities: Tensor
) -> Trace:
    """Return the trace of a recorded run."""
    target_ids = run.written[:-1] if run.finished else run.written
    translation = run.translation.typed
    read_tokens = source_tokens(model, run)
    written_tokens = model.show(target_ids, run.translation)
    if run.finished:
        written_tokens = with_end_token(written_tokens, translation)
    source, predicted = columns(read_tokens), columns(written_tokens)
    read_text = (BEGIN, *predicted.texts[:-1])
    axes = axes_of(source.texts, read_text)
    return Trace(
        request=request,
        sentence=run.sentence.typed,
        translation=translation,
        source=source.texts,
        source_spans=source.spans,
        source_words=source.words,
        decoder_input=read_text,
        predicted=predicted.texts,
        predicted_spans=predicted.spans,
        predicted_words=predicted.words,
        choices=model.choices(probabilities, run.written),
        finished=run.finished,
        attention=recording.all_maps(model.attention_sizes, axes, request.what_if.null_key),
        hidden=recording.all_states(),
        gates=recording.gate_values(model.lstms),
    )


def trace_reading(
    request: Request,
    sentence: str,
    tokens: Sequence[Token],
    attention: Mapping[str, AttentionMaps | None],
    hidden: Mapping[str, np.ndarray | None],
    second: int = 0,
    gates: Mapping[str, Gates] = {},
) -> Trace:
    """Return the trace of a model that only reads `tokens`, and writes nothing."""
    source = columns(tokens)
    return Trace(
        request=request,
        sentence=sentence,
        translation="",
        source=source.texts,
        source_spans=source.spans,
        source_words=source.words,
        decoder_input=(),
        predicted=(),
        predicted_spans=(),
        predicted_words=(),
        choices=(),
        finished=True,
        attention=attention,
        hidden=hidden,
        gates=gates,
        second=second,
    )
