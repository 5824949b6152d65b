"""The look at how sub-words are merged into a word."""

from dataclasses import dataclass
from functools import cached_property

from models.corpus.merges import Merge, has_merges, merges_of

from ...base.language import format_number, t
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Margins
from ...view.computation import Export, ExportMenu
from .compute_space import WordsContent

_LONGEST = 40  # characters that are cut


@dataclass(frozen=True)
class MergesContent(WordsContent):
    """The merges of a word, in order, with the count of each pair."""

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if not has_merges(self.settings.model):
            return t("words#no merges", model=self.settings.model)
        return "" if self.merges else t("words#nothing to merge", word=self.word)

    @property
    def word(self) -> str:
        return (self.settings.cut or "").strip()[:_LONGEST]

    @cached_property
    def merges(self) -> list[Merge]:
        return self.runner.compute_once(
            f"merges {self.settings.model} {self.word!r}",
            t("Counting pairs"),
            lambda progress: merges_of(self.settings.model, self.word),
        )

    @property
    def finding(self) -> str:
        first, last = self.merges[0], self.merges[-1]
        return t(
            "words#merges of a word",
            word=self.word,
            count=len(self.merges),
            pieces=_written(last.pieces),
            pair=_written((first.left, first.right)),
            rank=first.rank,
            last=_written((last.left, last.right)),
            late=last.rank,
        )

    @property
    def chart(self) -> Chart:
        """A bar for each merge, the first on top: how often its pair stands in our texts."""
        names = [
            f"{format_number(merge.rank, ',')}: {_written((merge.left, merge.right))}"
            for merge in self.merges
        ]
        counts = [merge.times for merge in self.merges]
        return bars_chart(
            names,
            counts,
            Axis(title=t("times in our texts, after the merges before"), from_zero=True),
            labels=[format_number(count, ",") for count in counts],
            can_repeat=True,
            margins=Margins(left=8, right=56, top=8, bottom=52),
        ).with_caption(self.finding)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("merges", (Export("", lambda: self.chart),), alert=self.alert)


def _written(pieces: tuple[str, ...]) -> str:
    """Write pieces with a visible space."""
    return " + ".join(piece.replace(" ", "·") for piece in pieces)
