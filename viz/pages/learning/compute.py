"""The content of the page on how word vectors are learnt: a run for the browser, and its counts."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import UserError
from models.words.text import WordNumbers, co_occurrences, split_words

from ...base.language import t
from ...draw.learning import LearningRun
from ...draw.matrix import Matrix
from ...draw.picture import Picture
from ...view.computation import Computation, Export, ExportMenu
from ...view.runner import Runner
from . import sample_texts
from .settings import LearningSettings, text_of
from .trained import TrainedContent

# Of each method: the rate at the beginning. CBoW and FastText share it among several vectors.
_RATES = {"skipgram": 0.05, "cbow": 0.1, "fasttext": 0.3, "glove": 0.1}
_PASSES, _LEAST_WINDOWS = 5, 700_000  # of a run: passes over the text, more over a short one
_PASSES_OF_PAIRS = 2  # passes over the pairs, for one over the text
_THRESHOLD = 1e-3  # words with a larger share of the text are skipped at times
_LIMIT = 5.0  # the count from which a pair has the full weight in GloVe
_COUNTED = 16  # words of the table of counts


@dataclass(frozen=True)
class LearningContent:
    """A run, the word that was asked for, and what stands near what."""

    settings: LearningSettings
    text: WordNumbers

    @cached_property
    def run(self) -> LearningRun:
        """What the browser needs to learn the vectors."""
        settings, text = self.settings, self.text
        passes = max(_PASSES, _LEAST_WINDOWS // len(text.numbers))
        if settings.method == "glove":
            passes *= _PASSES_OF_PAIRS
        return LearningRun(
            text=text,
            shown=sample_texts.words_shown(text),
            groups=tuple(int(group) for group in sample_texts.groups_shown(text)),
            group_names=tuple(t(name) for name in sample_texts.GROUP_NAMES)
            if self.is_shipped
            else (),
            method=settings.method,
            window=settings.window,
            negatives=settings.negatives or 0,
            dimensions=settings.dimensions,
            seed=settings.seed,
            rate=_RATES[settings.method],
            passes=passes,
            threshold=_THRESHOLD,
            limit=_LIMIT,
        )

    @property
    def is_shipped(self) -> bool:
        return self.settings.source == "ours"

    @cached_property
    def rows(self) -> dict[str, int]:
        """The number of each word."""
        return {word: row for row, word in enumerate(self.text.words)}

    @property
    def word(self) -> int:
        """The word whose neighbours are listed: the one asked for, else the first on the map."""
        typed_words = split_words(self.settings.word)
        return self.rows.get(typed_words[0] if typed_words else "", self.run.shown[0])

    @property
    def alert(self) -> str:
        """Why another word than the one asked for is shown, or ""."""
        word = self.text.words[self.word]
        if not self.settings.word.strip() or word in split_words(self.settings.word)[:1]:
            return ""
        return t(
            "“{word}” is not among the {count:,} words of this text. The list is of “{shown}”.",
            word=self.settings.word,
            count=len(self.text.words),
            shown=word,
        )

    @cached_property
    def counts(self) -> Matrix:
        """How often words of the map stand in one window, 1 / distance each."""
        word_counts = _counted(self.run.shown)
        names = tuple(self.text.words[word] for word in word_counts)
        window, words = self.settings.window, len(self.text.words)
        rows, columns, values = co_occurrences(self.text.numbers, window, words)
        place = {word: number for number, word in enumerate(word_counts)}
        table = np.zeros((len(word_counts), len(word_counts)))
        there = np.isin(rows, word_counts) & np.isin(columns, word_counts)
        for row, column, value in zip(rows[there], columns[there], values[there], strict=True):
            table[place[int(row)], place[int(column)]] = value
        title = t("Counts of pairs in a window of {window}", window=window)
        return Matrix(title, names, names, table, most=max(1.0, float(table.max())), kind="norm")

    @property
    def counts_caption(self) -> str:
        """What the counts are."""
        return t(
            "learning#words that stand near each other",
            window=self.settings.window,
            words=int(self.text.counts.sum()),
            different=len(self.text.words),
        )

    @property
    def explanation(self) -> str:
        """What the method does, in Markdown."""
        explanations = {
            "skipgram": t("learning#SkipGram"),
            "cbow": t("learning#CBoW"),
            "fasttext": t("learning#FastText"),
            "glove": t("learning#GloVe"),
        }
        return explanations[self.settings.method]

    @property
    def how(self) -> str:
        """How the run is made."""
        return t("learning#where it is learnt")

    @property
    def menu(self) -> ExportMenu:
        def draw() -> Picture:
            return Picture((self.counts,), caption=f"{self.counts.title}\n{self.counts_caption}")

        return ExportMenu("counts", (Export(t("The counts"), draw),))


def _counted(words: tuple[int, ...]) -> list[int]:
    """Return some of the words on the map, evenly spread over it."""
    step = max(1, len(words) // _COUNTED)
    return [*words[::step][:_COUNTED]]


@dataclass(frozen=True)
class Nothing:
    """What is shown before there is a text."""

    alert: UserError
    menu: None = None


def _compute(
    settings: LearningSettings, runner: Runner
) -> LearningContent | TrainedContent | Nothing:
    """Return the run that these settings ask for."""
    if settings.look == "trained":
        return TrainedContent(settings)
    try:
        return LearningContent(settings, text_of(settings))
    except UserError as error:
        return Nothing(error)


COMPUTATION = Computation("learning", LearningSettings, _compute)
