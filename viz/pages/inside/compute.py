"""The content of the page on the inside of one head, for each look."""

from ...view.computation import Computation
from ...view.runner import Runner
from .contribution import ContributionContent
from .derivations import BoardContent, LectureContent, StepsContent
from .guess import GuessContent
from .head import NoHeadContent
from .kernel import KernelContent
from .settings import OF_A_HEAD, InsideSettings

Content = (
    StepsContent
    | ContributionContent
    | GuessContent
    | LectureContent
    | BoardContent
    | KernelContent
    | NoHeadContent
)
_CONTENTS: dict[str, type] = {
    "steps": StepsContent,
    "contribution": ContributionContent,
    "guess": GuessContent,
    "lecture": LectureContent,
    "board": BoardContent,
    "kernel": KernelContent,
}


def _compute(settings: InsideSettings, runner: Runner) -> Content:
    """Return the content of the look, which computes on demand.

    So the page has its controls even for an unreadable sentence or matrix.
    """
    model = runner.model(settings.model)
    if settings.look in OF_A_HEAD and not model.attention_sizes:
        return NoHeadContent(model.name)
    return _CONTENTS[settings.look](settings, runner)


COMPUTATION = Computation("inside", InsideSettings, _compute)
