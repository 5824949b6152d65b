"""What stands at the pages' places until the app is loaded; see `app.first_page`.

`python -m viz.covers` writes it, after a change of their texts or of the weights.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from html import escape

from models.files import seals, write_whole
from viz.app.first_page import Cover, Covers
from viz.app.page import holds
from viz.base.language import current_locale, languages_with, t, writing_in
from viz.base.theme import style_sheet
from viz.pages.gallery import page as gallery
from viz.pages.gallery.catalogue import ENTRIES, CatalogueEntry
from viz.pages.gallery.entries import UNTIL_LOADED, examples_of, grouped
from viz.pages.gallery.shipped import COVERS, DRAWN_FOLDER, path
from viz.pages.registry import PAGES

# The lines of the cards that the page draws.
_CARDS_STYLE = style_sheet(gallery.__file__, "cards.css")


def _covers_file() -> bytes:
    """Return the covers of all pages in the languages that have its lead, as JSON."""
    pages: dict[str, dict[str, Cover]] = {page: {} for page in PAGES}
    for page in PAGES:
        for language in languages_with(PAGES[page].lead):
            with writing_in(language):
                pages[page][language] = _cover(page)
    covers = Covers(seals=seals(), pages=pages)
    return json.dumps(covers, ensure_ascii=False, indent=1).encode() + b"\n"


def _cover(path: str) -> Cover:
    """Return what stands at the place of the page at this path, in the language being written."""
    page = PAGES[path]
    return Cover(
        title=t(page.title),
        lead=t(page.lead),
        has_sentence=holds(page.has_sentence, None),
        picture=_cards_html() if path == gallery.PAGE.path else _example_html(path),
    )


def _example_html(path: str) -> str:
    """Return what `draw_example` draws as HTML, "" for a page without a picture."""
    html = ""
    for entry in examples_of(path, [entry.name for entry in ENTRIES]):
        caption = escape(t(UNTIL_LOADED, caption=t(entry.caption)))
        caption = caption.replace("**", "<strong>", 1).replace("**", "</strong>", 1)
        html += f"<p>{caption}</p>{_picture_html(entry)}"
    return html


def _cards_html() -> str:
    """Return the cards of the gallery as HTML."""
    groups = ""
    for title, entries in grouped().items():
        cards = "".join(map(_card_html, entries))
        groups += f'<h3>{escape(t(title))}</h3><div class="cards">{cards}</div>'
    return f"{_CARDS_STYLE}{groups}"


def _card_html(entry: CatalogueEntry) -> str:
    """Return what `render_entry` draws as HTML, without its buttons."""
    link = escape(f".{entry.address}&language={current_locale()}")
    source = ""
    if entry.source:
        name, address = map(escape, entry.source)
        source = f"<br>{t('After [{name}]({link}).', name=name, link=address)}"
        source = source.replace(f"[{name}]({address})", f'<a href="{address}">{name}</a>')
    return f"""<div class="card"><a href="{link}">{_picture_html(entry)}</a>
<p><strong>{escape(t(entry.title))}</strong><br>{escape(t(entry.caption))}{source}</p></div>"""


def _picture_html(entry: CatalogueEntry) -> str:
    """Return a picture as HTML in the theme of the browser."""
    light, dark = (path(entry.name, current_locale(), is_dark).name for is_dark in (False, True))
    return f"""<picture>
<source media="(prefers-color-scheme: dark)" srcset="{dark}">
<img src="{light}" alt="{escape(t(entry.title))}"></picture>"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file and return 0."""
    argparse.ArgumentParser(prog="python -m viz.covers", description=__doc__).parse_args(arguments)
    write_whole({DRAWN_FOLDER / COVERS: _covers_file()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
