"""The pictures of the cards as files, drawn beforehand by `python -m viz.gallery --ship`.

A file for each picture, language and theme, and `drawn-from`, the digest of what they were drawn
from. Where that is no longer so, as after training, nobody is shown these files.
"""

import hashlib
import json
from functools import cache, partial
from itertools import product
from pathlib import Path

from models.files import seals, write_whole

from ...base.language import complete_languages, writing_in
from ...base.progress import Progress
from ...view.runner import Runner
from .catalogue import ENTRIES
from .pictures import draw_all

DRAWN_FOLDER = Path(__file__).parent / "drawn"
_DIGEST = "drawn-from"
COVERS = "covers.json"  # see app.first_page


@cache
def _digest() -> str:
    """Return the SHA-256 of what the pictures depend on: the shipped weights, and the views."""
    views = [(entry.name, entry.address, entry.export) for entry in ENTRIES]
    return hashlib.sha256(json.dumps([seals(), views], sort_keys=True).encode()).hexdigest()


def shipped_pictures(locale: str, dark: bool) -> dict[str, bytes]:
    """Return the files by name of entry; {} if they show other weights or views, or lack one."""
    try:
        if (DRAWN_FOLDER / _DIGEST).read_text(encoding="ascii").strip() != _digest():
            return {}
        return {entry.name: path(entry.name, locale, dark).read_bytes() for entry in ENTRIES}
    except OSError:
        return {}


def path(name: str, locale: str, dark: bool) -> Path:
    """Return the file of a picture; a language that lacks some texts has the English ones."""
    spoken = locale if locale in complete_languages() else "en"
    return DRAWN_FOLDER / f"{name}.{spoken}.{'dark' if dark else 'light'}.webp"


def ship(runner: Runner, progress: Progress) -> None:
    """Draw all pictures in each complete language and theme, and write them in the repository."""
    files: dict[Path, bytes] = {DRAWN_FOLDER / _DIGEST: f"{_digest()}\n".encode()}
    versions = list(product(complete_languages(), (False, True)))
    total = len(versions) * len(ENTRIES)
    for locale, dark in versions:
        count = partial(_count_files, progress, len(files) - 1, total)
        with writing_in(locale):
            pictures = draw_all(runner, count, dark)
        files |= {path(name, locale, dark): picture for name, picture in pictures.items()}
    DRAWN_FOLDER.mkdir(exist_ok=True)
    for old in {*DRAWN_FOLDER.iterdir()} - {*files, DRAWN_FOLDER / COVERS}:
        old.unlink()
    write_whole(files)


def _count_files(progress: Progress, before: int, total: int, done: int, per_version: int) -> None:
    """Report the progress of one version as that of all."""
    progress(before + done, total)
