"""The look in which people judge the neighbours of a word."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...app.classroom import Judgement, Question
from ...base.language import t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import pairs_chart
from .table import VectorsContent

COUNT = 10  # neighbours that are judged
FAR = 1000  # a word at random is not among so many neighbours
ALIKE = 1.5  # the ranks of both words by frequency differ by this factor at most


@dataclass(frozen=True)
class JudgeContent(VectorsContent):
    """The nearest words of a word, each beside a word at random of about the same frequency."""

    @property
    def word(self) -> str:
        return self.vectors.words[self.vectors.find(self.settings.word or "")]

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The neighbours and their words at random, the same ones each time.

        Raises UserError for an unknown word.
        """
        vectors, word = self.vectors, self.word
        near = [other for other, _ in vectors.nearest(word, min(FAR, len(vectors.words) // 2))]
        left_out = {word, *near}
        random = np.random.default_rng([*word.encode()])
        pairs = []
        for neighbour in near[:COUNT]:
            row = vectors.rows[neighbour] + 1
            ranks = range(int(row / ALIKE), min(int(row * ALIKE) + 50, len(vectors.words)))
            others = [vectors.words[rank] for rank in ranks if vectors.words[rank] not in left_out]
            other = others[random.integers(len(others))]
            left_out.add(other)
            pairs.append((neighbour, other))
        return pairs

    @cached_property
    def cosines(self) -> np.ndarray:
        """The cosines of both words of each pair, `[pair, 2]`."""
        vectors = self.vectors
        unit = vectors.unit[vectors.find(self.word)]
        return np.array(
            [[vectors.unit[vectors.rows[one]] @ unit for one in pair] for pair in self.pairs]
        )

    @cached_property
    def exercise(self) -> Judgement:
        """The ten pairs as questions, the neighbour first in about half of them."""
        words = tuple(word for pair in self.pairs for word in pair)
        weights = tuple(self.cosines.flatten().tolist())
        first = np.random.default_rng([*self.word.encode()]).permutation(COUNT) % 2
        questions = tuple(
            Question(str(place + 1), (2 * place + turned, 2 * place + 1 - turned), weights)
            for place, turned in enumerate(first.tolist())
        )
        return Judgement(self.word, words, questions, self.vectors.name)

    @property
    def chart(self) -> Chart:
        """The cosines of both words of each pair."""
        caption = t(
            "Cosine with “{word}” in {model}: its ten neighbours, and beside each a word at random "
            "of about the same frequency, which is not among the {far} nearest.",
            word=self.word,
            model=self.vectors.name,
            far=FAR,
        )
        return pairs_chart(self.pairs, self.cosines).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        if self.settings.reveal:
            return ExportMenu("judge", (Export("", lambda: self.chart),))
        return ExportMenu(
            "judge",
            (),
            alert=t(
                "The neighbours are hidden until “Reveal” is switched on. Add reveal=on to the "
                "link."
            ),
        )
