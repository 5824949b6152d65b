"""Reads the front page's data for the browser as the browser reads it."""

import base64
import gzip
import json
import re
import struct
from typing import Any

import numpy as np


def packed_in(file: str) -> bytes:
    """Return the packed data of an HTML file: see `viz.components.host.compress`."""
    (text,) = re.findall(r'id="packed">([^<]+)</script>', file)
    head, numbers = (gzip.decompress(base64.b64decode(part)) for part in text.split(" "))
    high, low = np.frombuffer(numbers, np.uint8).reshape(2, -1)
    return head + np.stack([low, high], 1).tobytes()


def unpack(data: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """Return the head of a message, and its numbers."""
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)
