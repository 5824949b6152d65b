"""Draw one of the classics."""

from functools import partial

from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import translatable
from ..lessons.tour import Pages, open_step, render_step
from .compute import COMPUTATION, ClassicContent
from .settings import ClassicSettings


def render(
    pages: Pages, content: ClassicContent, settings: ClassicSettings, controls: Controls
) -> None:
    controls.pick(translatable("Picture"), "classic", width=420)
    render_step(content, pages, controls)
    controls.bind_key("step", "classic")


def build_page(pages: Pages) -> Page:
    """Build the page of the classics, whose steps show these pages."""
    return Page(
        COMPUTATION,
        partial(render, pages),
        title=translatable("Gallery"),
        lead=translatable(
            "The best-known pictures of attention, drawn by our own models. Choose one and "
            "see why ours differs from the original."
        ),
        group=translatable("Learn"),
        terms=translatable(("classics explained",)),
        open_step=partial(open_step, COMPUTATION, pages),
    )
