"""What Python declares and the scripts read, and values that their tests compare with.

`python -m tests.script_values` writes them.
"""

import base64
import json
from pathlib import Path

import numpy as np

from tests import word_learning
from viz.analysis.what_if_text import WHAT_IFS
from viz.base.theme import DIVERGING, HEADS, INK
from viz.components import canvas
from viz.components.matrices import pack as pack_matrices
from viz.draw.matrix import Matrix, pool

FOLDER = Path(__file__).parents[1] / "viz/components/tests/python"
FARTHEST = 2.0


def packed_values() -> dict:
    """Return packed numbers with the values that they stand for.

    Weights under a mask, scores, distances, a pooled head.
    """
    generator = np.random.default_rng(15)
    weights = generator.random((3, 4))
    weights /= weights.sum(-1, keepdims=True)
    allowed = np.tri(3, 4, 1, dtype=bool)
    scores = generator.normal(size=(2, 3)) * 4
    distances = np.array([0.0, 1e-6, 0.5, 1.0, FARTHEST])
    panels = [
        Matrix(
            "Gewichte “ß”",
            ("a", "b", "c"),
            ("a", "b", "c", "d"),
            weights,
            allowed,
            colour="#123456",
        ),
        Matrix(
            "scores",
            ("x", "y"),
            ("x", "y", "z"),
            scores,
            colour="#654321",
            least=-12.0,
            most=12.0,
            kind="score",
        ),
    ]
    head = generator.random((10, 14))
    pooled = pool(canvas.quantize_uint16(head), 7)
    return {
        "panels": base64.b64encode(pack_matrices(panels, "Hover “here”.")).decode(),
        "weights": np.where(allowed, weights, None).tolist(),
        "scores": scores.tolist(),
        "distances": {
            "packed": canvas.quantize_uint16(distances, 0.0, FARTHEST).tolist(),
            "values": distances.tolist(),
        },
        "head": {"packed": canvas.quantize_uint16(head).tolist(), "pooled": pooled.tolist()},
        "masked": canvas._MASKED,
        "steps": canvas.STEPS,
    }


def palette() -> dict:
    """Return the colour scales of weights and of signed numbers, and the colours of heads."""
    return {"ink": INK, "diverging": DIVERGING, "heads": HEADS}


def what_ifs() -> list[dict]:
    """Return the table of what-ifs."""
    return [entry.browser_values() for entry in WHAT_IFS]


FILES = {
    "../../../engine/what_ifs.json": what_ifs,
    "packed.json": packed_values,
    "palette.json": palette,
    "learning.json": word_learning.values,
}


def as_text(values: dict | list) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_text(as_text(make()), encoding="utf-8")
