"""The look that lets the reader guess the weights before it shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...analysis.views import head_place
from ...app.classroom import TIE, ClassQuestion, Exercise
from ...base.language import t
from ...draw.head_pictures import trace_caption
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...view.computation import Export, ExportMenu
from .head import HeadContent

_QUESTIONS = 5
_Guesses = Mapping[int, int]  # the key guessed, by query


@dataclass(frozen=True)
class GuessContent(HeadContent):
    """A few query words whose largest weight the reader guesses, and the answers."""

    @cached_property
    def question_rows(self) -> list[int]:
        """The queries asked about: up to five of those with a choice, evenly spread."""
        counts = self.mask.sum(axis=1)
        open_rows = [row for row, count in enumerate(counts) if count > 1]
        if len(open_rows) <= _QUESTIONS:
            return open_rows
        return [open_rows[place * len(open_rows) // _QUESTIONS] for place in range(_QUESTIONS)]

    @property
    def too_short(self) -> str:
        """Why there is nothing to guess, or ""."""
        if self.question_rows:
            return ""
        return t("inside#too short for guessing")

    @cached_property
    def exercise(self) -> Exercise:
        """The same questions for a class."""
        questions = [
            ClassQuestion(
                self.queries[row], tuple(self.answers(row)), tuple(self.weights[row].tolist())
            )
            for row in self.question_rows
        ]
        return Exercise(
            self.trace.sentence,
            tuple(self.maps.key_tokens),
            tuple(questions),
            self.model.name,
            self.choice,
        )

    def answers(self, row: int) -> list[int]:
        """Return the keys to choose from."""
        return np.flatnonzero(self.mask[row]).tolist()

    @property
    def chance(self) -> float:
        """The expected number of correct blind guesses."""
        return sum(1 / self.mask[row].sum() for row in self.question_rows)

    def count_right(self, guesses: _Guesses) -> int:
        weights = self.weights
        right = [
            row for row, place in guesses.items() if weights[row, place] >= weights[row].max() - TIE
        ]
        return len(right)

    def mean_weight(self, guesses: _Guesses) -> float:
        """Return the mean weight on the guessed words, 0 without a guess."""
        weights = [self.weights[row, place] for row, place in guesses.items()]
        return sum(weights) / max(len(weights), 1)

    def matrices(self, guesses: _Guesses) -> list[Matrix]:
        """Return the weights of the head with the guesses outlined."""
        outlined = np.zeros(self.weights.shape, bool)
        for row, place in guesses.items():
            outlined[row, place] = True
        matrix = Matrix(
            self.title,
            self.queries,
            self.maps.key_tokens,
            self.weights,
            self.allowed,
            outlined,
            note=t("Outlined: your guesses"),
            colour=self.colour,
        )
        return [matrix]

    def menu_of(self, guesses: _Guesses) -> ExportMenu:
        """Return the menu of the weights with these guesses."""
        caption = t(
            "{attention}, {place}; outlined: what was guessed",
            attention=self.mechanism,
            place=head_place(self.choice),
        )

        def draw_picture() -> Picture:
            return picture_of(self.matrices(guesses), trace_caption(self.trace, caption))

        return ExportMenu("guess", (Export(t("Guesses"), draw_picture),), self.numbers)

    @property
    def menu(self) -> ExportMenu:
        """The menu without guesses: an address has none."""
        if self.too_short or self.settings.reveal:
            menu = self.menu_of({})
            return ExportMenu(menu.key, menu.exports, menu.numbers, alert=self.too_short)
        alert = t(
            "The weights are hidden until “Reveal” is switched on. Add reveal=on to the link."
        )
        return ExportMenu("guess", (), self.numbers, alert=alert)
