"""The computations of pages by path, for links on the command line. No Streamlit."""

from ..view.computation import Computation
from .align.compute import COMPUTATION as ALIGN
from .bottleneck.compute import COMPUTATION as BOTTLENECK
from .cell.compute import COMPUTATION as CELL
from .cost.compute import COMPUTATION as COST
from .depth.compute import COMPUTATION as DEPTH
from .fill.compute import COMPUTATION as FILL
from .heads.compute import COMPUTATION as HEADS
from .inside.compute import COMPUTATION as INSIDE
from .kinds.compute import COMPUTATION as KINDS
from .ladder.compute import COMPUTATION as LADDER
from .learning.compute import COMPUTATION as LEARNING
from .mask.compute import COMPUTATION as MASK
from .next.compute import COMPUTATION as NEXT
from .order.compute import COMPUTATION as ORDER
from .own.compute import COMPUTATION as OWN
from .profiles.compute import COMPUTATION as PROFILES
from .queries.compute import COMPUTATION as QUERIES
from .remember.compute import COMPUTATION as REMEMBER
from .tune.compute import COMPUTATION as TUNE
from .vectors.compute import COMPUTATION as VECTORS
from .verdict.compute import COMPUTATION as VERDICT
from .words.compute import COMPUTATION as WORDS

COMPUTATIONS: dict[str, Computation] = {
    one.path: one
    for one in (
        HEADS,
        PROFILES,
        QUERIES,
        INSIDE,
        MASK,
        DEPTH,
        ALIGN,
        ORDER,
        WORDS,
        LEARNING,
        VECTORS,
        VERDICT,
        OWN,
        FILL,
        BOTTLENECK,
        CELL,
        REMEMBER,
        NEXT,
        LADDER,
        KINDS,
        TUNE,
        COST,
    )
}
FRONT_PAGE = HEADS.path  # the page of an address without a path
