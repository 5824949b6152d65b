"""Pairs of heads: what a model loses without both, against the sum of both."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.corpus.head_pairs import HeadPairs

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t
from ...draw.chart import Chart
from .charts import pairs_chart
from .costs import sentences_of
from .words import STACKS

_LISTED = 6  # rows of a table
_NAMED = 4  # heads in a line of text


def _pair_name(head: HeadChoice) -> str:
    """Name a head on an axis with many."""
    return f"{t(STACKS[head.stack])} {head.layer + 1}.{head.head + 1}"


def _nats(value: float) -> str:
    return format_number(round(value, 3) + 0.0, ".3f")  # no "-0.000"


@dataclass(frozen=True)
class PairCosts:
    """The costs of all pairs of heads of a model, and the head on show."""

    pairs: HeadPairs
    chosen: HeadChoice

    @property
    def heads(self) -> list[HeadChoice]:
        return [HeadChoice(*head) for head in self.pairs.heads]

    @property
    def source(self) -> str:
        """The source of the figures."""
        return sentences_of(self.pairs)

    @property
    def finding(self) -> str:
        """The number of pairs that cost more or less than the sum, in Markdown."""
        pairs = self.pairs
        more, less = pairs.clear(1), pairs.clear(-1)
        texts = [
            t(
                "profiles#pairs that stand in for each other",
                count=pairs.count,
                more=len(more),
                less=len(less),
            )
        ]
        if more:
            first_head, other = more[0]
            texts.append(
                t(
                    "profiles#the largest pairs",
                    one=head_title(self.heads[first_head]),
                    other=head_title(self.heads[other]),
                    alone=_nats(pairs.lost[first_head, first_head]),
                    beside=_nats(pairs.lost[other, other]),
                    both=_nats(pairs.lost[first_head, other]),
                )
            )
        return " ".join(texts)

    @property
    def has_chart(self) -> bool:
        """Whether any pair differs clearly from the sum."""
        return bool(self.pairs.signs.any())

    @property
    def chart(self) -> Chart:
        """The differences from the sum; those within noise are empty."""
        excess = np.where(self.pairs.signs != 0, self.pairs.excess, np.nan)
        chart = pairs_chart(excess, [*map(_pair_name, self.heads)])
        caption = t("profiles#picture of pairs")
        return chart.with_caption(f"{caption}\n{self.source}")

    def rows(self, sign: int) -> list[dict[str, str]]:
        """The pairs that cost clearly more (1) or less (-1) than the sum, the largest first."""
        return self.rows_of(self.pairs.clear(sign)[:_LISTED])

    @property
    def chosen_rows(self) -> list[dict[str, str]]:
        """The pairs of the current head that differ most from the sum."""
        place = self.heads.index(self.chosen)
        order = np.argsort(-np.abs(self.pairs.excess[place]), kind="stable").tolist()
        return self.rows_of([(place, other) for other in order if other != place][:_LISTED])

    @property
    def stand_ins(self) -> str:
        """The heads that stand in for the current one, the clearest first; "" without one."""
        place = self.heads.index(self.chosen)
        others = [{*pair} - {place} for pair in self.pairs.clear(1) if place in pair]
        names = [_pair_name(self.heads[other]) for (other,) in others]
        if not names:
            return ""
        more = "…" * (len(names) > _NAMED)
        return t(
            "**Off together** with one of these it costs clearly more than the sum: {heads}",
            heads=", ".join(names[:_NAMED]) + more,
        )

    def rows_of(self, places: Sequence[tuple[int, int]]) -> list[dict[str, str]]:
        """Write pairs as rows of a table."""
        alone = np.diag(self.pairs.lost)
        return [
            {
                t("heads"): " + ".join(_pair_name(self.heads[at]) for at in (first, other)),
                t("sum of both"): _nats(alone[first] + alone[other]),
                t("together"): _nats(self.pairs.lost[first, other]),
                t("difference"): self.difference(first, other),
            }
            for first, other in places
        ]

    def difference(self, first: int, other: int) -> str:
        """Write the difference of a pair from the sum with its interval."""
        value, margin = self.pairs.excess[first, other], self.pairs.margin[first, other]
        ends = {"low": _nats(value - margin), "high": _nats(value + margin)}
        if not self.pairs.signs[first, other]:
            return t("{value} ({low} to {high}), within noise", value=_nats(value), **ends)
        return t("{value} ({low} to {high})", value=_nats(value), **ends)
