"""A scene to edit, and what each network writes of it: for each word, where it looked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from models.scenes import MOST_THINGS, SIDE, THING_COLOURS, THING_KINDS, Caption, Scene
from models.scenes.shapes import THING_SHAPES

from ...base.language import t
from .. import canvas

_component = canvas.component("captions")


@dataclass(frozen=True)
class Reader:
    """What one network wrote, with a sentence on the whole and one on each word."""

    title: str
    caption: Caption
    note: str
    notes: tuple[str, ...]  # [word + 1]


def _pack(
    scene: Scene, readers: Sequence[Reader], mistakes: Mapping[str, Sequence[str]], end: str
) -> bytes:
    """Pack a scene, its captions, and other scenes by the label of their button."""
    blocks, numbers, offset = [], [], 0
    for reader in readers:
        gaze = reader.caption.gaze
        most = gaze.max(1, keepdims=True)  # full light for the largest weight of each word
        numbers.append(canvas.quantize_uint16(gaze / most))
        blocks.append(
            {
                "title": reader.title,
                "words": (*reader.caption.words, end),
                "probabilities": reader.caption.probabilities.tolist(),
                "right": reader.caption.is_right,
                "note": reader.note,
                "notes": reader.notes,
                "offset": offset,
            }
        )
        offset += gaze.size
    head = {
        "scene": str(scene),
        "things": [
            {"kind": one.kind, "colour": one.colour, "cell": one.cell} for one in scene.things
        ],
        "readers": blocks,
        "mistakes": mistakes,
        "hint": t("captions#keys"),
        "side": SIDE,
        "most": MOST_THINGS,
        "shapes": {kind: THING_SHAPES[kind] for kind in THING_KINDS},
        "colours": THING_COLOURS,
    }
    return canvas.pack(head, numbers)


def captions(
    scene: Scene,
    readers: Sequence[Reader],
    mistakes: Mapping[str, Sequence[str]],
    end: str,
    key: str = "captions",
    on_change: Callable[[], object] = lambda: None,
):
    """Draw the scene and its captions; `end` is the name of the end of a sentence.

    The state "setting" of `key` is a changed scene: {"scene": "red dog a1"}.
    """
    data = _pack(scene, readers, mistakes, end)
    return _component(key=key, data=data, on_setting_change=on_change)
