"""Charts as the screen shows them."""

import plotly.graph_objects as go

from viz.draw.chart import Chart, Theme
from viz.draw.plotly import plotly_figure


def on_screen(chart: Chart, theme: Theme = "light") -> go.Figure:
    """Return the Plotly figure of a chart, validated by Plotly."""
    return go.Figure(plotly_figure(chart, theme))
