"""Which state decides a word: each state of another sentence, put into the run of this one."""

from functools import cached_property

from models import Request
from models.results import Patching

from ...base.language import t
from ...draw.chart import Chart
from ...draw.patching import patching_chart, patching_summary
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
        shares = self.back.shares
        token = int(shares.max(0).argmax())
        after = int(shares[:, token].argmax())
        return " ".join(
            (
                patching_summary(self.there),
                t(
                    "The other way, with states of this sentence: that of “{token}” moves the "
                    "choice most, {share} after layer {layer}.",
                    token=self.back.other_tokens[token],
                    share=whole_percent(float(shares[after, token])),
                    layer=after,
                ),
            )
        )

    @property
    def explanation(self) -> str:
        return t("depth#how to read patches")
