"""The runs that are shipped: their scores with intervals, and any word in each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import numpy as np

from models import UserError
from models.words import glove, scale_to_unit
from models.words.learnt import card, learnt, ngram_vectors
from models.words.text import split_words

from ...analysis.intervals import Interval
from ...base.language import format_number, t, translatable
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Margins
from ...draw.interval_charts import describe_interval, interval_chart
from ...view.computation import Export, ExportMenu
from ..vectors.vector_table import compare_tables, nearest_in
from .settings import METHODS, LearningSettings

_ANALOGIES = translatable({"semantic": "of meaning", "syntactic": "of form"})
_RATED = translatable({"WordSim-353": "WordSim-353", "SimLex-999": "SimLex-999"})
_TABLES = METHODS | translatable({"glove6b": "GloVe 6B", "chance": "Vectors at random"})
_ALIKE = 0.7  # the least similarity of a spelling (difflib)
_LONGEST = 40  # letters of a word that is typed


@dataclass(frozen=True)
class TrainedContent:
    """The scores of the shipped runs, and any word in each of them."""

    settings: LearningSettings

    @property
    def figures(self) -> dict:
        return card()["figures"]

    def score(self, table: str, task: str) -> Interval:
        return Interval(*self.figures["scores"][table][task]["score"])

    def groups(self, tasks: dict[str, str]) -> dict[str, Sequence[Interval]]:
        """The scores of all tables, by the title of the task, which says the number of items."""
        items = self.figures["scores"]["skipgram"]
        return {
            t("{task}: {count:,}", task=t(title), count=items[task]["items"]): [
                self.score(table, task) for table in _TABLES
            ]
            for task, title in tasks.items()
        }

    @cached_property
    def analogies(self) -> Chart:
        """The share of analogies that each table answers with the right word."""
        names = [t(title) for title in _TABLES.values()]
        title = t("analogies answered with the right word")
        chart = interval_chart(names, self.groups(_ANALOGIES), title, ".0%", least=-0.03)
        return chart.with_caption(
            t("Analogies: the nearest word is the right one, with 95 % intervals")
        )

    @cached_property
    def similarities(self) -> Chart:
        """The rank correlation of each table's cosines with people's ratings of pairs."""
        names = [t(title) for title in _TABLES.values()]
        groups = self.groups(_RATED)
        least = -0.03 + min(0, *(interval.low for row in groups.values() for interval in row))
        chart = interval_chart(
            names, groups, t("Spearman's ρ with people's ratings"), ".2f", least=least
        )
        return chart.with_caption(
            t("Pairs of words: do cosines follow people's ratings? With 95 % intervals")
        )

    @property
    def finding(self) -> str:
        """Whether SkipGram is better than CBoW, and what the scores rest on, in Markdown."""
        lists_by_winner: dict[str, list[str]] = {"skipgram": [], "cbow": [], "": []}
        for task, title in (_ANALOGIES | _RATED).items():
            skipgram, other = self.score("skipgram", task), self.score("cbow", task)
            ahead = (
                "skipgram"
                if skipgram.low > other.high
                else "cbow"
                if other.low > skipgram.high
                else ""
            )
            name = t("analogies {kind}", kind=t(title)) if task in _ANALOGIES else t(title)
            lists_by_winner[ahead].append(name)
        sentences = {
            "skipgram": t(
                "SkipGram is clearly ahead on {lists}.",
                lists=", ".join(lists_by_winner["skipgram"]),
            ),
            "cbow": t(
                "CBoW is clearly ahead on {lists}.", lists=", ".join(lists_by_winner["cbow"])
            ),
            "": t("Their intervals overlap on {lists}.", lists=", ".join(lists_by_winner[""])),
        }
        verdict = " ".join(sentences[ahead] for ahead, lists in lists_by_winner.items() if lists)
        queens = self.figures["king - man + woman"]
        return " ".join(
            (
                t("**Is SkipGram better than CBoW?**"),
                verdict,
                t("learning#passes and rates"),
                t(
                    "For king − man + woman SkipGram finds, in this order: {words}.",
                    words=", ".join(queens),
                ),
            )
        )

    @property
    def how(self) -> str:
        """What the runs have read, and how."""
        facts = card()
        runs = ", ".join(
            t(
                "{method} {passes} passes at {rate}",
                method=t(METHODS[method]),
                passes=facts["passes"][method],
                rate=format_number(facts["rates"][method], "g"),
            )
            for method in METHODS
        )
        return t(
            "learning#what was read",
            read=facts["running_words"],
            words=facts["words"],
            least=facts["least"],
            dimensions=facts["dimensions"],
            runs=runs,
            count=self.figures["words"],
        )

    # --- any word ---

    @cached_property
    def typed(self) -> str:
        """The word that is typed, in lower case. Raises UserError without one."""
        words = split_words((self.settings.unseen or "")[:_LONGEST])
        if not words:
            raise UserError("There is no word here yet. Type one.")
        return words[0]

    @property
    def is_known(self) -> bool:
        return self.typed in learnt("fasttext").rows

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
    def vector(self) -> np.ndarray:
        """The vector of the word in FastText: `[dimension]`; of a new word the mean of n-grams."""
        vectors = learnt("fasttext")
        return vectors.table[vectors.rows[self.typed]] if self.is_known else self.grams[1].mean(0)

    @property
    def nearest(self) -> dict[str, list[str]]:
        """The columns of a table: the tables of vectors, and what is near the word in each."""
        word = self.typed
        return compare_tables(lambda table: nearest_in(table, word))

    @cached_property
    def parts(self) -> Chart:
        """The cosine of each n-gram with the word."""
        names, vectors = self.grams
        cosines = scale_to_unit(vectors) @ scale_to_unit(self.vector)
        chart = bars_chart(
            names,
            cosines,
            Axis(title=t("cosine with the word"), title_size=14, tick_size=14),
            y=Axis(tick_size=13, room=True),
            hover="",
            row=18,
            around=90,
            margins=Margins(left=80, right=24, top=16, bottom=52),
        )
        return chart.with_caption(t("The n-grams of “{word}” in FastText", word=self.typed))

    @property
    def unseen_note(self) -> str:
        """Whether the word was trained on, and how well misspelt words are found, in Markdown."""
        if self.is_known:
            sentences = [t("“{word}” was in the text.", word=self.typed)]
        else:
            sentences = [t("learning#an unknown word", word=self.typed, words=card()["words"])]
            meant = get_close_matches(self.typed, glove().words, n=1, cutoff=_ALIKE)
            if meant and meant[0] not in learnt("fasttext").rows:
                rare = {"word": meant[0], "least": card()["least"]}
                sentences.append(t("learning#a word that is too rare", **rare))
        typos = self.figures["typos"]
        slips = t(
            "learning#words with a slip",
            count=typos["typos"],
            answered=typos["answered"],
            share=describe_interval(Interval(*typos["found"]), ".1%"),
        )
        return " ".join((*sentences, slips))

    @property
    def menu(self) -> ExportMenu:
        exports = (
            Export(t("Analogies"), lambda: self.analogies, "analogies"),
            Export(t("Pairs of words"), lambda: self.similarities, "pairs"),
        )
        return ExportMenu("scores", exports)
