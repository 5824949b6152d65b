"""A lesson or a page in one HTML file: what Python drew of it, its texts, its exercises."""

import base64
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from ...base.language import language_of, own_texts, script_language, t, writing_in
from ...base.theme import DIVERGING, INK
from ..host import BUNDLES, read_component, read_page
from ..host import HERE as _HOST

_FOLDER = Path(__file__).parent
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)/?([^)]*)\)")  # to a page of the app


def write_course(
    languages: Mapping[str, Mapping[str, Any]], is_lesson: bool, app: str = ""
) -> bytes:
    """Return the HTML file; it asks for nothing, and opens in a frame or from a folder.

    `languages` are the texts and parts of course.js by locale, the one that a reader of neither
    sees first. A lesson reports its progress to the learning platform whose frame it is in. Links
    to pages lead to the `app` at this address, ending in "/"; without one they are plain text.
    """
    script = (BUNDLES / "course.js").read_text(encoding="utf-8")
    all_languages = {
        locale: _link_pages(_add_texts(content, locale, script), app)
        for locale, content in languages.items()
    }
    locale, first = next(iter(all_languages.items()))
    content = {
        "languages": all_languages,
        "names": {code: language_of(code).title for code in languages},
        "values": {"diverging": DIVERGING, "ink": INK},
        "isLesson": is_lesson,
    }
    packed = gzip.compress(json.dumps(content, ensure_ascii=False).encode(), mtime=0)
    names = sorted({*_components_in([*all_languages.values()])})
    with writing_in(locale):
        noscript = t("This picture is drawn by a script. Allow scripts to see it.")
    text = Template((_FOLDER / "page.html").read_text(encoding="utf-8")).substitute(
        language=locale,
        title=escape(first["title"]),
        style=(_HOST / "page.css").read_text(encoding="utf-8").strip(),
        noscript=escape(noscript),
        content=base64.b64encode(packed).decode(),
        script=read_page("course"),
        components="\n".join(f"draws.{name} = {read_component(name)};" for name in names),
    )
    return text.encode()


def _add_texts(content: Mapping[str, Any], locale: str, script: str) -> dict[str, Any]:
    """Return the content in a language with what its script says in it."""
    language, translated = script_language(locale), own_texts(locale)
    texts = language["texts"] | {
        name: text for name, text in translated.items() if f'"{name}"' in script
    }
    english = {name: text for name, text in own_texts("en").items() if f'"{name}"' in script}
    return {**content, "told": language, "own": texts if locale != "en" else {}, "english": english}


def _link_pages(value: Any, app: str) -> Any:
    """Return a value in whose texts links to pages lead to the app, or are their labels."""
    if isinstance(value, str):
        return _LINK.sub(rf"[\1]({app}\2)" if app else r"\1", value) if "](" in value else value
    if isinstance(value, Mapping):
        return {name: _link_pages(part, app) for name, part in value.items()}
    return [_link_pages(part, app) for part in value] if isinstance(value, list) else value


def _components_in(value: Any) -> Iterator[str]:
    """Yield the names of the components that parts are drawn by."""
    if isinstance(value, Mapping):
        if value.get("kind") == "component":
            yield value["name"]
        value = [*value.values()]
    if isinstance(value, list):
        for part in value:
            yield from _components_in(part)


def without_server(parts: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return parts of which the explorer offers nothing that a server would compute."""
    return [_without_server(part) for part in parts]


def _without_server(part: Mapping[str, Any]) -> Mapping[str, Any]:
    if part["kind"] == "columns":
        columns: Sequence[Any] = part["columns"]
        return {**part, "columns": [without_server(column) for column in columns]}
    if part.get("name") != "explorer":
        return part
    head = part["head"]
    alone: dict[str, Any] = {
        "can": dict.fromkeys(head["can"], False),
        "quantities": [],
        "refutation": None,
    }
    return {**part, "head": head | alone}
