"""From runs to their traces: one recorded pass of one of our networks.

Decoding gives words and not numbers; the numbers come from this pass. In single precision the order
of a sum, and with it the last bits, depends on the shape of the matrices. So sentences are recorded
together only where each gets what it would get alone: they are filled up to the same two lengths,
alone as in a batch, and to ROWS at least, below which BLAS takes other ways.
`model` is a `translation.TranslationModel`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.recorder import Recording
from ..request import Record, Request
from ..store.tokenizer import BEGIN, Token
from ..trace import AttentionMaps, Trace
from .batches import sees_padding
from .runs import Run, source_tokens, with_end_token

STEP = 4  # tokens: lengths are filled up to a multiple of it
ROWS = 16  # tokens, and of a product, at least
MOST_ROWS = 512  # of a product; more are no quicker than the sentences one by one


def trace_runs(
    model, requests: Sequence[Request], runs: Sequence[Run]
) -> Iterator[tuple[int, Trace]]:
    """Yield (place, trace) of each run as soon as it is there.

    Equal to the last bit to what `trace_runs` gives for this run alone.
    """
    groups: dict[object, list[int]] = {}
    for place, (request, run) in enumerate(zip(requests, runs, strict=True)):
        sizes = filled_sizes(model, run)
        key = (request.record, sizes) if sizes else place
        groups.setdefault(key, []).append(place)
    for places in groups.values():
        together = 1
        if len(places) > 1 and model.records_together:
            sizes = filled_sizes(model, runs[places[0]])
            assert sizes is not None  # others are groups of one
            together = max(1, MOST_ROWS // max(sizes))
        for start in range(0, len(places), together):
            some = places[start : start + together]
            passed = record(model, requests[some[0]], [runs[place] for place in some])
            for place, (recording, probabilities) in zip(some, passed, strict=True):
                trace = make_trace(model, requests[place], runs[place], recording, probabilities)
                yield place, trace


def filled_sizes(model, run: Run) -> tuple[int, int] | None:
    """The tokens of source and target up to which this run is filled; None: it stays as it is.

    That is a run whose what-if looks at what is filled in, and one of a recurrent network, whose
    products have a row for each sentence.
    """
    if not is_filled(model) or sees_padding(run.changes.what_if):
        return None
    return filled_size(model, run.source), filled_size(model, run.read)


def is_filled(model) -> bool:
    """Whether this model's sentences are filled up."""
    return model.capabilities.block == "transformer" and model.longest >= ROWS


def filled_size(model, ids: Tensor) -> int:
    """The tokens up to which a sentence, ids `[1, token]`, is filled."""
    return min(max(-(-ids.shape[1] // STEP) * STEP, ROWS), model.longest)


def fill(model, sentences: Sequence[Tensor], size: int) -> Tensor:
    """Sentences of ids, `[1, token]` each, filled up to this size: ids `[sentence, size]`."""
    padding = [model.tokenizer.padding_id]
    rows = [ids[0].tolist() for ids in sentences]
    filled = [[*row, *padding * (size - len(row))] for row in rows]
    return torch.tensor(filled, device=model.device)


def record(model, request: Request, runs: Sequence[Run]) -> list[tuple[Recording, Tensor]]:
    """The recording of one teacher-forced pass over what was read and written, for each run.

    With the probabilities `[target, vocabulary]`. Several runs have the same `filled_sizes` and
    changes.
    """
    recording, changes = Recording(request.record), runs[0].changes
    sizes = filled_sizes(model, runs[0])
    if sizes is None:
        [run] = runs
        hidden = model.network(run.source, run.read, recording, changes)  # [1, target, d_model]
        return [(recording, model.network.logits(hidden)[0].softmax(dim=-1))]
    source = fill(model, [run.source for run in runs], sizes[0])
    read = fill(model, [run.read for run in runs], sizes[1])
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
    """The states of the encoder alone over ids `[1, source]`, those that `record` records."""
    recording, length = Recording(Record(weights=(), gates=False)), source.shape[1]
    if not is_filled(model):
        model.network.start(source, recording)
        return recording
    model.network.start(fill(model, [source], filled_size(model, source)), recording)
    return recording.of_one(0, length, 0)


@torch.inference_mode()
def matmul_is_batch_invariant(network) -> bool:
    """Whether a row of a product of this network is the same to the last bit in a larger product.

    That depends on the BLAS and the processor. Tried with every shape of matrix that it has.
    """
    weights = [weight for weight in network.parameters() if weight.dim() == 2]
    matrices = {(weight.shape, weight.stride()): weight for weight in weights}
    generator = torch.Generator().manual_seed(1)
    for weight in matrices.values():
        x = torch.randn(MOST_ROWS, weight.shape[1], generator=generator)
        whole = nn.functional.linear(x, weight)
        for rows in (ROWS, ROWS + STEP, 3 * ROWS - STEP, MOST_ROWS // 2):
            if not torch.equal(nn.functional.linear(x[:rows], weight), whole[:rows]):
                return False
    return True


def make_trace(
    model, request: Request, run: Run, recording: Recording, probabilities: Tensor
) -> Trace:
    """The trace of a run that was recorded."""
    target_ids = run.written[:-1] if run.finished else run.written
    translation = run.translation.typed
    read_tokens = source_tokens(model, run)
    written_tokens = model.show(target_ids, run.translation)
    if run.finished:
        written_tokens = with_end_token(written_tokens, translation)
    source_text = tuple(token.text for token in read_tokens)
    written_text = tuple(token.text for token in written_tokens)
    read_text = (BEGIN, *written_text[:-1])
    axes = {
        "encoder": (source_text, source_text),
        "decoder": (read_text, read_text),
        "cross": (read_text, source_text),
    }
    return Trace(
        request=request,
        sentence=run.sentence.typed,
        translation=translation,
        source=source_text,
        source_spans=tuple((token.start, token.end) for token in read_tokens),
        source_words=tuple(token.word for token in read_tokens),
        decoder_input=read_text,
        predicted=written_text,
        predicted_spans=tuple((token.start, token.end) for token in written_tokens),
        predicted_words=tuple(token.word for token in written_tokens),
        choices=model.choices(probabilities, run.written),
        finished=run.finished,
        attention=recording.all_maps(model.attention_sizes, axes),
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
) -> Trace:
    """The trace of a model that only reads `tokens`: of what is written there is nothing."""
    return Trace(
        request=request,
        sentence=sentence,
        translation="",
        source=tuple(token.text for token in tokens),
        source_spans=tuple((token.start, token.end) for token in tokens),
        source_words=tuple(token.word for token in tokens),
        decoder_input=(),
        predicted=(),
        predicted_spans=(),
        predicted_words=(),
        choices=(),
        finished=True,
        attention=attention,
        hidden=hidden,
        second=second,
    )
