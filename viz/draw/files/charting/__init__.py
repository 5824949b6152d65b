"""Charts on paper: `viz.draw.chart` drawn by matplotlib, for slides, papers and copiers."""

from ...chart import ChartSpec
from ..files import matplotlib_session
from ..presets import Preset, preset_of
from .axes import finish_axes, prepare_axes
from .fitting import fit_chart
from .keys import add_colour_bar, add_legend
from .marks import paint_mark
from .notes import paint_arrow, paint_note, paint_rule
from .sheet import Sheet


def draw_chart(chart: ChartSpec, caption: str = "", preset: str | Preset = "slide"):
    """Draw a chart with its caption as a matplotlib Figure.

    Raises ValueError for an unknown preset.
    """
    look = preset_of(preset) if isinstance(preset, str) else preset
    with matplotlib_session():
        sheet = Sheet(chart, look, caption)
        prepare_axes(sheet)
        for mark in chart.marks:
            paint_mark(sheet, mark)
        for rule in chart.rules:
            paint_rule(sheet, rule)
        for arrow in chart.arrows:
            paint_arrow(sheet, arrow)
        for note in chart.notes:
            paint_note(sheet, note)
        finish_axes(sheet)
        if chart.heatmap is not None:
            add_colour_bar(sheet, chart.heatmap)
        add_legend(sheet)
        fit_chart(sheet)
        sheet.axes.figure.set_dpi(sheet.preset.dpi)
        return sheet.axes.figure
