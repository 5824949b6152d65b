"""The look at what the first layer reads of a token, as a sum."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import Encoding, UserError

from ...base.language import format_number, t, translatable
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import strips_chart
from .compute_space import WordsContent

_PARTS = translatable({"token": "token", "position": "position", "segment": "segment"})


@dataclass(frozen=True)
class InputContent(WordsContent):
    """The embedding of a token, its position and, where the model has some, its segment."""

    @cached_property
    def encoding(self) -> Encoding:
        return self.model.encode(self.settings.sentence)

    @property
    def place(self) -> int:
        return (self.settings.input_token or 1) - 1

    @cached_property
    def parts(self) -> dict[str, np.ndarray]:
        """What is added, `[d_model]` each; nothing where the model does not tell."""
        capabilities, name = self.model.capabilities, self.settings.model
        stack = "encoder" if "encoder" in capabilities.stacks else "decoder"
        try:
            weights = self.runner.model(name).parameters(stack)
        except (UserError, KeyError, ValueError):
            return {}
        if "positions" not in weights or "embedding" not in self.encoding.steps:
            return {}
        token = self.encoding.states[self.encoding.steps.index("embedding"), self.place]
        parts = {"token": token, "position": weights["positions"][self.place]}
        if "segments" in weights:  # a single sentence is the first segment
            parts["segment"] = weights["segments"][0]
        return parts

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        return "" if self.parts else t("words#no sum is known", model=self.settings.model)

    @property
    def finding(self) -> str:
        lengths = t("; ").join(
            f"{t(_PARTS[name])} {format_number(float(np.linalg.norm(part)), '.2f')}"
            for name, part in self.parts.items()
        )
        facts = {
            "who": self.encoding.source[self.place],
            "place": self.place + 1,
            "lengths": lengths,
            "model": self.settings.model,
        }
        if "segment" in self.parts:
            return t("words#input with segments", **facts)
        return t("words#input without segments", **facts)

    @property
    def chart(self) -> Chart:
        """A strip for each part, and the sum."""
        total = np.sum([*self.parts.values()], 0)
        strips = {t(_PARTS[name]): part for name, part in self.parts.items()}
        return strips_chart(strips, ("Σ", total)).with_caption(self.finding)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("input", (Export("", lambda: self.chart),), alert=self.alert)
