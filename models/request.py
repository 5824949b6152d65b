"""Immutable description of one run: hashable as a cache key, serialisable as a link."""

from collections import Counter
from dataclasses import dataclass, field, fields

from .errors import UserError
from .lengths import check_characters

STACKS = ("encoder", "decoder", "cross")
POSITIONS = ("as trained", "off", "shuffled")
MASKS = ("causal", "none")
SCALES = {
    "1/sqrt(d_head)": 0.5,
    "1": 0.0,
    "1/d_head": 1.0,
}  # scores are divided by d_head to this power
TEMPERATURES = 0.001, 1000.0  # beyond, scores leave what 32 bits can hold

KINDS = {
    "swap": (int, str),
    "silenced": (str, int, int),
    "forced": (str, int, int, int, int, float),
}  # of one entry each


@dataclass(frozen=True)
class WhatIf:
    """Changes to a model for one run; the defaults mean "as trained".

    All that is counted is counted from 0.

    Sequences come out as sorted tuples, so that equal changes are equal values. Raises UserError
    for a value that no model has; whether the model at hand has such a head, or the sentence such a
    position, is seen when it runs.
    """

    # (number of a source word, new word); an empty new word removes the word.
    swap: tuple[tuple[int, str], ...] = ()
    # Added to the embeddings; "off": nothing, "shuffled": the same rows in random order.
    positions: str = "as trained"
    # Of the decoder's self-attention; "none": later words are allowed too.
    mask: str = "causal"
    # Of the decoder's self-attention: only words less than `window` places away; 0 = any.
    window: int = 0
    scale: str = "1/sqrt(d_head)"  # multiplies dot products
    temperature: float = 1.0  # divides scores before the softmax
    # (stack, layer, head) of heads that add nothing to their layers.
    silenced: tuple[tuple[str, int, int], ...] = ()
    # (stack, layer, head, query, key, weight)
    forced: tuple[tuple[str, int, int, int, int, float], ...] = ()
    blocked: tuple[int, ...] = ()  # source positions hidden from cross-attention
    # Number of padding tokens after the source, as beside a longer sentence in a batch.
    padding: int = 0
    padding_mask: bool = True  # False: padding may be attended to

    def __post_init__(self) -> None:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, kinds in KINDS.items():
            values[name] = {
                tuple(kind(part) for kind, part in zip(kinds, entry, strict=True))
                for entry in values[name]
            }
        values["blocked"] = set(map(int, self.blocked))
        # One form for each value: a list, or a number of numpy, is no good in a link.
        for attribute in fields(self):
            name = attribute.name
            value, kind = values[name], type(getattr(WhatIf, name))
            value = tuple(sorted(value)) if kind is tuple else kind(value)
            object.__setattr__(self, name, value)
        for _, word in self.swap:
            check_characters(word)

        for name, choices in (("positions", POSITIONS), ("mask", MASKS), ("scale", SCALES)):
            if (value := getattr(self, name)) not in choices:
                raise UserError(
                    "The {name} cannot be “{value}”. Choose one of: {choices}.",
                    name=name,
                    value=value[:40],
                    choices=", ".join(choices),
                )
        for name in ("window", "padding"):
            if (value := getattr(self, name)) < 0:
                raise UserError("The {name} is {value}; give 0 or more.", name=name, value=value)
        low, high = TEMPERATURES
        if not low <= self.temperature <= high:
            raise UserError(
                "The temperature cannot be {value:g}: give more than 0, from {low:g} to {high:g}.",
                value=self.temperature,
                low=low,
                high=high,
            )
        for number, times in Counter(number for number, _ in self.swap).items():
            if times > 1:
                raise UserError(
                    "Word {number} is swapped for {times} others at once. Choose one.",
                    number=number + 1,
                    times=times,
                )
        totals: dict[tuple[str, int, int, int], float] = {}
        for stack, layer, head, query, _key, weight in self.forced:
            if not 0 <= weight <= 1:
                raise UserError(
                    "A weight lies between 0 and 1; it cannot be {weight:g}.", weight=weight
                )
            row = stack, layer, head, query
            totals[row] = totals.get(row, 0) + weight
        for (*_, query, key), times in Counter(cell[:5] for cell in self.forced).items():
            if times > 1:
                raise UserError(
                    "The cell in row {row}, column {column} is given {times} weights at "
                    "once. Choose one.",
                    row=query + 1,
                    column=key + 1,
                    times=times,
                )
        for (*_, query), total in totals.items():
            if total > 1 + 1e-6:
                raise UserError(
                    "The weights given to row {row} add up to {total:g}; a row has 1 to share out.",
                    row=query + 1,
                    total=total,
                )

    @property
    def applied(self) -> tuple[str, ...]:
        """The names of the fields that differ from "as trained"."""
        return tuple(
            field.name for field in fields(self) if getattr(self, field.name) != field.default
        )


@dataclass(frozen=True)
class Record:
    """What a run keeps of all that it computes; by default everything.

    What is not kept is not copied, and raises NotRecorded when it is read. Raises ValueError for a
    stack that no model has.
    """

    weights: tuple[str, ...] = STACKS  # the stacks whose attention is kept: weights and mask
    scores: bool = True  # of these stacks, before the mask
    vectors: bool = True  # of these stacks: queries, keys, values and head outputs
    hidden: bool = True  # the states between the layers
    gates: bool = True  # of LSTMs

    def __post_init__(self) -> None:
        for stack in self.weights:
            if stack not in STACKS:
                raise ValueError(f"there is no attention {stack!r}; there is {', '.join(STACKS)}")
        # One form for each value, so that equal records are equal keys of a cache.
        stacks = tuple(stack for stack in STACKS if stack in self.weights)
        object.__setattr__(self, "weights", stacks)

    @property
    def attended(self) -> tuple[str, ...]:
        """The fields of `attention.AttentionRecord` that are kept of the stacks in `weights`."""
        scores = ("scores",) if self.scores else ()
        vectors = ("query", "key", "value", "head_output") if self.vectors else ()
        return ("weights", "allowed", *scores, *vectors)


# Enough for a picture of the weights alone; the words and their probabilities are always there.
WEIGHTS_ONLY = Record(scores=False, vectors=False, hidden=False, gates=False)


@dataclass(frozen=True)
class Request:
    """Translate `sentence` with `model`.

    With `target`, follow this translation instead of the model's own. `record` says what the run is
    to keep. `draft` is a guess of what the model writes, as its translation without the what-ifs
    often is: a good one makes the run quicker and changes nothing else, so requests with different
    drafts are equal.
    """

    model: str
    sentence: str
    target: str | None = None
    what_if: WhatIf = WhatIf()
    record: Record = Record()
    draft: str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Raise UserError for a text with half a character in it."""
        for text in (self.sentence, self.target, self.draft):
            if text:
                check_characters(text)
