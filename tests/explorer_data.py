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
    high, low = np.frombuffer(gzip.decompress(part_of(file, "packed")), np.uint8).reshape(2, -1)
    return part_of(file, "head") + np.stack([low, high], 1).tobytes()


def other_in(file: str) -> bytes:
    """Return the packed data of the other quantity."""
    packed = gzip.decompress(part_of(file, "other-packed"))
    high, low = np.frombuffer(packed, np.uint8).reshape(2, -1)
    head = gzip.decompress(part_of(file, "other-head"))
    return head + np.stack([low, high], 1).tobytes()


def part_of(file: str, name: str) -> bytes:
    """Return what stands in an element of an HTML file: "first", the numbers of the large head."""
    (text,) = re.findall(rf'id="{name}"[^>]*>([^<]+)</script>', file)
    return base64.b64decode(text)


def unpack(data: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """Return the head of a message, and its numbers."""
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), np.frombuffer(data, "<u2", offset=4 + length)
