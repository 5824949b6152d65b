"""A question to a model: at once the key of a cache and the link that a lecturer shares."""

from collections import Counter
from dataclasses import dataclass, fields

from .errors import UserError

POSITIONS = ("as trained", "off", "shuffled")
MASKS = ("causal", "none")
SCALES = {"1/sqrt(d_head)": 0.5, "1": 0.0, "1/d_head": 1.0}  # scores are divided by d_head to this power
TEMPERATURES = 0.001, 1000.0  # beyond, scores leave what 32 bits can hold

KINDS = {"swap": (int, str), "silenced": (str, int, int), "forced": (str, int, int, int, int, float)}  # of one entry each


@dataclass(frozen=True)
class WhatIf:
    """Changes to a model for one run; the defaults mean "as trained". All that is counted is counted from 0.

    Sequences come out as sorted tuples, so that equal changes are equal values. Raises UserError for a value that no
    model has; whether the model at hand has such a head, or the sentence such a position, is seen when it runs.
    """

    swap: tuple[tuple[int, str], ...] = ()  # (number of a source word, new word); an empty new word leaves it out
    positions: str = "as trained"  # what is added to the embeddings: "off" nothing, "shuffled" the same rows in random order
    mask: str = "causal"  # of the decoder's self-attention; "none": later words may be looked at too
    window: int = 0  # there too, only words less than so many places away; 0 = any
    scale: str = "1/sqrt(d_head)"  # what dot products are multiplied by
    temperature: float = 1.0  # scores are divided by it before the softmax
    silenced: tuple[tuple[str, int, int], ...] = ()  # (stack, layer, head): adds nothing to its layer
    forced: tuple[tuple[str, int, int, int, int, float], ...] = ()  # (stack, layer, head, query, key, weight)
    blocked: tuple[int, ...] = ()  # source positions that cross-attention may not look at
    padding: int = 0  # so many padding tokens follow the source, as beside a longer sentence in a batch
    padding_mask: bool = True  # False: padding may be looked at like words

    def __post_init__(self):
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, kinds in KINDS.items():
            values[name] = {tuple(kind(part) for kind, part in zip(kinds, entry, strict=True)) for entry in values[name]}
        values["blocked"] = set(map(int, self.blocked))
        for field in fields(self):  # one form for each value: a list, or a number of numpy, is no good in a link
            value, kind = values[field.name], type(field.default)
            object.__setattr__(self, field.name, tuple(sorted(value)) if kind is tuple else kind(value))

        for name, choices in (("positions", POSITIONS), ("mask", MASKS), ("scale", SCALES)):
            if (value := getattr(self, name)) not in choices:
                raise UserError("The {name} cannot be “{value}”. Choose one of: {choices}.", name=name, value=value[:40], choices=", ".join(choices))
        for name in ("window", "padding"):
            if (value := getattr(self, name)) < 0:
                raise UserError("The {name} is {value}; give 0 or more.", name=name, value=value)
        low, high = TEMPERATURES
        if not low <= self.temperature <= high:
            raise UserError("The temperature cannot be {value:g}: give more than 0, from {low:g} to {high:g}.", value=self.temperature, low=low, high=high)
        for number, times in Counter(number for number, _ in self.swap).items():
            if times > 1:
                raise UserError("Word {number} is swapped for {times} others at once. Choose one.", number=number + 1, times=times)
        rows = Counter()
        for *row, key, weight in self.forced:
            if not 0 <= weight <= 1:
                raise UserError("A weight lies between 0 and 1; it cannot be {weight:g}.", weight=weight)
            rows[tuple(row)] += weight
        for (*_, query, key), times in Counter(cell[:5] for cell in self.forced).items():
            if times > 1:
                raise UserError("The cell in row {row}, column {column} is given {times} weights at once. Choose one.", row=query + 1, column=key + 1,
                                times=times)
        for (*_, query), total in rows.items():
            if total > 1 + 1e-6:
                raise UserError("The weights given to row {row} add up to {total:g}; a row has 1 to share out.", row=query + 1, total=total)

    @property
    def applied(self) -> tuple[str, ...]:
        """The names of the fields that differ from "as trained"."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


@dataclass(frozen=True)
class Request:
    """Translate `sentence` with `model`; with `target`, follow this translation instead of the model's own."""

    model: str
    sentence: str
    target: str | None = None
    what_if: WhatIf = WhatIf()
