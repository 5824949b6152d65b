"""What-ifs as text: the parameters of an address, and the sentence under pictures.

No Streamlit, no torch.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache
from typing import Any, ClassVar
from urllib.parse import quote, unquote

from models import Trace, UserError, WhatIf
from models.request import EVERY, NO_HEAD, PATCH_KINDS

from ..base.language import current_locale, explain, t, translatable
from .views import QUANTITIES, STACK_TITLES, HeadChoice, layer_title

_MOST_HEADS = 4  # silenced heads that the sentence names
_MOST_STATES = 3  # of other sentences that the sentence names; of more it names two
# What a run takes from that of another sentence.
_PARTS = translatable(
    {
        "encoder state": "the state after layer {layer}",
        "decoder state": "the decoder's state after layer {layer}",
        "output": "the output of {head}",
        "weights": "the weights of {head}",
        "values": "the values of {head}",
        "encoder feed_forward": "the output of feed-forward layer {layer}",
        "decoder feed_forward": "the output of the decoder's feed-forward layer {layer}",
    }
)
_Patch = tuple[str, str, str, int, int, int, int]  # as in `WhatIf.patched`
UNREADABLE = translatable("The value of “{name}” in the address cannot be read.")


@dataclass(frozen=True)
class WhatIfEntry:
    """One what-if: a field of `WhatIf`, its parameter in an address, and what is said of it.

    `read` raises ValueError for a text that it cannot read. `label` names the list that it is
    chosen from in the panel; "" for one that has another control there.
    """

    kind: ClassVar[str]
    field: str
    parameter: str
    label: str = ""
    _: KW_ONLY
    of_sentence: bool = False  # whether it names words of one sentence

    @property
    def options(self) -> dict[str, str]:
        """The texts to choose from with their titles, the first as trained; {} for free text."""
        return {}

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def write(self, value: Any) -> str:
        return str(value)

    def describe(self, value: Any, trace: Trace | None) -> Iterable[str]:
        """Describe a value that is not as trained, with the words of a run where it names some."""
        raise NotImplementedError

    def browser_values(self) -> dict[str, Any]:
        """What the browser is told of it, as JSON."""
        names = ("field", "parameter", "label")
        return {"kind": self.kind} | {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class _Choice(WhatIfEntry):
    """One of a few texts. `changes` describes each that is not as trained."""

    kind = "choice"
    titles: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, str] = field(default_factory=dict)

    @property
    def options(self) -> dict[str, str]:
        return dict(self.titles)

    def read(self, text: str) -> str:
        if text not in self.titles:
            raise ValueError(text)
        return text

    def describe(self, value: Any, trace: Trace | None) -> Iterator[str]:
        text = self.write(value)
        yield t(self.changes[text], value=t(self.titles[text]))

    def browser_values(self) -> dict[str, Any]:
        return super().browser_values() | {"changes": dict(self.changes)}


@dataclass(frozen=True)
class _Switch(_Choice):
    """A choice of "on" and "off"."""

    kind = "switch"

    def read(self, text: str) -> bool:  # type: ignore[override]
        return super().read(text) == "on"

    def write(self, value: Any) -> str:
        return "on" if value else "off"


@dataclass(frozen=True)
class _Count(WhatIfEntry):
    """A number of tokens, 0 as trained: titles and changes of none, one and several.

    The panel offers 1 and `counts`; an address may have any other.
    """

    kind = "count"
    counts: tuple[int, ...] = ()
    titles: tuple[str, str, str] = ("", "", "")
    changes: tuple[str, str] = ("", "")

    @property
    def options(self) -> dict[str, str]:
        return dict(_options_of_count(self.titles, self.counts, current_locale()))

    def read(self, text: str) -> int:
        return _parse_ordinal(text) + 1

    def describe(self, value: int, trace: Trace | None) -> Iterator[str]:
        yield t(self.changes[value > 1], count=value)

    def browser_values(self) -> dict[str, Any]:
        return super().browser_values() | {"changes": self.changes}


@cache  # a run asks six times
def _options_of_count(
    titles: tuple[str, str, str], counts: tuple[int, ...], locale: str
) -> dict[str, str]:
    none, single, several = titles
    more = {str(count): t(several, count=count) for count in counts}
    return {"0": t(none), "1": t(single), **more}


@dataclass(frozen=True)
class _Number(WhatIfEntry):
    """A positive number, from a list in the panel."""

    kind = "number"
    offered: tuple[str, ...] = ()
    change: str = ""

    @property
    def options(self) -> dict[str, str]:
        return {text: text for text in self.offered}

    def read(self, text: str) -> float:
        number = float(text)
        if not 0 < number < float("inf"):
            raise ValueError(text)
        return number

    def write(self, value: float) -> str:
        return f"{value:g}"

    def describe(self, value: float, trace: Trace | None) -> Iterator[str]:
        yield t(self.change, value=value)

    def browser_values(self) -> dict[str, Any]:
        return super().browser_values() | {"change": self.change}


@dataclass(frozen=True)
class _Several(WhatIfEntry):
    """Entries with commas between them, each read and written by a function."""

    kind = "several"
    read_one: Callable[[str], Any] = str
    write_one: Callable[[Any], str] = str
    describe_all: Callable[[Any, Trace | None], Iterable[str]] = lambda value, trace: ()

    def read(self, text: str) -> tuple[Any, ...]:
        return tuple(sorted({self.read_one(part) for part in text.split(",")}))

    def write(self, value: Iterable[Any]) -> str:
        return ",".join(map(self.write_one, value))

    def describe(self, value: Any, trace: Trace | None) -> Iterable[str]:
        return self.describe_all(value, trace)


# --- the entries of those with several ------------------------------------------------------------


def _parse_ordinal(text: str) -> int:
    """Parse a 1-based index into a 0-based one. Raises ValueError for other text, as "01" is."""
    if not (text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 9):
        raise ValueError(text)
    return int(text) - 1


def _read_swap(text: str) -> tuple[int, str]:
    place, new = text.split(":")
    return _parse_ordinal(place), unquote(new, errors="strict")


def _write_swap(swap: tuple[int, str]) -> str:
    place, word = swap
    return f"{place + 1}:{quote(word, safe='')}"


def _describe_swaps(swaps: Iterable[tuple[int, str]], trace: Trace | None) -> Iterator[str]:
    for place, word in swaps:
        yield t(
            "word {number} is “{word}”" if word else "word {number} is left out",
            number=place + 1,
            word=word,
        )


def _read_head(text: str) -> tuple[str, int, int]:
    stack, layer, number = text.split("-")
    return stack, _parse_ordinal(layer), _parse_ordinal(number)


def _describe_silenced(
    silenced: tuple[tuple[str, int, int], ...], trace: Trace | None
) -> Iterator[str]:
    """Describe silenced heads, those of a layer together."""
    layers: dict[tuple[str, int], list[int]] = {}
    for stack, layer, head in silenced[:_MOST_HEADS]:
        layers.setdefault((stack, layer), []).append(head)
    for (stack, layer), heads in layers.items():
        if len(heads) == 1:
            yield t("{head} is off", head=head_name(stack, layer, heads[0]))
            continue
        numbers = [str(head + 1) for head in heads]
        yield t(
            "heads#several heads off",
            mechanism=t(STACK_TITLES[stack]).lower(),
            layer=layer + 1,
            heads=", ".join(numbers[:-1]),
            last=numbers[-1],
        )
    if len(silenced) > _MOST_HEADS:
        yield t("{count} more heads are off", count=len(silenced) - _MOST_HEADS)


def _read_cell(text: str) -> tuple[str, int, int, int, int, float]:
    stack, *places, weight = text.split("-")
    layer, number, query, key = map(_parse_ordinal, places)
    if not 0 <= float(weight) <= 1:
        raise ValueError(text)
    return stack, layer, number, query, key, float(weight)


def _write_cell(cell: tuple[str, int, int, int, int, float]) -> str:
    stack, layer, head, query, key, weight = cell
    digits = f"{weight:.6f}".rstrip("0").rstrip(".")
    return f"{HeadChoice(stack, layer, head).key}-{query + 1}-{key + 1}-{digits}"


def _describe_forced(
    cells: Iterable[tuple[str, int, int, int, int, float]], trace: Trace | None
) -> Iterator[str]:
    assert trace is not None
    axes = {
        "encoder": (trace.source, trace.source),
        "decoder": (trace.decoder_input, trace.decoder_input),
        "cross": (trace.predicted, trace.source),
    }
    for stack, layer, head, query, key, weight in cells:
        rows, columns = axes[stack]
        yield t(
            "heads#a forced weight",
            head=head_name(stack, layer, head),
            row=rows[query],
            column=columns[key],
            weight=weight,
        )


def _describe_blocked(places: tuple[int, ...], trace: Trace | None) -> Iterator[str]:
    assert trace is not None
    words = [t("“{word}”", word=trace.source[place]) for place in places]
    yield t(
        "{words} is hidden from the decoder"
        if len(words) == 1
        else "{words} are hidden from the decoder",
        words=", ".join(words),
    )


def _read_gate(text: str) -> tuple[str, str, float]:
    lstm, name, value = text.split(":")
    return lstm.replace("-", " "), name, float(value)


def _write_gate(gate: tuple[str, str, float]) -> str:
    lstm, name, value = gate
    return f"{lstm.replace(' ', '-')}:{name}:{value:g}"


def _describe_gates(gates: Iterable[tuple[str, str, float]], trace: Trace | None) -> Iterator[str]:
    for lstm, gate, value in gates:
        yield t(
            "heads#a forced gate",
            gate=t(QUANTITIES[gate]),
            lstm=layer_title(lstm),
            value=value,
        )


def _read_patch(text: str) -> _Patch:
    """Read "2-1-1:sentence", a state of the stack that reads, or "cross-output-3-2-1-1:sentence".

    The numbers are the layer, the head where the kind has one, the token that takes the part and
    the one that gives it. Without both tokens each takes that of the token at its place.
    """
    places, sentence = text.split(":")
    parts = places.split("-")
    stack, kind, layer, *numbers = parts if places[:1].isalpha() else ("", "state", *parts)
    if kind not in PATCH_KINDS or len(numbers) not in (PATCH_KINDS[kind], 2 + PATCH_KINDS[kind]):
        raise ValueError(text)
    depth = 0 if (kind, layer) == ("state", "0") else _parse_ordinal(layer) + (kind == "state")
    ordinals = [*map(_parse_ordinal, numbers)]
    head = ordinals.pop(0) if PATCH_KINDS[kind] else NO_HEAD
    here, there = ordinals or (EVERY, EVERY)
    return unquote(sentence, errors="strict"), stack, kind, depth, head, there, here


def _write_patch(patch: _Patch) -> str:
    sentence, stack, kind, layer, head, there, here = patch
    parts = [stack, kind] if stack else []
    parts.append(str(layer + (kind != "state")))
    parts += [str(head + 1)] if PATCH_KINDS[kind] else []
    parts += [] if here == EVERY else [str(here + 1), str(there + 1)]
    return f"{'-'.join(parts)}:{quote(sentence, safe='')}"


def _describe_patched(patches: tuple[_Patch, ...], trace: Trace | None) -> Iterator[str]:
    assert trace is not None
    named = patches if len(patches) <= _MOST_STATES else patches[: _MOST_STATES - 1]
    for sentence, stack, kind, layer, head, there, here in named:
        reads = stack in ("", "encoder") or (stack, kind) == ("cross", "values")
        tokens = trace.source if trace.source and reads else trace.decoder_input
        names = {"token": tokens[here], "number": there + 1, "sentence": sentence}
        if not stack:
            yield t(
                "heads#a state of another sentence"
                if layer
                else "heads#an input of another sentence",
                layer=layer,
                **names,
            )
            continue
        part = t(
            _PARTS[kind if PATCH_KINDS[kind] else f"{stack} {kind}"],
            head=head_name(stack, layer, head),
            layer=layer + (kind != "state"),
        )
        yield t(
            "heads#parts of another sentence"
            if here == EVERY
            else "heads#a part of another sentence",
            part=part,
            **names,
        )
    if len(patches) > len(named):
        yield t("heads#more states", count=len(patches) - len(named))


# --- the table -----------------------------------------------------------------------------------

# In the order of the sentence.
WHAT_IFS: tuple[WhatIfEntry, ...] = (
    _Several("swap", "swap", "", _read_swap, _write_swap, _describe_swaps, of_sentence=True),
    _Choice(
        "positions",
        "positions",
        translatable("Positions"),
        translatable(
            {
                "as trained": "Sinusoids, as trained",
                "off": "No positions",
                "shuffled": "Shuffled",
            }
        ),
        translatable(
            {"off": "the model has no word order", "shuffled": "the positions are shuffled"}
        ),
    ),
    _Choice(
        "mask",
        "mask",
        "",
        translatable({"causal": "Causal, as trained", "none": "None"}),
        translatable({"none": "the causal mask is off"}),
    ),
    _Count(
        "window",
        "window",
        translatable("The decoder sees"),
        (2, 3, 4, 5, 6),
        translatable(("All words before", "The last 1", "The last {count}")),
        translatable(
            (
                "the decoder sees only the current word",
                "the decoder sees only the last {count} words",
            )
        ),
    ),
    _Choice(
        "scale",
        "scale",
        translatable("Scores are scaled by"),
        {"1/sqrt(d_head)": translatable("1/√d_head, as trained"), "1": "1", "1/d_head": "1/d_head"},
        dict.fromkeys(("1", "1/d_head"), translatable("scores are scaled by {value}")),
    ),
    _Number(
        "temperature",
        "temperature",
        translatable("Temperature (1: as trained; higher: blurred)"),
        # Close together, for the picture follows the slider as it is dragged.
        (
            *("1", "0.1", "0.15", "0.2", "0.25", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"),
            *("1.1", "1.25", "1.5", "1.75", "2", "2.5", "3", "4", "5", "6", "8", "10"),
        ),
        translatable("the temperature is {value:g} instead of 1"),
    ),
    _Switch(
        "null_key",
        "null-key",
        translatable("Null key"),
        translatable({"off": "None, as trained", "on": "With score 0 and value 0"}),
        translatable({"on": "heads#a null key"}),
    ),
    _Several(
        "silenced",
        "off",
        "",
        _read_head,
        lambda head: HeadChoice(*head).key,
        _describe_silenced,
    ),
    _Several("forced", "force", "", _read_cell, _write_cell, _describe_forced, of_sentence=True),
    _Several(
        "blocked",
        "block",
        "",
        _parse_ordinal,
        lambda place: str(place + 1),
        _describe_blocked,
        of_sentence=True,
    ),
    _Count(
        "padding",
        "padding",
        translatable("Padding after the sentence"),
        (2, 5, 10, 20),
        translatable(("0 tokens", "1 token", "{count} tokens")),
        translatable(("1 token of padding follows", "{count} tokens of padding follow")),
    ),
    _Switch(
        "padding_mask",
        "padding-mask",
        translatable("Padding mask"),
        translatable({"on": "On, as trained", "off": "Off"}),
        translatable({"off": "the padding mask is off"}),
    ),
    _Several("gates", "gate", "", _read_gate, _write_gate, _describe_gates),
    _Several(
        "patched", "patch", "", _read_patch, _write_patch, _describe_patched, of_sentence=True
    ),
)
BY_FIELD = {entry.field: entry for entry in WHAT_IFS}
NAMES = {entry.field: entry.parameter for entry in WHAT_IFS}
# What a title names: not the words of one run, nor what follows them.
_IN_TITLES = "swap", "positions", "mask", "window", "scale", "temperature", "silenced"


def parameters(what_if: WhatIf) -> dict[str, str]:
    """Write the what-ifs as address parameters, indices from 1; {} for a model as trained."""
    return {
        entry.parameter: entry.write(getattr(what_if, entry.field))
        for entry in WHAT_IFS
        if entry.field in what_if.applied
    }


def read_what_if(parameters: Mapping[str, str]) -> tuple[WhatIf, dict[str, str]]:
    """Read the what-ifs of address parameters, and the reasons for refusals by parameter."""
    values, refusals = {}, {}
    for entry in WHAT_IFS:
        if entry.parameter not in parameters:
            continue
        try:
            value = entry.read(parameters[entry.parameter])
            WhatIf(**{entry.field: value})
        except UserError as error:
            refusals[entry.parameter] = explain(error)
        except ValueError:
            refusals[entry.parameter] = t(UNREADABLE, name=entry.parameter)
        else:
            values[entry.field] = value
    return WhatIf(**values), refusals


def _changes_of(what_if: WhatIf, trace: Trace | None) -> Iterator[str]:
    for entry in WHAT_IFS:
        if entry.field in what_if.applied and (trace is not None or entry.field in _IN_TITLES):
            yield from entry.describe(getattr(what_if, entry.field), trace)


def sentence(what_if: WhatIf, trace: Trace) -> str:
    """Describe the changes in a sentence; "" for a model as trained.

    Of typed text only words are quoted.
    """
    text = "; ".join(_changes_of(what_if, trace))
    return text and f"{text[0].upper()}{text[1:]}."


def summary(what_if: WhatIf) -> str:
    """Describe the changes for a title, without those of single words of a run."""
    return "; ".join(_changes_of(what_if, None))


def head_name(stack: str, layer: int, head: int) -> str:
    """Name a head within a sentence."""
    return t(
        "{mechanism} layer {layer}, head {head}",
        mechanism=t(STACK_TITLES[stack]).lower(),
        layer=layer + 1,
        head=head + 1,
    )
