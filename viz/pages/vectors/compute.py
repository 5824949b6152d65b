"""The contents of the looks of the page on word vectors."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.words import GLOVE
from models.words.learnt import card

from ...analysis.projections import METHODS, neighbours, principal_axes
from ...base.language import t, translatable
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.points import Points, points_chart
from ...view.computation import Computation, Export, ExportMenu
from ...view.runner import Runner
from . import points
from .angle import AngleContent
from .charts import analogy_chart
from .compute_bias import AssociationContent, DirectionContent, OwnContent
from .judge import JudgeContent
from .settings import (
    LEARNT_TABLES,
    NEAREST,
    VectorsSettings,
    english_vectors,
    known_analogies,
    map_rows,
    typed_words,
)
from .vector_table import VectorsContent, compare_tables, nearest_in

_MAP_NEIGHBOURS, _AXES_NEIGHBOURS = 10, 8  # of each point, by cosine
Cosines = list[tuple[str, float]]  # words with their cosines, nearest first
_ON_AXES = translatable("Cosines with the difference of the two words of each axis")


# --- neighbours ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class NearContent(VectorsContent):
    """A word among its neighbours or the commonest words."""

    @cached_property
    def nearest(self) -> Cosines:
        """The neighbours listed beside the map."""
        return self.vectors.nearest(self.settings.word_map.word, NEAREST)[: points.LISTED]

    @cached_property
    def points(self) -> Points:
        """The map. Raises UserError for an unknown word."""
        settings, vectors = self.settings, self.vectors
        word, which, method, axes = settings.word_map
        rows = map_rows(settings, vectors)

        def project(progress: Progress) -> Points:
            nearest_points = points.nearest(vectors, word, which, method, axes, progress)
            return _with_neighbours(nearest_points, vectors.unit[rows], _MAP_NEIGHBOURS)

        return self.runner.compute_once(
            f"map {vectors.name} {rows[0]} {which} {method} {axes}",
            t("{method} of {count:,} words", method=t(METHODS[method]), count=len(rows)),
            project,
        )

    @property
    def menu(self) -> ExportMenu:
        settings = self.settings

        def draw_chart() -> Chart:
            method = t(METHODS[settings.word_map.method])
            return points_chart(self.points, *settings.on_map, method)

        return ExportMenu("near", (Export("", draw_chart),))

    @property
    def in_each_table(self) -> dict[str, list[str]]:
        """The neighbours in each table of English words."""
        word = self.settings.word_map.word
        return compare_tables(lambda table: nearest_in(table, word))

    @property
    def explanation(self) -> str:
        """The meaning of near, and how well the map shows it."""
        return t(
            "vectors#neighbours",
            count=self.vectors.table.shape[1],
            axes=self.settings.word_map.axes,
        )


def _with_neighbours(points, states: np.ndarray, count: int) -> Points:
    """Return points of one step, with their neighbours by `states [point, d]`."""
    return Points(
        points.places,
        points.steps,
        points.notes,
        points.names,
        ("",) * len(points.names),
        points.groups,
        points.group_names,
        points.strong,
        *neighbours(states[None], count),
        points.axes,
        points.title,
    )


# --- analogies -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AnalogyContent(VectorsContent):
    """The words that answer an analogy."""

    @cached_property
    def examples(self) -> list[tuple[str, str, str]]:
        """The analogies whose words the table has."""
        return known_analogies(self.vectors)

    @cached_property
    def answers(self) -> Cosines:
        """The words nearest to the answer. Raises UserError for an unknown word."""
        exclude = bool(self.settings.exclude)
        return self.vectors.analogy(*self.settings.analogy, exclude=exclude)

    @cached_property
    def chart(self) -> Chart:
        """The chart of the three words, their analogy, and the answers."""
        vectors, words = self.vectors, self.settings.analogy
        a, b, c = words
        rows = [vectors.find(word) for word in words]
        unit = vectors.unit[rows]
        nearest = [word for word, _ in self.answers[:2] if vectors.rows[word] not in rows]
        answers = (vectors.unit[vectors.rows[word]] for word in nearest)
        places = np.stack([*unit, unit[1] - unit[0] + unit[2], *answers])
        centred = places - places.mean(0)
        on_axes = centred @ principal_axes(centred, 2).T
        caption = t(
            "{a} is to {b} as {c} is to …? {model}, the first two principal axes of these points.",
            a=a,
            b=b,
            c=c,
            model=vectors.name,
        )
        return analogy_chart(on_axes, words, nearest).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("analogy-figure", (Export("", lambda: self.chart),))

    @property
    def in_each_table(self) -> dict[str, list[str]]:
        """The answers of each table of English words."""
        words, exclude = self.settings.analogy, bool(self.settings.exclude)
        return compare_tables(lambda table: english_vectors(table).analogy(*words, exclude=exclude))

    @property
    def explanation(self) -> str:
        """How the answers are found, in Markdown."""
        definition = t("vectors#answer of an analogy")
        left_out = t("vectors#words left out" if self.settings.exclude else "vectors#words let in")
        picture = t("The picture shows these points on their first two principal axes.")
        return f"{definition} {left_out} {picture}"

    @cached_property
    def accuracy(self) -> dict[str, dict] | None:
        """The stored accuracies on the standard list of analogies by kind, or None."""
        table = self.settings.table
        if table in LEARNT_TABLES:
            results = card()["figures"]["analogies"][LEARNT_TABLES[table]]
        else:
            glove_card = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))
            figures = glove_card["figures"].get(self.vectors.name.lower())
            if not figures:
                return None
            results = figures["analogies"]
        return {
            **results["categories"],
            t("semantic"): results["semantic"],
            t("syntactic"): results["syntactic"],
            t("all"): results["total"],
        }


# --- two axes ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AxesContent(VectorsContent):
    """Words by their cosines with the differences of two pairs of words."""

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        """The typed words: known and unknown ones."""
        return points.split_known_words(self.vectors, typed_words(self.settings))

    @property
    def alert(self) -> str:
        """An alert on the words left out, or ""."""
        _, missing = self.words
        return points.left_out(self.vectors, missing)

    @cached_property
    def points(self) -> Points:
        """The words on the axes. Raises UserError for fewer than two, or an axis without ends."""
        known, _ = self.words
        axes_points = points.on_axes(self.vectors, known, self.settings.axis_ends)
        rows = [self.vectors.find(word) for word in known]
        return _with_neighbours(axes_points, self.vectors.unit[rows], _AXES_NEIGHBOURS)

    @property
    def menu(self) -> ExportMenu:
        def draw_chart() -> Chart:
            return points_chart(self.points, *self.settings.on_axes, t(_ON_AXES))

        return ExportMenu("axes", (Export("", draw_chart),))

    @property
    def explanation(self) -> str:
        """What an axis is."""
        return t("vectors#an axis")


# --- the page ------------------------------------------------------------------------------------


_BIASES: dict[str, Callable[[VectorsSettings, Runner], VectorsContent]] = {
    "direction": DirectionContent,
    "own": OwnContent,
    "weat": AssociationContent,
}


def _compute(settings: VectorsSettings, runner: Runner) -> VectorsContent:
    """Return the content of the chosen look."""
    looks: dict[str, Callable[[VectorsSettings, Runner], VectorsContent]] = {
        "near": NearContent,
        "angle": AngleContent,
        "judge": JudgeContent,
        "analogies": AnalogyContent,
        "axes": AxesContent,
        "bias": _BIASES[settings.bias or "direction"],
    }
    return looks[settings.look](settings, runner)


COMPUTATION = Computation("vectors", VectorsSettings, _compute)
