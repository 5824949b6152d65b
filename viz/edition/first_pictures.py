"""The first pictures of links: views of the pages that scripts compute, drawn as values.

A browser that opens such an address shows the picture from a small file; the model follows when the
reader changes something. Which views these are, `drawn` says: the example of each page, and those
of the ready playlists and of a lecturer's own.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from typing import Any

from models import UserError
from viz.components.course.parts import part_of
from viz.edition.step_pictures import RUNNER
from viz.pages.computations import FRONT_PAGE
from viz.pages.recording import Recorded, record
from viz.view.edition import is_in_edition

_MOST_BYTES = 100_000  # of a file; a larger one would be no quicker than the model
# Pictures that fill a page of the edition; others are parts of a sheet.
_WHOLE = "explorer", "inside"
# What only the app has in a head, and what the page of the edition knows anyway.
_LEFT_OUT = "preview", "ink", "diverging", "colours"
_LACKED = "ranked", "refuted", "told"  # what the explorer can do in the app alone


def first_pictures(
    name: str, addresses: Iterable[Mapping[str, str]], locale: str, given: bytes = b""
) -> dict[str, bytes]:
    """Return the files of a page's first pictures in a language, the list of them among these.

    `given` is a list that is there; it gets the new ones. Where a picture is larger than
    _MOST_BYTES or cannot be drawn, its address has none.
    """
    views = json.loads(gzip.decompress(given)) if given else []
    states = [view["state"] for view in views]
    files = {}
    for address in addresses:
        try:
            recorded = record(name, {**address, "language": locale}, RUNNER)
        except UserError:
            continue
        state, short = describe_address(recorded)
        path = "" if name == FRONT_PAGE else name
        if state in states or not is_in_edition(path, short):
            continue
        packed = _zip(_picture(recorded))
        if len(packed) <= _MOST_BYTES:
            files[f"views/{name}/{len(views)}.{locale}.gzip"] = packed
            states.append(state)
            views.append({"state": state, "address": short})
    files[f"views/{name}.{locale}.gzip"] = _zip(views)
    return files


def describe_address(recorded: Recorded) -> tuple[dict[str, str], dict[str, str]]:
    """Return all settings of a view, and those of its shortest address."""
    full, short = (
        {name: text for name, text in address.items() if name not in ("v", "language")}
        for address in (recorded.address, recorded.short_address)
    )
    return full | (recorded.reading.texts if recorded.reading else {}), short


def _picture(recorded: Recorded) -> dict[str, Any]:
    """Return a picture of the edition, or the parts of a sheet."""
    parts = [part_of(part) for part in recorded.parts]
    for part in parts:
        if part.get("name") in _WHOLE:
            head = {name: value for name, value in part["head"].items() if name not in _LEFT_OUT}
            if "can" in head:
                head |= {"can": head["can"] | dict.fromkeys(_LACKED, False), "reference": []}
            return {"head": head, "numbers": part["numbers"]}
    return {"parts": [part for part in parts if part.get("name") != "map"]}


def _zip(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)
