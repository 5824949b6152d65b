"""A recurrent translator unrolled: its state after each piece read and written."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models import Trace

from ...analysis.views import read_axis, source_axis
from ...analysis.walkthrough.cell import LayerRun, derive_cell, layer_run
from ...base.language import format_number, t
from ...draw.chart import Chart
from ...draw.head_pictures import trace_caption
from ...draw.tables import number, numbered, written
from ...view.computation import Export, ExportMenu, trace_files
from ...view.runner import Runner
from .diagram import Unrolled, unrolled_chart
from .settings import BottleneckSettings, unrolled_trace


@dataclass(frozen=True)
class UnrolledContent:
    """The network at one step."""

    settings: BottleneckSettings
    trace: Trace
    network: Unrolled

    @property
    def menu(self) -> ExportMenu:
        file = f"{self.settings.unrolled}-unrolled"
        exports = (Export("", lambda: self.chart),)
        return ExportMenu("unrolled", exports, trace_files(self.trace), file)

    @property
    def step(self) -> int:
        return (self.settings.step or 1) - 1

    @property
    def finding(self) -> str:
        """What happens at this step."""
        return _describe_step(self.network, self.step)

    @cached_property
    def chart(self) -> Chart:
        """The network, lit at the step."""
        network = self.network
        numbers = written(
            ("side", "piece", "unit", "value"),
            (
                (side, piece, str(unit + 1), number(float(value)))
                for side, pieces, states in (
                    ("encoder", network.read, network.encoder),
                    ("decoder", network.fed, network.decoder),
                )
                for piece, state in zip(numbered(pieces), states, strict=True)
                for unit, value in enumerate(state)
            ),
        )
        summary = t(
            "The encoder reads {read}; the decoder reads {fed}.",
            read=" ".join(network.read),
            fed=" ".join(network.fed[: max(network.writing(self.step) + 1, 0)]) or "–",
        )
        caption = trace_caption(self.trace, t("unrolled. {what}", what=self.finding))
        chart = replace(unrolled_chart(network, self.step), summary=summary)
        return chart.with_caption(caption, numbers)


def compute_unrolled(settings: BottleneckSettings, runner: Runner) -> UnrolledContent:
    """Run the network; the first state of the decoder is that which the encoder hands over.

    Raises UserError for a sentence that cannot be read, and where the decoder, computed anew from
    that state, has other numbers.
    """
    trace = unrolled_trace(settings, runner)
    model = runner.model(trace.request.model)
    ahead, back, decoder = (
        layer_run(trace, model.parameters(layer), layer) for layer in model.capabilities.recurrent
    )
    derive_cell(decoder, 0, 0)
    return UnrolledContent(settings, trace, _unroll(trace, ahead, back, decoder))


def _unroll(trace: Trace, ahead: LayerRun, back: LayerRun, decoder: LayerRun) -> Unrolled:
    """Return the states of a run, from those of its three layers."""
    maps = trace.attention["cross"]
    return Unrolled(
        source_axis(trace).labels(False),
        read_axis(trace).labels(False),
        trace.predicted,
        tuple(choice.probability for choice in trace.choices),
        np.concatenate([ahead.hidden, back.hidden], axis=1),
        decoder.first[0],
        decoder.hidden,
        decoder.gates is not None,
        None if maps is None else maps.weights[0, 0],
    )


def _describe_step(network: Unrolled, step: int) -> str:
    """Say what happens at a step."""
    read, place = network.read, network.writing(step)
    if step < len(read):
        return t(
            "bottleneck#a step of the encoder",
            step=step + 1,
            count=network.steps,
            ahead=read[step],
            back=read[-1 - step],
        )
    units = len(network.handed)
    if place < 0:
        size = (
            t("{units} numbers and {units} of the cell", units=units)
            if network.has_cell
            else t("{units} numbers", units=units)
        )
        values = {"step": step + 1, "count": network.steps, "pieces": len(read), "size": size}
        if network.weights is None:
            return t("bottleneck#handed over alone", **values)
        return t("bottleneck#handed over, beside attention", **values)
    wrote = (
        t("Step {step} of {count}: the decoder reads “{fed}” and writes “{predicted}” ({chance}).")
        if place + 1 == len(network.fed)
        else t("bottleneck#a step of the decoder")
    )
    wording = wrote.format(
        step=step + 1,
        count=network.steps,
        fed=network.fed[place],
        predicted=network.predicted[place],
        chance=format_number(network.chances[place], ".0%"),
    )
    if network.weights is None:
        return wording
    best = int(network.weights[place].argmax())
    looked = t(
        "Of the states it looks most at that of “{piece}”: {weight:.2f}.",
        piece=read[best],
        weight=float(network.weights[place, best]),
    )
    return f"{wording} {looked}"
