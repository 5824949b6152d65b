"""The contents of the look at bias: the gender direction, and association tests."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models import UserError
from models.words import bias
from models.words.bias import Association
from models.words.lists import (
    ASSOCIATION_TESTS,
    DEFINITIONAL_PAIRS,
    WOMEN_PERCENT,
    AssociationTest,
    WordList,
)

from ...base.language import format_number, t, translatable
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import association_chart, occupations_chart, own_chart, shares_chart
from .points import left_out, split_known_words
from .vector_table import VectorsContent

# The titles in models/words/lists.py.
_TESTS = translatable(
    (
        "Flowers and insects",
        "Instruments and weapons",
        "European and African American names, 32 each",
        "European and African American names, 16 each",
        "European and African American names, other attributes",
        "Career and family",
        "Math and arts",
        "Science and arts",
        "Mental and physical disease",
        "Young and old people's names",
    )
)
# The names of the lists there.
_LISTS = translatable(
    (
        "Pleasant",
        "Unpleasant",
        "European American names",
        "African American names",
        "Flowers",
        "Insects",
        "Instruments",
        "Weapons",
        "Male names",
        "Female names",
        "Career",
        "Family",
        "Math",
        "Arts",
        "Male terms",
        "Female terms",
        "Science",
        "Mental disease",
        "Physical disease",
        "Temporary",
        "Permanent",
        "Young people's names",
        "Old people's names",
    )
)
_FEWEST = 3  # pairs and occupations needed for a gender direction


@dataclass(frozen=True)
class DirectionContent(VectorsContent):
    """Occupations along the gender direction."""

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs whose words the table has."""
        return [pair for pair in DEFINITIONAL_PAIRS if all(word in self.vectors for word in pair)]

    @cached_property
    def occupations(self) -> dict[str, float]:
        """The share of women in the occupations that the table has, in per cent."""
        return {word: share for word, share in WOMEN_PERCENT.items() if word in self.vectors}

    @cached_property
    def direction(self) -> tuple[np.ndarray, np.ndarray]:
        """The gender direction `[dimension]`, and each component's share of the variance.

        Raises UserError for a table that has too few of the words.
        """
        if len(self.pairs) < _FEWEST or len(self.occupations) < _FEWEST:
            raise UserError(
                "{model} knows too few of the words for this. Choose GloVe.",
                model=self.vectors.name,
            )
        return bias.gender_direction(self.vectors, self.pairs)

    @cached_property
    def along(self) -> np.ndarray:
        """The cosine of each occupation with the direction: `[occupation]`."""
        direction, _ = self.direction
        return bias.projections(self.vectors, list(self.occupations), direction)

    @cached_property
    def charts(self) -> tuple[Chart, Chart]:
        """The shares of the components, and the occupations along the first."""
        _, shares = self.direction
        shares_caption = t(
            "vectors#components of pairs", model=self.vectors.name, count=len(self.pairs)
        )
        occupations_caption = t(
            "vectors#occupations", model=self.vectors.name, count=len(self.occupations)
        )
        return (
            shares_chart(shares).with_caption(shares_caption),
            occupations_chart(self.along, self.occupations).with_caption(occupations_caption),
        )

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("occupations", (Export("", lambda: self.charts[1]),))

    @property
    def finding(self) -> str:
        """The occupations at the ends, and the correlation with the share of women, in Markdown."""
        _, shares = self.direction
        names, percent = list(self.occupations), list(self.occupations.values())
        order = np.argsort(self.along)
        return t(
            "vectors#nearest occupations",
            pairs=", ".join("–".join(pair) for pair in self.pairs),
            share=shares[0],
            r=float(np.corrcoef(self.along, percent)[0, 1]),
            count=len(names),
            he=", ".join(names[place] for place in order[:3]),
            she=", ".join(names[place] for place in order[:-4:-1]),
        )


@dataclass(frozen=True)
class OwnContent(DirectionContent):
    """Any words along the gender direction."""

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        """The typed words: known ones, from "he" to "she", and unknown ones."""
        known, missing = split_known_words(self.vectors, self.settings.own or "")
        direction, _ = self.direction
        order = np.argsort(bias.projections(self.vectors, known, direction))
        return [known[place] for place in order], missing

    @property
    def alert(self) -> str:
        """An alert on the words left out, or that there is none."""
        known, missing = self.words
        if not known:
            return t("Type some words of {model}, with commas between.", model=self.vectors.name)
        return left_out(self.vectors, missing)

    @cached_property
    def chart(self) -> Chart:
        """Each word at its cosine with the direction."""
        known, _ = self.words
        direction, _ = self.direction
        along = bias.projections(self.vectors, known, direction)
        caption = t("{model}: words along the gender direction.", model=self.vectors.name)
        return own_chart(along, known).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("own-words", (Export("", lambda: self.chart),))

    @property
    def finding(self) -> str:
        """What the chart shows, in Markdown."""
        known, _ = self.words
        _, shares = self.direction
        finding = t(
            "vectors#farthest words",
            she=known[-1],
            he=known[0],
            share=shares[0],
            count=len(self.pairs),
        )
        if self.settings.table == "model":
            return finding
        return f"{finding} " + t("vectors#occupations of the paper")


@dataclass(frozen=True)
class AssociationContent(VectorsContent):
    """A Word Embedding Association Test."""

    @cached_property
    def test(self) -> AssociationTest:
        """The test in the reader's language."""
        number = self.settings.test
        assert number is not None  # one is chosen wherever this is on show
        return _translate_test(ASSOCIATION_TESTS[number - 1])

    @cached_property
    def association(self) -> Association:
        """The result of the test. Raises UserError for a table with too few of the words."""
        return bias.weat(self.vectors, self.test)

    @cached_property
    def chart(self) -> Chart:
        """Each word at its association."""
        caption = t(
            "vectors#an association test",
            model=self.vectors.name,
            number=self.test.number,
            title=t(self.test.title),
            effect=self.association.effect_size,
        )
        return association_chart(self.association, self.test).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("weat-figure", (Export("", lambda: self.chart),))

    @property
    def finding(self) -> str:
        """The effect size and its p-value, in Markdown."""
        result = self.association
        bound = (
            f"= {format_number(result.p, '.2g')}"
            if result.p
            else f"< {format_number(1 / result.partitions, '.0e')}"
        )
        partitions = t(
            "all {count:,} partitions" if result.exact else "{count:,} random partitions",
            count=result.partitions,
        )
        first, second = self.test.attributes
        sentences = [
            t(
                "vectors#effect size",
                d=result.effect_size,
                chance=f"p {bound}",
                partitions=partitions,
                first=first.name,
                second=second.name,
            )
        ]
        if left_out := (*result.missing, *result.dropped):
            sentences.append(t("Left out: {words}.", words=", ".join(left_out)))
        return " ".join(sentences)


def _translate_test(test: AssociationTest) -> AssociationTest:
    """Translate the title and the names of the lists of a test; the words are the paper's."""

    def translate(parts: tuple[WordList, WordList]) -> tuple[WordList, WordList]:
        first, second = parts
        return first._replace(name=t(first.name)), second._replace(name=t(second.name))

    return replace(
        test,
        title=t(test.title),
        targets=translate(test.targets),
        attributes=translate(test.attributes),
    )
