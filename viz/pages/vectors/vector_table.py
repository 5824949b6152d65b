"""The base of the looks: the table of vectors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from models import UserError
from models.words import WordVectors
from models.words.learnt import card, similar_spellings

from ...base.language import explain, format_number, t
from ...view.computation import PageContent
from .settings import (
    ENGLISH_TABLES,
    LEARNT_TABLES,
    VectorsSettings,
    english_vectors,
    word_vectors,
)

_LISTED = 6  # neighbours in the comparison of tables


def nearest_in(table: str, word: str) -> list[tuple[str, float]]:
    """Return the words nearest to one in a table of ENGLISH_TABLES, with their cosines.

    FastText has n-grams of words that it did not read. Raises UserError for a word without vector.
    """
    vectors = english_vectors(table)
    nearest = similar_spellings(word, _LISTED) if table == "fasttext" else []
    if word in vectors:
        nearest = vectors.nearest(word, _LISTED)
    if not nearest:
        raise UserError("no vector: the word is not among its {count:,}", count=len(vectors.words))
    return nearest


def compare_tables(answer: Callable[[str], list[tuple[str, float]]]) -> dict[str, list[str]]:
    """Return the columns of a comparison: the tables of English words, and what each answers.

    `answer` gives the words of a table with their cosines, or raises UserError. Empty where all
    tables do.
    """
    answers, answered = [], False
    for table in ENGLISH_TABLES:
        try:
            words = answer(table)
        except UserError as error:
            answers.append(explain(error))
        else:
            answered = True
            cells = (f"{word} {format_number(cosine, '.2f')}" for word, cosine in words)
            answers.append(", ".join(cells))
    if not answered:
        return {}
    titles = [t(title) for title in ENGLISH_TABLES.values()]
    return {t("Vectors"): titles, t("Nearest words, with their cosines"): answers}


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
        table = self.settings.table
        if table == "glove":
            return t("vectors#GloVe", count=len(self.vectors.words))
        if table in LEARNT_TABLES:
            facts = card()
            return t(
                "vectors#learnt table",
                title=t(ENGLISH_TABLES[table]),
                dimensions=facts["dimensions"],
                read=facts["running_words"],
                count=facts["words"],
                least=facts["least"],
            )
        name = self.settings.model
        capabilities = self.runner.model(name).capabilities
        return t(
            "vectors#table of a translator"
            if capabilities.trained_here and capabilities.translates_between("en", "fr")
            else "vectors#table of a model",
            count=len(self.vectors.words),
            model=name,
        )
