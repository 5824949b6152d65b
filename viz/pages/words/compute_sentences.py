"""The content of the look at sentences as vectors."""

from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from models import Encoding
from models.pairs import glove_mean

from ...analysis.projections import directions
from ...base.language import model_title, t, translatable
from ...draw.matrix import Matrix
from ...draw.picture import picture_of
from ...view.computation import Export, ExportMenu
from ...view.runner import encodings
from .cancelling import Cancelling
from .compute_mix import MixedContent
from .occurrences import MIX, pooled
from .settings import MOST_SENTENCES, POOLS, split_lines

_POOL_NOTES = translatable(
    {
        "mean": "words#mean of all words",
        "max": "Each dimension takes the largest value of all words (Conneau et al. 2017).",
        "last": "words#last token",
        "end": "words#end token",
        "start": "words#first token",
    }
)


@dataclass(frozen=True)
class SentencesContent(MixedContent):
    """The similarity of sentences, each as one vector."""

    @cached_property
    def lines(self) -> list[str]:
        """The typed sentences."""
        return split_lines(self.settings.sentences or "")[:MOST_SENTENCES]

    @property
    def alert(self) -> str:
        """Why there is no picture, or ""."""
        if len(self.lines) > 1:
            return ""
        return t("Two sentences are needed to compare. Type or paste some, one per line.")

    @cached_property
    def vectors(self) -> np.ndarray:
        """The sentences: `[sentence, d]`. Raises UserError for unreadable text."""
        settings = self.settings
        if settings.vectors_of == "glove":
            return np.stack([glove_mean(line) for line in self.lines])
        read = encodings(self.runner, settings.model, self.lines)
        return np.stack([self.pool(encoding) for encoding in read])

    def pool(self, encoding: Encoding) -> np.ndarray:
        """Pool one sentence into a vector: `[d_model]`."""
        steps = (*encoding.steps, MIX) if self.settings.mix else encoding.steps
        states = self.with_mix(encoding.states, encoding.steps)
        return pooled(replace(encoding, steps=steps, states=states), *self.settings.how_pooled)

    @property
    def whose(self) -> str:
        """The source of the vectors."""
        settings = self.settings
        if settings.vectors_of == "glove":
            return t("GloVe, mean of the words")
        step, pool = settings.how_pooled
        return f"{model_title(settings.model)}, {self.steps[step]}, {t(POOLS[pool]).lower()}"

    @cached_property
    def matrices(self) -> list[Matrix]:
        """The cosines of the sentences."""
        unit = directions(self.vectors)
        numbers = range(1, len(self.lines) + 1)
        matrix = Matrix(
            t("Cosines of the sentences"),
            tuple(f"{number}. {line}" for number, line in zip(numbers, self.lines, strict=True)),
            tuple(map(str, numbers)),
            unit @ unit.T,
            least=-1.0,
            kind="cosine",
            note=self.whose,
        )
        return [matrix]

    @cached_property
    def cancelling(self) -> Cancelling | None:
        """The mean of GloVe vectors as words are added; None of states, and without two words."""
        if self.settings.vectors_of != "glove":
            return None
        cancelling = Cancelling(self.lines)
        return cancelling if len(cancelling.words) > 1 else None

    @property
    def menu(self) -> ExportMenu:
        if self.alert:
            return ExportMenu("similarity", (), alert=self.alert)
        caption = t(
            "Cosines of {count} sentences as vectors: {whose}.",
            count=len(self.lines),
            whose=self.whose,
        )
        draw = partial(picture_of, self.matrices, caption)
        exports = [Export("", draw)]
        if (cancelling := self.cancelling) is not None:
            exports.append(Export(t("Mean word by word"), lambda: cancelling.chart, "mean"))
        return ExportMenu("similarity", tuple(exports))

    @property
    def explanation(self) -> str:
        """How a sentence becomes a vector, in Markdown."""
        if self.settings.vectors_of == "glove":
            return t("words#mean of GloVe vectors")
        order = t(
            "The same words in another order differ only by what positions and context add to them."
        )
        return f"{t(_POOL_NOTES[self.settings.how_pooled.pool])} {order}"
