"""The views to check, in sizes, colours and languages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple
from urllib.parse import urlencode

from tests.views import EXPERIMENT_VIEWS, TOURS, VIEWS
from viz.base.language import complete_languages
from viz.pages.registry import PAGES

FRONT = next(iter(PAGES))  # the page at the address "/"


class Size(NamedTuple):
    """A window, in CSS pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


HALL, LAPTOP, PROJECTOR, PHONE = Size(1920, 1080), Size(1280, 720), Size(1024, 768), Size(390, 844)
SIZES = {
    str(size): lectures
    for size, lectures in {
        HALL: ("off", "on"),
        LAPTOP: ("off", "on"),
        PROJECTOR: ("on",),
        PHONE: ("off",),
    }.items()
}
THEMES = "light", "dark"
LANGUAGES = (*complete_languages(),)


@dataclass(frozen=True)
class Case:
    """One screenshot to take: a view in a window."""

    page: str
    look: tuple[tuple[str, str], ...]  # the parameters of its address
    size: Size
    theme: str = "light"
    language: str = "en"
    lecture: str = "off"

    @property
    def view(self) -> str:
        """The page and its look, in words."""
        return " ".join((self.page, *(value for _, value in self.look)))

    @property
    def address(self) -> str:
        """The path and the parameters of the address."""
        settings = dict(self.look) | {"language": self.language}
        if self.lecture == "on":
            settings["lecture"] = "on"
        return f"/{'' if self.page == FRONT else self.page}?{urlencode(settings)}"

    @property
    def name(self) -> str:
        """The name of the file, without an ending."""
        where = f"{self.size}-{self.theme}-{self.language}"
        view = self.view.replace(" ", "_").replace("/", "_")
        return f"{view}-{where}{'-lecture' if self.lecture == 'on' else ''}"


def views(pages: Sequence[str] = (), looks: bool = False, steps: bool = False) -> Iterator:
    """Yield a page and the parameters of each view of these pages, or of all.

    A page as it opens, and its experiments; with `looks` each of its looks, with `steps` each step
    of its tours.
    """
    for page in pages or PAGES:
        yield page, ()
        for name, settings in EXPERIMENT_VIEWS + VIEWS * looks + TOURS * steps:
            if name == page and settings:
                yield page, tuple(settings.items())


def cases(
    chosen: Sequence[tuple[str, tuple]],
    sizes: Sequence[str] = tuple(SIZES),
    themes: Sequence[str] = THEMES,
    languages: Sequence[str] = LANGUAGES,
    lectures: Sequence[str] = ("off", "on"),
) -> list[Case]:
    """Return all cases of these views, without lecture mode in windows that are not for it.

    Experiments are seen in a lecture only, where nothing scrolls.
    """
    return [
        Case(page, look, Size(*map(int, size.split("x"))), theme, language, lecture)
        for size, theme, language, lecture in product(sizes, themes, languages, lectures)
        if lecture in SIZES.get(size, ("off", "on"))
        for page, look in chosen
        if lecture == "on" or (page, dict(look)) not in EXPERIMENT_VIEWS
    ]
