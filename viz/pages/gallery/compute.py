"""The pictures of the gallery: those that are shipped, or drawn once for all visitors."""

from dataclasses import dataclass
from functools import partial

from ...base.language import current_locale, t
from ...draw.files import render
from ...jobs.with_models import ModelWorker
from ...view.computation import Computation
from ...view.runner import Runner
from ...view.settings import Settings
from .catalogue import CatalogueEntry
from .pictures import draw_all, draw_entry
from .shipped import shipped_pictures

_MAX_SECONDS = 120  # of CPU time for all pictures; they take 15
_WORKER = ModelWorker(_MAX_SECONDS)


@dataclass(frozen=True)
class GalleryContent:
    """The content of the page."""

    runner: Runner
    menu: None = None  # each picture links to its page

    def pictures(self, dark: bool = False) -> dict[str, bytes]:
        """Return the files by name of entry, for a light or a dark page.

        They are drawn here only where other weights than the shipped ones are in their place.
        """
        if shipped := shipped_pictures(current_locale(), dark):
            return shipped
        draw = partial(_WORKER.compute, partial(draw_all, dark=dark), self.runner)
        key = "gallery, dark" if dark else "gallery"
        return self.runner.compute_once(key, t("Drawing the pictures"), draw)

    def write(self, entry: CatalogueEntry, format: str) -> bytes:
        """Draw a picture with its caption as the file of a slide."""
        return render(draw_entry(entry, self.runner), format)


def _compute(settings: Settings, runner: Runner) -> GalleryContent:
    return GalleryContent(runner)


COMPUTATION = Computation("gallery", Settings, _compute)
