"""From a run to its trace: one recorded pass of one of our networks.

The pass is made for each sentence alone, also where many were decoded together: in single precision
a batch would differ from one sentence by up to 3e-6, since the order of a sum depends on the shape
of the matrices. Three quarters of the time go into decoding, which gives words and not numbers.
`model` is a `translation.TranslationModel`.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from .recorder import Recording
from .request import Request
from .runs import Run, ended, source_tokens
from .tokenizer import BEGIN, Token
from .trace import AttentionMaps, Trace


def trace_run(model, request: Request, run: Run) -> Trace:
    """Record one teacher-forced pass over what was read and written."""
    recording = Recording(request.record)
    hidden = model.network(run.source, run.read, recording, run.changes)  # [1, target, d_model]
    probabilities = model.network.logits(hidden)[0].softmax(dim=-1)  # [target, vocabulary]

    target_ids = run.written[:-1] if run.finished else run.written
    translation = model.tokenizer.decode(target_ids)
    read_tokens = source_tokens(model, run)
    written_tokens = model.tokenizer.show(target_ids)
    if run.finished:
        written_tokens = ended(written_tokens, translation)
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
        sentence=run.sentence,
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
