"""The base of the looks: the table of vectors."""

from dataclasses import dataclass
from functools import cached_property

from models.words import WordVectors

from ...base.language import t
from ...view.computation import PageContent
from .settings import VectorsSettings, word_vectors


@dataclass(frozen=True)
class VectorsContent(PageContent[VectorsSettings]):
    """The content of a look, computed on demand, so that unknown words can still be edited."""

    @cached_property
    def vectors(self) -> WordVectors:
        """The current table. Raises UserError for a model without a whole word."""
        return word_vectors(self.settings, self.runner)

    @property
    def source(self) -> str:
        """The source of the table, in Markdown."""
        if self.settings.table == "glove":
            return t("vectors#GloVe", count=len(self.vectors.words))
        name = self.settings.model
        capabilities = self.runner.model(name).capabilities
        return t(
            "vectors#table of a translator"
            if capabilities.trained_here and capabilities.translates_between("en", "fr")
            else "vectors#table of a model",
            count=len(self.vectors.words),
            model=name,
        )
