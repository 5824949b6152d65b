"""All heads by how alike they attend, as the page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.analysis.alike import Alike

from ...computation import Export
from ...export import Chart
from ...figures.alike import plane_figure
from ...language import format_number, mark, t
from ...views import HeadChoice
from .costs import HeadCosts
from .words import head_title, short_title

NEAREST = 6
SYMBOLS = {"encoder": "circle", "decoder": "square", "cross": "diamond"}
SIGNS = mark({"encoder": "● encoder", "decoder": "■ decoder", "cross": "◆ cross"})


def exports_of(costs: HeadCosts | None, plane: "HeadPlane | None") -> tuple[Export, ...]:
    """The pictures of what was measured beside attention."""
    exports = []
    if costs and len(costs.places) > 2:
        exports.append(Export(t("Gradient and loss"), lambda: costs.two_measures, "gradient"))
    if costs and costs.has_curves:
        removed = t("Heads removed one after the other")
        exports.append(Export(removed, lambda: costs.pruning, "pruning"))
    if plane:
        exports.append(Export(t("Heads by how alike they attend"), lambda: plane.chart, "alike"))
    return tuple(exports)


@dataclass(frozen=True)
class HeadPlane:
    """The places of all heads, and those nearest to the one on show."""

    alike: Alike
    chosen: HeadChoice
    colours: Mapping[HeadChoice, str]

    @cached_property
    def heads(self) -> list[HeadChoice]:
        return [HeadChoice(*head) for head in self.alike.heads]

    @property
    def chart(self) -> Chart:
        """The heads on a plane: near means alike."""
        places, share = self.alike.on_a_plane()
        figure = plane_figure(
            places,
            [short_title(head) for head in self.heads],
            [self.colours[head] for head in self.heads],
            [SYMBOLS[head.stack] for head in self.heads],
            self.heads.index(self.chosen),
        )
        signs = "  ".join(t(SIGNS[stack]) for stack in dict.fromkeys(h.stack for h in self.heads))
        caption = t(
            "Heads by how alike they attend. {signs}. The plane holds {share:.0%} of the distances",
            signs=signs,
            share=share,
        )
        return Chart(figure, f"{caption}\n{self.source}")

    @property
    def source(self) -> str:
        return t("{count:,} sentences", count=self.alike.sentences)

    @property
    def finding(self) -> str:
        """What lies nearest to the head on show, in Markdown."""
        place = self.heads.index(self.chosen)
        nearest = self.heads[self.alike.nearest(place, 1)[0]]
        return t(
            "Most like {head} attends **{other}**.",
            head=head_title(self.chosen),
            other=head_title(nearest),
        )

    @property
    def nearest_rows(self) -> list[dict[str, str]]:
        """The heads that attend most like the one on show."""
        place = self.heads.index(self.chosen)
        return [
            {
                t("head"): short_title(self.heads[other]),
                t("divergence, in nats"): format_number(self.alike.divergence[place, other], ".3f"),
            }
            for other in self.alike.nearest(place, NEAREST)
        ]

    @property
    def method(self) -> str:
        measure = t(
            "Jensen-Shannon divergence: 0 is the same attention, {most} nothing in common (after "
            "Clark et al. 2019, figure 6).",
            most=format_number(np.log(2), ".2f"),
        )
        if len({head.stack for head in self.heads}) == 1:
            return measure
        across = t(
            "A French word stands for the English words that it translates, so that heads of all "
            "mechanisms can be compared."
        )
        return f"{measure} {across}"
