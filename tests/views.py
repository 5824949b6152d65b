"""Every look of every page, every experiment, and every step of every lesson and classic."""

from viz.analysis.what_if_text import NAMES
from viz.pages.align.settings import WAYS
from viz.pages.cell.settings import LOOKS as CELL_LOOKS
from viz.pages.cost.settings import QUANTITIES
from viz.pages.depth.settings import LOOKS as DEPTH_LOOKS
from viz.pages.fill.settings import LOOKS as FILL_LOOKS
from viz.pages.heads.experiments import EXPERIMENTS
from viz.pages.inside import settings as inside
from viz.pages.kinds.settings import LOOKS as KINDS_LOOKS
from viz.pages.ladder.settings import LOOKS as LADDER_LOOKS
from viz.pages.learning.settings import METHODS
from viz.pages.mask.settings import SEES
from viz.pages.next.settings import LOOKS as NEXT_LOOKS
from viz.pages.order.settings import LOOKS as ORDER_LOOKS
from viz.pages.vectors.settings import LOOKS as VECTORS_LOOKS
from viz.pages.verdict.settings import LOOKS as VERDICT_LOOKS
from viz.pages.words.settings import LOOKS as WORDS_LOOKS
from viz.view import lessons

VIEWS = [  # a page and the settings of one of its looks
    ("heads", {}),
    ("profiles", {}),
    ("queries", {"queries-sentences": "50"}),
    ("bottleneck", {}),
    ("bottleneck", {"bottleneck-look": "unrolled"}),
    ("model", {}),
    ("gallery", {}),
    ("own", {}),
    *(("inside", {"inside-look": look}) for look in inside.LOOKS),
    *(
        ("inside", {"inside-look": "contribution", "attention": "encoder", "beside": kind})
        for kind in inside.KINDS
    ),
    *(("mask", {"sees": sees}) for sees in SEES),
    *(("align", {"compare": way}) for way in WAYS),
    *(("depth", {"depth-look": look}) for look in DEPTH_LOOKS),
    *(("order", {"look": look}) for look in ORDER_LOOKS),
    *(("order", {"look": "others", "encoding": encoding}) for encoding in ("alibi", "learned")),
    *(("words", {"words-look": look}) for look in WORDS_LOOKS),
    *(("learning", {"learn": method}) for method in METHODS),
    ("learning", {"learn-look": "trained"}),
    *(("vectors", {"vectors-look": look}) for look in VECTORS_LOOKS),
    *(("vectors", {"vectors-look": "bias", "bias": kind}) for kind in ("own", "weat")),
    *(("verdict", {"verdict-look": look}) for look in VERDICT_LOOKS),
    *(("next", {"next-look": look}) for look in NEXT_LOOKS if look != "heads"),
    ("next", {"next-look": "heads", "sentence": "the red dog and the black cat and the red"}),
    *(("kinds", {"kinds-look": look}) for look in KINDS_LOOKS),
    *(("ladder", {"ladder-look": look}) for look in LADDER_LOOKS),
    ("tune", {}),
    ("tune", {"tune-look": "layers"}),
    *(("fill", {"fill-look": look}) for look in FILL_LOOKS),
    *(("cell", {"cell-look": look}) for look in CELL_LOOKS),
    *(("remember", {"side": side}) for side in ("encoder", "decoder")),
    *(("remember", {"lstm": name}) for name in ("lstm-lm", "elmo")),
    *(("cost", {"cost": quantity}) for quantity in QUANTITIES),
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
