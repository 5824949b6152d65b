"""What a browser needs to compute the steps of a head for another sentence."""

from typing import Any

from ...analysis.derivation import EPSILON, ROLES
from ...analysis.views import STACK_TITLES
from ...analysis.walkthrough import TOLERANCE
from ...analysis.walkthrough.engine import LARGEST_EXP, LARGEST_SENT, WEIGHTED
from ...analysis.walkthrough.stages import MAJORITY, MUCH, STAGE_OF_RESULT, STAGE_TITLES
from ...analysis.walkthrough.transformer import KEYS, VALUES
from ...app.model_files import describe_picture
from ...base.language import t
from ...base.theme import DIVERGING, INK
from ...components.inside import PART_COLOURS
from ...view.settings import SettingsReading
from .derivations import StepsContent
from .settings import FIRST_ROW, InsideSettings

# For viz/engine/walkthrough.js and stages.js.
RULES_OF_STEPS: dict[str, Any] = {
    "epsilon": EPSILON,
    "roles": ROLES,
    "colours": PART_COLOURS,
    "largestSent": LARGEST_SENT,
    "largestExp": LARGEST_EXP,
    "tolerance": TOLERANCE,
    "weighted": WEIGHTED["values"],
    "keys": KEYS,
    "values": VALUES,
    "titles": STAGE_TITLES,
    "stages": STAGE_OF_RESULT,
    "most": MAJORITY,
    "much": MUCH,
}


def describe_preview(
    content: StepsContent, reading: SettingsReading[InsideSettings]
) -> dict[str, Any] | None:
    """Describe the steps of the current head; None where no browser can compute the like."""
    choice = content.choice
    looks = {
        "attention": choice.stack,
        "layer": choice.layer + 1,
        "head": choice.head + 1,
        "first": FIRST_ROW,
    }
    titles = {name: t(title) for name, title in STAGE_TITLES.items()}
    values = {
        "inside": RULES_OF_STEPS | {"titles": titles},
        "titles": {stack: t(title) for stack, title in STACK_TITLES.items()},
        "ink": INK,
        "diverging": DIVERGING,
    }
    return describe_picture("inside", content.model, reading, ("inside-row",), looks, values)
