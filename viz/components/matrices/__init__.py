"""Matrices of words by words side by side: hovering over a row highlights it in all of them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ...analysis.views import Glosses
from ...base.theme import INK
from ...draw.matrix import Matrix
from .. import canvas

_component = canvas.component("matrices")


_NO_GLOSSES: Glosses = MappingProxyType({})


def pack(
    matrices: list[Matrix],
    hint: str,
    glosses: Glosses = _NO_GLOSSES,
    play: str = "",
    preview: Mapping[str, Any] | None = None,
) -> bytes:
    """Pack all matrices, in order; `preview` is what a browser needs to compute the like."""
    blocks, numbers, offset = [], [], 0
    for matrix in matrices:
        block: dict[str, object] = {
            "title": matrix.title,
            "note": matrix.note,
            "colour": matrix.colour,
            "rows": (),
            "columns": (),
        }
        if not matrix.is_empty:
            numbers.append(
                canvas.quantize_uint16(matrix.values, matrix.least, matrix.most, matrix.allowed)
            )
            block |= {
                "offset": offset,
                "rows": matrix.rows,
                "columns": matrix.columns,
                "least": matrix.least,
                "most": matrix.most,
                "kind": matrix.kind,
                "before": matrix.before,
                "rowGlosses": glosses.get(matrix.rows, ()),
                "columnGlosses": glosses.get(matrix.columns, ()),
                "lit": matrix.lit,
                "lines": matrix.lines,
                "caption": matrix.caption,
                "changed": [] if matrix.changed is None else np.argwhere(matrix.changed).tolist(),
            }
            if matrix.sums is not None:
                block["sums"] = matrix.sums.tolist()
            offset += matrix.values.size
        blocks.append(block)
    head = {"panels": blocks, "hint": hint, "ink": INK, "play": play, "preview": preview}
    return canvas.pack(head, numbers)


def show_matrices(
    matrices: list[Matrix],
    hint: str,
    key: str = "matrices",
    glosses: Glosses = _NO_GLOSSES,
    play: str = "",
    preview: Mapping[str, Any] | None = None,
):
    """Draw the matrices; `hint` is a sentence on what to do with the pointer.

    A French word that is pointed at says its English, if `glosses` have it. `play` is the button
    that draws them one after the other; "" has none. With a `preview` the browser draws a typed
    sentence before the server has answered.
    """
    return _component(key=key, data=pack(matrices, hint, glosses, play, preview))
