"""Settings of the page on the inside of an LSTM cell."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models import Request, Trace, WhatIf, shipped
from models.corpus.cells import CODE
from models.corpus.cells import CONCEPTS as CELL_CONCEPTS
from models.linear import Comparison, card
from models.normalisation import BREAK, INDENT, with_signs
from models.request import GATES

from ...analysis.views import layer_title, lstm_axis
from ...analysis.walkthrough.cell import LayerRun, cell_chain, layer_run, state_chain
from ...base.language import MODEL_TITLES, t, translatable
from ...base.libraries import LIBRARIES
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number, switch, text

_MODELS = "seq2seq", "seq2seq-rnn", "bilstm-additive", "bilstm-dot", "lstm-lm", "rnn-lm", "elmo"
_FIRST_ROW = 3  # from 1: the token read in the step on show at first
_LOOKS = translatable(
    {
        "unit": "One unit",
        "units": "All units",
        "gradient": "Gradient",
        "find": "Find a cell",
        "linear": "Without softmax",
    }
)
CONCEPTS = translatable(
    {
        "quotes": "Inside quotes",
        "later": "Second half of the paragraph",
        "brackets": "Inside brackets",
        "upper": "Capital letters",
        "own-words": "Words of your own",
        "comments": "Code: comments",
        "strings": "Code: strings",
        "expressions": "Code: inside brackets",
        "nested": "Code: nested brackets",
        "indented": "Code: 2 indents or more",
    }
)
_LONGEST_PROGRAM = 510  # characters, with signs, that the model of code reads
_PROGRAM = """def mean(values, weights=None):
    # Without weights all values count alike.
    if weights is None:
        weights = [1 for _ in values]
    if sum(weights) == 0:
        raise ValueError("the weights add up to 0 (no mean)")
    return sum(v * w for v, w in zip(values, weights)) / sum(weights)
