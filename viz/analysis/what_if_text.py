"""What-ifs as text: the parameters of an address, and the sentence under pictures.

No Streamlit, no torch.
"""

from urllib.parse import quote, unquote

from models import Trace, UserError, WhatIf

from ..base.language import t, translatable
from .views import QUANTITIES, STACK_TITLES, HeadChoice, layer_title

# The parameter of each field in the address.
NAMES = {
    "swap": "swap",
    "positions": "positions",
    "mask": "mask",
    "window": "window",
    "scale": "scale",
    "temperature": "temperature",
    "silenced": "off",
    "forced": "force",
    "blocked": "block",
    "padding": "padding",
    "padding_mask": "padding-mask",
    "gates": "gate",
}
SCALES = {"1/sqrt(d_head)": "1/√d_head", "1": "1", "1/d_head": "1/d_head"}
FIRST = WhatIf()
MOST_HEADS = 4  # silenced heads that the sentence names
UNREADABLE = translatable("The value of “{name}” in the address cannot be read.")


def parameters(what_if: WhatIf) -> dict[str, str]:
    """Write the what-ifs as address parameters, indices from 1; {} for a model as trained."""
    written = {
        "swap": ",".join(f"{word + 1}:{quote(text, safe='')}" for word, text in what_if.swap),
        "silenced": ",".join(HeadChoice(*head).key for head in what_if.silenced),
        "forced": ",".join(
            f"{HeadChoice(stack, layer, head).key}-{query + 1}-{key + 1}-{weight:.6f}".rstrip(
                "0"
            ).rstrip(".")
            for stack, layer, head, query, key, weight in what_if.forced
        ),
        "blocked": ",".join(str(place + 1) for place in what_if.blocked),
        "padding_mask": "on" if what_if.padding_mask else "off",
        "gates": ",".join(
            f"{lstm.replace(' ', '-')}:{gate}:{value:g}" for lstm, gate, value in what_if.gates
        ),
        "temperature": f"{what_if.temperature:g}",
    }
    return {
        name: written.get(field, str(getattr(what_if, field)))
        for field, name in NAMES.items()
        if getattr(what_if, field) != getattr(FIRST, field)
    }


def read(parameters: dict[str, str]) -> tuple[WhatIf, dict[str, str]]:
    """Read the what-ifs of address parameters, and the reasons for refusals by parameter."""

    def head(text: str) -> tuple[str, int, int]:
        stack, layer, number = text.split("-")
        return stack, parse_ordinal(layer), parse_ordinal(number)

    def cell(text: str) -> tuple[str, int, int, int, int, float]:
        stack, *places, weight = text.split("-")
        layer, number, query, key = map(parse_ordinal, places)
        if not 0 <= float(weight) <= 1:
            raise ValueError(text)
        return stack, layer, number, query, key, float(weight)

    def word(text: str) -> tuple[int, str]:
        place, new = text.split(":")
        return parse_ordinal(place), unquote(new, errors="strict")

    def gate(text: str) -> tuple[str, str, float]:
        lstm, name, value = text.split(":")
        return lstm.replace("-", " "), name, float(value)

    def one_of(*options: str):
        return lambda text: options[options.index(text)]

    def several(one):
        return lambda text: tuple(sorted({one(part) for part in text.split(",")}))

    readers = {
        "swap": several(word),
        "positions": one_of("as trained", "off", "shuffled"),
        "mask": one_of("causal", "none"),
        "window": lambda text: parse_ordinal(text) + 1,
        "scale": one_of(*SCALES),
        "temperature": positive,
        "silenced": several(head),
        "forced": several(cell),
        "blocked": several(parse_ordinal),
        "padding": lambda text: parse_ordinal(text) + 1,
        "padding_mask": lambda text: one_of("on", "off")(text) == "on",
        "gates": several(gate),
    }
    values, refusals = {}, {}
    for field, name in NAMES.items():
        if name in parameters:
            try:
                values[field] = readers[field](parameters[name])
                WhatIf(**{field: values[field]})
            except UserError as error:
                refusals[name] = t(error.text, **error.values)
            except ValueError:
                refusals[name] = t(UNREADABLE, name=name)
    return WhatIf(
        **{field: value for field, value in values.items() if NAMES[field] not in refusals}
    ), refusals


def parse_ordinal(text: str) -> int:
    """Parse a 1-based index into a 0-based one. Raises ValueError for other text, as "01" is."""
    if not (text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 9):
        raise ValueError(text)
    return int(text) - 1


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError(text)
    return number


