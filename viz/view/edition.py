"""What the edition without a server has of the app: pages, models, options of settings."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

BILSTMS = "bilstm-additive", "bilstm-dot", "bilstm-bilinear"
_TRANSLATORS = "transformer", *BILSTMS
MODELS = "transformer", "gpt", "bert", *BILSTMS
_SAMPLING = "next-temperature", "next-k", "next-p"
# Parameters of the front page that it lacks.
_LACKED = "importance", "refute", "between", "next-after", *_SAMPLING
# The words and matrices of a blackboard of one's own.
_BOARD = tuple(
    f"board-{name}" for name in ("words", "x", "w-query", "w-key", "w-value", "w-output")
)
# Its pages by their path, and of parameters the values that it has; none: only the default.
EDITION: dict[str, dict[str, tuple[str, ...]]] = {
    "": {"model": MODELS, **dict.fromkeys(_LACKED, ())},
    "inside": {
        "model": ("transformer",),
        "inside-look": ("steps", "contribution", "lecture", "board"),
        "worked": ("first", "second", "seq2seq"),
        **dict.fromkeys(("refute", *_BOARD), ()),
    },
    "mask": {"model": ("transformer",), "refute": ()},
    "order": {"model": ("transformer",)},
    "next": {"next-look": ("next", "write")},
    "fill": {"finds": ("bert",), "fill-look": ("gap", "pair")},
    "align": {"model": _TRANSLATORS, "second": _TRANSLATORS, "refute": ()},
    "depth": {
        "model": ("transformer", "gpt", "bert"),
        "depth-look": ("lens", "patch", "sinks"),
    },
    "lessons": {},
}
# Its other pages: Python draws their views when the folder is written. Of each the parameter that
# names its look, "" for none.
DRAWN = {
    "words": "words-look",
    "vectors": "vectors-look",
    "cost": "cost-look",
    "bottleneck": "bottleneck-look",
    "cell": "cell-look",
    "remember": "",
    "kinds": "kinds-look",
    "ladder": "ladder-look",
    "tune": "tune-look",
    "profiles": "",
    "queries": "",
    "learning": "learn-look",
    "verdict": "verdict-look",
    "digits": "digits-look",
    "captions": "captions-look",
    "trees": "trees-look",
    "languages": "languages-look",
    "own": "",
    "model": "",
    "gallery": "",
    "classics": "classic",
}
# Looks of the pages it computes that are drawn too: by page the parameter and its values.
DRAWN_LOOKS = {
    "inside": ("inside-look", ("kernel",)),
    "next": ("next-look", ("score", "counts", "heads")),
    "fill": ("fill-look", ("training",)),
    "depth": ("depth-look", ("alike", "flow", "writes")),
}
# Parameters whose default the edition lacks.
_NEEDED = ("depth-look",)


def is_in_edition(page: str, short_address: Mapping[str, str]) -> bool:
    """Return whether the edition without a server shows what a page shows at a short address."""
    if page in DRAWN:
        return {*short_address} <= {"v", "language", DRAWN[page]}
    look, drawn = DRAWN_LOOKS.get(page, ("", ()))
    if short_address.get(look) in drawn:
        return {*short_address} <= {"v", "language", look}
    known = EDITION.get(page)
    if known is None:
        return False
    if pin := short_address.get("pin"):  # an address of the same page
        pinned = dict(parse_qsl(pin))
        if "model" not in pinned or not is_in_edition(page, pinned):
            return False
    return all(
        short_address[name] in values if name in short_address else name not in _NEEDED
        for name, values in known.items()
    )
