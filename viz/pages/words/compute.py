"""The contents of the looks at words as points; here the words from layer to layer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from models import Encoding
from models.words import meanings

from ...analysis.projections import MOST_POINTS
from ...base.language import t
from ...draw.points import Points
from ...view.computation import Computation, ExportMenu
from ...view.runner import Runner, encodings
from .compute_input import InputContent
from .compute_meanings import MeaningsContent
from .compute_merges import MergesContent
from .compute_sentences import SentencesContent
from .compute_space import Space, WordsContent, describe_projection, project_space, space_menu
from .occurrences import step_names, word_states
from .settings import CurveSettings, WordsSettings


class _Word(NamedTuple):
    """A word of a sentence with its states."""

    label: str
    sentence: str
    states: np.ndarray  # [step, d_model]


def _is_word(label: str) -> bool:
    return any(map(str.isalnum, label))


def _encoded_words(encoding: Encoding) -> list[_Word]:
    """Return the words of a sentence, without punctuation."""
    labels, states = word_states(encoding)
    return [
        _Word(label, encoding.sentence, states[:, place])
        for place, label in enumerate(labels)
        if _is_word(label)
    ]


@dataclass(frozen=True)
class LayersContent(WordsContent):
    """The words of the sentence among those of others, after each layer."""

    @cached_property
    def encoding(self) -> Encoding:
        """The sentence. Raises UserError for unreadable text."""
        return self.model.encode(self.settings.sentence)

    @cached_property
    def words(self) -> list[_Word]:
        """The words of the sentence, then of the others, as many as can be drawn."""
        settings, sample = self.settings, meanings.examples()
        words = _encoded_words(self.encoding)
        others = settings.others
        assert others is not None  # it is chosen wherever this is on show
        sentences = [sample[place * len(sample) // others].english for place in range(others)]
        for encoding in encodings(self.runner, settings.model, sentences):
            words += _encoded_words(encoding)
        return words[: MOST_POINTS[settings.layers_how.method]]

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if len(self.words) >= self.settings.layers_how.axes + 2:
            return ""
        return t("words#too few words")

    @cached_property
    def points(self) -> Points:
        """The words as points; those of the sentence are coloured."""
        words, count = self.words, len(_encoded_words(self.encoding))
        in_sentence = {word.label.lower() for word in words[:count]}
        labels = [word.label.lower() for word in words]
        space = Space(
            "layers",
            self.comparable(np.stack([word.states for word in words], 1)),
            step_names(self.encoding.steps),
            [word.label for word in words],
            [word.sentence for word in words],
            [label if label in in_sentence else None for label in labels],
            t("{count:,} words in {where}", count=len(words), where=self.stack),
            strong=np.arange(len(words)) < count,
        )
        return project_space(space, self.settings.layers_how, self.runner)

    @property
    def step(self) -> int:
        """The current step."""
        step = self.settings.layers_step
        assert step is not None  # there is one of every sentence that can be read
        return step

    @property
    def point(self) -> int:
        """The point chosen; -1 for none or an unknown one."""
        point = self.settings.layers_point
        return point if point is not None and point < len(self.words) else -1

    @property
    def menu(self) -> ExportMenu:
        settings = self.settings
        if self.alert:
            return ExportMenu("space layers", (), alert=self.alert)
        points, how = self.points, settings.layers_how
        return space_menu("layers", points, self.step, self.point, how, settings.sentence)

    @property
    def explanation(self) -> str:
        """How to read the picture, in Markdown."""
        return t("words#points of the map")

    @property
    def method(self) -> str:
        """How the map was made, in Markdown."""
        return t(
            "{rule} Neighbours are the nearest by cosine in all {count} dimensions.",
            rule=describe_projection(self.settings.layers_how),
            count=self.encoding.states.shape[-1],
        )


def _compute(settings: WordsSettings, runner: Runner) -> WordsContent:
    """Return the content of the chosen look."""
    looks: dict[str, Callable[[WordsSettings, Runner], WordsContent]] = {
        "layers": LayersContent,
        "meanings": MeaningsContent,
        "sentences": SentencesContent,
        "merges": MergesContent,
        "input": InputContent,
    }
    return looks[settings.look](settings, runner)


COMPUTATION = Computation("words", WordsSettings, _compute)
CURVE = Computation("words", CurveSettings, _compute)