"""
_CODE_CONCEPTS = CELL_CONCEPTS[CODE]
_WORDS = "he, she, him, her"
_STEPS = translatable(
    (
        "Reads",
        "Forget gate",
        "Input gate",
        "Candidate",
        "New cell",
        "Output gate",
        "Hidden state",
    )
)
_PLAIN_STEPS = translatable(("Reads", "New state"))  # of a network without gates
_TRAINED = "as-trained"
_FORCED = translatable(
    {
        _TRAINED: "Gates as trained",
        "forget-1": "Forget gate = 1",
        "forget-0": "Forget gate = 0",
        "input-1": "Input gate = 1",
        "input-0": "Input gate = 0",
        "output-1": "Output gate = 1",
        "output-0": "Output gate = 0",
    }
)
_SCALES = {
    "1": translatable("W as trained"),
    **{scale: f"W · {scale}" for scale in ("0.5", "2", "3", "5")},
}
_PATHS = translatable({"all": "All paths", "alone": "Each unit through itself alone"})
_CUTS = translatable(
    {
        "0": "Back to the first word",
        "2": "Cut after 2 steps",
        "4": "Cut after 4 steps",
        "8": "Cut after 8 steps",
    }
)


def _models_with_cells(known: Known, runner: Runner) -> Options:
    return {name: MODEL_TITLES[name] for name in _MODELS if name in shipped()}


def _model_of_tab(known: Known, runner: Runner) -> str:
    return known.model


def _of_a_step(known: Known, runner: Runner) -> bool:
    """Return whether the look is at one step of a network of words."""
    return known.look not in ("find", "linear")


def _layers(known: Known, runner: Runner) -> Options:
    names = runner.model(known.lstm).capabilities.recurrent
    return {name.replace(" ", "-"): layer_title(name) for name in names}


def _has_gates(known: Known, runner: Runner) -> bool:
    return _of_a_step(known, runner) and bool(runner.model(known.lstm).capabilities.lstms)


def trace_of(known: Known, runner: Runner) -> Trace:
    """Run the model as the settings say."""
    forced = () if known.gate in (None, _TRAINED) else (known.gate.split("-"),)
    gates = tuple((layer_of(known), name, float(value)) for name, value in forced)
    return runner.trace(Request(known.lstm, known.sentence, what_if=WhatIf(gates=gates)))


def layer_of(known: Known) -> str:
    return str(known.layer).replace("-", " ")


def _run_of(known: Known, runner: Runner) -> LayerRun:
    """Run the model and return the layer on show."""
    layer = layer_of(known)
    parameters = runner.model(known.lstm).parameters(layer)
    return layer_run(trace_of(known, runner), parameters, layer)


def _tokens(known: Known, runner: Runner) -> Options:
    """List the tokens that the layer reads, by their place from 1."""
    axis = lstm_axis(trace_of(known, runner), layer_of(known))
    return {str(place): token for place, token in enumerate(axis.tokens, 1)}


def _first_token(known: Known, runner: Runner) -> str:
    """Return the token on show at first; in the look at gradients the last one read."""
    count = len(_tokens(known, runner))
    if known.look == "gradient":
        return "1" if "backward" in known.layer else str(count)
    return str(min(_FIRST_ROW, count))


def _steps(known: Known, runner: Runner) -> Options:
    names = _STEPS if _has_gates(known, runner) else _PLAIN_STEPS
    return {str(place): name for place, name in enumerate(names, 1)}


def _step_on_show(known: Known, runner: Runner) -> str:
    """Return the step at first: of one unit that which makes the new cell, else the first."""
    return "5" if known.look == "unit" and _has_gates(known, runner) else "1"


def _shows(*looks: str) -> Callable[[Known, Runner], bool]:
    """Return the condition that one of these looks is chosen."""
    return lambda known, runner: known.look in looks


def _count_units(known: Known, runner: Runner) -> int:
    return len(runner.model(known.lstm).parameters(layer_of(known))["of_hidden"])


def _telling_unit(known: Known, runner: Runner) -> int:
    """Return the unit to follow at first, from 1.

    Of the model as trained it is that whose gates are farthest from 0 and 1 at the chosen token, so
    that each of its numbers matters; in the look at gradients the one that reaches furthest, in an
    LSTM through its own forget gates.
    """
    run, place = _run_of(known, runner), known.cell_row - 1
    if known.look == "gradient":
        chain = cell_chain(run, place) if run.gates else plain_chain(run, place, known)
        return 1 + int(chain[0].argmax())
    if run.gates is None:
        return 1 + int(np.abs(run.hidden[place]).argmin())
    trained = runner.trace(Request(known.lstm, known.sentence)).gates[layer_of(known)]
    gates = [getattr(trained, name)[min(place, len(trained.cell) - 1)] for name in GATES]
    return 1 + int(np.abs(np.array(gates) - 0.5).max(0).argmin())


def plain_chain(run: LayerRun, last: int, known: Known) -> np.ndarray:
    """Return the gradients of a plain network as the settings say, `[token read, unit]`."""
    return state_chain(run, last, known.scale or 1, bool(known.linear), known.paths == "alone")


def compare_heads(known: Known, runner: Runner) -> Comparison:
    """Let the two networks with and without softmax read the sentence."""
    comparison: Comparison = runner.compute_once(
        f"linear {known.sentence!r}",
        t("Two networks read the sentence"),
        lambda progress: LIBRARIES.linear.compare_attentions(known.sentence),
    )
    return comparison


def _count_read(known: Known, runner: Runner) -> int:
    return len(compare_heads(known, runner).linear.key_tokens)


def _linear_heads(known: Known, runner: Runner) -> Options:
    layers, heads = card()["sizes"]["n_layers"], card()["sizes"]["n_heads"]
    return {
        f"{layer}-{head}": t("layer {layer}, head {head}", layer=layer, head=head)
        for layer in range(1, layers + 1)
        for head in range(1, heads + 1)
    }


def _check_program(code: str) -> str:
    """Return why code cannot be read; "" where it can.

    The model reads a sign as one character, and of others beyond ASCII each byte.
    """
    signs = str.maketrans(BREAK + INDENT, "  ")
    count = len(with_signs(code).translate(signs).encode(errors="replace"))
    if count <= _LONGEST_PROGRAM:
        return ""
    return t("cell#code too long", count=count, most=_LONGEST_PROGRAM)


@dataclass(frozen=True)
class CellSettings(Settings):
    """The layer, the step and the unit on show, and the gate that is forced."""

    look: str = choice(_LOOKS, parameter="cell-look")
    lstm: str = choice(
        _models_with_cells, _model_of_tab, parameter="cell-model", applies=_of_a_step
    )
    layer: str = choice(_layers, parameter="cell-layer", applies=_of_a_step)
    gate: str | None = choice(
        _FORCED, parameter="cell-gate", applies=_has_gates, omitted_when_default=True
    )
    cell_row: int = choice(
        _tokens, _first_token, parameter="cell-row", parse=int, applies=_of_a_step
    )
    scale: float | None = choice(
        _SCALES,
        parameter="rnn-scale",
        parse=float,
        write="{:g}".format,
        applies=_shows("gradient"),
        omitted_when_default=True,
    )
    linear: bool | None = switch(
        False, parameter="rnn-linear", applies=_shows("gradient"), omitted_when_default=True
    )
    paths: str | None = choice(
        _PATHS, parameter="cell-paths", applies=_shows("gradient"), omitted_when_default=True
    )
    unit: int = number(_telling_unit, 1, _count_units, parameter="cell-unit", applies=_of_a_step)
    cell_step: int | None = choice(
        _steps, _step_on_show, parameter="cell-step", parse=int, applies=_shows("unit", "units")
    )
    cell_all: bool | None = switch(
        False, parameter="cell-all", applies=_shows("units"), omitted_when_default=True
    )
    cut: int | None = choice(
        _CUTS,
        parameter="cell-cut",
        parse=int,
        applies=_shows("gradient"),
        omitted_when_default=True,
    )
    linear_head: str | None = choice(
        _linear_heads, parameter="linear-head", applies=_shows("linear"), omitted_when_default=True
    )
    linear_row: int | None = number(
        _count_read,
        1,
        _count_read,
        parameter="linear-row",
        applies=_shows("linear"),
        omitted_when_default=True,
        of_sentence=True,
    )
    concept: str | None = choice(
        CONCEPTS, parameter="cell-concept", applies=_shows("find"), omitted_when_default=True
    )
    program: str | None = text(
        _PROGRAM,
        parameter="cell-code",
        applies=lambda known, runner: known.concept in _CODE_CONCEPTS,
        check=_check_program,
        omitted_when_default=True,
    )
    own_words: str | None = text(
        _WORDS,
        parameter="cell-words",
        applies=lambda known, runner: known.concept == "own-words",
        omitted_when_default=True,
    )
