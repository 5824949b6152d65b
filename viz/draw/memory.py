"""The state of one LSTM at every word, as a value for the screen and for paper."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class MemoryPanel:
    """The picture of one LSTM."""

    name: str  # the setting that keeps its unit
    title: str
    words: tuple[str, ...]
    values: np.ndarray  # [word, unit], of the quantity on show
    cells: np.ndarray  # [word, unit], tanh of the cell, -1 to 1
    order: np.ndarray  # [unit], the unit of each row
    unit: int  # the unit that colours the words, from 0
