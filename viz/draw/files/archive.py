"""Every array of a trace as a file."""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeVar

import numpy as np

from models.files import weights_digits
from models.trace import Recorded, Trace

from ...analysis.norms import NormTrace

_T = TypeVar("_T")


def _trace_arrays(trace: Trace) -> dict[str, np.ndarray]:
    """Return every array of a trace by name, as far as the model has it.

    Attention: `attention_cross_weights`, `…_scores`, `…_allowed`, `…_query`, `…_key`, `…_value`,
    `…_head_output`; `…_norms` of a run that shows them. States: `hidden_encoder`,
    `gates_decoder_forget`. Tokens: `source`, `decoder_input`, `predicted` with `…_words` and
    `…_spans`; `probabilities` [position]. Texts: `sentence`, `translation`, `model`, the digits of
    our `weights`, and `request` as JSON.
    """
    arrays = {
        name: np.array(getattr(trace, name))
        for name in (
            "sentence",
            "translation",
            "source",
            "source_words",
            "source_spans",
            "decoder_input",
            "decoder_words",
            "predicted",
            "predicted_words",
            "predicted_spans",
            "finished",
        )
    }
    request = asdict(trace.request)
    del request["record"]  # what was recorded is what stands here
    arrays |= {
        "model": np.array(trace.request.model),
        "weights": np.array(weights_digits()),
        "request": np.array(json.dumps(request, ensure_ascii=False)),
        "probabilities": np.array([choice.probability for choice in trace.choices]),
    }
    for stack, maps in _recorded_parts(trace.attention):
        if maps is not None:
            arrays |= {f"attention_{stack}_{name}": getattr(maps, name) for name in maps.recorded}
    if isinstance(trace, NormTrace):
        arrays |= {f"attention_{stack}_norms": norms for stack, norms in trace.norms.items()}
    for stack, states in _recorded_parts(trace.hidden):
        if states is not None:
            arrays[f"hidden_{stack}"] = states
    for name, gates in _recorded_parts(trace.gates):
        prefix = f"gates_{name.replace(' ', '_')}"
        arrays |= {f"{prefix}_{part}": getattr(gates, part) for part in gates.__dataclass_fields__}
    return arrays


def _recorded_parts(parts: Mapping[str, _T]) -> list[tuple[str, _T]]:
    """List the parts of a trace that the model has, each with its name."""
    assert isinstance(parts, Recorded)  # a trace makes these of what it is given
    return [(name, parts[name]) for name in parts.names]


def trace_npz(trace: Trace) -> bytes:
    """Write all `_trace_arrays` as .npz, for `numpy.load(file, allow_pickle=False)`.

    Equal traces give equal bytes.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in _trace_arrays(trace).items():
            buffer = io.BytesIO()
            np.lib.format.write_array(
                buffer, np.ascontiguousarray(array) if array.ndim else array, allow_pickle=False
            )
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, buffer.getvalue())
    return file.getvalue()


def trace_json(trace: Trace) -> bytes:
    """Write all `_trace_arrays` as JSON, nested lists by name; `request` is an object.

    Floats have 6 significant digits, nan and infinity are null. Equal traces give equal bytes.
    """

    def lists(array: np.ndarray):
        if array.dtype.kind != "f":
            return array.tolist()
        rounded = [
            float(f"{value:.6g}") if np.isfinite(value) else None
            for value in array.ravel().tolist()
        ]
        return np.array(rounded, object).reshape(array.shape).tolist()

    content = {name: lists(array) for name, array in _trace_arrays(trace).items()}
    content["request"] = json.loads(content["request"])
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
