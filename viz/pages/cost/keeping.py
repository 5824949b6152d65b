"""What a token costs to keep: keys and values by layer, beside the state of linear attention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

import numpy as np

from models import AttentionMaps, Request

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import Axis, Chart, Legend, Margins, Series
from ...view.computation import Export, ExportMenu, NotApplicable, PageContent
from .settings import CostSettings

_LENGTHS = 2 ** np.arange(17)  # tokens read, to 65,536
_SENTENCE = "The dog sleeps."  # any: keys of a group are equal for every sentence


class _KeptLayer(NamedTuple):
    """The sizes of one layer that attends."""

    heads: int
    kept: int  # heads with keys of their own: fewer where queries are grouped
    d_key: int
    d_value: int

    @property
    def numbers(self) -> int:
        """How many numbers the cache keeps of a token."""
        return self.kept * (self.d_key + self.d_value)

    @property
    def state(self) -> int:
        """How many numbers linear attention would keep of all tokens: S and z."""
        return self.kept * self.d_key * (self.d_value + 1)


def _kept_layers(maps: AttentionMaps) -> dict[int, _KeptLayer]:
    """Return the layers that attend, by number; heads share keys where those of a run are equal."""
    layers = {}
    for layer in maps.attending:
        keys, values = maps.key[layer], maps.value[layer]
        kept = len({head.tobytes() for head in keys})
        layers[layer] = _KeptLayer(len(keys), kept, keys.shape[-1], values.shape[-1])
    return layers


@dataclass(frozen=True)
class KeepingContent(PageContent[CostSettings]):
    """What the model on show keeps, counted from a run. Raises NotApplicable without a decoder."""

    @cached_property
    def layers(self) -> dict[int, _KeptLayer]:
        if "decoder" not in self.model.attention_sizes:
            raise NotApplicable(t("cost#nothing is kept", model=self.settings.model))
        maps = self.runner.trace(Request(self.settings.model, _SENTENCE)).attention["decoder"]
        assert maps is not None  # it has the stack
        return _kept_layers(maps)

    def total(self, name: str) -> int:
        return sum(getattr(layer, name) for layer in self.layers.values())

    @property
    def charts(self) -> dict[str, Chart]:
        """Numbers kept, and products of the next token, by length, with and without softmax."""
        layers, n = self.layers.values(), _LENGTHS
        queried = sum(layer.heads * (layer.d_key + layer.d_value) for layer in layers)
        # S and z grow by φ(k) vᵀ and φ(k); then φ(q) reads both.
        by_state = self.total("state") + sum(
            layer.heads * layer.d_key * (layer.d_value + 1) for layer in layers
        )
        constant = np.ones_like(n)
        kept = {
            t("softmax: keys and values"): self.total("numbers") * n,
            t("linear: the state S and z"): self.total("state") * constant,
        }
        if self.total("kept") < self.total("heads"):
            kept[t("softmax without groups")] = queried * n
        products = {
            t("softmax: q · k and weight · v"): queried * n,
            t("linear: φ(k) vᵀ and φ(q) S"): by_state * constant,
        }
        what = t("{model}: counted, without the projections", model=self.settings.model)
        return {
            "numbers kept": _length_chart(kept, t("numbers kept")).with_caption(what),
            "products": _length_chart(products, t("products for the next token")).with_caption(
                what
            ),
        }

    @property
    def table(self) -> list[dict[str, str]]:
        """A row for each run of layers that are alike."""
        rows = []
        for layer, group in groupby(self.layers, self.layers.__getitem__):
            numbers = [*group]
            names = f"{numbers[0] + 1}" + (f" – {numbers[-1] + 1}" if numbers[1:] else "")
            rows.append(
                {
                    t("Layers"): names,
                    t("Heads that ask"): str(layer.heads),
                    t("Heads that are kept"): str(layer.kept),
                    t("Numbers of a key and a value"): f"{layer.d_key} + {layer.d_value}",
                    t("Numbers kept of a token"): format_number(layer.numbers * len(numbers), ","),
                }
            )
        return rows

    @property
    def finding(self) -> str:
        """What a token costs, and from which length on a state would be smaller."""
        numbers = self.total("numbers")
        facts: dict[str, object] = {
            "model": self.settings.model,
            "numbers": numbers,
            "kilobytes": 2 * numbers / 1024,
            "megabytes": 2 * numbers * 1000 / 1024**2,
            "share": self.total("heads") / self.total("kept"),
            "turn": self.total("state") // numbers + 1,
        }
        if self.total("kept") < self.total("heads"):
            return t("cost#kept in groups", **facts)
        return t("cost#kept", **facts)

    @property
    def menu(self) -> ExportMenu:
        key = "numbers kept"
        return ExportMenu(key, (Export("", lambda: self.charts[key]),))


def _length_chart(lines: Mapping[str, Sequence[float] | np.ndarray], title: str) -> Chart:
    """Plot numbers by length, on logarithmic axes."""
    ticks = [int(length) for length in _LENGTHS[::4]]
    return Chart(
        marks=tuple(
            Series(
                x=_LENGTHS.tolist(),
                y=[*map(float, values)],
                name=name,
                colour=colour,
                line=3,
                hover="%{y:,.0f}",
            )
            for (name, values), colour in zip(lines.items(), HEADS, strict=False)
        ),
        x=Axis(
            log=True,
            ticks=ticks,
            labels=[format_number(tick, ",") for tick in ticks],
            angles=(0,),
            title=t("tokens read"),
            zero="none",
        ),
        y=Axis(log=True, step=1, number_format="power", title=title, zero="none"),
        height=360,
        margins=Margins(left=64, right=8, top=88, bottom=48),
        legend=Legend(size=14, sample=30),
        hover_together=True,
    )
