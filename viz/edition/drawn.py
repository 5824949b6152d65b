"""The pages that no script computes: views that Python draws when the folder is written.

Of the pages that scripts compute, the first pictures: see `first_pictures`.
"""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import chain, product
from multiprocessing import get_context
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tqdm import tqdm

from models import UserError, available, shipped
from models.scenes import SETS
from models.scenes import card as scenes_card
from viz.app.page import Page, holds
from viz.base.examples import EXAMPLES
from viz.base.language import (
    complete_languages,
    languages,
    languages_with,
    model_title,
    option_title,
    t,
    text_files,
    writing_in,
)
from viz.components.course.parts import part_of
from viz.edition.declared import FIRST_PAGES, app_pages
from viz.edition.first_pictures import describe_address, first_pictures
from viz.edition.step_pictures import RUNNER, step_pictures
from viz.pages.computations import FRONT_PAGE
from viz.pages.digits.examples import EXAMPLES as DIGITS
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.entries import page_of
from viz.pages.ladder.settings import SENTENCES as OF_LECTURES
from viz.pages.languages.settings import EXAMPLES as CAPTIONS
from viz.pages.recording import Recorded, record
from viz.view.edition import DRAWN, DRAWN_LOOKS
from viz.view.lectures import lectures
from viz.view.lessons import lessons, tour
from viz.view.playlist import Playlist
from viz.view.settings import VIEW_LABELS

_PROCESSES = 2  # each has 1 GB of memory, with all models
_MOST_WORDS = 20  # of an example that is drawn
# Views that links which people kept lead to, beside those of lessons and of the gallery.
_KEPT = (
    "words?words-look=layers&layers-projection=pca&layers-axes=3&layers-rule=last&layers-step=3",
    "words?words-look=meanings&word=watch&from=ours&colour=meaning&meanings-step=2",
    "words?words-look=sentences&vectors-of=model&after=2&pool=max",
    "bottleneck?sentences=tatoeba.dev",
    "bottleneck?bottleneck-look=unrolled&unrolled=bilstm-additive&unrolled-step=15",
    "remember?lstm=seq2seq&side=decoder&show=forget&unit-order=strongest",
    "cell?cell-model=lstm-lm&cell-layer=decoder-layer-2&cell-gate=forget-1&cell-unit=7&cell-row=2"
    "&cell-step=6",
    "cell?cell-look=gradient&rnn-scale=5&cell-cut=4",
    "cell?cell-look=find&cell-concept=upper",
    "cell?cell-look=find&cell-concept=comments&cell-code=x+%3D+1%0A%23+y",
    "digits?digit=YUhKh2&digit-positions=shuffled&digit-hidden=6,11&digit-heads=1-2&digit-patch=7",
    "languages?languages-sentence=Zwei+Kinder+spielen+am+Strand.&languages-to=en"
    "&languages-cross=layer-2-head-1",
    "languages?languages-look=heads&languages-head=2-3",
    "captions?scene=green+cat+b2%2C+black+house+d4%2C+black+house+e4",
    "trees?trees-look=readings&tree-word=7&tree-first=2&tree-second=4&tree-instead=a+zoo",
    "trees?parser=head&tree-head=2-3&tree-direction=either",
    "model?model=seq2seq-rnn",
    "inside?inside-look=kernel&kernel-query=6.5&kernel-bandwidth=0.2&kernel-points=drawn"
    "&kernel-seed=3",
    "inside?inside-look=kernel&kernel-points=own&kernel-pairs=1+2%0A3+4",
    "depth?depth-look=writes&depth-writer=3-3&depth-encoded=on",
    "depth?model=gpt&depth-look=writes&depth-against=2",
)


@cache
def _examples() -> Mapping[str, list[dict[str, str]]]:
    """Return the addresses of the examples that a page offers in its own picture or menu."""
    scenes = chain.from_iterable(scenes_card()["mistakes"][kind][:2] for kind in SETS)
    return {
        "digits": [
            *({"digit": digit} for digit in DIGITS),
            {"digit-positions": "off"},
            {"digit-positions": "shuffled"},
        ],
        "captions": [{"scene": scene} for scene in scenes],
        "languages": [{"languages-sentence": sentence} for sentence in CAPTIONS],
        "ladder": [{"sentence": sentence} for sentence in OF_LECTURES],
        "model": [{"model": name} for name in available() if name in shipped()],
    }


@cache
def drawn_files() -> dict[str, bytes]:
    """Return the files of what Python draws, in each language, computed by two processes.

    They are the views and the parts of each drawn page, the parts of the lessons' steps that have
    some, and the first pictures of links. Raises UserError where something cannot be read.
    """
    files: dict[str, bytes] = {}
    kinds = (
        (_files_of_page, _languages_of_pages()),
        (_files_of_lesson, _languages_of_lessons()),
        (_first_pictures, _languages_of_first()),
    )
    with ProcessPoolExecutor(_PROCESSES, get_context("spawn")) as pool:
        tasks = [
            pool.submit(draw, name, locale)
            for draw, spoken in kinds
            for name, codes in spoken.items()
            for locale in codes
        ]
        for task in tqdm(as_completed(tasks), "pages and lessons", len(tasks), disable=None):
            files |= task.result()
    return dict(sorted(files.items()))


def _languages_of_pages() -> dict[str, list[str]]:
    """Return of each drawn page the languages that have its lead: in others it is in English."""
    return {path: languages_with(app_pages()[path].lead) for path in (*DRAWN, *DRAWN_LOOKS)}


def _languages_of_first() -> dict[str, list[str]]:
    """Return of each page with first pictures the languages that have its lead."""
    return {name: languages_with(app_pages()[name].lead) for name in FIRST_PAGES}


