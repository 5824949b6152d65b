"""The runs that are shipped: their scores with intervals, and FastText on words never seen."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import UserError
from models.words import WordVectors, scale_to_unit
from models.words.learnt import NAMES, card, learnt, ngram_vectors
from models.words.text import split_words

from ...base.language import format_number, t, translatable
from ...base.theme import HEADS
from ...draw.chart import Axis, Bars, Chart, Legend, Margins, Series
from ...view.computation import Export, ExportMenu
from .settings import LearningSettings

TASKS = translatable(
    {
        "semantic": "analogies of meaning",
        "syntactic": "analogies of form",
        "WordSim-353": "WordSim-353",
        "SimLex-999": "SimLex-999",
    }
)
TABLES = translatable({**NAMES, "glove6b": "GloVe 6B", "chance": "at random"})
NEAREST, LONGEST = 8, 40


@dataclass(frozen=True)
class TrainedContent:
    """The scores of the shipped runs, and any word as FastText sees it."""

    settings: LearningSettings

    @property
    def figures(self) -> dict:
        return card()["figures"]

    @cached_property
    def scores(self) -> Chart:
        """The score of each table on each task, with its interval of 95 %."""
        marks: list[Series] = []
        for place, (table, title) in enumerate(TABLES.items()):
            at = np.arange(len(TASKS)) + 0.12 * (place - (len(TABLES) - 1) / 2)
            values = [self.figures["scores"][table][task]["score"] for task in TASKS]
            colour = HEADS[place]
            marks.append(
                Series(
                    x=at,
                    y=[score for score, _, _ in values],
                    colour=colour,
                    marker=10,
                    name=t(title),
                    hover="%{y:.2f}",
                )  # fmt: skip
            )
            marks += [
                Series(x=[x, x], y=[low, high], colour=colour, line=2, in_legend=False, hover=None)
                for x, (_, low, high) in zip(at, values, strict=True)
            ]
        items = self.figures["scores"]["skipgram"]
        labels = [
            t("{task}: {count:,}", task=t(title), count=items[task]["items"])
            for task, title in TASKS.items()
        ]
        chart = Chart(
            height=380,
            margins=Margins(left=64, right=24, top=40, bottom=52),
            legend=Legend(size=14),
            x=Axis(categories=labels, limits=(-0.5, len(TASKS) - 0.5), tick_size=14, grid=False),
            y=Axis(title=t("share right, or rank correlation"), title_size=14, tick_size=14),
            marks=tuple(marks),
        )
        return chart.with_caption(
            t(
                "Word vectors trained on {count:,} running words: analogies answered exactly, and "
                "the correlation of cosines with people's ratings; intervals of 95 %.",
                count=card()["running_words"],
            )
        )

    @property
    def finding(self) -> str:
        """What came out, in Markdown."""
        scores = self.figures["scores"]
        better = [
            t(TASKS[task])
            for task in TASKS
            if scores["skipgram"][task]["score"][1] > scores["cbow"][task]["score"][2]
        ]
        worse = [
            t(TASKS[task])
            for task in TASKS
            if scores["cbow"][task]["score"][1] > scores["skipgram"][task]["score"][2]
        ]
        verdict = (
            t("Is SkipGram better than CBoW? Here the intervals of the two overlap on each list.")
            if not better + worse
            else t(
                "Is SkipGram better than CBoW? Clearly better on: {better}. Clearly worse on: "
                "{worse}. Elsewhere their intervals overlap.",
                better=", ".join(better) or "–",
                worse=", ".join(worse) or "–",
            )
        )
        queens = self.figures["king - man + woman"]
        return f"{verdict} " + t(
            "king − man + woman, by SkipGram: {words}. All tables answer with the same {count:,} "
            "words; GloVe 6B has read 6 billion words, these runs {read:,}.",
            words=", ".join(queens),
            count=self.figures["words"],
            read=card()["running_words"],
        )

    # --- a word that FastText has never seen ---

    @cached_property
    def typed(self) -> str:
        """The word that is typed, in lower case. Raises UserError without one."""
        words = split_words((self.settings.unseen or "")[:LONGEST])
        if not words:
            raise UserError("There is no word here yet. Type one.")
        return words[0]

    @cached_property
    def grams(self) -> tuple[list[str], np.ndarray]:
        """The n-grams of the word, and their vectors. Raises UserError if none is known."""
        names, vectors = ngram_vectors(self.typed)
        if not names:
            raise UserError(
                "FastText knows no n-gram of “{word}”. Type another word.", word=self.typed
            )
        return names, vectors

    @cached_property
    def vectors(self) -> WordVectors:
        return learnt("fasttext")

    @cached_property
    def vector(self) -> np.ndarray:
        """The vector of the word: its own, or the mean of its n-grams: `[dimension]`."""
        row = self.vectors.rows.get(self.typed)
        return self.grams[1].mean(0) if row is None else self.vectors.table[row]

    @cached_property
    def nearest(self) -> list[tuple[str, float]]:
        """The nearest words, with their cosines."""
        known = (self.typed,) if self.typed in self.vectors.rows else ()
        return self.vectors.nearest(self.vector, NEAREST, without=known)

    @cached_property
    def parts(self) -> Chart:
        """The cosine of each n-gram with the word."""
        names, vectors = self.grams
        cosines = scale_to_unit(vectors) @ scale_to_unit(self.vector)
        chart = Chart(
            height=90 + 18 * len(names),
            margins=Margins(left=80, right=24, top=16, bottom=52),
            x=Axis(title=t("cosine with the word"), title_size=14, tick_size=14),
            y=Axis(categories=names[::-1], tick_size=13, room=True),
            marks=(
                Bars(np.arange(len(names)), cosines[::-1].astype(float), HEADS[0], across=True),
            ),
        )
        return chart.with_caption(t("The n-grams of “{word}” in FastText", word=self.typed))

    @property
    def unseen_note(self) -> str:
        """Whether the word was trained on, and how well misspelt words are found, in Markdown."""
        typos = self.figures["typos"]
        known = (
            t("“{word}” was in the text.", word=self.typed)
            if self.typed in self.vectors.rows
            else t(
                "“{word}” was not in the text: its vector is the mean of its n-grams.",
                word=self.typed,
            )
        )
        share, low, high = (format_number(one, ".0%") for one in typos["found"])
        return f"{known} " + t(
            "Of {count} misspelt words, FastText answers {answered}; the right word is among the "
            "five nearest for {share} ({low} to {high}).",
            count=typos["typos"],
            answered=typos["answered"],
            share=share,
            low=low,
            high=high,
        )

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("scores", (Export("", lambda: self.scores),))
