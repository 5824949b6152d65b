"""Charts of word vectors without context: analogies, the gender direction, associations."""

from collections.abc import Mapping, Sequence

import numpy as np

from models.words import WordVectors
from models.words.bias import Association
from models.words.lists import AssociationTest

from ...analysis.projections import principal_axes
from ...base.language import mark, t
from ...draw import vectors as vector_figures
from ...draw.files import Chart


def analogy(
    vectors: WordVectors, words: Sequence[str], ranked: Sequence[tuple[str, float]]
) -> Chart:
    """Three words, b - a + c and the nearest of `ranked` that are none of them, on two axes."""
    rows = [vectors.find(word) for word in words]
    unit = vectors.unit[rows]
    nearest = [word for word, _ in ranked[:2] if vectors.rows[word] not in rows]
    places = np.stack(
        [
            *unit,
            unit[1] - unit[0] + unit[2],
            *(vectors.unit[vectors.rows[word]] for word in nearest),
        ]
    )
    centred = places - places.mean(0)
    return Chart(
        vector_figures.analogy_figure(centred @ principal_axes(centred, 2).T, words, nearest),
        t(
            "{a} is to {b} as {c} is to …? {vectors}, the first two principal axes of "
            "these points.",
            a=words[0],
            b=words[1],
            c=words[2],
            vectors=vectors.name,
        ),
    )


ON_AXES = mark("Cosines with the difference of the two words of each axis")


def gender(
    vectors: WordVectors,
    pairs: Sequence,
    along: np.ndarray,
    percent: Mapping[str, float],
    shares: np.ndarray,
) -> tuple[Chart, Chart]:
    """The share of each component of `pairs`, and occupations `along` the first one."""
    return (
        Chart(
            vector_figures.shares_figure(shares),
            t(
                "{vectors}: share of the variance of {count} pairs like she–he that each "
                "principal component holds.",
                vectors=vectors.name,
                count=len(pairs),
            ),
        ),
        Chart(
            vector_figures.occupations_figure(along, percent),
            t(
                "{vectors}: {count} occupations along the gender direction, and the share "
                "of women in them (US Bureau of Labor Statistics).",
                vectors=vectors.name,
                count=len(percent),
            ),
        ),
    )


def association(vectors: WordVectors, test: AssociationTest, result: Association) -> Chart:
    return Chart(
        vector_figures.association_figure(result, test),
        t(
            "{vectors}: association test {number}, {title}; effect size d = {effect:.2f} "
            "(Caliskan et al. 2017).",
            vectors=vectors.name,
            number=test.number,
            title=t(test.title),
            effect=result.effect_size,
        ),
    )
