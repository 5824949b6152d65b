"""The answers to a browser that asks for the files of our translator.

They are sent as they are on the disk: their address has their checksum, so a browser keeps them for
good.
"""

from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from ..base.language import languages, own_texts
from ..components import canvas
from .model_files import file_at
from .turns import TURNS

_TEXTS = {f"texts-{locale}.json": locale for locale in languages()}
# Compressing 19 MB of numbers takes a second of the server's processor and saves 9% of them.
_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Encoding": "identity",
}


@cache
def _texts_of_engine(locale: str) -> dict[str, str]:
    """Return the texts of a language that the engine says, by what its script names."""
    script = (Path(canvas.__file__).parent / "bundles/preview.js").read_text(encoding="utf-8")
    return {name: text for name, text in own_texts(locale).items() if name in script}


async def send_file(request: Request) -> Response:
    """Answer a request for a file of the model; that it is the same, for a browser that has it.

    Beside them, `waiting` says whether a browser that can wait had better do so, and the _TEXTS
    have what the engine says.
    """
    name, asked_version = request.path_params["name"], request.path_params["version"]
    if name == "waiting":
        return JSONResponse(not TURNS.invite(), headers={"Cache-Control": "no-store"})
    if name in _TEXTS:
        headers = {"Cache-Control": "no-cache"}
        return JSONResponse(_texts_of_engine(_TEXTS[name]), headers=headers)
    file = file_at(asked_version, name)
    if file is None:
        raise HTTPException(404)
    headers = _HEADERS | {"ETag": f'"{asked_version}"'}
    answer = FileResponse(file, headers=headers, stat_result=file.stat())
    if StaticFiles().is_not_modified(answer.headers, request.headers):
        return NotModifiedResponse(answer.headers)
    return answer
