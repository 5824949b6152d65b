"""Settings of the page on queries and keys."""

from dataclasses import dataclass

from ...analysis.projections import MOST_POINTS
from ...base.language import translatable
from ...view.runner import Runner
from ...view.settings import Known, Settings, choice
from ..space.settings import dimensions, point, projection
from .query_keys import PRODUCTS

_COLOURS = translatable(
    {
        "role": "query or key",
        "tag": "part of speech",
        "position": "position",
        "word": "word",
    }
)
_OTHERS = translatable(
    {
        "50": "50 other sentences",
        "100": "100 other sentences",
        "200": "200 other sentences",
    }
)


def _has_products(known: Known, runner: Runner) -> bool:
    """Return whether the model's scores are dot products of queries and keys."""
    capabilities = runner.model(known.model).capabilities
    return bool(capabilities.stacks) and capabilities.score in PRODUCTS


def _usual_count(known: Known, runner: Runner) -> str:
    """Return the default number of sentences, fewer for a large, slower model."""
    return "200" if runner.model(known.model).capabilities.trained_here else "50"


def _most_points(known: Known, runner: Runner) -> int:
    """Return the largest number of points; the number itself is known once sentences are read."""
    return MOST_POINTS[known.queries_projection]


@dataclass(frozen=True)
class QueriesSettings(Settings):
    """The number of sentences, the colours, the projection, and the chosen point."""

    others: int | None = choice(
        _OTHERS, _usual_count, parse=int, parameter="queries-sentences", applies=_has_products
    )
    colour: str | None = choice(_COLOURS, parameter="queries-colour", applies=_has_products)
    queries_projection: str | None = projection("queries", _has_products)
    queries_axes: int | None = dimensions("queries", _has_products)
    queries_point: int | None = point("queries", _most_points, _has_products)