def sentence(what_if: WhatIf, trace: Trace) -> str:
    """Describe the changes in a sentence; "" for a model as trained.

    Of typed text only words are quoted.
    """
    changes = [
        *describe_input(what_if),
        *describe_scores(what_if),
        *describe_silenced(what_if),
        *describe_forced(what_if, trace),
        *describe_sight(what_if, trace),
        *describe_gates(what_if),
    ]
    text = "; ".join(changes)
    return f"{text[0].upper()}{text[1:]}." if changes else ""


def summary(what_if: WhatIf) -> str:
    """Describe the changes for a title, without those of single words of a run."""
    changes = describe_input(what_if), describe_scores(what_if), describe_silenced(what_if)
    return "; ".join(change for kind in changes for change in kind)


def describe_input(what_if: WhatIf) -> list[str]:
    """Describe changes of the words read and of their order."""
    changes = [
        t(
            "word {number} is “{word}”" if text else "word {number} is left out",
            number=place + 1,
            word=text,
        )
        for place, text in what_if.swap
    ]
    if what_if.positions != FIRST.positions:
        changes.append(
            t(
                "the model has no word order"
                if what_if.positions == "off"
                else "the positions are shuffled"
            )
        )
    return changes


def describe_scores(what_if: WhatIf) -> list[str]:
    """Describe changes between scores and weights."""
    changes = []
    if what_if.mask != FIRST.mask:
        changes.append(t("the causal mask is off"))
    if what_if.window:
        changes.append(
            t(
                "the decoder sees only the last {count} words"
                if what_if.window > 1
                else "the decoder sees only the current word",
                count=what_if.window,
            )
        )
    if what_if.scale != FIRST.scale:
        changes.append(t("scores are scaled by {factor}", factor=SCALES[what_if.scale]))
    if what_if.temperature != FIRST.temperature:
        changes.append(
            t("the temperature is {temperature:g} instead of 1", temperature=what_if.temperature)
        )
    return changes


def describe_silenced(what_if: WhatIf) -> list[str]:
    """Describe silenced heads, those of a layer together."""
    layers: dict[tuple[str, int], list[int]] = {}
    for stack, layer, head in what_if.silenced[:MOST_HEADS]:
        layers.setdefault((stack, layer), []).append(head)
    changes = []
    for (stack, layer), heads in layers.items():
        if len(heads) == 1:
            changes.append(t("{head} is off", head=head_name(stack, layer, heads[0])))
            continue
        numbers = [str(head + 1) for head in heads]
        changes.append(
            t(
                "{mechanism} layer {layer}, heads {heads} and {last} are off",
                mechanism=t(STACK_TITLES[stack]).lower(),
                layer=layer + 1,
                heads=", ".join(numbers[:-1]),
                last=numbers[-1],
            )
        )
    if len(what_if.silenced) > MOST_HEADS:
        changes.append(t("{count} more heads are off", count=len(what_if.silenced) - MOST_HEADS))
    return changes


def describe_forced(what_if: WhatIf, trace: Trace) -> list[str]:
    """Describe forced weights."""
    changes = []
    for stack, layer, head, query, key, weight in what_if.forced:
        rows, columns = {
            "encoder": (trace.source, trace.source),
            "decoder": (trace.decoder_input, trace.decoder_input),
            "cross": (trace.predicted, trace.source),
        }[stack]
        changes.append(
            t(
                "in {head}, the weight from “{row}” to “{column}” is set to {weight:g}",
                head=head_name(stack, layer, head),
                row=rows[query],
                column=columns[key],
                weight=weight,
            )
        )
    return changes


def describe_sight(what_if: WhatIf, trace: Trace) -> list[str]:
    """Describe hidden words and padding."""
    changes = []
    if what_if.blocked:
        words = [t("“{word}”", word=trace.source[place]) for place in what_if.blocked]
        changes.append(
            t(
                "{words} is hidden from the decoder"
                if len(words) == 1
                else "{words} are hidden from the decoder",
                words=", ".join(words),
            )
        )
    if what_if.padding:
        changes.append(
            t(
                "1 token of padding follows"
                if what_if.padding == 1
                else "{count} tokens of padding follow",
                count=what_if.padding,
            )
        )
    if not what_if.padding_mask:
        changes.append(t("the padding mask is off"))
    return changes


def describe_gates(what_if: WhatIf) -> list[str]:
    """Describe forced gates."""
    return [
        t(
            "the {gate} of the LSTM “{lstm}” is {value:g} in every unit",
            gate=t(QUANTITIES[gate]),
            lstm=layer_title(lstm),
            value=value,
        )
        for lstm, gate, value in what_if.gates
    ]


def head_name(stack: str, layer: int, head: int) -> str:
    """Name a head within a sentence."""
    return t(
        "{mechanism} layer {layer}, head {head}",
        mechanism=t(STACK_TITLES[stack]).lower(),
        layer=layer + 1,
        head=head + 1,
    )
