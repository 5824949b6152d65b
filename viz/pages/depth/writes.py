"""What a head writes: the parts of a logit, or the words of a head off its weights."""

from functools import cached_property

from models.results import Attribution, Circuit

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t
from ...draw.attribution import (
    attribution_map,
    attribution_title,
    parts_chart,
    ranked_parts,
    values_of,
)
from ...draw.chart import Chart
from ...draw.circuit import circuit_summary, dictionary_chart, shares_chart
from ...draw.probabilities import whole_percent
from .look import DepthLook
from .settings import read_attribution, read_circuit


class LogitParts(DepthLook):
    """The logit of a word as a sum over the parts of a decoder."""

    main = "parts"

    @cached_property
    def attribution(self) -> Attribution:
        return read_attribution(self.settings, self.runner)

    @property
    def is_alone(self) -> bool:
        """Whether the word is compared with none."""
        return not self.settings.against

    @property
    def charts(self) -> dict[str, Chart]:
        title = attribution_title(self.attribution, self.is_alone)
        caption = self.captioned(title)
        charts = {
            self.main: parts_chart(self.attribution, self.is_alone),
            "layers": attribution_map(self.attribution, self.is_alone),
        }
        return {key: chart.with_caption(caption, chart.numbers) for key, chart in charts.items()}

    @property
    def finding(self) -> str:
        attribution, alone = self.attribution, self.is_alone
        parts = ranked_parts(attribution, alone)
        first, second = parts[:2]
        numbers = {
            "heads": values_of(attribution.heads, alone).sum(),
            "fed": values_of(attribution.feed_forward, alone).sum(),
            "input": values_of(attribution.embedding, alone),
            "biases": values_of(attribution.biases, alone),
            "total": values_of(attribution.logits, alone),
        }
        return t(
            "depth#the parts of a logit",
            title=attribution_title(attribution, alone),
            first=_part(first),
            second=_part(second),
            **{name: format_number(float(value), "+.2f") for name, value in numbers.items()},
        )

    @property
    def explanation(self) -> str:
        return t("depth#how to read parts")


class HeadDictionary(DepthLook):
    """The words that a head writes for those of the sentence, off its weights."""

    main = "dictionary"

    @cached_property
    def circuit(self) -> Circuit:
        return read_circuit(self.settings, self.runner, bool(self.settings.encoded))

    @property
    def charts(self) -> dict[str, Chart]:
        head = head_title(HeadChoice(self.stack, self.circuit.layer, self.circuit.head))
        typed = t("what {head} writes, off its weights alone", head=head)
        every = t("how often each head writes what is expected, off its weights alone")
        dictionary, shares = dictionary_chart(self.circuit), shares_chart(self.circuit)
        return {
            self.main: dictionary.with_caption(self.captioned(typed), dictionary.numbers),
            "shares": shares.with_caption(self.captioned(every), shares.numbers),
        }

    @property
    def finding(self) -> str:
        summary = circuit_summary(self.circuit)
        if self.stack != "cross":
            return summary
        other = read_circuit(self.settings, self.runner, not self.settings.encoded)
        head = other.layer, other.head
        shares = {
            "first": whole_percent(float(other.first[head])),
            "ten": whole_percent(float(other.among_ten[head])),
        }
        if other.encoded:
            beside = t("depth#with the encoder", **shares)
        else:
            beside = t("depth#without the encoder", **shares)
        return f"{summary} {beside}"

    @property
    def explanation(self) -> str:
        table = t("depth#how to read a dictionary")
        return table if self.stack == "cross" else f"{t('depth#why no sum')} {table}"


def _part(part: tuple[str, float]) -> str:
    name, value = part
    return f"{name} ({format_number(value, '+.2f')})"
