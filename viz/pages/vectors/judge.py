"""The look in which people judge the neighbours of a word."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import UserError
from models.words import WordVectors
from models.words.lexicon import lexicon
from models.words.seen import times_seen

from ...app.classroom import ClassQuestion, Judgement
from ...base.language import t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import pairs_chart
from .vector_table import VectorsContent

_COUNT = 10  # neighbours that are judged
_FAR = 1000  # neighbours that a word at random is not among, or a tenth of the words
_ALIKE = 1.5  # the ranks of both words by frequency differ by this factor, if a word is left
_OFTEN = 50  # training sentences with a word of a model's table: rarer ones may be pieces of words
_LEAST = 200  # words to choose from


@dataclass(frozen=True)
class JudgeContent(VectorsContent):
    """The nearest words of a word, each beside a word at random of about the same frequency."""

    @property
    def word(self) -> str:
        return self.vectors.words[self.vectors.find(self.settings.word or "")]

    @cached_property
    def pool(self) -> WordVectors:
        """The words to choose from, the commonest first.

        Of a model's table these are common English words, as its French ones and its pieces of
        words would tell which word is the one at random. Raises UserError for fewer than _LEAST.
        """
        vectors = self.vectors
        if self.settings.table != "model":
            return vectors
        english = lexicon().english
        seen = {word: times_seen(word) for word in vectors.words if word in english}
        often = [word for word, times in seen.items() if times >= _OFTEN]
        if len(often) < _LEAST:
            raise UserError(
                "{model} has {count} common English words, too few to judge neighbours. Choose "
                "the vectors of GloVe.",
                model=vectors.name,
                count=len(often),
            )
        often.sort(key=seen.__getitem__, reverse=True)
        return WordVectors(
            vectors.name, tuple(often), vectors.table[[vectors.rows[word] for word in often]]
        )

    @cached_property
    def far(self) -> int:
        """A word at random is not among so many neighbours."""
        return min(_FAR, len(self.pool.words) // 10)

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The neighbours and their words at random, the same ones each time.

        Raises UserError for an unknown word.
        """
        word, pool = self.word, self.pool
        same = {word, word.lower()}
        nearest = pool.nearest(self.vectors.table[self.vectors.rows[word]], self.far + len(same))
        near = [other for other, _ in nearest if other not in same][: self.far]
        left_out = {*same, *near}
        random = np.random.default_rng([*word.encode()])
        pairs = []
        for neighbour in near[:_COUNT]:
            row, alike = pool.rows[neighbour] + 1, 1.0
            others: list[str] = []
            while not others:  # around a frequent word all may be left out
                alike *= _ALIKE
                ranks = range(int(row / alike), min(int(row * alike) + 50, len(pool.words)))
                others = [pool.words[rank] for rank in ranks if pool.words[rank] not in left_out]
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
            [[vectors.unit[vectors.rows[word]] @ unit for word in pair] for pair in self.pairs]
        )

    @cached_property
    def exercise(self) -> Judgement:
        """The ten pairs as questions, the neighbour first in about half of them."""
        words = tuple(word for pair in self.pairs for word in pair)
        weights = tuple(self.cosines.flatten().tolist())
        first = np.random.default_rng([*self.word.encode()]).permutation(_COUNT) % 2
        questions = tuple(
            ClassQuestion(str(place + 1), (2 * place + turned, 2 * place + 1 - turned), weights)
            for place, turned in enumerate(first.tolist())
        )
        return Judgement(self.word, words, questions, self.vectors.name)

    @property
    def chart(self) -> Chart:
        """The cosines of both words of each pair."""
        caption = t(
            "vectors#neighbours to judge"
            if self.settings.table != "model"
            else "vectors#neighbours to judge, common words",
            word=self.word,
            model=self.vectors.name,
            far=self.far,
            count=len(self.pool.words),
        )
        return pairs_chart(self.pairs, self.cosines).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        if self.settings.reveal:
            return ExportMenu("judge", (Export("", lambda: self.chart),))
        return ExportMenu(
            "judge",
            (),
            alert=t("vectors#hidden neighbours"),
        )
