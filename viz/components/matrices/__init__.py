"""Matrices of words by words side by side: hovering over a row highlights it in all of them."""

from types import MappingProxyType

import numpy as np

from ...analysis.views import Glosses
from ...base.theme import INK
from ...draw.matrix import Matrix
from .. import canvas

_component = canvas.component("matrices")


_NO_GLOSSES: Glosses = MappingProxyType({})


def pack(
    matrices: list[Matrix], hint: str, glosses: Glosses = _NO_GLOSSES, play: str = ""
) -> bytes:
    """Pack all matrices, in order."""
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
    return canvas.pack({"panels": blocks, "hint": hint, "ink": INK, "play": play}, numbers)


def show_matrices(
    matrices: list[Matrix],
    hint: str,
    key: str = "matrices",
    glosses: Glosses = _NO_GLOSSES,
    play: str = "",
):
    """Draw the matrices; `hint` is a sentence on what to do with the pointer.

    A French word that is pointed at says its English, if `glosses` have it. `play` is the button
    that draws them one after the other; "" has none.
    """
    return _component(key=key, data=pack(matrices, hint, glosses, play))
