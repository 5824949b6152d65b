"""A page of the app as one HTML file, drawn as those of the edition are."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlencode

from models import UserError, available

from ..app.page import declared_parameters
from ..base.language import languages, t, writing_in
from ..components.course import without_server, write_course
from ..components.course.parts import part_of
from ..view.computation import APP
from ..view.runner import PlainRunner
from .computations import FRONT_PAGE
from .recording import Recorded, record
from .registry import PAGES

_RUNNER = PlainRunner("cpu")
_NOT_DRAWN = frozenset(("v", "lecture", "embed", "panel", "class"))  # of a tab, not of a picture
_ALIKE = 0.5  # of two names, so that one is perhaps meant by the other


def draw_page(name: str, settings: Mapping[str, Any]) -> tuple[str, str, bytes]:
    """Return the address, the title and the HTML file of a page with these settings.

    Raises UserError for what is not there.
    """
    path = name.strip("/") or FRONT_PAGE
    if path not in PAGES:
        raise UserError("There is no page “{name}”. {near}", name=name, near=_describe(name, PAGES))
    page = PAGES[path]
    address = {each.replace("_", "-"): _write(value) for each, value in settings.items()}
    locale = address.pop("language", "en")
    if locale not in languages():
        raise UserError("There is no language “{name}”, but {names}.", name=locale,
                        names=", ".join(languages()))  # fmt: skip
    known = declared_parameters(page, PAGES.values()) - _NOT_DRAWN
    for each in address:
        if each not in known:
            raise UserError(
                "The page {page} has no setting “{name}”. {near}",
                page=path, name=each, near=_describe(each, known),
            )  # fmt: skip
    with writing_in(locale):
        recorded = record(path, {**address, "language": locale}, _RUNNER)
        _check_values(address, recorded)
        parts = without_server(map(part_of, recorded.parts))
        query = urlencode(recorded.short_address)
        title = t(page.title)
        link = f"{APP}{'' if path == FRONT_PAGE else path}?{query}"
        note = t("shared#file of a page", address=link)
        step = {"title": title, "text": "", "more": "", "parts": parts}
        content = {
            "title": f"{title} · Heads Up",
            "heading": title,
            "steps": [step],
            "notes": [note],
            "exercises": [],
        }
    return link, title, write_course({locale: content}, is_lesson=False)


def _check_values(address: Mapping[str, str], recorded: Recorded) -> None:
    """Raise UserError for a value that is not available; the app would show another."""
    reading = recorded.reading
    there: dict[str, Iterable[str]] = {"model": available()}
    if reading:
        there |= {each.parameter: each.options or () for each in reading.situations.values()}
    for name, value in address.items():
        options = there.get(name)
        if options and value not in options:
            near = _describe(value, options)
            raise UserError(
                "The setting {name} has no value “{value}”. {near}",
                name=name, value=value[:100], near=near,
            )  # fmt: skip
    if recorded.alerts:
        raise UserError("Not drawn: {why}", why=" ".join(recorded.alerts))


def _write(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _describe(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the names that are perhaps meant, or with all."""
    near = get_close_matches(name.replace("_", "-"), [*known], n=4, cutoff=_ALIKE)
    names = ", ".join(near or sorted(known))
    return t("Perhaps {names}?" if near else "There are {names}.", names=names)
