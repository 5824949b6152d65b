"""How the page of words as points is drawn."""

from collections.abc import Callable

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import mark
from .compute import COMPUTATION, WordsContent
from .layers import render_layers
from .meanings import render_meanings
from .parts import PARTS
from .sentences import render_sentences
from .settings import WordsSettings

LOOKS: dict[str, Callable[..., None]] = {
    "layers": render_layers,
    "meanings": render_meanings,
    "sentences": render_sentences,
}


def render(content: WordsContent, settings: WordsSettings, controls: Controls) -> None:
    controls.pick(mark("Look at"), "look")
    LOOKS[settings.look](content, settings, controls)
    frame.draw_device_line()


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("Where do words live?"),
    lead=mark(
        "Every word is a vector, drawn as a point. Step from layer to layer and see which "
        "words come together."
    ),
    group=mark("Words"),
    has_sentence=lambda settings: settings.look == "layers",
    parts=PARTS,
)
