"""The words of the sentence in one stack: the part of a run that the page shows."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models import Trace

from ...analysis.measures import merge_subwords
from ...analysis.views import Axis, maps_of, read_axis, source_axis
from ...base.language import translatable

MARKS = translatable(
    {
        "marks": "Special tokens",
        "punctuation": "Punctuation",
        "first": "The first token",
    }
)


@dataclass(frozen=True)
class StackReading:
    """The tokens of one stack that are attended to."""

    trace: Trace
    stack: str
    rows: slice  # of the positions of the stack
    axis: Axis
    columns: Mapping[str, np.ndarray]  # by name of MARKS, bool `[token]`

    @property
    def weights(self) -> np.ndarray:
        """The weights of all heads, `[layer, head, row, column]`."""
        return self.part_of(maps_of(self.trace, self.stack).weights)

    def part_of(self, cells: np.ndarray) -> np.ndarray:
        """Return the rows and columns that are shown of `[..., row, column]`."""
        return (
            cells[..., self.rows, :] if self.stack == "cross" else cells[..., self.rows, self.rows]
        )

    @property
    def attending(self) -> tuple[int, ...]:
        """The layers that have attention."""
        return maps_of(self.trace, self.stack).attending

    @property
    def allowed(self) -> np.ndarray:
        """The masks of the layers that have attention, `[layer, row, column]`."""
        maps = maps_of(self.trace, self.stack)
        return self.part_of(np.stack([maps.allowed_in(layer) for layer in maps.attending]))

    def between_words(self, merged: bool) -> np.ndarray:
        """Return the weights of self-attention between tokens, or between words."""
        weights = self.weights
        return merge_subwords(weights, self.axis.words, self.axis.words) if merged else weights


def reading_of(trace: Trace, stack: str, separator: str | None) -> StackReading:
    """Return the part of a run in one stack; of a continued text only the sentence."""
    rows = (
        slice(trace.prompt_length + 1)
        if trace.prompt_length and stack == "decoder"
        else slice(None)
    )
    axis = (read_axis if stack == "decoder" else source_axis)(trace).part(rows)
    texts = [axis.text[start:end].strip() for start, end in axis.spans]
    marks = np.array(
        [not text or token == separator for text, token in zip(texts, axis.tokens, strict=True)]
    )
    points = np.array([not any(map(str.isalnum, text)) for text in texts])
    first = np.arange(len(texts)) == 0
    columns = {"marks": marks, "punctuation": points & ~marks, "first": first}
    return StackReading(trace, stack, rows, axis, columns)
