"""The look that compares each word's contribution with its weight."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...analysis.measures import rollout
from ...analysis.views import head_place
from ...analysis.walkthrough import Contributions, contributions
from ...base.language import t
from ...draw.head_pictures import trace_caption
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...view.computation import Export, ExportMenu
from .head import HeadContent
from .settings import CONTRIBUTION_KINDS


class _Measure(NamedTuple):
    """A measure beside the weights."""

    values: np.ndarray  # [query, key]
    most: float  # the value of the darkest colour
    note: str  # how it is computed


class _Marks(NamedTuple):
    """Marks (full stops and special tokens), and their shares in the current head."""

    tokens: tuple[str, ...]
    weight: float  # the share of the weight
    length: float  # the share of the lengths


@dataclass(frozen=True)
class ContributionContent(HeadContent):
    """The weights of a head, and beside them each word's contribution."""

    @property
    def is_rollout(self) -> bool:
        return self.settings.beside == "rollout"

    @cached_property
    def contributions(self) -> Contributions:
        """The norm of each word's contribution to another, in every head of the layer."""
        choice, heads = self.choice, self.maps.n_heads
        return contributions(self.trace, self.parameters, choice.stack, choice.layer, heads)

    @cached_property
    def measure(self) -> _Measure:
        """The chosen measure beside the weights."""
        choice, kind = self.choice, self.settings.beside
        if kind == "rollout":
            note = t("inside#rolled out", layer=choice.layer + 1)
            return _Measure(rollout(self.maps.weights)[choice.layer], 1.0, note)
        if kind == "norm":
            values = self.contributions.norms[choice.head]
            note = t("inside#length of a part")
        else:
            values = self.contributions.together
            note = t("inside#length over all heads")
        return _Measure(values, float(values.max()), note)

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The weights and the measure."""
        rows, columns, measure = self.queries, self.maps.key_tokens, self.measure
        weights = Matrix(
            t("Weight α"),
            rows,
            columns,
            self.weights,
            self.allowed,
            note=self.title,
            colour=self.colour,
        )
        beside = Matrix(
            t(CONTRIBUTION_KINDS[self.settings.beside]),
            rows,
            columns,
            measure.values,
            self.allowed,
            most=measure.most,
            kind="weight" if self.is_rollout else "norm",
            note=measure.note,
            colour=self.colour,
        )
        return [weights, beside]

    @property
    def menu(self) -> ExportMenu:
        caption = t(
            "{attention}, {place}; second {note}",
            attention=self.mechanism,
            place=head_place(self.choice),
            note=self.measure.note,
        )

        def draw_picture() -> Picture:
            return picture_of(self.matrices, trace_caption(self.trace, caption))

        exports = (Export(t("Weights and contributions"), draw_picture),)
        return ExportMenu("contribution", exports, self.numbers)

    @property
    def marks(self) -> _Marks | None:
        """The marks of the sentence and their shares, or None.

        Marks are full stops, and tokens without characters, like "[SEP]".
        """
        trace, tokens = self.trace, self.maps.key_tokens
        spans = trace.decoder_spans if self.choice.stack == "decoder" else trace.source_spans
        places = []
        for place, (token, (start, end)) in enumerate(zip(tokens, spans, strict=False)):
            if start == end or token == ".":
                places.append(place)
        if not places:
            return None
        weights, lengths = self.weights, self.measure.values
        return _Marks(
            tuple(dict.fromkeys(tokens[place] for place in places)),
            weights[:, places].sum() / weights.sum(),
            lengths[:, places].sum() / lengths.sum(),
        )
