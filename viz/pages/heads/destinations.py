"""What the search finds on the page of all heads: models, what-ifs, kinds of files, examples."""

from collections.abc import Iterable

import models

from ...app.page import Destination
from ...app.state import MERGED, MODEL, setting_key
from ...base.examples import EXAMPLES
from ...base.language import in_all_languages, model_title, t, translatable
from ...view.edition import EDITION
from ..panels import FILE_KINDS, MADE_FOR, file_title
from .experiments import EXPERIMENTS
from .what_ifs import BLOCK, BOXES, HEAD_LESS, HIDE, PATCH, SWAP

_ABLATION = translatable(
    "ablation, turn heads off, turn off, silence, remove, zero, mean, resample, self-repair"
)
_PATCHING = translatable("activation patching, patch, state, causal tracing, intervention")
_TOKENIZER = translatable(("tokenizer", "The model reads rare words in pieces."))


def _list_what_ifs() -> Iterable[tuple[str, str, str]]:
    """Return the title of each what-if, its effect, and more words, to be translated."""
    yield (*HEAD_LESS, _ABLATION)
    yield (*PATCH, _PATCHING)
    for experiment in EXPERIMENTS:
        yield experiment.title, experiment.sentence, ""
    yield (*HIDE, "")
    for title in (SWAP, *(entry.label for entry in BOXES), BLOCK):
        yield title, "", ""


def list_destinations() -> list[Destination]:
    """Return what the page has, in the reader's language."""
    opened = {setting_key("panel"): "open"}
    without = {*models.shipped()} - {*EDITION[""]["model"]}  # any attention that is shown
    destinations = [
        Destination(
            "model" if name in without else "heads",
            model_title(name),
            t("Model"),
            also=name,
            state={MODEL: name},
        )
        for name in models.available()
    ]
    destinations += [
        Destination(
            "heads",
            t(title),
            t("What if …?"),
            t(effect),
            f"{in_all_languages(title)} {in_all_languages(effect)} {in_all_languages(more)}",
            state=opened,
        )
        for title, effect, more in _list_what_ifs()
    ]
    name, effect = _TOKENIZER
    destinations.append(
        Destination("heads", t(name), "", t(effect), in_all_languages(name), state={MERGED: False})
    )
    menu = {"export heads": True}
    kinds = [(file_title(ending), ending) for ending in FILE_KINDS]
    kinds += [(t(title), in_all_languages(title)) for title in MADE_FOR.values()]
    destinations += [
        Destination("heads", title, t("Export"), also=also, state=menu) for title, also in kinds
    ]
    return destinations + [
        Destination("heads", sentence, t("Examples"), parameters={"sentence": sentence})
        for sentence in EXAMPLES
    ]
