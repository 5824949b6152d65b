"""Which state or head decides a word: each of another sentence, put into the run of this one."""

from functools import cached_property

from models import Request, UserError
from models.results import HeadPatching, Patching

from ...base.language import explain, t
from ...draw.chart import Chart
from ...draw.patching import chart_of, leading_head
from ...draw.probabilities import whole_percent
from ...view.runner import Stopped
from .look import DepthLook
from .settings import PARTS, read_patching


class Patches(DepthLook):
    """The map of layers and tokens, or of heads, in both directions."""

    main = "patch"

    @property
    def other(self) -> str:
        assert self.settings.other is not None  # the look applies
        return self.settings.other.strip()

    @property
    def part(self) -> str:
        assert self.settings.part is not None  # the look applies
        return self.settings.part

    @cached_property
    def there(self) -> Patching | HeadPatching:
        """What this sentence's run writes with parts of the other."""
        return read_patching(self.request, self.other, self.runner, self.part)

    @cached_property
    def back(self) -> Patching | HeadPatching:
        """What the other sentence's run writes with parts of this one."""
        request = Request(self.settings.model, self.other)
        return read_patching(request, self.settings.sentence, self.runner, self.part)

    @property
    def refusal(self) -> str:
        try:
            _ = self.there, self.back
        except Stopped:
            raise
        except UserError as error:  # says what to do about the second sentence
            return explain(error)
        return ""

    @property
    def charts(self) -> dict[str, Chart]:
        return {self.main: self._chart(self.there), "back": self._chart(self.back)}

    def _chart(self, patching: Patching | HeadPatching) -> Chart:
        chart = chart_of(patching)
        what = t(
            "{part}, taken from “{sentence}”", part=t(PARTS[self.part]), sentence=patching.other
        )
        caption = t("{model}: {what}", model=self.settings.model, what=what)
        return chart.with_caption(f"{patching.request.sentence.strip()}\n{caption}", chart.numbers)

    @property
    def finding(self) -> str:
        own, other = self.there.words
        scale = t(
            "depth#scale of patches",
            own=own,
            other=other,
        )
        if isinstance(self.there, HeadPatching) and isinstance(self.back, HeadPatching):
            heads = t(
                "depth#heads that move",
                part=t(PARTS[self.part]),
                first=leading_head(self.there),
                back=leading_head(self.back),
            )
            return f"{scale} {heads}"
        assert isinstance(self.there, Patching) and isinstance(self.back, Patching)
        there = t(
            "depth#states that move",
            **_leaders(self.there),
        )
        back = t(
            "depth#states the other way",
            **_leaders(self.back),
        )
        return f"{scale} {there} {back}"

    @property
    def explanation(self) -> str:
        return t("depth#how to read patches" if self.part == "state" else "depth#how to read heads")


def _leaders(patching: Patching) -> dict[str, str | int]:
    """Name the token that moves the choice most in the input, and after the last layer."""
    last = len(patching.shares) - 1
    first, end = (_leader(patching, layer) for layer in (0, last))
    return {"first": first, "last": end, "layer": last}


def _leader(patching: Patching, layer: int) -> str:
    token = int(patching.shares[layer].argmax())
    share = whole_percent(float(patching.shares[layer, token]))
    return t("“{word}” ({share})", word=patching.other_tokens[token], share=share)
