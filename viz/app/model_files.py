"""The files of our translator, for browsers that compute previews themselves.

See `viz/components/preview`. Their address has their checksum; `sending` sends them. The edition,
which has no server, describes its pictures with this too.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from models import TextModel
from models.files import SHIPPED
from models.words.lexicon import LEXICON_TABLE as LEXICON
from models.words.seen import SEEN_TABLE as SEEN

from ..base.language import current_locale
from ..view.settings import Settings, SettingsReading, sentence_parameters

_S = TypeVar("_S", bound=Settings)
ENGINE_MODEL = "transformer"
_FOLDER = SHIPPED / ENGINE_MODEL
_SEALED = "config.json", "tokenizer.json", "weights.safetensors"
# By name; the tables are not the model's own.
_FILES = {name: _FOLDER / name for name in _SEALED} | {
    table.name: table for table in (LEXICON, SEEN)
}


@cache
def _seals() -> dict[str, str]:
    """Return the checksums of the files, by name; {} where one is missing."""
    if not all(file.is_file() for file in (_FOLDER / "card.json", *_FILES.values())):
        return {}
    card = json.loads((_FOLDER / "card.json").read_text(encoding="utf-8"))
    return card.get("sha256", {})


def root_of(card: dict) -> str:
    """Return the address of the files of the model with this card, relative to the front page.

    "" if they are not here.
    """
    return shipped_root() if card.get("sha256") == _seals() else ""


def shipped_root() -> str:
    """Return the address of the files of the shipped model; "" if they are not here."""
    return f"model/{_version()}/" if _seals() else ""


def describe_picture(
    kind: str,
    model: TextModel,
    reading: SettingsReading[_S],
    names: Sequence[str],
    looks: Mapping[str, Any],
    values: Mapping[str, Any],
) -> dict[str, Any] | None:
    """Describe a picture for a browser that computes it of another sentence; None if none can.

    It depends on the settings of these `names` in an address, on `looks`, what else the reader has
    chosen, and on `values`, what Python declares. `kind` is a key of KINDS in `components/preview`.
    """
    settings = reading.settings
    of_sentence = sentence_parameters(type(settings))
    defaults = {name: text for name, text in reading.defaults.items() if name in of_sentence}
    texts = {name: reading.texts[name] for name in names if name in reading.texts}
    root = root_of(model.card) if settings.model == ENGINE_MODEL else ""
    if not root:
        return None
    return {
        "root": root,
        "sentence": settings.sentence,
        "texts": {name: text for name, text in texts.items() if defaults.get(name) != text},
        "ofSentence": sorted(of_sentence),
        "language": current_locale(),
        "task": {"kind": kind, "state": looks, "values": values},
    }


@cache
def _version() -> str:
    """Return a text that changes with each of the _FILES."""
    tables = (
        sha256(_FILES[name].read_bytes()).hexdigest() for name in _FILES if name not in _SEALED
    )
    return "-".join(text[:8] for text in (*(_seals().get(name, "") for name in _SEALED), *tables))


def file_at(version: str, name: str) -> Path | None:
    """Return the file of this name below `shipped_root`; None if it is not of this version."""
    return _FILES.get(name) if _seals() and version == _version() else None
