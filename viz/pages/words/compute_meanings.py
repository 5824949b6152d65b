"""The content of the look at one word in many sentences."""

import json
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import shipped
from models.words import meanings

from ...analysis.aligners import Aligner
from ...analysis.projections import silhouettes
from ...base.language import model_title, t
from ...base.markdown import escape_markdown
from ...draw.chart import Chart
from ...draw.points import Points
from ...view.computation import Export, ExportMenu
from ...view.runner import encodings
from .charts import pair_chart, separation_chart
from .compute_beside import table_beside
from .compute_mix import MixedContent
from .compute_pair import WordStates, compare_models, describe_french, describe_lowest, french_of
from .compute_space import Space, describe_projection, project_space, space_menu
from .occurrences import Occurrence, group_inflections, occurrences
from .settings import SHORTEST, best_aligner, rows_with_word

_PAIR = 2  # sentences with the word that can be compared
MOST_QUOTED = 40  # characters of a word in an alert


@dataclass(frozen=True)
class MeaningsContent(MixedContent):
    """One word in many sentences, after each layer, and the separation of its meanings."""

    @property
    def word(self) -> str:
        return (self.settings.word or "").strip()

    @property
    def quoted(self) -> str:
        """The word, shortened."""
        return self.word[:MOST_QUOTED]

    @cached_property
    def aligner(self) -> Aligner | None:
        return best_aligner(self.model)

    @cached_property
    def occurrences(self) -> list[Occurrence]:
        """The sentences with the word. Raises UserError for unreadable text."""
        rows = [(row.english, row.french, row.meaning) for row in rows_with_word(self.settings)]
        model, word = self.settings.model, self.word
        return self.runner.compute_once(
            f"occurrences {model} {word!r} {rows!r}",
            t("{model} reads the sentences", model=model),
            partial(occurrences, self.model, self.aligner, word, rows),
        )

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if len(self.occurrences) >= _PAIR:
            return ""
        return t(
            "words#too few sentences of yours"
            if self.settings.source == "mine"
            else "words#too few sentences of ours",
            word=self.quoted,
            count=len(self.occurrences),
            least=_PAIR,
        )

    @property
    def missing(self) -> int:
        """How many more sentences a map needs; the word in two is compared in numbers."""
        return max(0, self.settings.meanings_how.axes + 2 - len(self.occurrences))

    @cached_property
    def pair(self) -> dict[str, WordStates]:
        """The cosines of the word in the first two sentences, by every model."""
        sentences = [occurrence.sentence for occurrence in self.occurrences[:_PAIR]]
        return compare_models(self.runner, self.settings.model, self.word, sentences)

    @cached_property
    def pair_chart(self) -> Chart:
        """The cosines over the steps of each model."""
        first, second = (occurrence.sentence for occurrence in self.occurrences[:_PAIR])
        caption = t("words#cosine of two states", word=self.word, first=first, second=second)
        return pair_chart(self.pair, self.settings.model).with_caption(caption)

    @property
    def pair_finding(self) -> str:
        """What the translators write for the word, and which model sets its uses apart."""
        sentences = [occurrence.sentence for occurrence in self.occurrences[:_PAIR]]
        french = french_of(self.runner, self.word, sentences)
        texts = [describe_french(french, self.word)]
        if self.settings.model in self.pair:  # else it cannot read the sentences
            texts.append(describe_lowest(self.pair[self.settings.model], self.settings.model))
        if self.best_known:
            name, _, _ = self.best_known
            texts.append(
                t(
                    "On our sentences {model} separates the meanings of “{word}” best.",
                    model=model_title(name),
                    word=escape_markdown(self.word),
                )
            )
        return " ".join(texts)

    @cached_property
    def states(self) -> np.ndarray:
        """The word's state in each sentence: `[step, sentence, d_model]`."""
        states = np.stack([occurrence.states for occurrence in self.occurrences], 1)
        return self.with_mix(states, encodings(self.runner, self.model.name, SHORTEST)[0].steps)

    @cached_property
    def translations(self) -> list[str | None]:
        """The French word of each sentence, one for all its forms; None for a rare word."""
        return group_inflections([occurrence.french for occurrence in self.occurrences])

    @cached_property
    def written_meanings(self) -> list[str | None]:
        """The noted meaning of each sentence."""
        return [occurrence.meaning for occurrence in self.occurrences]

    @property
    def strips(self) -> Chart:
        """The layers of the chosen sentence's word, or the first, times their shares, summed."""
        place = max(self.point, 0)
        sentence = self.occurrences[place].sentence
        return self.strips_of(self.states[:, place], self.word, sentence)

    # --- the picture -----------------------------------------------------------------------------

    @cached_property
    def points(self) -> Points:
        """A point for each sentence."""
        title = t(
            "“{word}” in {count} sentences, in {where}",
            word=self.word,
            count=len(self.occurrences),
            where=self.stack,
        )
        space = Space(
            "meanings",
            self.comparable(self.states),
            self.steps,
            [occurrence.around for occurrence in self.occurrences],
            [occurrence.sentence for occurrence in self.occurrences],
            self.translations if self.settings.colour == "aligned" else self.written_meanings,
            title,
            last=self.layers - 1,
        )
        return project_space(space, self.settings.meanings_how, self.runner)

    @property
    def step(self) -> int:
        """The current step."""
        step = self.settings.meanings_step
        assert step is not None  # there is one wherever the picture is on show
        return step

    @property
    def point(self) -> int:
        """The point chosen; -1 for none or an unknown one."""
        point = self.settings.meanings_point
        return point if point is not None and point < len(self.occurrences) else -1

    @property
    def menu(self) -> ExportMenu:
        if self.alert:
            return ExportMenu("space meanings", (), alert=self.alert)
        if self.missing:
            return ExportMenu("pair", (Export("", lambda: self.pair_chart),))
        how = self.settings.meanings_how
        return space_menu("meanings", self.points, self.step, self.point, how)

    @property
    def explanation(self) -> str:
        """The meaning of points and colours, in Markdown."""
        return f"{t('Each point is a sentence.')} {self.describe_colours()}"

    @property
    def method(self) -> str:
        """How the map was made, in Markdown."""
        return describe_projection(self.settings.meanings_how)

    def describe_colours(self) -> str:
        """Explain the colours."""
        if self.settings.colour != "aligned":
            return t("Its colour is the annotated meaning, named by its French word.")
        if self.aligner is None:
            return t("words#no cross-attention")
        french = t(
            "the French we wrote for the sentence"
            if self.settings.source == "ours"
            else "the translation that the model writes"
        )
        return t("words#colours by alignment", french=french, head=self.aligner.title)

    # --- where the meaning appears ---------------------------------------------------------------

    @cached_property
    def curves(self) -> dict[str, np.ndarray]:
        """The separation of groups, `silhouette [step]`, by their criterion.

        Only criteria with at least two groups.
        """
        groupings = {
            t("by the translation"): self.translations,
            t("by the meaning"): self.written_meanings,
        }
        curves = {}
        for name, labels in groupings.items():
            labelled = {place: label for place, label in enumerate(labels) if label}
            if labelled:
                states = self.states[:, list(labelled)]
                curves[name] = silhouettes(states, list(labelled.values()))
        return {name: values for name, values in curves.items() if values is not None}

    @cached_property
    def separation(self) -> Chart:
        """The chart of the curves."""
        caption = t(
            "words#silhouettes of a word",
            word=self.word,
            count=len(self.occurrences),
            where=self.stack,
        )
        return separation_chart(self.curves, self.steps, self.layers).with_caption(caption)

    @property
    def comparison_rows(self) -> list[dict]:
        """The separation of the noted meanings, a row for each kind of model."""
        rows = rows_with_word(self.settings)
        return table_beside(self.runner, self.settings.model, self.word, rows)

    @cached_property
    def measured(self) -> dict[str, dict] | None:
        """The results of `python -m tests.meanings.report` for this model, by word, or None."""
        figures = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))
        return figures.get(self.settings.model)

    @property
    def best_measured(self) -> tuple[str, int, float] | None:
        """`best_known` where our sentences are on show, else None."""
        return self.best_known if self.settings.source == "ours" else None

    @property
    def best_known(self) -> tuple[str, int, float] | None:
        """The model and the step that separate the meanings of the word best, and how well.

        Measured on our sentences; None for a word that was not measured.
        """
        figures = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))
        separated = [
            (value, name, step)
            for name, words in figures.items()
            if name in shipped() and self.word in words
            for step, value in enumerate(words[self.word]["meaning"])
        ]
        if not separated:
            return None
        value, name, step = max(separated)
        return name, step, value

    @property
    def finding(self) -> str:
        """The words whose meanings the model does not separate, in Markdown."""
        assert self.measured is not None  # there is nothing to say where it was not measured
        silhouettes_of = {word: row["meaning"] for word, row in self.measured.items()}
        worse = [word for word, values in silhouettes_of.items() if not values[-1] > values[0]]
        mixed = [word for word, values in silhouettes_of.items() if not values[-1] > 0]
        return t(
            "words#silhouettes of our sentences",
            worse=", ".join(worse) or t("none"),
            mixed=", ".join(mixed) or t("none"),
        )
