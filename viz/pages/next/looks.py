"""The looks at the text: its next word, its continuation, and its probability."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from models.answers import continuation
from models.answers.continuation import NextTokens, TextScore, Written
from models.corpus.similarity import entropy
from models.protocols import Predictor

from ...base.language import SUPERSCRIPTS, format_number, model_title, t
from ...base.theme import model_colour
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import Row, Rows, next_tokens_chart, share, surprise_chart, written_chart
from .language_models import DrawnWord, Shown, group_words, piece_title

MOST_ROWS = 8  # words of a distribution


class NextWord(Shown):
    """The distribution of the next word by each model."""

    @cached_property
    def distributions(self) -> dict[str, NextTokens]:
        """The whole distribution of each model."""
        return {name: self._distribution(predictor) for name, predictor in self.predictors.items()}

    def _distribution(self, predictor: Predictor) -> NextTokens:
        ids = continuation.read_context(predictor, self.text)
        sampling = self.settings.sampling
        return self.runner.compute_once(
            f"next tokens {predictor.name} {self.text!r} {sampling!r}",
            t("The model continues"),
            lambda progress: continuation.next_tokens(predictor, ids, sampling),
        )

    @cached_property
    def rows(self) -> dict[str, Rows]:
        """The most probable words of each model, and all others together."""
        return {
            name: _most_probable(self.predictors[name], distribution)
            for name, distribution in self.distributions.items()
        }

    def note(self, name: str) -> str:
        """Return a model's uncertainty, or what top-k and top-p leave."""
        tokens = self.distributions[name]
        kept = int(tokens.candidates.sum())
        if kept < len(tokens.candidates):
            return t(
                "next#left to draw from",
                kept=kept,
                all=len(tokens.candidates),
                share=float(tokens.sampled[tokens.candidates].sum()),
            )
        return t("next#perplexity", count=_perplexity_of(tokens.sampled))

    def chart(self, name: str) -> Chart:
        """Return the bars of one model, for a file."""
        chart = next_tokens_chart(self.rows[name], model_colour(name))
        caption = t(
            "next#next words",
            model=name,
            words=self.text,
            temperature=self.settings.sampling.temperature,
            k=self.settings.k or t("all words"),
            p=self.settings.sampling.top_p,
        )
        return chart.with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        def draw(name: str) -> Export:
            return Export(model_title(name), lambda: self.chart(name), name)

        return ExportMenu("next word", tuple(draw(name) for name in self.predictors))


def _most_probable(predictor: Predictor, tokens: NextTokens) -> Rows:
    """Return the most probable words, and one row for the others."""
    best = [
        Row(
            piece_title(predictor.tokenizer, int(tokens.ids[place])),
            float(tokens.sampled[place]),
            bool(tokens.candidates[place]),
        )
        for place in range(min(MOST_ROWS, len(tokens.ids)))
    ]
    others = tokens.sampled[len(best) :]
    kept = tokens.candidates[len(best) :]
    return Rows(tuple(best), len(others), float(others.sum()), float(others[kept].sum()))


def _perplexity_of(probabilities: np.ndarray) -> float:
    """Return exp of the entropy of a distribution `[token]`."""
    return float(np.exp(entropy(probabilities)))


class GoingOn(Shown):
    """Continuations of the text by each model."""

    @property
    def room(self) -> int:
        return self.settings.length or 1

    @cached_property
    def written(self) -> dict[str, tuple[Written, ...]]:
        """The tokens drawn from each model."""
        return {name: self._draw(predictor) for name, predictor in self.predictors.items()}

    def _draw(self, predictor: Predictor) -> tuple[Written, ...]:
        settings = self.settings
        length, seed, sampling = self.room, settings.seed or 1, settings.sampling
        ids = continuation.read_context(predictor, self.text, room=length)
        # Equal seeds draw the same first words: a longer text starts like a shorter one.
        return self.runner.compute_once(
            f"written {predictor.name} {self.text!r} {sampling!r} {length} {seed}",
            t("The model continues"),
            lambda progress: tuple(
                continuation.continue_text(predictor, ids, sampling, length, seed)
            ),
        )

    @cached_property
    def words(self) -> dict[str, tuple[DrawnWord, ...]]:
        """The tokens as words, with pieces joined if whole words are shown."""
        return {
            name: group_words(self.predictors[name].tokenizer, tokens, self.settings.merged)
            for name, tokens in self.written.items()
        }

    @property
    def beginning(self) -> str:
        """The last words of the text."""
        words = self.text.split()
        return ("… " if len(words) > 3 else "") + " ".join(words[-3:])

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("continuations", (Export("", self.draw_chart),))

    def draw_chart(self) -> Chart:
        """Return the words drawn, a line for each model, for a file."""
        colours = {name: model_colour(name) for name in self.words}
        caption = t(
            "next#a drawn text",
            words=self.text,
            seed=self.settings.seed,
            temperature=self.settings.sampling.temperature,
            k=self.settings.k or t("all words"),
            p=self.settings.sampling.top_p,
        )
        return written_chart(self.words, colours).with_caption(caption)


class _Line(NamedTuple):
    """The probability of the text by a model."""

    model: str
    probability: str  # of the whole text, as a power of ten
    perplexity: str  # of a word
    bits: str  # of a character


class Surprise(Shown):
    """The probability of each word of the text by each model."""

    @cached_property
    def scores(self) -> dict[str, TextScore]:
        return {name: self._score(predictor) for name, predictor in self.predictors.items()}

    def _score(self, predictor: Predictor) -> TextScore:
        continuation.read_context(predictor, self.text)
        return self.runner.compute_once(
            f"score {predictor.name} {self.text!r}",
            t("The model continues"),
            lambda progress: continuation.score(predictor, self.text),
        )

    @cached_property
    def chart(self) -> Chart:
        """The probability of each word, a line for each model."""
        words = next(iter(self.scores.values())).words
        lines = {
            name: np.exp(score.log_probabilities)
            for name, score in self.scores.items()
            if score.words == words
        }
        colours: Mapping[str, str] = {name: model_colour(name) for name in lines}
        caption = t("{words}\nProbability of each word given those before it", words=self.text)
        return surprise_chart(words, lines, colours).with_caption(caption)

    @property
    def table(self) -> list[_Line]:
        """Each model's whole probability, perplexity and bits."""
        return [
            _Line(
                name,
                _power_of_ten(float(score.log_probabilities.sum())),
                format_number(score.perplexity, ",.0f" if score.perplexity >= 10 else ".1f"),
                format_number(score.bits_per_character, ".2f"),
            )
            for name, score in self.scores.items()
        ]

    @property
    def finding(self) -> str:
        """The word that surprises the first model most."""
        name, score = next(iter(self.scores.items()))
        place = int(score.log_probabilities.argmin())
        return t(
            "next#the most surprising word",
            word=score.words[place],
            model=name,
            chance=_describe_chance(float(score.log_probabilities[place])),
            perplexity=score.perplexity,
        )

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("surprise", (Export("", lambda: self.chart),))


def _describe_chance(log_probability: float) -> str:
    """Format a probability in per cent, less than 0.01% as a power of ten."""
    chance = float(np.exp(log_probability))
    return share(chance) if chance >= 0.0001 else _power_of_ten(log_probability)


def _power_of_ten(log_probability: float) -> str:
    """Format a probability as a power of ten, "10^-12" with superscript digits."""
    power = round(log_probability / np.log(10))
    return f"10{str(power).translate(SUPERSCRIPTS)}"
