"""All heads in a plane by the similarity of their attention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.corpus.profile import Profile
from models.corpus.same_text import compare_models, compare_own_heads
from models.corpus.similarity import HeadDivergences

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t, translatable
from ...draw.chart import Chart
from ...view.computation import Export
from .charts import plane_chart
from .costs import HeadCosts
from .pairs import PairCosts
from .words import short_title

_NEAREST = 6
_SYMBOLS = {"encoder": "circle", "decoder": "square", "cross": "diamond"}
_SIGNS = translatable({"encoder": "● encoder", "decoder": "■ decoder", "cross": "◆ cross"})


def exports_of(
    costs: HeadCosts | None, pairs: PairCosts | None, plane: "HeadPlane | None"
) -> tuple[Export, ...]:
    """Return the pictures of costs and of the plane for the Export menu."""
    exports = []
    if costs and len(costs.places) > 2:
        exports.append(Export(t("Gradient and loss"), lambda: costs.two_measures, "gradient"))
    if costs and costs.has_curves:
        removed = t("Heads removed one after another")
        exports.append(Export(removed, lambda: costs.pruning, "pruning"))
    if pairs and pairs.has_chart:
        exports.append(Export(t("Pairs of heads"), lambda: pairs.chart, "pairs"))
    if plane:
        exports.append(
            Export(t("Heads by similarity of their attention"), lambda: plane.chart, "alike")
        )
    return tuple(exports)


@dataclass(frozen=True)
class HeadPlane:
    """The places of all heads, and the nearest to the current head.

    Heads of a second model are last.
    """

    alike: HeadDivergences
    chosen: HeadChoice
    colours: Sequence[str]  # one for each head
    first: int  # number of heads of the tab's model
    second: str = ""  # name of the second model; "": none

    @cached_property
    def heads(self) -> list[HeadChoice]:
        return [HeadChoice(*head) for head in self.alike.heads]

    @property
    def place(self) -> int:
        """The index of the current head."""
        return self.heads[: self.first].index(self.chosen)

    def name_of(self, place: int) -> str:
        """Name a head, with its model if that is the second."""
        name = short_title(self.heads[place])
        if place < self.first:
            return name
        return t("{model}: {title}", model=self.second, title=name)

    @property
    def chart(self) -> Chart:
        """The heads in a plane: near means similar."""
        places, share = self.alike.on_a_plane()
        symbols = [_SYMBOLS[head.stack] for head in self.heads]
        chart = plane_chart(
            places,
            [*map(self.name_of, range(len(self.heads)))],
            self.colours,
            symbols[: self.first] + [f"{symbol}-open" for symbol in symbols[self.first :]],
            self.place,
        )
        signs = "  ".join(t(_SIGNS[stack]) for stack in dict.fromkeys(h.stack for h in self.heads))
        if self.second:
            hollow = t("hollow: {model}", model=self.second)
            signs = f"{signs}  {hollow}"
        caption = t("profiles#map of heads", signs=signs, share=share)
        return chart.with_caption(f"{caption}\n{self.source}")

    @property
    def source(self) -> str:
        return t("{count:,} sentences", count=self.alike.sentences)

    @property
    def finding(self) -> str:
        """The heads of each model nearest to the current head, in Markdown.

        A model of one head has no other head that could be nearest.
        """
        nearest = self.alike.nearest(self.place, len(self.heads))
        within = next((at for at in nearest if at < self.first), None)
        beyond = next((at for at in nearest if at >= self.first), None)
        sentences = []
        if within is not None:
            sentences.append(
                t(
                    "Most like {head} attends **{other}**.",
                    head=head_title(self.chosen),
                    other=head_title(self.heads[within]),
                )
            )
        if beyond is not None:
            sentences.append(
                t(
                    "Nearest in {model}: **{other}**, {divergence} nats away.",
                    model=self.second,
                    other=head_title(self.heads[beyond]),
                    divergence=format_number(self.alike.divergence[self.place, beyond], ".3f"),
                )
            )
        return " ".join(sentences)

    @property
    def nearest_rows(self) -> list[dict[str, str]]:
        """The heads whose attention is most similar to the current head's."""
        return [
            {
                t("head"): self.name_of(other),
                t("divergence, in nats"): format_number(
                    self.alike.divergence[self.place, other], ".3f"
                ),
            }
            for other in self.alike.nearest(self.place, _NEAREST)
        ]

    @property
    def method(self) -> str:
        parts = [t("profiles#Jensen-Shannon divergence", most=format_number(np.log(2), ".2f"))]
        if len({head.stack for head in self.heads[: self.first]}) > 1:
            parts.append(t("profiles#French as English"))
        if self.second:
            parts.append(t("profiles#two models compared"))
        return " ".join(parts)


def compare_profiles(profile: Profile, second: Profile | None) -> HeadDivergences | None:
    """Return the heads of a model, followed by those of a second; None if not compared."""
    if second is not None:
        if profile.same is None or second.same is None:
            return None
        return compare_models(profile.same, second.same)
    if profile.alike is None and profile.same is not None and len(profile.same.heads) > 1:
        return compare_own_heads(profile.same)
    return profile.alike


def plane_of(
    alike: HeadDivergences,
    chosen: HeadChoice,
    colours: Mapping[HeadChoice, str],
    second: str,
    colours_of_second: Mapping[HeadChoice, str],
) -> HeadPlane | None:
    """Return the heads in a plane, followed by those of the `second` model.

    None for a head that is not compared: of a pretrained translator only the encoder's are.
    """
    heads = [HeadChoice(*head) for head in alike.heads]
    first = len(heads) - len(colours_of_second)
    if chosen not in heads[:first]:
        return None
    hues = [colours[head] for head in heads[:first]]
    hues += [colours_of_second[head] for head in heads[first:]]
    return HeadPlane(alike, chosen, hues, first, second)
