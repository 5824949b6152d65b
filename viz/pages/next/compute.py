"""The content of the page on what comes next: one of its looks."""

from collections.abc import Callable

from ...view.computation import Computation
from ...view.runner import Runner
from .looks import GoingOn, NextWord, Surprise
from .repeating import RepeatingHeads
from .rows_seen import WhatWasCounted
from .settings import EXAMPLE, NextSettings

NextContent = NextWord | GoingOn | Surprise | WhatWasCounted | RepeatingHeads
_CONTENTS: dict[str, Callable[[NextSettings, Runner], NextContent]] = {
    "next": NextWord,
    "write": GoingOn,
    "score": Surprise,
    "counts": WhatWasCounted,
    "heads": RepeatingHeads,
}


def _compute(settings: NextSettings, runner: Runner) -> NextContent:
    """Return the chosen look, which runs the models when it is drawn.

    Raises NotApplicable without a language model.
    """
    content = _CONTENTS[settings.look](settings, runner)
    _ = content.predictors
    return content


COMPUTATION = Computation("next", NextSettings, _compute, EXAMPLE)
