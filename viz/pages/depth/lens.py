"""What each layer would have written: its states read by the output layer."""

from functools import cached_property

from models import Lens, Request

from ...base.language import t
from ...draw.chart import Chart
from ...draw.lens import lens_chart, place_chart, shown_places
from .look import DepthLook
from .settings import lens_request, read_lens

_NAMED = 4  # words that the finding names


class Readings(DepthLook):
    """The words that the output layer reads after each layer."""

    main = "lens"

    @property
    def request(self) -> Request:
        return lens_request(self.settings, self.runner)

    @cached_property
    def lens(self) -> Lens:
        return read_lens(self.request, self.runner)

    @cached_property
    def control(self) -> Lens | None:
        """The same states read through random numbers; None unless the setting is on."""
        return read_lens(self.request, self.runner, True) if self.settings.random else None

    @cached_property
    def places(self) -> list[int]:
        """The places that the page shows, as indices into those of the lens."""
        return shown_places(self.lens)

    @property
    def place(self) -> int:
        """The chosen place of the lens; in an encoder, whose gap is the only one, the first."""
        return min((self.settings.at or 1), len(self.lens.places)) - 1

    @property
    def charts(self) -> dict[str, Chart]:
        what = t("the best word after each layer")
        charts = {self.main: self.read_as(lens_chart(self.lens), what)}
        if self.control is not None:
            through = t("the same states, read through random numbers")
            return charts | {"control": self.read_as(lens_chart(self.control), through)}
        word = t(
            "the best words for “{word}”, after each layer",
            word=self.lens.final[self.place],
        )
        return charts | {"place": self.read_as(place_chart(self.lens, self.place), word)}

    def read_as(self, chart: Chart, what: str) -> Chart:
        """Return a chart with its caption, and the limit of what it shows."""
        caption = t("{model}: {what}", model=self.settings.model, what=what)
        limit = t("A lens is a reading, not a belief.")
        return chart.with_caption(
            f"{self.request.sentence.strip()}\n{caption}. {limit}", chart.numbers
        )

    @property
    def finding(self) -> str:
        limit = t("A lens is a reading, not a belief.")
        if self.control is not None:
            return f"{self.control_finding} {limit}"
        lens, layers = self.lens, len(self.lens.words) - 1
        before = lens.words[layers - 1]
        late = [place for place in self.places if before[place][0] != lens.final[place]]
        late.sort(key=lambda place: -float(lens.probabilities[layers - 1, place, 0]))
        if not late:
            return f"{t('depth#no word changes in the last layer', layer=layers - 1)} {limit}"
        pairs = [
            t(
                "“{other}” before “{word}”",
                other=before[place][0],
                word=lens.final[place],
            )
            for place in late[:_NAMED]
        ]
        changed = t(
            "depth#words that the last layer changes",
            count=len(late),
            all=len(self.places),
            layer=layers - 1,
            pairs=", ".join(pairs),
        )
        return f"{changed} {limit}"

    @property
    def control_finding(self) -> str:
        """Say how often the final word leads at any layer, in the lens and in its control."""
        assert self.control is not None
        lens, control = (
            sum(read.first_layers[place] is not None for place in self.places)
            for read in (self.lens, self.control)
        )
        return t(
            "depth#lens through random numbers", all=len(self.places), lens=lens, control=control
        )

    @property
    def explanation(self) -> str:
        reading = t("depth#how a lens reads")
        if not self.is_read_back:
            return reading
        return f"{reading} {t('depth#the input is read back')}"

    @property
    def is_read_back(self) -> bool:
        """Whether the input of layer 1 reads mostly as the tokens that stand there."""
        same = [read == words[0] for read, words in zip(self.lens.read, self.lens.words[0])]
        return 2 * sum(same) > len(same)

    @property
    def note(self) -> str:
        hidden = len(self.lens.places) - len(self.places)
        return t("The first {count} words are not shown.", count=hidden) if hidden else ""