def _languages_of_lessons() -> dict[str, list[str]]:
    """Return of each lesson the languages that have its file: in others it is in English."""
    files = {code: text_files(code, "lessons/*.md") for code in languages()}
    having = {code: {file.stem.partition("-")[2] for file in files[code]} for code in files}
    return {name: [code for code in having if name in having[code]] for name in lessons()}


def drawn_in(code: str) -> list[str] | None:
    """Return the pages and lessons that are drawn in a language; None for all."""
    if code in complete_languages():
        return None
    spoken = _languages_of_pages() | _languages_of_first()
    spoken |= {f"lesson {name}": codes for name, codes in _languages_of_lessons().items()}
    return [name for name, codes in spoken.items() if code in codes]


def _files_of_page(path: str, locale: str) -> dict[str, bytes]:
    """Return the files of a page: its views, and the parts of each."""
    with writing_in(locale):
        views = [*_views_of(path, locale)]
    files = {f"drawn/{path}.{locale}.json": _json([view for view, _ in views])}
    for place, (_, parts) in enumerate(views):
        files[f"drawn/{path}/{place}.{locale}.json"] = _json(parts)
    return files


def _first_pictures(name: str, locale: str) -> dict[str, bytes]:
    """Return the first pictures of a page: of its example, and of the ready playlists."""
    entries = chain.from_iterable(each.playlist.entries for each in lectures().values())
    addresses = [_plain(dict(each.parameters)) for each in entries if each.page == name]
    return first_pictures(name, [{}, *addresses], locale)


def add_playlist(files: dict[str, bytes], playlist: Playlist) -> None:
    """Draw the views of a lecturer's playlist too, in each language, beside those in `files`.

    A view that the app does not draw either is left out.
    """
    addresses: dict[str, list[dict[str, str]]] = {}
    for entry in playlist.entries:
        addresses.setdefault(entry.page or FRONT_PAGE, []).append(_plain(dict(entry.parameters)))
    for (name, wanted), locale in product(addresses.items(), languages()):
        if name in FIRST_PAGES and locale in _languages_of_first()[name]:
            given = files.get(f"views/{name}.{locale}.gzip", b"")
            files |= first_pictures(name, wanted, locale, given)
        if name in (*DRAWN, *DRAWN_LOOKS) and locale in _languages_of_pages()[name]:
            look, values = DRAWN_LOOKS.get(name, ("", ()))
            drawn = [each for each in wanted if not look or each.get(look) in values]
            _add_views(files, name, drawn, locale)


def _add_views(
    files: dict[str, bytes], path: str, wanted: list[dict[str, str]], locale: str
) -> None:
    """Draw more views of a page, beside those in `files`."""
    views = json.loads(files[f"drawn/{path}.{locale}.json"])
    with writing_in(locale):
        for address in wanted:
            try:
                recorded = record(path, {**address, "language": locale}, RUNNER)
            except UserError:
                continue
            view = _describe(app_pages()[path], recorded)
            if view["state"] not in [each["state"] for each in views]:
                parts = [part_of(part) for part in recorded.parts]
                files[f"drawn/{path}/{len(views)}.{locale}.json"] = _json(parts)
                views.append(view)
    files[f"drawn/{path}.{locale}.json"] = _json(views)


def _plain(address: Mapping[str, str]) -> dict[str, str]:
    """Return an address without what a lecture or an older version adds to it."""
    return {name: text for name, text in address.items() if name not in ("v", "lecture")}


def _files_of_lesson(name: str, locale: str) -> dict[str, bytes]:
    """Return the file of a lesson's pictures, if it has any."""
    pictures = step_pictures(name, locale)
    return {f"steps/{name}.{locale}.json": _json(pictures)} if any(pictures) else {}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _views_of(path: str, locale: str) -> Iterator[tuple[dict[str, Any], list[object]]]:
    """Yield the views of a page: what says which they are, and their parts."""
    page = app_pages()[path]
    addresses, states = _addresses(path), list[Mapping[str, str]]()
    for address in addresses:  # the list grows with the looks of the first
        recorded = record(path, {**address, "language": locale}, RUNNER)
        if path in DRAWN and not address:
            addresses += [one for one in _looks(recorded) if one not in addresses]
        view = _describe(page, recorded)
        if view["state"] not in states:
            states.append(view["state"])
            yield view, [part_of(part) for part in recorded.parts]


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
    is_own = holds(page.has_sentence, None) and page.open_step is None
    sentences = [{"sentence": each} for each in examples if is_own]
    kept = [urlsplit(link) for link in _KEPT]
    more = [dict(parse_qsl(link.query)) for link in kept if link.path == path]
    more += _examples().get(path, [])
    linked = _linked().get(path, [])
    wanted = [{}, *more, *linked, *sentences[1:]]
    if path in DRAWN_LOOKS:
        look, values = DRAWN_LOOKS[path]
        firsts = [{look: value} for value in values]
        wanted = [*firsts, *(each for each in (*more, *linked) if each.get(look) in values)]
    addresses: list[dict[str, str]] = []
    for address in wanted:
        if _plain(address) not in addresses:
            addresses.append(_plain(address))
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
    full, short = describe_address(recorded)
    controls: list[tuple[str, str, str]] = []  # parameter, label, title
    reading = recorded.reading
    settings = reading and reading.settings
    if page.open_step:  # a step has its own
        full.pop("sentence", None)
        full.pop("model", None)
    elif holds(page.has_sentence, settings):
        controls.append(("sentence", t("An English sentence"), full.get("sentence", "")))
    else:
        full.pop("sentence", None)
    if holds(page.has_model_box, settings) and not page.open_step:
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
