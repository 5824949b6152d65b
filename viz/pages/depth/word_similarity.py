"""How similar the words of a sentence become, in whole layers and with attention alone."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from models import LayerStates

from ...analysis.measures import mean_cosine, residual
from ...base.language import t, translatable
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.probabilities import percent
from .charts import LayerLine, layers_chart
from .look import DepthLook

_TITLES = translatable(
    {
        "whole": "Whole layers",
        "with_residual": "Attention and residual connections",
        "alone": "Attention alone",
    }
)
_UNTRAINED = translatable(
    {
        "whole": "Whole layers, untrained",
        "with_residual": "Attention and residual connections, untrained",
        "alone": "Attention alone, untrained",
    }
)
_COLOURS = {"whole": HEADS[0], "with_residual": HEADS[5], "alone": HEADS[1]}
_Measured = Mapping[str, tuple[np.ndarray, np.ndarray]]  # residual and cosine, `[layer + 1]`


class WordDistances(DepthLook):
    """The distances between the words after each layer."""

    main = "apart"

    def measured(self, trained: bool) -> _Measured:
        """The residual and the mean cosine of each kind of layer, by its name."""
        request, stack, model = self.request, self.stack, self.model
        rows = slice(self.trace.prompt_length + 1) if self.trace.prompt_length else slice(None)

        def measure(progress: object) -> _Measured:
            states = model.layer_states(request, stack, trained)
            return {
                name: (residual(values[:, rows]), mean_cosine(values[:, rows]))
                for name, values in _by_name(states).items()
            }

        key = f"depth {request!r} {stack} {trained}"
        return self.runner.compute_once(key, t("The model runs layer by layer"), measure)

    @cached_property
    def trained(self) -> _Measured:
        return self.measured(True)

    @cached_property
    def untrained(self) -> _Measured:
        """The same with the network's initial weights; {} unless the setting is on."""
        return self.measured(False) if self.settings.untrained else {}

    def lines(self, which: int) -> list[LayerLine]:
        """The lines of the residual (0) or of the cosine (1)."""
        return [
            LayerLine(t(titles[name]), values[which].tolist(), _COLOURS[name], dashed)
            for measured, titles, dashed in (
                (self.trained, _TITLES, False),
                (self.untrained, _UNTRAINED, True),
            )
            for name, values in measured.items()
        ]

    @property
    def charts(self) -> dict[str, Chart]:
        apart, cosine = t("what sets the words apart"), t("mean cosine of two words")
        is_log = self.settings.scale == "log"
        charts = {
            "apart": layers_chart(
                self.lines(0), apart, is_log, dashed=t("dashed: untrained")
            ).with_caption(self.captioned(apart))
        }
        if len(self.trace.source or self.trace.decoder_input) > 1:
            charts["cosine"] = layers_chart(
                self.lines(1), cosine, dashed=t("dashed: untrained")
            ).with_caption(self.captioned(cosine))
        return charts

    @property
    def finding(self) -> str:
        whole = self.trained["whole"][0]
        sentences = [
            t(
                "depth#what sets words apart",
                first=percent(whole[0]),
                last=percent(whole[-1]),
                layers=len(whole) - 1,
            )
        ]
        if "alone" in self.trained:
            alone = percent(self.trained["alone"][0][-1])
            sentences.append(t("With attention alone {alone} is left.", alone=alone))
        if self.untrained:
            last = percent(self.untrained["whole"][0][-1])
            sentences.append(
                t("In the untrained network it is {last} after the last layer.", last=last)
            )
        return " ".join(sentences)

    @property
    def explanation(self) -> str:
        reading = t("depth#two measures")
        if "alone" not in self.trained:
            return reading
        kept = self.kept
        return t(
            "depth#attention alone",
            reading=reading,
            first=percent(kept[0]),
            layers=len(kept),
            last=percent(kept[-1]),
        )

    @property
    def kept(self) -> np.ndarray:
        """The share of the residual that each layer of attention alone keeps, `[layer]`."""
        alone = self.trained["alone"][0]
        return alone[1:] / np.maximum(alone[:-1], np.finfo(alone.dtype).tiny)

    @property
    def note(self) -> str:
        if "alone" in self.trained:
            return ""
        if self.model.capabilities.block == "recurrent":
            return t(
                "{model} has no self-attention layers, so attention cannot be run alone.",
                model=self.settings.model,
            )
        return t("depth#layers unknown", model=self.settings.model)


def _by_name(states: LayerStates) -> dict[str, np.ndarray]:
    """Return the states of each kind of layer that could be computed."""
    kinds = {name: getattr(states, name) for name in _TITLES}
    return {name: values for name, values in kinds.items() if values is not None}
