"""The pages, in the order of the navigation.

To add a page, add a package in `viz/pages`, its computation in `computations`, and its entry below.
"""

from dataclasses import replace
from functools import partial

from ..app.page import Page
from .align.page import PAGE as ALIGN
from .bottleneck.page import PAGE as BOTTLENECK
from .card.page import PAGE as CARD
from .cell.page import PAGE as CELL
from .classics.page import build_page as build_classics
from .cost.page import PAGE as COST
from .depth.page import PAGE as DEPTH
from .fill.page import PAGE as FILL
from .gallery.entries import draw_example
from .gallery.page import PAGE as GALLERY
from .heads.page import PAGE as HEADS
from .inside.page import PAGE as INSIDE
from .kinds.page import PAGE as KINDS
from .ladder.page import PAGE as LADDER
from .learning.page import PAGE as LEARNING
from .lessons.page import build_page as build_lessons
from .mask.page import PAGE as MASK
from .next.page import PAGE as NEXT
from .order.page import PAGE as ORDER
from .own.page import PAGE as OWN
from .profiles.page import PAGE as PROFILES
from .queries.page import PAGE as QUERIES
from .remember.page import PAGE as REMEMBER
from .tune.page import PAGE as TUNE
from .vectors.page import PAGE as VECTORS
from .verdict.page import PAGE as VERDICT
from .words.page import PAGE as WORDS

SHOWN = (
    HEADS,
    INSIDE,
    MASK,
    ORDER,
    WORDS,
    VECTORS,
    COST,
    BOTTLENECK,
    CELL,
    REMEMBER,
    ALIGN,
    KINDS,
    LADDER,
    NEXT,
    FILL,
    TUNE,
    PROFILES,
    QUERIES,
    DEPTH,
    LEARNING,
    VERDICT,
    OWN,
    CARD,
)
# The first is the front page.
PAGES: dict[str, Page] = {
    page.path: replace(page, opening=partial(draw_example, page.path)) for page in SHOWN
}
# A tour can show any of these pages, so it is built with them.
LEARN = build_lessons(PAGES), GALLERY, build_classics(PAGES)
PAGES.update({page.path: page for page in LEARN})
