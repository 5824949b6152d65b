"""Pages and their settings as data: what the shell reads instead of saying it again."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from viz.base.language import option_title, t, translatable
from viz.pages.computations import COMPUTATIONS, FRONT_PAGE
from viz.view.address import VIEW_PARAMETERS
from viz.view.edition import DRAWN, DRAWN_LOOKS, EDITION, MODELS
from viz.view.runner import Runner
from viz.view.settings import Declaration, When, declarations, parameters_of, read_settings

PAGES = tuple(path or FRONT_PAGE for path in (*EDITION, *DRAWN))
# Those of which the first pictures of links are drawn: a lesson is made of others.
FIRST_PAGES = tuple(path or FRONT_PAGE for path in EDITION if path != "lessons")
# Below the picture, where it is not the lead of the app's page.
_READING = translatable(
    {
        FRONT_PAGE: ("edition#rows of a head", "edition#no explanation"),
        "inside": ("inside#keys", "inside#real numbers"),
        "next": ("edition#next pieces",),
        "depth": ("edition#a lens and patches",),
        "fill": ("edition#both sides",),
        "align": ("edition#rows of an alignment", "align#AER"),
    }
)
# What the app has more; "" stands for all other pages, as below.
_MISSING = translatable(
    {
        "": "Other models are in the app.",
        "inside": "Other looks and models are in the app.",
        "tune": "edition#training needs the app",
        "own": "edition#files need the app",
    }
)
_OF_DRAWN = translatable("edition#drawn")
# The name of the field with the sentence, and of the button that reads it.
_FIELDS = translatable({"": "An English sentence", "next": "The beginning of an English text"})
_BUTTONS = translatable({"": "Translate", "next": "Go on", "fill": "Read"})
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
    "quantity": (FRONT_PAGE,),
    "depth-stack": ("depth",),
    "depth-at": ("depth",),
    "depth-sink": ("depth",),
    "depth-other": ("depth",),
}


def describe_pages(runner: Runner) -> dict[str, dict[str, Any]]:
    """Return the texts, models, example and settings of each page, in the reader's language.

    The pages are in the order of the app's navigation.
    """
    described = {path or FRONT_PAGE: _describe_page(path, runner) for path in EDITION}
    described |= {path: _describe_drawn(path, look) for path, look in DRAWN.items()}
    for path, (look, values) in DRAWN_LOOKS.items():
        computation = COMPUTATIONS[path]
        reading = read_settings(computation.settings, {}, runner, computation.example)
        situations = reading.situations.values()
        options = next(each.options or {} for each in situations if each.parameter == look)
        titles = [(value, option_title(options[value])) for value in values if value in options]
        described[path]["beside"] = _describe_drawn(path, look) | {"options": titles}
    return {path: described[path] for path in app_pages()}


def _describe_drawn(path: str, look: str) -> dict[str, Any]:
    """Return the texts of a page that is drawn before, and the parameters of its address."""
    names = parameters_of(app_pages()[path].computation.settings)
    parameters = sorted({*VIEW_PARAMETERS, *names})
    texts = _describe_texts(path) | ({} if path in DRAWN else {"missing": t(_OF_DRAWN)})
    return {"models": [], "parameters": parameters, "look": look} | texts


def _describe_page(path: str, runner: Runner) -> dict[str, Any]:
    """Return the models and texts of a page, with its example and settings but for the lessons."""
    name = path or FRONT_PAGE
    page = {"models": EDITION[path].get("model", MODELS)} | _describe_texts(name)
    computation = COMPUTATIONS.get(name)
    if computation is None:
        return page
    # Self-attention, which has all options.
    address = {"attention": "encoder"}
    known = read_settings(computation.settings, address, runner, computation.example).settings
    described = declarations(computation.settings)
    names = {field: entry.parameter or field for field, entry in described.items()}
    there: dict[str, dict[str, Any]] = {}
    for field, declaration in described.items():
        parameter, offered = names[field], EDITION[path].get(names[field])
        alternatives = list(_alternatives_of(declaration, names))
        possible = [each for each in alternatives if _can_hold(each, there)]
        if offered == () or (alternatives and not possible):
            continue
        described_as = {
            "label": t(declaration.label),
            "isOmitted": declaration.omitted_when_default,
            "applies": possible,
        }
        setting: dict[str, Any] = {"name": parameter, "kind": declaration.kind}
        setting |= {key: value for key, value in described_as.items() if value}
        there[parameter] = setting
        if name in _COMPUTED.get(parameter, ()):
            continue
        options = declaration.options(known, runner) if declaration.options else {}
        values = [*(offered or options)]
        default = declaration.default(known, runner)
        lacks = offered and default not in offered
        setting["first"] = values[0] if lacks else default or next(iter(values), "")
        if declaration.kind == "number":
            setting["range"] = [int(values[0]), int(values[-1])]
        elif options:
            setting["options"] = [(value, option_title(options[value])) for value in values]
    return page | {"example": computation.example, "settings": [*there.values()]}


def app_pages() -> Mapping[str, Any]:
    """Return the pages of the app by path; they load Streamlit, which the help does without."""
    return import_module("viz.pages.registry").PAGES


def _describe_texts(name: str) -> dict[str, Any]:
    """Return the texts around a page: those of the app where it says the same."""
    page = app_pages()[name]
    tables = {"missing": _MISSING, "field": _FIELDS, "button": _BUTTONS}
    if name in DRAWN and name not in _MISSING:
        tables["missing"] = {"": _OF_DRAWN}
    if name == FRONT_PAGE:
        del tables["button"]  # depends on the model
    return {
        "title": t(page.title),
        "group": t(page.group),
        "terms": ", ".join(map(t, page.terms)),
        "reading": [t(text) for text in _READING.get(name, (page.lead,))],
        **{kind: t(table.get(name, table[""])) for kind, table in tables.items()},
    }


def _alternatives_of(declaration: Declaration, names: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the alternatives of a condition, each the values of parameters."""
    if isinstance(declaration.applies, When):
        for alternative in declaration.applies.alternatives:
            yield {names[field]: [*values] for field, values in alternative.items()}


def _can_hold(
    alternative: Mapping[str, Sequence[str]], settings: Mapping[str, Mapping[str, Any]]
) -> bool:
    """Return whether the settings of a page can have the values of an alternative.

    One whose options are not listed, a number, a switch or a text, can have any.
    """
    for name, values in alternative.items():
        options = settings[name].get("options") if name in settings else ()
        if options is not None and not {*values} & {value for value, _ in options}:
            return False
    return True
