"""Which state decides a word: each state of another sentence, put into the run of this one."""

from functools import cached_property

from models import Request
from models.results import Patching

from ...base.language import t
from ...draw.chart import Chart
from ...draw.patching import patching_chart
from ...draw.probabilities import whole_percent
from .look import DepthLook
from .settings import read_patching


class Patches(DepthLook):
    """The map of layers and tokens, in both directions."""

    main = "patch"

    @property
    def other(self) -> str:
        assert self.settings.other is not None  # the look applies
        return self.settings.other.strip()

    @cached_property
    def there(self) -> Patching:
        """What this sentence's run writes with states of the other."""
        return read_patching(self.request, self.other, self.runner)

    @cached_property
    def back(self) -> Patching:
        """What the other sentence's run writes with states of this one."""
        request = Request(self.settings.model, self.other)
        return read_patching(request, self.settings.sentence, self.runner)

    @property
    def charts(self) -> dict[str, Chart]:
        return {self.main: self._chart(self.there), "back": self._chart(self.back)}

    def _chart(self, patching: Patching) -> Chart:
        chart = patching_chart(patching)
        what = t("with the states of “{sentence}”", sentence=patching.other)
        caption = t("{model}: {what}", model=self.settings.model, what=what)
        return chart.with_caption(f"{patching.request.sentence.strip()}\n{caption}", chart.numbers)

    @property
    def finding(self) -> str:
        own, other = self.there.words
        scale = t(
            "0%: “{own}”, as for the sentence on top. 100%: “{other}”, as for the second.",
            own=own,
            other=other,
        )
        there = t(
            "With states of the second sentence, that of {first} moves the choice most in the "
            "input, that of {last} after layer {layer}.",
            **_leaders(self.there),
        )
        back = t(
            "The other way it is {first} in the input, {last} after layer {layer}.",
            **_leaders(self.back),
        )
        return f"{scale} {there} {back}"

    @property
    def explanation(self) -> str:
        return t("depth#how to read patches")


def _leaders(patching: Patching) -> dict[str, str | int]:
    """Name the token that moves the choice most in the input, and after the last layer."""
    last = len(patching.shares) - 1
    first, end = (_leader(patching, layer) for layer in (0, last))
    return {"first": first, "last": end, "layer": last}


def _leader(patching: Patching, layer: int) -> str:
    token = int(patching.shares[layer].argmax())
    share = whole_percent(float(patching.shares[layer, token]))
    return t("“{word}” ({share})", word=patching.other_tokens[token], share=share)
