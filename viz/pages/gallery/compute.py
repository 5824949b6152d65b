"""The pictures of the gallery, drawn once for all visitors."""

from dataclasses import dataclass
from functools import cached_property, partial

from ... import gallery
from ...computation import Computation
from ...export import render
from ...language import t
from ...runner import Runner
from ...settings import Settings


@dataclass(frozen=True)
class GalleryContent:
    """What the page shows."""

    settings: Settings
    runner: Runner

    @property
    def menu(self) -> None:
        """Each picture has a link to the page that it is of."""
        return None

    @cached_property
    def pictures(self) -> dict[str, bytes]:
        """The files by the names of their entries."""
        draw = partial(gallery.draw_all, self.runner)
        return self.runner.compute_once("gallery", t("Drawing the pictures"), draw)

    def write(self, entry: gallery.Entry, format: str) -> bytes:
        """The file of a picture, with its caption, as a slide."""
        return render(gallery.draw_entry(entry, self.runner), format)


COMPUTATION = Computation("gallery", Settings, GalleryContent)
