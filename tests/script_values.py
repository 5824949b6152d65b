"""What Python declares and the scripts read, and values that their tests compare with.

`python -m tests.script_values` writes them.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np

from models import lengths, request, results
from models.answers import ablating, capitals, causal_lm, limits, loops, source_words
from models.words import lexicon
from tests import word_learning
from viz.analysis import head_captions, intervals, views, walkthrough, what_if_text
from viz.analysis.what_if_text import WHAT_IFS
from viz.app import tab_playlist
from viz.base.theme import DIVERGING, HEADS, INK
from viz.components import canvas
from viz.components.matrices import pack as pack_matrices
from viz.draw import alt, chart, lens, matrix, pair_means, patching, plotly, probabilities, words
from viz.draw.matrix import Matrix, pool
from viz.pages.depth import charts as depth_charts
from viz.pages.depth import lens as lens_look
from viz.pages.depth import sink_vectors, sinks
from viz.pages.mask import compute as mask
from viz.pages.next import html as next_html
from viz.pages.next import looks as next_looks
from viz.pages.order import charts, look, others, sentence, settings, sinusoids
from viz.view import pins, playlist

FOLDER = Path(__file__).parents[1] / "viz/components/tests/python"
FARTHEST = 2.0
# The constants that the scripts read, of each module by their name there; where two modules have
# the same, or it says little elsewhere, with its name in the scripts.
CONSTANTS: dict[ModuleType, dict[str, str]] = {
    lengths: {"LONGEST": "", "LONGEST_REREAD": ""},
    results: {"_LEAST_EXCESS": ""},
    request: {"EVERY": "", "NO_HEAD": "", "PATCH_KINDS": ""},
    ablating: {"_DRAWS": "RESAMPLED"},
    capitals: {"_CLEARLY": ""},
    causal_lm: {"_NEW_TOKENS": ""},
    limits: {"_LONGEST_LOOK": ""},
    loops: {"_SHORTEST": "SHORTEST_LOOP"},
    source_words: {"_BEGINNING": "", "_ENDING": ""},
    lexicon: {
        "_DIAGONAL": "",
        "ALONE": "",
        "_SURE": "",
        "_SAME": "SAME_SPELLING",
        "_STEPS": "LEXICON_STEPS",
    },
    head_captions: {"_KNOWN": "", "_MOST_QUOTED": "", "_SHORTEST": "SHORTEST_CROSSED"},
    views: {"QUANTITIES": "", "_WAYS": ""},
    walkthrough: {"_DIFFERS": ""},
    what_if_text: {"_MOST_HEADS": "", "_MOST_STATES": "", "_PARTS": "PATCHED_PARTS"},
    alt: {"_MOST": "MOST_DESCRIBED"},
    chart: {"GUIDE": "", "FAINT": ""},
    lens: {
        "_MOST_PLACES": "LENS_PLACES",
        "_MOST_NAMES": "",
        "_MOST_LETTERS": "",
        "_BEST": "LENS_BEST",
        "_ROW": "CELL_ROW",
    },
    matrix: {"CLEAR_CHANGE": ""},
    patching: {"_LEAST": "LEAST_SHARE", "_LONGEST_WORD": "", "_MOST_INTERVALS": ""},
    plotly: {"_LECTURE_TYPE": ""},
    probabilities: {"_LEAST": "LEAST_PROBABILITY"},
    words: {"LONGEST": "LONGEST_LABEL"},
    canvas: {"_MASKED": "", "PACKED_STEPS": "STEPS"},
    pins: {"_MOST_PARAMETERS": "", "PARAMETERS": "PINNED", "_OF_SENTENCE": ""},
    playlist: {
        "_VERSION": "PLAYLIST_VERSION",
        "_MAX_LINK": "",
        "MAX_FILE": "",
        "_MAX_ENTRIES": "",
        "MAX_TITLE": "",
        "MAX_NOTES": "",
        "MAX_ADDRESS": "",
        "_RESERVED": "",
        "_DAMAGED": "",
        "_TOO_LONG": "",
    },
    tab_playlist: {"_MAX_EARLIER": ""},
    mask: {"_MASKS": ""},
    depth_charts: {"_MANY_TIMES": ""},
    lens_look: {"_NAMED": "MOST_NAMED"},
    intervals: {"_RESAMPLES": ""},
    pair_means: {"_TOKENS": "TOKENS_OF_PAIRS"},
    sink_vectors: {"_MOST": "OPEN_ROWS"},
    sinks: {
        "_MOST": "MOST_SINKS",
        "_HALF": "",
        "_TIMES": "SINK_TIMES",
        "_LARGE": "LARGE_STATE",
        "_SMALL": "SMALL_VALUE",
        "_AXES": "SINK_AXES",
    },
    next_html: {"_WIDEST": ""},
    next_looks: {"MOST_ROWS": ""},
    charts: {"_HEIGHT": "", "_APART": "", "_STRIP_WORD": ""},
    look: {"VASWANI": "", "FORMULA": ""},
    others: {"_MEASURED": ""},
    sentence: {"_STRIPS_END": ""},
    settings: {"POSITIONS": ""},
    sinusoids: {"_SHIFTED": ""},
}
_WIDTH = 100  # of a line of a script


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
        "steps": canvas.PACKED_STEPS,
    }


def palette() -> dict:
    """Return the colour scales of weights and of signed numbers, and the colours of heads."""
    return {"ink": INK, "diverging": DIVERGING, "heads": HEADS}


def what_ifs() -> list[dict]:
    """Return the table of what-ifs."""
    return [entry.browser_values() for entry in WHAT_IFS]


def constants() -> str:
    """Return the constants as a module of the scripts."""
    lines = ["// What Python declares: `python -m tests.script_values` writes it anew."]
    for module, names in CONSTANTS.items():
        lines += ["", f"// {Path(module.__file__ or '').relative_to(FOLDER.parents[3])}"]
        for name, title in names.items():
            lines += _write_constant(title or name.lstrip("_"), getattr(module, name))
    return "\n".join(lines) + "\n"


def _write_constant(name: str, value: object) -> Iterator[str]:
    """Yield the lines of a constant, as the scripts' formatter breaks them."""
    value = sorted(value) if isinstance(value, frozenset) else value
    start, text = f"export const {name} =", json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        yield f"{start} {{"
        for key, entry in value.items():
            title = key if key.isidentifier() else json.dumps(key)
            yield f"  {title}: {json.dumps(entry, ensure_ascii=False)},"
        yield "};"
    elif len(f"{start} {text};") <= _WIDTH:
        yield f"{start} {text};"
    elif isinstance(value, str):
        yield from (start, f"  {text};")
    else:
        yield f"{start} ["
        yield from (f"  {json.dumps(entry, ensure_ascii=False)}," for entry in value)
        yield "];"


FILES = {
    "../../../engine/constants.js": constants,
    "../../../engine/what_ifs.json": what_ifs,
    "packed.json": packed_values,
    "palette.json": palette,
    "learning.json": word_learning.values,
}


def as_text(values: dict | list | str) -> str:
    """Return the content of a file: a script as it is, values as JSON."""
    return (
        values
        if isinstance(values, str)
        else json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    )


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_text(as_text(make()), encoding="utf-8")
