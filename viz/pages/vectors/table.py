"""The base of the looks: the table of vectors."""

from dataclasses import dataclass
from functools import cached_property

from models.words import WordVectors

from ...base.language import t
from ...view.runner import Runner
from .settings import VectorsSettings, word_vectors


@dataclass(frozen=True)
class VectorsContent:
    """The content of a look, computed on demand, so that unknown words can still be edited."""

    settings: VectorsSettings
    runner: Runner

    @cached_property
    def vectors(self) -> WordVectors:
        """The current table. Raises UserError for a model without a whole word."""
        return word_vectors(self.settings, self.runner)

    @property
    def source(self) -> str:
        """The source of the table, in Markdown."""
        if self.settings.table == "glove":
            return t(
                "GloVe (Pennington, Socher & Manning 2014): 100 dimensions, made from 6 billion "
                "words of Wikipedia and newspapers. These are {count:,} of its words, in lower "
                "case; public domain (PDDL).",
                count=len(self.vectors.words),
            )
        name = self.settings.model
        capabilities = self.runner.model(name).capabilities
        return t(
            "{count:,} whole words of the embedding of {model}: English and French in one table, "
            "learnt only to translate short sentences."
            if capabilities.trained_here and capabilities.translates_between("en", "fr")
            else (
                "{count:,} whole words of the embedding of {model}, learnt together with "
                "the rest of the model."
            ),
            count=len(self.vectors.words),
            model=name,
        )
