"""What a task reads: the vectors of sentences or words by encoders that stay as they are.

Word vectors (GloVe), the states of language models (Peters et al. 2017: TagLM; 2018: ELMo) and the
layers of BERT (Devlin et al. 2019, section 5.3). Numpy only; `probing` trains on them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..pairs import glove_mean
from ..results import Encoding
from .tasks import Example

_TUNED = "bert-tuned"  # the encoder that does not stay as it is
UNTRAINED = "untrained"  # BERT with random weights
_MODELS = {"lstm-lm": "lstm-lm", "elmo": "elmo", "bert": "bert", UNTRAINED: "bert"}  # by source
_SOURCES = "glove", *_MODELS
_States = Mapping[str, np.ndarray]  # by source, [target, layer + 1, d]


class _Encoder(NamedTuple):
    """Sources and the use of their layers: a function of `[target, layer + 1, d]` for each.

    A learnt mix keeps all layers, `[target, layer + 1, d]`; all others give `[target, 1, d]`.
    """

    sources: tuple[str, ...]
    takes: Callable[[np.ndarray], np.ndarray]
    mixes: bool = False


def _last(states: np.ndarray) -> np.ndarray:
    return states[:, -1:]


def _concatenate_four(states: np.ndarray) -> np.ndarray:
    return states[:, -4:].reshape(len(states), 1, -1)


ENCODERS = {
    "glove": _Encoder(("glove",), _last),
    "lstm": _Encoder(("lstm-lm",), _last),
    "taglm": _Encoder(("glove", "lstm-lm"), _last),
    "elmo-last": _Encoder(("elmo",), _last),
    "elmo": _Encoder(("elmo",), lambda states: states, mixes=True),
    "bert-random": _Encoder((UNTRAINED,), _last),
    "bert-first": _Encoder(("bert",), lambda states: states[:, :1]),
    "bert-last": _Encoder(("bert",), _last),
    "bert-sum": _Encoder(("bert",), lambda states: states[:, -4:].sum(1, keepdims=True)),
    "bert-concat": _Encoder(("bert",), _concatenate_four),
    "bert": _Encoder(("bert",), lambda states: states, mixes=True),
}


def features(encoder: str, states: _States) -> np.ndarray:
    """Return what the classifier reads of each target: `[target, layer, d]`."""
    chosen = ENCODERS[encoder]
    return np.concatenate([chosen.takes(states[source]) for source in chosen.sources], axis=-1)


def _layers_of(encoding: Encoding) -> np.ndarray:
    """Return what enters the first layer and the output of each, `[layer + 1, token, d]`."""
    first = encoding.steps.index("layer 1") - 1
    return encoding.states[first:]


def _tokens_of(token_spans: Sequence[tuple[int, int]], span: tuple[int, int]) -> list[int]:
    """Return the places of the tokens that share characters with a span."""
    start, end = span
    return [
        place
        for place, (first, after) in enumerate(token_spans)
        if first < after and first < end and after > start
    ]


def _pool(
    states: np.ndarray, token_spans: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> np.ndarray:
    """Average states `[layer + 1, token, d]` over tokens: `[span, layer + 1, d]`."""
    return np.stack([states[:, _tokens_of(token_spans, span)].mean(1) for span in spans])


def read_with_model(model: Any, example: Example) -> np.ndarray:
    """Return the vectors of an example's targets by a model, `[target, layer + 1, d]`."""
    encoding = model.encode(example.sentence)
    return _pool(_layers_of(encoding), encoding.source_spans, example.spans)


def read_with_glove(example: Example) -> np.ndarray:
    """Return the mean of the word vectors of each target, `[target, 1, d]`; zeros without any."""
    return np.stack([glove_mean(example.sentence[start:end]) for start, end in example.spans])[
        :, None
    ]
