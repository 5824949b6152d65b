"""The content of the page: queries and keys of one head over many sentences, as points."""

from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from models.corpus.sentences import Pair

from ...analysis.projections import METHODS, MOST_POINTS
from ...analysis.views import HeadChoice, model_head_title
from ...base.language import t, translatable
from ...base.memory_limit import has_little_memory
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.points import Points, points_chart
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from .colours import group_points, role_names
from .findings import describe_fit, describe_method
from .joining import Places, most_attended, place_head
from .query_keys import (
    PRODUCTS,
    HeadVectors,
    QueryKeyReading,
    combine,
    gather,
    has_product_scores,
    read_query_keys,
    request_of,
    spread_out,
)
from .settings import QueriesSettings

_NO_HEADS = translatable(
    "{model} has no attention, so it has no queries and keys. Choose another model."
)
_NO_PRODUCT = translatable(
    {
        "additive": (
            "{model} compares a query with a key by a small network (additive attention), not by a "
            "dot product: no scaling makes near mean attended. Choose another model."
        ),
        "other": (
            "{model} compares queries with keys in another way than by dot products, or in a way "
            "that is not known here: no scaling makes near mean attended. Choose another model."
        ),
    }
)


@dataclass(frozen=True)
class QueriesContent(PageContent[QueriesSettings]):
    """The queries and keys of a head; nothing is read before it is needed."""

    @property
    def choice(self) -> HeadChoice:
        return self.settings.choice

    @property
    def method(self) -> str:
        """The method of projection."""
        assert self.settings.queries_projection is not None  # wherever there are points
        return self.settings.queries_projection

    @property
    def layers(self) -> slice:
        """The layers to keep of a run; of a large model only that of the head."""
        if self.model.capabilities.trained_here and not has_little_memory():
            return slice(None)
        return slice(self.choice.layer, self.choice.layer + 1)

    # --- the model -------------------------------------------------------------------------------

    @cached_property
    def others(self) -> QueryKeyReading:
        """The shipped sentences, read by the model."""
        settings, stack, layers = self.settings, self.choice.stack, self.layers
        count = settings.others
        assert count is not None  # wherever the page applies
        model = self.model

        def read(progress: Progress) -> QueryKeyReading:
            return read_query_keys(model, stack, layers, spread_out(count), progress)

        return self.runner.compute_once(
            f"queries and keys {model.name} {stack} {layers} {count}",
            t("{model} reads the sentences", model=model.name),
            read,
        )

    @cached_property
    def typed(self) -> QueryKeyReading:
        """The sentence of the tab.

        Raises UserError for unreadable text, NotApplicable for scores that are no products.
        """
        model, pair = self.model, Pair(self.settings.sentence, "")
        trace = self.runner.trace(request_of(model, pair))
        if not has_product_scores(model, self.choice, trace):
            raise NotApplicable(_NO_PRODUCT["other"], model=model.name)
        return gather(model, self.choice.stack, self.layers, [trace], [pair])

    @cached_property
    def reading(self) -> QueryKeyReading:
        """The sentence of the tab followed by others, as many as can be drawn."""
        return combine([self.typed, self.others]).at_most(MOST_POINTS[self.method])

    @cached_property
    def head(self) -> HeadVectors:
        """The current head."""
        layer = self.choice.layer - (self.layers.start or 0)
        return self.reading.head(layer, self.choice.head)

    # --- the picture -----------------------------------------------------------------------------

    @cached_property
    def placed(self) -> Places:
        """The places of queries and keys on the map."""
        settings, head = self.settings, self.head
        assert settings.queries_axes is not None
        count = len(head.query) + len(head.key)
        return self.runner.compute_once(
            f"queries and keys placed {settings.model} {self.choice} {settings.others} "
            f"{settings.sentence!r} {self.method} {settings.queries_axes}",
            t("{method} of {count:,} points", method=t(METHODS[self.method]), count=count),
            partial(place_head, head, self.method, settings.queries_axes),
        )

    @cached_property
    def points(self) -> Points:
        """A point for each query, then one for each key."""
        reading, placed = self.reading, self.placed
        sides = reading.queries, reading.keys
        counts = [len(side.tokens) for side in sides]
        colour = self.settings.colour or "role"
        groups, group_names = group_points(colour, reading)
        neighbours, weights = most_attended(self.head.pairs, *counts)
        return Points(
            placed.places[None],
            ("",),
            (self.note,),
            tuple(token for side in sides for token in side.tokens),
            tuple(side.texts[number] for side in sides for number in side.sentence.tolist()),
            groups,
            group_names,
            np.concatenate([side.sentence == 0 for side in sides]),
            neighbours[None],
            weights[None],
            (),
            self.title,
            kinds=np.repeat([0, 1], counts),
            kind_names=role_names(),
            marked=np.concatenate([side.spans for side in sides]),
            measure="attention",
            ordered=colour == "position",
        )

    @property
    def title(self) -> str:
        """The title of the map."""
        count = len(self.reading.queries.texts)
        read = len(self.typed.queries.texts) + len(self.others.queries.texts)
        return t(
            "{queries:,} queries and {keys:,} keys in {sentences} sentences, {head}"
            if count == read
            else "queries#sampled points",
            queries=len(self.reading.queries.tokens),
            keys=len(self.reading.keys.tokens),
            sentences=count,
            read=read,
            head=model_head_title(self.choice, self.model.name),
        )

    @property
    def note(self) -> str:
        """The share of the variation on the map, or "" if undefined."""
        share = self.placed.share
        if share is None or np.isnan(share):
            return ""
        flat = self.settings.queries_axes == 2
        return t(
            "this flat map shows {share:.0%} of the variation"
            if flat
            else "this map shows {share:.0%} of the variation",
            share=share,
        )

    @property
    def point(self) -> int:
        """The point chosen; -1 for none or an unknown one."""
        point = self.settings.queries_point
        count = len(self.reading.queries.tokens) + len(self.reading.keys.tokens)
        return point if point is not None and point < count else -1

    @property
    def finding(self) -> str:
        """The meaning of near on this map, and how well it holds, in Markdown."""
        return describe_fit(self.placed, self.head.query.shape[1])

    @property
    def explanation(self) -> str:
        """How queries and keys came into one space, in Markdown."""
        relative = self.model.capabilities.positions == "relative"
        return describe_method(self.placed, self.choice.stack, relative)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("space queries", (Export("", self.draw_chart),))

    def draw_chart(self) -> Chart:
        """The map for a file."""
        method = t(METHODS[self.method])
        chart = points_chart(self.points, 0, self.point, method, self.settings.sentence)
        shapes = t("Circles are queries, crosses keys.")
        return replace(chart, caption=f"{chart.caption} {shapes}")


def _compute(settings: QueriesSettings, runner: Runner) -> QueriesContent:
    """Return the content. Raises NotApplicable for a model whose scores are no dot products."""
    capabilities = runner.model(settings.model).capabilities
    if not capabilities.stacks:
        raise NotApplicable(_NO_HEADS, model=settings.model)
    if capabilities.score not in PRODUCTS:
        kind = "additive" if capabilities.score == "additive" else "other"
        raise NotApplicable(_NO_PRODUCT[kind], model=settings.model)
    return QueriesContent(settings, runner)


COMPUTATION = Computation("queries", QueriesSettings, _compute)
