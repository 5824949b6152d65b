"""Every look of every page, every experiment, and every step of every lesson and classic."""

from types import SimpleNamespace

from viz.analysis.what_if_text import NAMES
from viz.pages.align.settings import _WAYS
from viz.pages.computations import COMPUTATIONS
from viz.pages.cost.settings import _QUANTITIES
from viz.pages.heads.experiments import EXPERIMENTS
from viz.pages.inside.settings import CONTRIBUTION_KINDS
from viz.pages.learning.settings import METHODS
from viz.pages.mask.settings import _SEES
from viz.pages.registry import PAGES
from viz.view import lessons
from viz.view.runner import PlainRunner
from viz.view.settings import _resolve, declarations

View = tuple[str, dict[str, str]]  # a page and the settings of one of its looks
# What decides what a page without looks shows, and what stands within a look.
MORE: list[View] = [
    ("queries", {"queries-sentences": "50"}),
    *(
        ("inside", {"inside-look": "contribution", "attention": "encoder", "beside": kind})
        for kind in CONTRIBUTION_KINDS
    ),
    *(("mask", {"sees": sees}) for sees in _SEES),
    *(("align", {"compare": way}) for way in _WAYS),
    *(("order", {"look": "others", "encoding": encoding}) for encoding in ("alibi", "learned")),
    *(("learning", {"learn": method}) for method in METHODS),
    *(("vectors", {"vectors-look": "bias", "bias": kind}) for kind in ("own", "weat")),
    ("next", {"next-look": "heads", "sentence": "the red dog and the black cat and the red"}),
    *(("remember", {"side": side}) for side in ("encoder", "decoder")),
    *(("remember", {"lstm": name}) for name in ("lstm-lm", "elmo")),
    *(("cost", {"cost": quantity}) for quantity in _QUANTITIES),
]


def looks_of(path: str) -> list[View]:
    """Return a page once for each option of its setting `look`, or once as it opens."""
    computation = COMPUTATIONS.get(path)
    look = declarations(computation.settings).get("look") if computation else None
    if computation is None or look is None:
        return [(path, {})]
    known = SimpleNamespace(model="transformer", sentence=computation.example)
    situation = _resolve(look, "look", known, PlainRunner())
    assert situation is not None
    return [
        (path, {} if look.omitted_when_default and text == situation.default else {name: text})
        for name in [situation.parameter]
        for text in situation.options or ()
    ]


def is_shown_by(view: View, other: View) -> bool:
    """Whether another view of the page shows the same, or the look with a sentence for it."""
    (page, settings), (other_page, others) = view, other
    is_more = settings.items() <= others.items() and (not settings or "sentence" in others)
    return page == other_page and is_more


VIEWS: list[View] = [
    *(
        view
        for path, page in PAGES.items()
        if page.open_step is None
        for view in looks_of(path)
        if not any(is_shown_by(view, other) for other in MORE)
    ),
    *MORE,
]
WHAT_IFS = [  # the experiments of the panel, and one with two warnings about the sentence
    *({NAMES[experiment.field]: experiment.value} for experiment in EXPERIMENTS),
    {NAMES["silenced"]: "cross-3-1"},
    {NAMES["blocked"]: "3"},
    {NAMES["positions"]: "off", "sentence": "The lumberjack whittles a xylophone"},
]
EXPERIMENT_VIEWS = [
    ("heads", {**what_if, **panel}) for what_if in WHAT_IFS for panel in ({}, {"panel": "open"})
]
TOURS = [
    *(
        ("lessons", {"lesson": name, "step": str(place)})
        for name, tour in lessons.lessons().items()
        for place in range(1, len(tour.steps) + 1)
    ),
    *(
        ("classics", {"classic": str(place)})
        for place in range(1, len(lessons.tour("classics").steps) + 1)
    ),
]
