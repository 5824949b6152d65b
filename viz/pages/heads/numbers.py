"""The weights of a head as a table."""

from typing import TYPE_CHECKING

from ...analysis.views import HeadChoice, Heads
from ...base.language import t
from ...base.libraries import LIBRARIES

if TYPE_CHECKING:
    import pandas as pd


def head_table(heads: Heads, choice: HeadChoice) -> "pd.DataFrame":
    """Return the weights of one head, rounded to 3 decimals, a row for each query word.

    Masked cells are empty. Words are numbered, so that a repeated word keeps its row and column.
    """
    table = LIBRARIES.pandas.DataFrame(heads.weights[choice.layer, choice.head])
    weights = table.round(3).where(heads.allowed)
    weights.columns = [f"{place}. {word}" for place, word in enumerate(heads.columns, start=1)]
    weights.insert(
        0,
        looks := t("looks"),
        [f"{place}. {word}" for place, word in enumerate(heads.rows, start=1)],
    )
    return weights.set_index(looks)
