"""Bind components in which a click sets a setting: heads, words, units, a drawing, a scene."""

from collections.abc import Mapping, Sequence
from functools import partial

from models.scenes import Scene

from ...analysis.views import HeadChoice
from ...app.state import read_message, set_head, set_setting
from ...components.captions import Reader, captions
from ...components.headmap import HeadGrid, headmap
from ...components.learning import learning
from ...components.memory import memory
from ...components.sketch import Sketch, draw_sketch
from ...draw.learning import LearningRun
from ...draw.picture import LSTMState

_CAPTIONS = "captions"
_HEADMAP, _LEARNING, _MEMORY, _SKETCH = "headmap", "learning", "memory", "sketch"


def show_captions(
    scene: Scene, readers: Sequence[Reader], mistakes: Mapping[str, Sequence[str]], end: str
) -> None:
    """Draw a scene and what networks write of it; a change of the scene is a setting."""
    captions(scene, readers, mistakes, end, _CAPTIONS, _keep_scene)


def _keep_scene() -> None:
    """Store the scene as it was changed."""
    if message := read_message(_CAPTIONS, "setting"):
        set_setting("scene", str(message["scene"]))


def show_headmap(
    grids: Sequence[HeadGrid], chosen: HeadChoice, legend: Sequence[tuple[str, str]], layer: str
) -> None:
    """Draw the heads; a click selects a head."""
    place = chosen.stack, chosen.layer, chosen.head
    headmap(grids, place, legend, layer, _HEADMAP, on_choose=_keep_head)


def _keep_head() -> None:
    """Select the head that was clicked."""
    if message := read_message(_HEADMAP, "choice"):
        set_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))


def show_learning(run: LearningRun, word: int) -> None:
    """Draw the run."""
    learning(run, word, _LEARNING, _keep_word)


def _keep_word() -> None:
    """Store the word that was clicked."""
    if message := read_message(_LEARNING, "setting"):
        set_setting("learn-word", str(message["word"]))


def show_memory(panels: list[LSTMState], quantity: str, signed: bool) -> None:
    """Draw the panels; the name of a panel is the setting of its unit."""
    memory(panels, quantity, signed, _MEMORY, on_choose=_keep_unit)


def _keep_unit() -> None:
    """Store the unit that was clicked."""
    if message := read_message(_MEMORY, "setting"):
        set_setting(message["name"], str(message["unit"]))


def show_sketch(sketch: Sketch, parameters: Mapping[str, str]) -> None:
    """Draw a digit; `parameters` are those of the settings that the drawing changes."""
    draw_sketch(sketch, _SKETCH, partial(_keep_sketch, parameters))


def _keep_sketch(parameters: Mapping[str, str]) -> None:
    """Store what was drawn, hidden, switched off or chosen."""
    message = read_message(_SKETCH, "setting")
    for name, parameter in parameters.items():
        if name in message:
            set_setting(parameter, str(message[name]))
