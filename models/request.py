"""A request: the immutable description of one run, usable as a cache key and as a link."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from .errors import UserError
from .lengths import check_characters

STACKS = ("encoder", "decoder", "cross")
_POSITIONS = ("as trained", "off", "shuffled")
_MASKS = ("causal", "none")
# Scores are divided by d_head to this power.
SCALES = {"1/sqrt(d_head)": 0.5, "1": 0.0, "1/d_head": 1.0}
_TEMPERATURES = 0.001, 1000.0  # beyond these, scores overflow 32 bits
# The types of one entry of each field.
_KINDS = {
    "swap": (int, str),
    "silenced": (str, int, int),
    "forced": (str, int, int, int, int, float),
    "gates": (str, str, float),
    "patched": (str, str, str, int, int, int, int),
}
# What a run may take from that of another sentence, and whether it belongs to a head.
PATCH_KINDS = {
    "state": False,  # between layers
    "output": True,  # of a head, before the output projection
    "weights": True,  # of a head: a row, with which it mixes the values of this run
    "values": True,  # of a head: what a token gives, mixed with the weights of this run
    "feed_forward": False,  # the layer's output, before it is added
}
EVERY = -1  # each token takes the part of the token at its place
NO_HEAD = -1
GATES = "input", "forget", "output"  # those of an LSTM that can be forced


@dataclass(frozen=True)
class WhatIf:
    """Interventions in one run; the defaults mean "as trained". Indices count from 0.

    Sequences are stored as sorted tuples, so that equal interventions compare equal. Raises
    UserError for a value that no model accepts. Whether the model has such a head, and the sentence
    such a position, is checked in the run.
    """

    # (index of a source word, new word); an empty new word removes the word.
    swap: tuple[tuple[int, str], ...] = ()
    # Positional encoding; "off": none is added, "shuffled": its rows in random order.
    positions: str = "as trained"
    # In the decoder's self-attention; "none": a word may attend to later words too.
    mask: str = field(default="causal", metadata={"of": "decoder"})
    # In the decoder's self-attention: only words less than `window` places away; 0: any distance.
    window: int = field(default=0, metadata={"of": "decoder"})
    scale: str = "1/sqrt(d_head)"  # multiplies dot products
    temperature: float = 1.0  # divides scores before the softmax
    # True: each row may also attend to a key with score 0 and value 0, so that its other weights
    # sum to less than 1 ("softmax1", Miller 2023, "Attention Is Off By One"; Gu et al. 2025).
    null_key: bool = False
    # (stack, layer, head) of heads whose output is set to 0.
    silenced: tuple[tuple[str, int, int], ...] = ()
    # (stack, layer, head, query, key, weight)
    forced: tuple[tuple[str, int, int, int, int, float], ...] = ()
    # Source positions hidden from cross-attention.
    blocked: tuple[int, ...] = field(default=(), metadata={"of": "cross-attention"})
    # Number of padding tokens after the source, as in a batch with a longer sentence.
    padding: int = field(default=0, metadata={"of": "encoder"})
    # False: padding can be attended to.
    padding_mask: bool = field(default=True, metadata={"of": "encoder"})
    # (LSTM as in `Capabilities.lstms`, gate of GATES, value of all its units at every word)
    gates: tuple[tuple[str, str, float], ...] = ()
    # (another sentence, stack, kind of PATCH_KINDS, layer, head, position there, position): this
    # part of a token is that of a token of the other sentence, which is read as trained. States are
    # those after a number of layers, 0 is the input of the first one. NO_HEAD where the kind has
    # none; EVERY as both positions takes the parts of all tokens, of a sentence of as many. Values
    # have the positions of keys, all else that of queries. Decoder and cross-attention of a
    # translator take from a run that reads the other sentence and writes the same French.
    # (another sentence, layer, position, position there) is a state of the stack that reads the
    # sentence, and has "" as its stack.
    patched: tuple[tuple[str, str, str, int, int, int, int], ...] = ()

    def __post_init__(self) -> None:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["patched"] = [*map(_whole_patch, self.patched)]
        for name, kinds in _KINDS.items():
            values[name] = {
                tuple(kind(part) for kind, part in zip(kinds, entry, strict=True))
                for entry in values[name]
            }
        values["blocked"] = set(map(int, self.blocked))
        # One form per value: a list, or a number of numpy, could not go into a link.
        for attribute in fields(self):
            name = attribute.name
            value, kind = values[name], type(getattr(WhatIf, name))
            value = tuple(sorted(value)) if kind is tuple else kind(value)
            object.__setattr__(self, name, value)
        for _, word in self.swap:
            check_characters(word)

        for name, choices in (("positions", _POSITIONS), ("mask", _MASKS), ("scale", SCALES)):
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
        low, high = _TEMPERATURES
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
                    "Word {number} is swapped for {times} words at once. Choose one.",
                    number=number + 1,
                    times=times,
                )
        self._check_patches()
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
                    "The cell in row {row}, column {column} has been given {times} weights "
                    "at once. Choose one.",
                    row=query + 1,
                    column=key + 1,
                    times=times,
                )
        for _, gate, value in self.gates:
            if gate not in GATES:
                raise UserError(
                    "The {name} cannot be “{value}”. Choose one of: {choices}.",
                    name="gate",
                    value=gate[:40],
                    choices=", ".join(GATES),
                )
            if not 0 <= value <= 1:
                raise UserError("A gate lies between 0 and 1; it cannot be {value:g}.", value=value)
        for (lstm, gate), times in Counter(entry[:2] for entry in self.gates).items():
            if times > 1:
                raise UserError(
                    "The {gate} gate of “{lstm}” has been given {times} values at once. Choose "
                    "one.",
                    gate=gate,
                    lstm=lstm[:40],
                    times=times,
                )
        for (*_, query), total in totals.items():
            if total > 1 + 1e-6:
                raise UserError(
                    "The weights given to row {row} add up to {total:g}. They may add up to "
                    "at most 1.",
                    row=query + 1,
                    total=total,
                )

    def _check_patches(self) -> None:
        """Raise UserError for a part of another run that no model has, or that is taken twice."""
        for sentence, stack, kind, layer, head, there, here in self.patched:
            check_characters(sentence)
            is_every = there == here == EVERY
            if not sentence.strip() or layer < 0 or not (is_every or min(there, here) >= 0):
                raise UserError(
                    "A state is taken from a token of another sentence, after a layer. Give the "
                    "sentence, the layer and both places."
                )
            stacks = ("", *STACKS) if kind == "state" else STACKS
            for name, value, choices in (("stack", stack, stacks), ("kind", kind, PATCH_KINDS)):
                if value not in choices:
                    raise UserError(
                        "The {name} cannot be “{value}”. Choose one of: {choices}.",
                        name=name,
                        value=value[:40],
                        choices=", ".join(filter(None, choices)),
                    )
            if PATCH_KINDS[kind] == (head < 0):
                raise UserError(
                    "Output, weights and values belong to a head; states and feed-forward layers "
                    "have none. Give a head for the first three only."
                )
            if stack == "cross" and not PATCH_KINDS[kind]:
                raise UserError(
                    "Cross-attention has heads only: states and feed-forward layers belong to the "
                    "decoder."
                )
            if kind == "weights" and there != here:
                raise UserError(
                    "A row of weights is taken by the token at the same place. Give one place "
                    "twice."
                )
        places = Counter((entry[1:5], entry[6]) for entry in self.patched)
        parts = Counter(entry[1:5] for entry in self.patched)
        for (part, place), times in places.items():
            if place == EVERY and parts[part] > 1:
                raise UserError(
                    "Here every token takes its state from another sentence already. Choose one."
                )
            if times > 1:
                raise UserError(
                    "Token {place} takes {times} states after layer {layer} at once. Choose one.",
                    place=place + 1,
                    times=times,
                    layer=part[2],
                )

    @property
    def applied(self) -> tuple[str, ...]:
        """The names of the fields that differ from "as trained"."""
        return tuple(
            field.name for field in fields(self) if getattr(self, field.name) != field.default
        )

    @property
    def sees_padding(self) -> bool:
        """Whether a longer source in the same batch would change what is computed."""
        return self.positions == "shuffled" or self.padding > 0 or not self.padding_mask

    @classmethod
    def fields_of(cls, part: str) -> tuple[str, ...]:
        """The fields that change this part of a model: "encoder", "decoder", "cross-attention"."""
        return tuple(field.name for field in fields(cls) if field.metadata.get("of") == part)


def _whole_patch(entry: Sequence[Any]) -> Sequence[Any]:
    """Return an entry of `patched` with all its parts; four are a state of the stack that reads."""
    if len(entry) != 4:
        return entry
    sentence, layer, here, there = entry
    return sentence, "", "state", layer, NO_HEAD, there, here


@dataclass(frozen=True)
class Record:
    """The parts of a run that its trace keeps; by default all.

    Reading any other part raises NotRecorded. Raises ValueError for a stack that does not exist.
    """

    weights: tuple[str, ...] = STACKS  # the stacks whose weights and masks are kept
    scores: bool = True  # of these stacks, before the mask
    vectors: bool = True  # of these stacks: queries, keys, values and head outputs
    hidden: bool = True  # the states between layers
    gates: bool = True  # of LSTMs

    def __post_init__(self) -> None:
        for stack in self.weights:
            if stack not in STACKS:
                raise ValueError(f"unknown stack {stack!r}; choose among {', '.join(STACKS)}")
        # One form per value, so that equal records are equal cache keys.
        stacks = tuple(stack for stack in STACKS if stack in self.weights)
        object.__setattr__(self, "weights", stacks)

    @property
    def attended(self) -> tuple[str, ...]:
        """The fields of `AttentionRecord` that are kept for the stacks in `weights`."""
        scores = ("scores",) if self.scores else ()
        vectors = ("query", "key", "value", "head_output") if self.vectors else ()
        return ("weights", "allowed", *scores, *vectors)


# Enough to draw attention weights. Tokens and their probabilities are always kept.
WEIGHTS_ONLY = Record(scores=False, vectors=False, hidden=False, gates=False)


@dataclass(frozen=True)
class Request:
    """One run: `model` reads `sentence`, with interventions, and writes or follows `target`.

    Without `target` the model decodes its own translation. `record` says what the trace keeps.
    `draft` is a guess at that translation, for example the one without the what-ifs: a good guess
    makes decoding faster and changes nothing else, so requests that differ only in it are equal.
    """

    model: str
    sentence: str
    target: str | None = None
    what_if: WhatIf = WhatIf()
    record: Record = Record()
    draft: str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Raise UserError for a text with a lone surrogate."""
        for text in (self.sentence, self.target, self.draft):
            if text:
                check_characters(text)
