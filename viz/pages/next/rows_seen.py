"""The look at counts: how often the last words of the text occurred together."""

from functools import cached_property
from typing import NamedTuple

from models.answers import continuation
from models.answers.counting import Counts

from ...base.language import t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import seen_chart
from .language_models import Shown, piece_title

_MOST_FOLLOWERS = 8


class _Ending(NamedTuple):
    """The last words of the text."""

    text: str
    seen: int | None  # the count; None: longer than the rows that were counted
    followers: dict[str, int]  # how often each was seen behind them, most often first
    kinds: int  # different followers


class WhatWasCounted(Shown):
    """The last one, two, three … words of the text, and their counts."""

    @property
    def table(self) -> Counts:
        if self.counts is None:
            raise ValueError("this look is for counts")
        return self.counts

    @cached_property
    def endings(self) -> tuple[_Ending, ...]:
        """The endings of the text, the shortest first, up to one word longer than is counted."""
        counter = self.table.models["4-gram"]
        ids = continuation.read_context(counter, self.text)
        tokens = counter.tokenizer.show(ids)
        starts = [
            place
            for place, token in enumerate(tokens)
            if place == 0 or token.word != tokens[place - 1].word
        ]
        endings = []
        for start in reversed(starts):
            row = ids[start:]
            endings.append(self._ending(self.text[tokens[start].start :], row))
            if len(row) > counter.counts.order:
                break
        return tuple(endings)

    def _ending(self, text: str, row: list[int]) -> _Ending:
        counts, tokenizer = self.table.table, self.table.tokenizer
        if len(row) > counts.order:
            return _Ending(text, None, {}, 0)
        followers = counts.followers(row) if len(row) < counts.order else {}
        named = {piece_title(tokenizer, token): count for token, count in followers.items()}
        best = dict(list(named.items())[:_MOST_FOLLOWERS])
        return _Ending(text, counts.times_seen(row), best, len(followers))

    @cached_property
    def chart(self) -> Chart:
        """The chart of the count of each ending."""
        counted = {ending.text: ending.seen for ending in self.endings if ending.seen is not None}
        caption = t("How often the last words of “{words}” occurred together", words=self.text)
        return seen_chart(counted).with_caption(caption)

    @property
    def finding(self) -> str:
        """Where the counts end."""
        counted = [ending for ending in self.endings if ending.seen is not None]
        never = next((ending for ending in counted if ending.seen == 0), None)
        if never is not None:
            return t("next#never seen", words=never.text)
        if self.endings[-1].seen is None:
            return t("next#not counted", words=self.endings[-1].text)
        return t("next#every ending seen")

    @property
    def about(self) -> str:
        """The text that was counted, and what is left out."""
        rows = self.table.card["rows"]
        return t("next#what is counted", rows=rows[max(rows)])

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("counts", (Export("", lambda: self.chart),))
