"""The files of our translator, for browsers that compute previews themselves.

See `viz/components/preview`. They are sent as they are on the disk: their address has their
checksum, so a browser keeps them for good.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from models import TextModel
from models.files import SHIPPED
from models.words.lexicon import LEXICON_TABLE as LEXICON
from models.words.seen import SEEN_TABLE as SEEN

from ..base.language import current_locale, languages, own_texts
from ..components import canvas
from ..view.settings import Settings, SettingsReading, sentence_parameters
from .turns import TURNS

if TYPE_CHECKING:
    from starlette.requests import Request

_S = TypeVar("_S", bound=Settings)
ENGINE_MODEL = "transformer"
_FOLDER = SHIPPED / ENGINE_MODEL
_SEALED = "config.json", "tokenizer.json", "weights.safetensors"
# By name; the tables are not the model's own.
_FILES = {name: _FOLDER / name for name in _SEALED} | {
    table.name: table for table in (LEXICON, SEEN)
}
_TEXTS = {f"texts-{locale}.json": locale for locale in languages()}
# Compressing 19 MB of numbers takes a second of the server's processor and saves 9% of them.
_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Encoding": "identity",
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
def _texts_of_engine(locale: str) -> dict[str, str]:
    """Return the texts of a language that the engine says, by what its script names."""
    script = (Path(canvas.__file__).parent / "bundles/preview.js").read_text(encoding="utf-8")
    return {name: text for name, text in own_texts(locale).items() if name in script}


@cache
def _version() -> str:
    """Return a text that changes with each of the _FILES."""
    tables = (
        sha256(_FILES[name].read_bytes()).hexdigest() for name in _FILES if name not in _SEALED
    )
    return "-".join(text[:8] for text in (*(_seals().get(name, "") for name in _SEALED), *tables))


async def send_file(request: "Request") -> Response:
    """Answer a request for one of the _FILES; that it is the same, for a browser that has it.

    Beside them, `waiting` says whether a browser that can wait had better do so, and the _TEXTS
    have what the engine says.
    """
    name, asked_version = request.path_params["name"], request.path_params["version"]
    if name == "waiting":
        return JSONResponse(not TURNS.invite(), headers={"Cache-Control": "no-store"})
    if name in _TEXTS:
        headers = {"Cache-Control": "no-cache"}
        return JSONResponse(_texts_of_engine(_TEXTS[name]), headers=headers)
    if name not in _FILES or not _seals() or asked_version != _version():
        raise HTTPException(404)
    headers = _HEADERS | {"ETag": f'"{asked_version}"'}
    answer = FileResponse(_FILES[name], headers=headers, stat_result=_FILES[name].stat())
    if StaticFiles().is_not_modified(answer.headers, request.headers):
        return NotModifiedResponse(answer.headers)
    return answer
