"""Reads the front page's data for the browser as the browser reads it."""

import json
import struct
from typing import Any

import numpy as np


def unpack(data: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """Return the head of a message, and its numbers."""
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)
