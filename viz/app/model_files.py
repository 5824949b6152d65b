"""The files of our translator, for browsers that compute previews themselves.

See `viz/components/preview`. They are sent as they are on the disk: their address has their
checksum, so a browser keeps them for good.
"""

import json
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from models.files import SHIPPED
from models.words.lexicon import TABLE as LEXICON
from models.words.seen import TABLE as SEEN

from .turns import TURNS

if TYPE_CHECKING:
    from starlette.requests import Request

MODEL = "transformer"
_FOLDER = SHIPPED / MODEL
_SEALED = "config.json", "tokenizer.json", "weights.safetensors"
# By name; the tables are not the model's own.
_FILES = {name: _FOLDER / name for name in _SEALED} | {
    table.name: table for table in (LEXICON, SEEN)
}
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
    sealed = _seals()
    return f"model/{_version()}/" if sealed and card.get("sha256") == sealed else ""


@cache
def _version() -> str:
    """Return a text that changes with each of the _FILES."""
    tables = (
        sha256(_FILES[name].read_bytes()).hexdigest() for name in _FILES if name not in _SEALED
    )
    return "-".join(text[:8] for text in (*(_seals().get(name, "") for name in _SEALED), *tables))


async def send_file(request: "Request") -> Response:
    """Answer a request for one of the _FILES; that it is the same, for a browser that has it.

    Beside them, `waiting` says whether a browser that can wait had better do so.
    """
    name, asked_version = request.path_params["name"], request.path_params["version"]
    if name == "waiting":
        return JSONResponse(not TURNS.invite(), headers={"Cache-Control": "no-store"})
    if name not in _FILES or not _seals() or asked_version != _version():
        raise HTTPException(404)
    headers = _HEADERS | {"ETag": f'"{asked_version}"'}
    answer = FileResponse(_FILES[name], headers=headers, stat_result=_FILES[name].stat())
    if StaticFiles().is_not_modified(answer.headers, request.headers):
        return NotModifiedResponse(answer.headers)
    return answer
