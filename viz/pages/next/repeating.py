"""The look at induction heads: they find the token after an earlier occurrence of a word."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from models import Request, Trace

from ...base.language import t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import heads_chart
from .language_models import Shown
from .settings import REPEATING


class _Repeat(NamedTuple):
    """A token that occurred before."""

    place: int  # of what is read
    before: int  # where it was read before, the last time


class RepeatingHeads(Shown):
    """Two scores for every head of a network, on the text as typed.

    The induction score is the mean weight that a repeated token puts on the token after its last
    occurrence (Olsson et al. 2022, "In-context learning and induction heads"). The paper repeats
    random tokens; this page reads the reader's text.
    """

    @property
    def model_name(self) -> str:
        name = self.network_with_heads
        if name is None:
            raise ValueError("this look is for a network with attention")
        return name

    @cached_property
    def trace(self) -> Trace:
        return self.runner.trace(Request(self.model_name, self.text))

    @cached_property
    def repeats(self) -> tuple[_Repeat, ...]:
        """The repeated tokens of the text, without "<s>"."""
        return _find_repeats(self.trace.decoder_input[: self.trace.prompt_length + 1])

    @cached_property
    def induction(self) -> np.ndarray:
        """The induction score, `[layer, head]`. Raises ValueError where no token comes again."""
        return _induction_scores(self.weights, self.repeats)

    @cached_property
    def previous(self) -> np.ndarray:
        """The mean weight on the token before, `[layer, head]`."""
        places = np.arange(1, min(self.trace.prompt_length + 1, self.weights.shape[-1]))
        return self.weights[:, :, places, places - 1].mean(-1)

    @property
    def weights(self) -> np.ndarray:
        maps = self.trace.attention["decoder"]
        assert maps is not None  # the network has heads
        return maps.weights

    @property
    def by_chance(self) -> float:
        """The score of uniform attention to all words so far."""
        return float(np.mean([1 / (repeat.place + 1) for repeat in self.repeats]))

    @property
    def best(self) -> tuple[int, int]:
        """Layer and head with the highest induction score, from 0."""
        layer, head = np.unravel_index(int(self.induction.argmax()), self.induction.shape)
        return int(layer), int(head)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the two charts."""
        return {
            "induction": t("weight on what followed the same word before"),
            "previous": t("weight on the word before"),
        }

    @cached_property
    def charts(self) -> dict[str, Chart]:
        """The two scores of every head."""
        values = {"induction": self.induction, "previous": self.previous}
        return {
            key: heads_chart(values[key]).with_caption(
                f"{self.text}\n{t('{model}: {what}', model=self.model_name, what=title)}"
            )
            for key, title in self.titles.items()
        }

    @property
    def finding(self) -> str:
        """The head with the largest induction score, and its ratio to chance."""
        layer, head = self.best
        place, before = self.repeats[-1]
        read = self.trace.decoder_input
        return t(
            "next#what followed a repeated word",
            word=read[place],
            next=read[before + 1],
            layer=layer + 1,
            head=head + 1,
            score=float(self.induction[layer, head]),
            chance=self.by_chance,
        )

    @property
    def alert(self) -> str:
        """What to type if no word is repeated."""
        if self.repeats:
            return ""
        return t("next#no repeated word", sentence=REPEATING)

    @property
    def menu(self) -> ExportMenu:
        if self.alert:
            return ExportMenu("repeats", (), alert=self.alert)
        return ExportMenu("repeats", (Export("", lambda: self.charts["induction"]),))


def _find_repeats(read: tuple[str, ...]) -> tuple[_Repeat, ...]:
    """Find the repeated tokens of `read`, which starts with "<s>"."""
    last: dict[str, int] = {}
    repeats = []
    for place, token in enumerate(read):
        if token in last and last[token] + 1 < place:
            repeats.append(_Repeat(place, last[token]))
        if place:
            last[token] = place
    return tuple(repeats)


def _induction_scores(weights: np.ndarray, repeats: tuple[_Repeat, ...]) -> np.ndarray:
    """Return the mean weight of repeated tokens on the token after their last occurrence.

    `weights [layer, head, query, key]` to `[layer, head]`.
    """
    rows = [repeat.place for repeat in repeats]
    keys = [repeat.before + 1 for repeat in repeats]
    return weights[:, :, rows, keys].mean(-1)
