"""Settings of the page on captions: a look, and the scene."""

from dataclasses import dataclass

from models import UserError
from models.scenes import parse_scene

from ...base.language import t, translatable
from ...view.settings import Settings, choice, text

LOOKS = translatable({"scene": "A scene of yours", "tested": "How often it is right"})
_EXAMPLE = "red dog a2, red dog b2, blue house d3"


def _refusal(scene: str) -> str:
    """Return why a text is no scene, or ""."""
    try:
        parse_scene(scene)
    except UserError as error:
        return t(error.text, **error.values)
    return ""


def _shows_scene(known, runner) -> bool:
    return known.look == "scene"


@dataclass(frozen=True)
class CaptionsSettings(Settings):
    """The look, and the scene: "red dog a2, blue house d3"."""

    look: str = choice(LOOKS, parameter="captions-look")
    scene: str | None = text(
        _EXAMPLE, check=_refusal, omitted_when_default=True, applies=_shows_scene
    )
