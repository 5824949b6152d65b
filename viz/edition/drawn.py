"""The pages that no script computes: views that Python draws when the folder is written."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from models import UserError
from viz.app.page import Page, holds
from viz.base.examples import EXAMPLES
from viz.base.language import model_title, option_title, t, writing_in
from viz.edition.declared import app_pages
from viz.edition.step_pictures import RUNNER, part_of
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.entries import page_of
from viz.pages.recording import Recorded, record
from viz.view.edition import DRAWN
from viz.view.lectures import lectures
from viz.view.lessons import lessons, tour
from viz.view.settings import VIEW_LABELS

_MOST_WORDS = 20  # of an example that is drawn
# Views that pages of the app, links that people kept or a page's own examples lead to.
_MORE: Mapping[str, tuple[str, ...]] = {}


@cache
def drawn_files(locale: str) -> dict[str, bytes]:
    """Return the files of all drawn pages in a language: their views, and the parts of each."""
    files: dict[str, bytes] = {}
    with writing_in(locale):
        for path in DRAWN:
            views = [*_views_of(path, locale)]
            files[f"drawn/{path}.{locale}.json"] = _json([view for view, _ in views])
            for place, (_, parts) in enumerate(views):
                files[f"drawn/{path}/{place}.{locale}.json"] = _json(parts)
    return files


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _views_of(path: str, locale: str) -> Iterator[tuple[dict[str, Any], list[object]]]:
    """Yield the views of a page: what says which they are, and their parts."""
    page = app_pages()[path]
    addresses = _addresses(path)
    for address in addresses:  # the list grows with the looks of the first
        recorded = record(path, {**address, "language": locale}, RUNNER)
        if address == {}:
            addresses += [one for one in _looks(recorded) if one not in addresses]
        yield _describe(page, recorded), [part_of(part) for part in recorded.parts]


@cache
def _linked() -> Mapping[str, list[dict[str, str]]]:
    """Return the addresses of each page to which lessons, lectures and the gallery lead."""
    tours = (*lessons().values(), tour("classics", "en"))
    linked: dict[str, list[dict[str, str]]] = {}
    for step in chain.from_iterable(each.steps for each in tours):
        linked.setdefault(step.page, []).append(dict(step.parameters))
    for entry in chain.from_iterable(each.playlist.entries for each in lectures().values()):
        linked.setdefault(entry.page, []).append(dict(entry.parameters))
    for view in ENTRIES:
        query = dict(parse_qsl(urlsplit(view.address).query, keep_blank_values=True))
        linked.setdefault(page_of(view), []).append(query)
    return linked


def _addresses(path: str) -> list[dict[str, str]]:
    """Return the addresses of the views of a page, but for the looks of its first."""
    page = app_pages()[path]
    examples = [each for each in EXAMPLES if len(each.split()) <= _MOST_WORDS]
    sentences = [{"sentence": each} for each in examples if holds(page.has_sentence, None)]
    more = [dict(parse_qsl(query, keep_blank_values=True)) for query in _MORE.get(path, ())]
    addresses: list[dict[str, str]] = []
    for address in ({}, *more, *_linked().get(path, ()), *sentences[1:]):
        plain = {name: text for name, text in address.items() if name not in ("v", "lecture")}
        if plain not in addresses:
            addresses.append(plain)
    return addresses


def _looks(recorded: Recorded) -> Iterator[dict[str, str]]:
    """Yield addresses with each other look of a page."""
    for situation in recorded.reading.situations.values() if recorded.reading else ():
        if situation.parameter in DRAWN.values():
            for option in situation.options or {}:
                if option != situation.default:
                    yield {situation.parameter: option}


def _describe(page: Page, recorded: Recorded) -> dict[str, Any]:
    """Return the address of a view, in full and short, and its settings with their titles."""
    full = {name: text for name, text in recorded.address.items() if name != "v"}
    short = {name: text for name, text in recorded.short_address.items() if name != "v"}
    controls: list[tuple[str, str, str]] = []  # parameter, label, title
    reading = recorded.reading
    settings = reading and reading.settings
    if holds(page.has_sentence, settings):
        controls.append(("sentence", t("An English sentence"), full.get("sentence", "")))
    else:
        full.pop("sentence", None)
    if holds(page.has_model_box, settings):
        controls.append(("model", t(VIEW_LABELS["model"]), _title_of_model(full["model"])))
    situations = reading.situations.values() if reading else ()
    options = {each.parameter: each.options or {} for each in situations}
    for name, label in recorded.labels.items():
        if name in full or name in options:
            text = full.get(name, "") if not reading else reading.texts.get(name, "")
            title = options.get(name, {}).get(text)
            controls.append((name, label, option_title(title) if title else text))
    return {"state": full, "address": short, "controls": controls}


def _title_of_model(name: str) -> str:
    try:
        return model_title(name)
    except (KeyError, UserError):  # a pretrained one
        return name
