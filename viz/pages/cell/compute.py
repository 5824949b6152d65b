"""The content of the page on the inside of an LSTM cell."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import Request, Trace, UserError

from ...analysis.derivation import Derivation
from ...analysis.walkthrough.cell import (
    LayerRun,
    cell_chain,
    derive_cell,
    layer_run,
    memory_chains,
)
from ...analysis.what_if_text import sentence as describe_changes
from ...base.language import format_number, t
from ...base.libraries import LIBRARIES
from ...base.theme import model_colour
from ...draw.chart import Chart
from ...draw.head_pictures import trace_caption
from ...draw.picture import Picture
from ...draw.step_pictures import step_picture
from ...draw.tables import number, written
from ...view.computation import (
    Computation,
    Export,
    ExportMenu,
    PageContent,
    app_address,
    name_weights,
    trace_files,
)
from ...view.runner import Runner
from .charts import Chain, chain_chart
from .diagram import cell_diagram
from .find import FindContent, compute_find
from .linear import LinearContent
from .loss import LossByStep
from .settings import CellSettings, layer_of, plain_chain, trace_of

_RNN = "seq2seq-rnn"  # the plain network that an LSTM is compared with
_TINY = 1e-300  # instead of 0 below a fraction
_NUMBERS = (  # of one unit, by grid of the derivation, in the order of the computation
    "cell_before",
    "before",
    "forget",
    "input",
    "candidate",
    "kept",
    "added",
    "cell",
    "output",
    "squashed",
    "hidden",
)
_MOST_FACTORS = 5  # of a product, written out
_VANISHED, _EXPLODED = 0.01, 10.0  # gradients of the median unit that the text calls so


@dataclass(frozen=True)
class CellContent(PageContent[CellSettings]):
    """The content of the page; each look computes what it shows."""

    trace: Trace

    @cached_property
    def run(self) -> LayerRun:
        """The layer on show."""
        layer = layer_of(self.settings)
        return layer_run(self.trace, self.runner.model(self.settings.lstm).parameters(layer), layer)

    @property
    def place(self) -> int:
        return self.settings.cell_row - 1

    @property
    def unit(self) -> int:
        return self.settings.unit - 1

    @property
    def step(self) -> int:
        return (self.settings.cell_step or 1) - 1

    @property
    def who(self) -> str:
        return self.run.tokens[self.place]

    @cached_property
    def derivation(self) -> Derivation:
        """All steps of the cell at the chosen token."""
        return derive_cell(self.run, self.place, self.unit)

    @property
    def changes(self) -> str:
        """The forced gate in a sentence; "" for the model as trained."""
        return describe_changes(self.trace.request.what_if, self.trace)

    @cached_property
    def numbers(self) -> dict[str, float]:
        """The numbers of the unit, by grid of the derivation, in the order of the computation."""
        grids = self.derivation.grids
        return {name: float(grids[name].values[0, self.unit]) for name in _NUMBERS if name in grids}

    @property
    def diagram(self) -> Chart:
        """The cell with the numbers of the unit."""
        step = self.derivation.steps[self.step]
        what = t(
            "{title}; unit {unit} of {count}; {step}",
            title=self.derivation.title,
            unit=self.unit + 1,
            count=self.run.hidden.shape[1],
            step=step.name.lower(),
        )
        numbers = written(
            ("quantity", "value"),
            ((self.derivation.grids[name].title, number(v)) for name, v in self.numbers.items()),
        )
        chart = cell_diagram(self.numbers, self.who, step.shows)
        return chart.with_caption(trace_caption(self.trace, what), numbers)

    @property
    def lines(self) -> list[str]:
        """The computation of the unit, an equation with its numbers for each step."""
        if self.run.gates is None:
            return [self.line_of_sum("hₜ", "hidden", "tanh")]
        n = {name: _factor(value) for name, value in self.numbers.items()}
        return [
            self.line_of_sum("fₜ", "forget", "σ"),
            self.line_of_sum("iₜ", "input", "σ"),
            self.line_of_sum("C̃ₜ", "candidate", "tanh"),
            f"Cₜ = fₜ · Cₜ₋₁ + iₜ · C̃ₜ = {n['forget']} · {n['cell_before']} + {n['input']} · "
            f"{n['candidate']} = **{_result(self.numbers['cell'])}**",
            self.line_of_sum("oₜ", "output", "σ"),
            f"hₜ = oₜ · tanh(Cₜ) = {n['output']} · {n['squashed']} = "
            f"**{_result(self.numbers['hidden'])}**",
        ]

    def line_of_sum(self, symbol: str, gate: str, function: str) -> str:
        """Write σ(w · [hₜ₋₁, xₜ] + b) of one gate."""
        value = f"**{_result(self.numbers[gate])}**"
        if gate in self.run.forced:
            return f"{symbol} = {value} ({t('set by you')})"
        grids = self.derivation.grids
        dot, bias = grids[f"{gate}_dot"].values[0, 0], grids[f"{gate}_bias"].values[0, self.unit]
        sums = f"{_factor(dot)} + {_factor(bias)}"
        return f"{symbol} = {function}(w · [hₜ₋₁, xₜ] + b) = {function}({sums}) = {value}"

    # --- the gradient --------------------------------------------------------------------------

    @property
    def is_alone(self) -> bool:
        """Whether each unit is followed through itself alone, and not by all paths."""
        return self.settings.paths == "alone"

    @cached_property
    def memory(self) -> tuple[np.ndarray, np.ndarray]:
        """The gradients of every cell and every state of an LSTM by all paths."""
        request = self.trace.request
        return self.runner.compute_once(
            f"memory {request!r} {self.run.layer} {self.place}",
            t("Following the gradients back through the {model}", model="LSTM"),
            lambda progress: memory_chains(self.run, self.place),
        )

    @cached_property
    def cells(self) -> np.ndarray | None:
        """The gradient of every cell, `[token read, unit]`; None without gates."""
        if self.run.gates is None:
            return None
        return cell_chain(self.run, self.place) if self.is_alone else self.memory[0]

    @cached_property
    def words(self) -> list[str]:
        """The tokens read up to the chosen one, in the order of reading."""
        return [self.run.tokens[place] for place in self.run.places(self.place)]

    @cached_property
    def plain_run(self) -> LayerRun | None:
        """The layer of the plain network that reads in the same direction.

        None where it cannot read the sentence.
        """
        if self.cells is None:
            return self.run
        try:
            trace = self.runner.trace(Request(_RNN, self.settings.sentence))
        except UserError:
            return None
        model, layer = self.runner.model(_RNN), self.run.layer
        if layer not in model.capabilities.recurrent:
            layer = "encoder forward" if self.run.step == 1 else "encoder backward"
        return layer_run(trace, model.parameters(layer), layer)

    @cached_property
    def plain_words(self) -> list[str]:
        """What the plain network reads in as many steps; nothing where it cannot."""
        run = self.plain_run
        if run is None:
            return []
        places = run.places(len(run.tokens) - 1 if run.step == 1 else 0)
        return [run.tokens[place] for place in places[: len(self.words)]]

    @cached_property
    def states(self) -> np.ndarray | None:
        """The same of the units of the plain network; None where it reads other words."""
        run = self.plain_run
        if run is None or self.plain_words != self.words:
            return None
        # Both read the same number of tokens, from the same end.
        last = len(self.words) - 1 if run.step == 1 else len(run.tokens) - len(self.words)
        return plain_chain(run, last, self.settings)

    @property
    def plain_unit(self) -> int:
        """The unit of the plain network on show: the chosen one, or the one that reaches furthest.

        Only where there is a plain network.
        """
        assert self.states is not None
        return self.unit if self.cells is None else int(self.states[0].argmax())

    @property
    def chart(self) -> Chart:
        """The gradients back to each word."""
        settings, chains = self.settings, []
        median = t("median of its units")
        if self.cells is not None:
            colour = model_colour(settings.lstm)
            name = t("LSTM, cell of unit {unit}", unit=self.unit + 1)
            if self.is_alone:
                name = t("LSTM, unit {unit}: ∏ f", unit=self.unit + 1)
            chains += [
                Chain(name, self.cells[:, self.unit], colour),
                Chain(median, np.median(self.cells, axis=1), colour, "dash"),
            ]
        if self.states is not None:
            name = t("plain RNN, state of unit {unit}", unit=self.plain_unit + 1)
            if self.is_alone:
                name = t("plain RNN, unit {unit}: ∏ w · tanh′", unit=self.plain_unit + 1)
            changes = [f"W · {settings.scale:g}"] if (settings.scale or 1) != 1 else []
            changes += ["tanh′ = 1"] if settings.linear else []
            if changes:
                name = f"{name} ({', '.join(changes)})"
            colour = model_colour(_RNN)
            chains += [
                Chain(name, self.states[:, self.plain_unit], colour),
                Chain(median, np.median(self.states, axis=1), colour, "dash"),
            ]
        what = t("cell#gradient by all paths", who=self.who)
        if self.is_alone:
            what = t("cell#gradient of each unit", who=self.who)
        chart = chain_chart(chains, self.words, settings.cut or 0)
        return chart.with_caption(trace_caption(self.trace, what))

    @property
    def findings(self) -> list[str]:
        """The products as factors, and what became of the gradient, in sentences."""
        steps = len(self.words) - 1
        if not steps:
            return [t("“{who}” is the first word: there is nothing before it.", who=self.who)]
        sentences = []
        facts: dict[str, object] = {"steps": steps}
        if self.cells is not None:
            facts |= {"unit": self.unit + 1, "factors": _product_of(self.cells[:, self.unit])}
            product = (
                t("LSTM, unit {unit}, {steps} steps back: ∏ f = {factors}", **facts)
                if self.is_alone
                else t("LSTM, cell of unit {unit}, {steps} steps back: ‖∏ J‖ = {factors}", **facts)
            )
            sentences.append(f"{product}. {_verdict(self.cells)}")
            if not self.is_alone:
                state_text = t(
                    "The median state h, which shows a part of its cell, has {value}.",
                    value=_short(float(np.median(self.memory[1][0]))),
                )
                sentences[-1] += f" {state_text}"
        if self.states is not None:
            unit_values = self.states[:, self.plain_unit]
            facts |= {"unit": self.plain_unit + 1, "factors": _product_of(unit_values)}
            product = (
                t("Plain RNN, unit {unit}, {steps} steps back: ∏ |w · tanh′| = {factors}", **facts)
                if self.is_alone
                else t(
                    "Plain RNN, unit {unit}, {steps} steps back: ‖∏ W · tanh′‖ = {factors}", **facts
                )
            )
            sentences.append(f"{product}. {_verdict(self.states)}")
        elif self.plain_words:
            sentences.append(
                t(
                    "No plain RNN is drawn: it does not read these words. It reads: {words}.",
                    words=" ".join(self.plain_words),
                )
            )
        else:
            sentences.append(t("No plain RNN is drawn: it cannot read this sentence."))
        cut = self.settings.cut or 0
        if 0 < cut < steps:
            sentences.append(t("cell#truncated backpropagation", cut=cut, count=steps - cut))
        return sentences

    @cached_property
    def loss(self) -> LossByStep | None:
        """What each step adds to the gradient of the loss; None but of a plain language model."""
        model = self.runner.model(self.settings.lstm)
        if self.run.gates is not None or "project" not in self.run.weights:
            return None
        return LossByStep.of(model, self.trace, self.run.layer, self.place)

    # --- files ------------------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        look = self.settings.look
        files = trace_files(self.trace)
        if look != "gradient":
            files["xlsx"] = self.write_workbook
        exports = [Export("", self.draw)]
        if look == "gradient" and (loss := self.loss) is not None:
            exports.append(Export(t("Loss by step"), lambda: loss.chart, "loss"))
        return ExportMenu(f"cell {look}", tuple(exports), files, f"cell-{look}")

    def write_workbook(self) -> bytes:
        """Return the computation of the unit as a spreadsheet of formulas."""
        results = [name for name in ("cell", "hidden") if name in self.derivation.grids]
        about = [
            t("Unit {unit} of {count}", unit=self.unit + 1, count=self.run.hidden.shape[1]),
            self.trace.sentence.strip(),
            *filter(None, [self.changes]),
            name_weights(self.runner.model(self.settings.lstm)),
        ]
        file: bytes = LIBRARIES.spreadsheet.derivation_workbook(
            derive_cell(self.run, self.place, self.unit, alone=True),
            results,
            about,
            app_address("cell", self.settings, self.runner),
        )
        return file

    def draw(self) -> Picture | Chart:
        """Draw the look on show for a file."""
        if self.settings.look == "unit":
            return self.diagram
        if self.settings.look == "gradient":
            return self.chart
        about = trace_caption(self.trace, t("one cell step by step"))
        return step_picture(self.derivation, self.step, about)


def _result(value: float) -> str:
    return format_number(value + 0.0, ".3f")


def _factor(value: float) -> str:
    """Write a number within an equation; a negative one in brackets."""
    text = _result(value)
    return f"({text})" if value < 0 else text


def _product_of(chain: np.ndarray) -> str:
    """Write a gradient as the product of its factors, from the last word back, and its value."""
    factors = (chain[:-1] / np.maximum(chain[1:], _TINY))[::-1]
    texts = [_short(value) for value in factors[:_MOST_FACTORS]]
    texts += ["…"] * (len(factors) > _MOST_FACTORS)
    return f"{' · '.join(texts)} = {_short(chain[0])}"


def _short(value: float) -> str:
    spec = ".0e" if value < 0.01 else ".2f" if value < 100 else ",.0f"
    return format_number(float(value), spec)


def _verdict(chain: np.ndarray) -> str:
    """Say what became of the gradient of the median unit, `chain [token read, unit]`."""
    value = float(np.median(chain[0]))
    facts = {"value": _short(value), "vanished": _VANISHED, "exploded": _EXPLODED}
    if value < _VANISHED:
        return t("The median unit has {value}, below {vanished:g}: it vanishes.", **facts)
    if value > _EXPLODED:
        return t("The median unit has {value}, above {exploded:g}: it explodes.", **facts)
    return t(
        "The median unit has {value}, between {vanished:g} and {exploded:g}: it still arrives.",
        **facts,
    )


def _compute(settings: CellSettings, runner: Runner) -> CellContent | FindContent | LinearContent:
    """Run the model. Raises UserError for an unreadable sentence."""
    if settings.look == "linear":
        return LinearContent(settings, runner)
    if settings.look == "find":
        return compute_find(settings, runner)
    return CellContent(settings, runner, trace_of(settings, runner))


COMPUTATION = Computation("cell", CellSettings, _compute)
