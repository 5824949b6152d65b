"""What a browser needs to compute the picture itself while its reader moves a control."""

from typing import Any

from models.answers.limits import thresholds

from ...analysis.head_captions import EVERY, MOST_ROWS, TEXTS
from ...analysis.head_finding import RULES
from ...analysis.what_if_text import BY_FIELD, parameters
from ...app import state
from ...app.model_files import ENGINE_MODEL, root_of
from ...base.language import t
from ...view.settings import sentence_parameters
from .compute import HeadsContent
from .experiments import EXPERIMENTS
from .settings import HeadsSettings, lists_of_what_ifs


def describe_preview(content: HeadsContent) -> dict[str, Any] | None:
    """Describe the run on show for the explorer; None where no browser can compute the like.

    That is where the weights are not at hand, a what-if is refused, or the picture has more than
    the run: a pinned head, the losses without each head, only a part of the heads.
    """
    settings = content.settings
    has_more = content.pinned or settings.importance or content.between != "all"
    if settings.model != ENGINE_MODEL or content.alert or has_more:
        return None
    if not (root := root_of(content.model.card)):
        return None
    texts = {"most": MOST_ROWS, "every": EVERY, "texts": TEXTS}
    return {
        "root": root,
        "texts": parameters(content.what_if),
        "keeps": settings.keeps_french,
        "merged": settings.merged,
        "gloss": state.shows_gloss(),
        "limits": thresholds(content.model.card),
        # A switch costs a graphics card less than it costs the browser.
        "isServerFirst": content.model.device_name != "the CPU",
        "ofSentence": sorted(sentence_parameters(HeadsSettings)),
        "place": settings.swap_word,
        "temperatures": list(BY_FIELD["temperature"].options),
        "experiments": {experiment.field: experiment.value for experiment in EXPERIMENTS},
        "choices": {name: list(options) for name, options in lists_of_what_ifs().items()},
        "captions": {
            **{name: {key: t(text) for key, text in each.items()} for name, each in texts.items()},
            "rules": RULES,
        },
    }
