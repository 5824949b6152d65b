"""The origin of one word's content, layer by layer."""

from functools import cached_property

import numpy as np

from ...analysis.measures import attention_flow, mixed, paths_to
from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.probabilities import percent
from ...draw.tables import number, numbered, written
from .charts import links_chart, sources_chart
from .look import DepthLook
from .settings import MEAN

_NAMED = 3  # words that the finding names
_MOST_WORDS = 40  # of a sentence whose maximum flow is computed


class Flow(DepthLook):
    """The links by which attention carries the words of the sentence to one word."""

    main = "flow"

    @property
    def head(self) -> int | None:
        """The head to follow in each layer, from 0; None: the mean of all."""
        heads = self.settings.heads
        return None if heads in (None, MEAN) else int(heads) - 1

    @property
    def colour(self) -> str:
        return HEADS[0 if self.head is None else self.head % len(HEADS)]

    @cached_property
    def words(self) -> tuple[str, ...]:
        return self.reading.axis.labels(self.settings.merged)

    @property
    def place(self) -> int:
        """The chosen word, from 0."""
        assert self.settings.word is not None  # there is a first token
        return self.settings.word - 1

    @cached_property
    def mixed(self) -> np.ndarray:
        """What each layer gives a word: half itself, half what it attends to."""
        weights = self.reading.between_words(self.settings.merged)
        return mixed(weights if self.head is None else weights[:, [self.head]])

    @cached_property
    def links(self) -> np.ndarray:
        """The share of the word along each link, `[layer, upper, lower]`."""
        return paths_to(self.mixed, self.place)

    @property
    def rollout(self) -> np.ndarray:
        """The word's row of the rollout: the share of each word."""
        return self.links[0].sum(0)

    @cached_property
    def largest_flow(self) -> np.ndarray | None:
        """The maximum flow from each word; None for a sentence of more than _MOST_WORDS."""
        if len(self.words) > _MOST_WORDS:
            return None
        mixed_weights, place = self.mixed, self.place
        key = f"flow {self.request!r} {self.stack} {self.settings.merged} {self.head} {place}"
        return self.runner.compute_once(
            key, t("The largest flow is computed"), lambda _: attention_flow(mixed_weights, place)
        )

    @property
    def charts(self) -> dict[str, Chart]:
        where = t("where “{word}” comes from, layer by layer", word=self.words[self.place])
        what = f"{where}; {self.heads_title.lower()}"
        links = links_chart(self.links, self.words, self.place, self.colour, self.finding)
        sources = sources_chart(self.rollout, self.largest_flow, self.words, self.colour)
        caption = self.captioned(what)
        return {
            self.main: links.with_caption(caption, self.numbers),
            "sources": sources.with_caption(caption),
        }

    @property
    def numbers(self) -> str:
        """Write the share of each link as CSV; words are numbered."""
        words = numbered(self.words)
        rows = (
            (str(layer + 1), words[lower], words[upper], number(self.links[layer, upper, lower]))
            for layer, upper, lower in np.argwhere(self.links > 0).tolist()
        )
        return written(("layer", "from", "to", "share"), rows)

    @property
    def heads_title(self) -> str:
        if self.head is None:
            return t("Mean of all heads")
        return t("Head {head} of each layer", head=self.head + 1)

    @property
    def finding(self) -> str:
        others = [place for place in np.argsort(-self.rollout) if place != self.place]
        named = [
            t("“{word}” ({share})", word=self.words[place], share=percent(self.rollout[place]))
            for place in others[:_NAMED]
            if self.rollout[place] > 0
        ]
        kept = t(
            "After layer {layers}, {share} of “{word}” is still its own.",
            layers=len(self.links),
            word=self.words[self.place],
            share=percent(self.rollout[self.place]),
        )
        if not named:
            return kept
        return f"{kept} {t('Most of the rest comes from {words}.', words=', '.join(named))}"

    @property
    def explanation(self) -> str:
        return t("depth#flow")

    @property
    def note(self) -> str:
        if self.stack == "decoder" and self.model.capabilities.reads_source:
            return t("Cross-attention to the source is not counted.")
        return ""
