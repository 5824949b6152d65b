"""Settings of the page on queries and keys."""

from dataclasses import dataclass

from ...analysis.projections import MOST_POINTS
from ...base.language import mark
from ...view.runner import Runner
from ...view.settings import Known, Settings, choice
from ..space.settings import dimensions, point, projection
from .query_keys import PRODUCTS

COLOURS = mark(
    {
        "role": "query or key",
        "tag": "part of speech",
        "position": "position",
        "word": "word",
    }
)
OTHERS = mark(
    {
        "50": "50 other sentences",
        "100": "100 other sentences",
        "200": "200 other sentences",
    }
)


def has_products(known: Known, runner: Runner) -> bool:
    """Whether the model compares queries with keys by their dot product."""
    capabilities = runner.model(known.model).capabilities
    return bool(capabilities.stacks) and capabilities.score in PRODUCTS


def usual_count(known: Known, runner: Runner) -> str:
    """How many sentences are read at first: fewer by a large model, which takes longer."""
    return "200" if runner.model(known.model).capabilities.trained_here else "50"


def most_points(known: Known, runner: Runner) -> int:
    """At most so many points are drawn; how many there are shows when the sentences are read."""
    return MOST_POINTS[known.queries_projection]


@dataclass(frozen=True)
class QueriesSettings(Settings):
    """How many sentences are read, the colours, how the points are projected, and one of them."""

    others: int | None = choice(
        OTHERS, usual_count, parse=int, parameter="queries-sentences", applies=has_products
    )
    colour: str | None = choice(COLOURS, parameter="queries-colour", applies=has_products)
    queries_projection: str | None = projection("queries", has_products)
    queries_axes: int | None = dimensions("queries", has_products)
    queries_point: int | None = point("queries", most_points, has_products)
