"""The attention weights of many runs as one table of pandas, which is optional."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np

from .batch import Batch
from .errors import NotRecorded
from .request import STACKS
from .store.libraries import LIBRARIES
from .trace import Trace

_COLUMNS = "text", "mechanism", "layer", "head", "row", "column", "query", "key", "weight"


def frame(
    traces: Trace | Iterable[Trace] | Batch[Any], heads: Iterable[tuple[str, int, int]] = ()
) -> Any:
    """Return a DataFrame with a row for each cell of attention that is not masked, of all traces.

    Its columns are "text", the number of the trace; "mechanism", "layer" and "head"; "row" and
    "column", places of tokens; "query" and "key", the tokens there; and "weight". Numbers count
    from 0, as in arrays. `heads` are (mechanism, layer, head); without them, all that were
    recorded. A text of 20 tokens has 57,600 rows in 144 heads, of 25 bytes each. Raises ImportError
    where pandas is not installed, and IndexError for a head that is not there or not recorded.

    Of a batch of other answers, it has the rows of `Batch.rows`.
    """
    if isinstance(traces, Batch):
        columns, rows = traces.rows()
        return _pandas().DataFrame(rows, columns=columns)
    traces, heads = [traces] if isinstance(traces, Trace) else traces, {*heads}
    pandas = _pandas()
    codes: dict[str, int] = {}  # the number of each token
    parts: list[dict[str, np.ndarray]] = []
    for text, trace in enumerate(traces):
        left = {*heads}
        for stack in STACKS:
            try:
                maps = trace.attention[stack]
            except NotRecorded:
                continue
            if maps is None:
                continue
            chosen = np.full(maps.weights.shape[:2], not heads)
            for layer, head in product(maps.attending, range(maps.n_heads)):
                if (stack, layer, head) in heads:
                    chosen[layer, head] = True
                    left.remove((stack, layer, head))
            every = maps.allowed_by_layer
            masks = maps.allowed if every is None else every[:, None]
            places = np.nonzero(chosen[..., None, None] & masks)
            query, key = (
                np.array([codes.setdefault(token, len(codes)) for token in tokens], np.int32)
                for tokens in (maps.query_tokens, maps.key_tokens)
            )
            size = len(places[0])
            values: list[np.ndarray] = [
                np.full(size, text, np.int32),
                np.full(size, STACKS.index(stack), np.int8),
                *(place.astype(np.int16) for place in places),
                query[places[2]],
                key[places[3]],
                maps.weights[places].astype(np.float32),
            ]
            parts.append(dict(zip(_COLUMNS, values, strict=True)))
        for missing in left:
            raise IndexError(f"text {text} has no head {missing}, or it was not recorded")
    if not parts:
        return pandas.DataFrame(columns=_COLUMNS)
    cells: dict[str, Any] = {
        name: np.concatenate([part[name] for part in parts]) for name in _COLUMNS
    }
    for name, texts in (("mechanism", STACKS), ("query", codes), ("key", codes)):
        cells[name] = pandas.Categorical.from_codes(cells[name], [*texts])
    return pandas.DataFrame(cells)


def _pandas() -> Any:
    try:
        return LIBRARIES.pandas
    except ImportError as error:
        raise ImportError("A table of runs needs pandas: pip install pandas") from error
