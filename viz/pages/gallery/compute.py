"""The pictures of the gallery, drawn once for all visitors."""

from dataclasses import dataclass
from functools import partial

from ...base.language import t
from ...draw.files import render
from ...jobs.with_models import ModelWorker
from ...view.computation import Computation
from ...view.runner import Runner
from ...view.settings import Settings
from . import pictures as gallery
from .views import Entry

MAX_SECONDS = 120  # of processor time for all pictures; they take 15
WORKER = ModelWorker(MAX_SECONDS)


@dataclass(frozen=True)
class GalleryContent:
    """The content of the page."""

    settings: Settings
    runner: Runner

    @property
    def menu(self) -> None:
        """Each picture has a link to the page that it is of."""
        return None

    def pictures(self, dark: bool = False) -> dict[str, bytes]:
        """The files by the names of their entries, for a light page or a dark one."""
        draw = partial(WORKER.compute, partial(gallery.draw_all, dark=dark), self.runner)
        key = "gallery, dark" if dark else "gallery"
        return self.runner.compute_once(key, t("Drawing the pictures"), draw)

    def write(self, entry: Entry, format: str) -> bytes:
        """The file of a picture, with its caption, as a slide."""
        return render(gallery.draw_entry(entry, self.runner), format)


COMPUTATION = Computation("gallery", Settings, GalleryContent)
