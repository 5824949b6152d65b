"""Charts on paper: `viz.figures.chart` drawn by matplotlib, for slides, papers and copiers."""

from .drawing import draw_chart

__all__ = ["draw_chart"]
