"""Reads the data of a derivation as the browser reads them."""

import json
import struct

import numpy as np


def read(data: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """Return the head, and the values of each grid that was sent, as inside.js reads them."""
    (length,) = struct.unpack_from("<I", data)
    head = json.loads(data[4 : 4 + length])
    numbers = np.frombuffer(data, "<f4", offset=4 + length)
    values_by_grid = {
        grid["name"]: numbers[grid["offset"] : grid["offset"] + np.prod(grid["shape"])].reshape(
            grid["shape"]
        )
        for grid in head["grids"]
        if grid["offset"] is not None
    }
    assert sum(values.size for values in values_by_grid.values()) == numbers.size
    return head, values_by_grid
