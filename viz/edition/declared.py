"""Pages and their settings as data: what the shell reads instead of saying it again."""

from collections.abc import Callable, Iterator
from typing import Any

from viz.base.language import option_title, t
from viz.pages.computations import COMPUTATIONS, FRONT_PAGE
from viz.view.edition import EDITION, MODELS
from viz.view.runner import Runner
from viz.view.settings import Declaration, When, declarations, read_settings

PAGES = tuple(path or FRONT_PAGE for path in EDITION)
# Settings whose options or defaults follow from the sentence or the model: the scripts compute
# them, as ARCHITECTURE.md lists.
_COMPUTED = {
    "french": ("mask", "align"),
    "decoder-head": ("mask",),
    "exchange": ("mask",),
    "row": ("order",),
    "other": ("order",),
    "hide": ("fill",),
    "gap": ("fill",),
    "second-sentence": ("fill",),
    "aligner": ("align",),
    "second-aligner": ("align",),
    "swap-word": (FRONT_PAGE,),
}


def describe_pages(runner: Runner) -> dict[str, dict[str, Any]]:
    """Return the models, the example and the settings of each page, in the reader's language."""
    return {path or FRONT_PAGE: _describe_page(path, runner) for path in EDITION}


def _describe_page(path: str, runner: Runner) -> dict[str, Any]:
    """Return the models of a page, and its example and settings; none of the page of lessons."""
    page = {"models": EDITION[path].get("model", MODELS)}
    computation = COMPUTATIONS.get(path or FRONT_PAGE)
    if computation is None:
        return page
    # Self-attention, which has all options.
    address = {"attention": "encoder"}
    known = read_settings(computation.settings, address, runner, computation.example).settings
    described = declarations(computation.settings)
    names = {field: entry.parameter or field for field, entry in described.items()}
    there: dict[str, dict[str, Any]] = {}
    for field, declaration in described.items():
        name, offered = names[field], EDITION[path].get(names[field])
        conditions = list(_conditions_of(declaration, names))
        if offered == () or (conditions and not any(map(_there_is(there), conditions))):
            continue
        described_as = {
            "label": t(declaration.label),
            "isOmitted": declaration.omitted_when_default,
            "applies": conditions,
        }
        there[name] = {"name": name, "kind": declaration.kind}
        there[name] |= {key: value for key, value in described_as.items() if value}
        if (path or FRONT_PAGE) in _COMPUTED.get(name, ()):
            continue
        options = declaration.options(known, runner) if declaration.options else {}
        values = [*(offered or options)]
        there[name]["first"] = declaration.default(known, runner) or next(iter(values), "")
        if declaration.kind == "number":
            there[name]["range"] = [int(values[0]), int(values[-1])]
        elif options:
            there[name]["options"] = [(value, option_title(options[value])) for value in values]
    return page | {"example": computation.example, "settings": [*there.values()]}


def _conditions_of(declaration: Declaration, names: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the alternatives of a condition, each the values of parameters."""
    if isinstance(declaration.applies, When):
        for alternative in declaration.applies.alternatives:
            yield {names[field]: [*values] for field, values in alternative.items()}


def _there_is(settings: dict[str, dict[str, Any]]) -> Callable[[dict[str, list[str]]], bool]:
    """Return whether settings that are there have one of the values of an alternative."""

    def is_there(alternative: dict[str, list[str]]) -> bool:
        return all(
            {*values} & {value for value, _ in settings[name]["options"]}
            for name, values in alternative.items()
        )

    return is_there
