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
    return part_of(file, "head") + numbers_in(file)


def numbers_in(file: str, name: str = "packed") -> bytes:
    """Return the numbers of an HTML file, or with the name "first" those of the large picture."""
    high, low = np.frombuffer(part_of(file, name), np.uint8).reshape(2, -1)
    return np.stack([low, high], 1).tobytes()


def part_of(file: str, name: str) -> bytes:
    (text,) = re.findall(rf'id="{name}"[^>]*>([^<]+)</script>', file)
    return gzip.decompress(base64.b64decode(text))


def unpack(data: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """Return the head of a message, and its numbers."""
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)
