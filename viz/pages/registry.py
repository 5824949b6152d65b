"""The pages, in the order of the navigation: those of `computations`, and four without one."""

from dataclasses import replace
from functools import partial
from importlib import import_module

from ..app.page import Page
from .card.page import PAGE as CARD
from .computations import FOLDERS
from .gallery.classics import build_page as build_classics
from .gallery.entries import draw_example
from .gallery.page import PAGE as GALLERY
from .lessons.page import build_page as build_lessons

SHOWN = [import_module(f".{folder}.page", __package__).PAGE for folder in FOLDERS]
PAGES: dict[str, Page] = {
    page.path: replace(page, opening=partial(draw_example, page.path)) for page in (*SHOWN, CARD)
}
# A tour can show any of these pages, so it is built with them.
_LEARN = build_lessons(PAGES), GALLERY, build_classics(PAGES)
PAGES.update({page.path: page for page in _LEARN})
