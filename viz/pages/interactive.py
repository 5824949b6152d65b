"""The main picture of a page as one HTML file, drawn by the component that draws it in the app."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..app import gloss_switch
from ..base.language import t
from ..components import explorer, inside, matrices, space
from ..components.host import write_file
from ..draw.head_pictures import mask_caption, trace_caption
from ..draw.points import Points
from ..view.computation import Computation, app_address
from .computations import FRONT_PAGE
from .heads.compute import HeadsContent
from .heads.notes import write_notes
from .inside.derivations import StepsContent
from .mask.compute import MaskContent
from .vectors.compute import AxesContent, NearContent
from .words.compute import LayersContent
from .words.compute_meanings import MeaningsContent


def _draw_heads(content: HeadsContent) -> tuple[str, bytes, str, str]:
    """Draw every head, with 3 digits of each weight."""
    trace, data = content.shown, _pack_heads(content)
    explanation = content.explanation.replace("**", "")
    note = t("Weights are rounded to {step}.", step=1 / explorer.FILE_STEPS)
    if explorer.is_large(trace, explorer.FILE_MANY):
        note += " " + t("Of so long a text, one head is here in full; all others are reduced.")
    return "explorer", data, trace_caption(trace, t("every head")), f"{explanation} {note}"


def _pack_heads(content: HeadsContent) -> bytes:
    settings, notes = content.settings, write_notes(content)
    if not _has_other(content):
        notes = replace(notes, quantities=())
    return explorer.pack(
        content.shown,
        settings.merged,
        settings.choice,
        between=content.between,
        notes=notes,
        for_file=True,
    )


def _has_other(content: HeadsContent) -> bool:
    """Whether a file holds weights and norms: not of a text whose heads are reduced."""
    can_choose = content.settings.quantity is not None
    return can_choose and not explorer.is_large(content.trace, explorer.FILE_MANY)


def _other_heads(computation: Computation, content: HeadsContent) -> bytes:
    """Return the heads by the other quantity, packed; b"" where the file has but one."""
    if not _has_other(content):
        return b""
    quantity = "weight" if content.settings.shows_norms else "norm"
    settings: Any = content.settings
    other = replace(settings, quantity=quantity)
    return _pack_heads(computation.compute(other, content.runner))


def _draw_mask(content: MaskContent) -> tuple[str, bytes, str, str]:
    """Draw the scores, the mask and the weights of a head of the decoder."""
    choice, trace = content.settings.decoder_head, content.changed
    hint = t("shared#hover")
    glosses = gloss_switch.glosses_of(trace)
    data = matrices.pack(content.matrices, hint, glosses, t("Let the mask fall"))
    return "matrices", data, mask_caption(trace, choice.layer, choice.head), ""


def _draw_steps(content: StepsContent) -> tuple[str, bytes, str, str]:
    """Draw the steps of a head for the current word."""
    step, _, everything = content.unfolding
    data = inside.pack(content.derivation, step, everything, overview=content.overview)
    return "inside", data, content.caption, ""


def _draw_words(content: LayersContent | MeaningsContent) -> tuple[str, bytes, str, str]:
    """Draw words after each layer, or a word in many sentences."""
    sentence = content.settings.sentence if isinstance(content, LayersContent) else ""
    note = f"{content.explanation} {content.method}{content.length_note}"
    return _draw_points(content.points, (content.step, content.point), note, sentence)


def _draw_near(content: NearContent) -> tuple[str, bytes, str, str]:
    """Draw a word among others."""
    return _draw_points(content.points, content.settings.on_map, content.explanation)


def _draw_axes(content: AxesContent) -> tuple[str, bytes, str, str]:
    """Draw words on two axes."""
    return _draw_points(content.points, content.settings.on_axes, content.explanation)


def _draw_points(
    points: Points, on_show: tuple[int, int], note: str, sentence: str = ""
) -> tuple[str, bytes, str, str]:
    caption = "\n".join(filter(None, (sentence, points.title)))
    return "space", space.pack(points, *on_show, for_file=True), caption, note


# How a content is drawn: component, data, caption, note.
_DRAW: dict[type, Callable[[Any], tuple[str, bytes, str, str]]] = {
    HeadsContent: _draw_heads,
    MaskContent: _draw_mask,
    StepsContent: _draw_steps,
    LayersContent: _draw_words,
    MeaningsContent: _draw_words,
    NearContent: _draw_near,
    AxesContent: _draw_axes,
}


def is_interactive(content: object) -> bool:
    """Return whether the main picture of a page is also an interactive file."""
    match content:
        case HeadsContent():
            return not content.not_applicable
        case MeaningsContent():
            return not content.alert and not content.missing
        case LayersContent():
            return not content.alert
    return type(content) in _DRAW


def interactive_page(computation: Computation, content: Any) -> bytes:
    """Return the HTML file of a content that `is_interactive`.

    Under the picture it says how the app opens the same view.
    """
    component, data, caption, note = _DRAW[type(content)](content)
    settings, runner = content.settings, content.runner
    path = "" if computation.path == FRONT_PAGE else computation.path
    missing = t(
        "shared#file of a map" if component == "space" else "shared#file of a run",
        address=app_address(path, settings, runner, computation.example),
    )
    other = _other_heads(computation, content) if isinstance(content, HeadsContent) else b""
    return write_file(component, data, caption, [note, missing] if note else [missing], other)
