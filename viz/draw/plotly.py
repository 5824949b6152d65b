"""A chart as Plotly's figure, a plain dictionary."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from ..base.language import current_locale, format_number, language_of
from ..base.theme import translucent
from .chart import (
    GUIDE,
    Arrow,
    Axis,
    Band,
    Bars,
    Chart,
    ColourBar,
    Heatmap,
    Legend,
    Mark,
    Note,
    RowFrame,
    Rule,
    Series,
    Theme,
    palette_colours,
)
from .colouring import colour_between, ink_on

_LINE = 17  # pixels of a line of an axis's title
_LECTURE_TYPE = 24  # pixels
_LECTURE = _LECTURE_TYPE / 13  # scale of type, lines and margins in a lecture
_LECTURE_HEIGHT = 1.4
_LECTURE_CELL, _LECTURE_ROOM = 1.35, 300  # scale of texts in cells; pixels for all of their lines
# That have a label each, on a screen and in a lecture; of more every second one has, or third.
_MOST_CATEGORIES, _MOST_IN_LECTURES = 24, 16
_LEGEND_BOX = {"orientation": "h", "x": 0, "yanchor": "bottom"}


def plotly_figure(chart: Chart, theme: Theme = "light", lecture: bool = False) -> dict:
    """Return `{"data": [trace], "layout": {…}}` in a theme's colours, larger for a lecture."""
    return _Drawer(chart, theme, _LECTURE if lecture else 1).figure()


def _markup(text: str) -> str:
    """Escape plain text for Plotly."""
    return escape(text, quote=False).replace("\n", "<br>")


def _percent_ticks(axis: Axis) -> Sequence[float]:
    """Return the ticks of an axis of shares from 0 to 1 without labels; () for other axes."""
    if axis.log or axis.labels is not None or not axis.number_format.endswith("%"):
        return ()
    limits = axis.limits or (0, 0)
    # Of other axes Plotly thins the ticks itself.
    whole = limits[0] <= 0 and 1 <= limits[1] < 2 and not axis.angles
    return axis.ticks or (np.arange(0, 1.01, 0.2).tolist() if whole else ())


def _percent_labels(ticks: Sequence[float], number_format: str) -> dict:
    """Format the ticks in the reader's language: Plotly puts no space before a %."""
    labels = [format_number(tick, number_format) for tick in ticks]
    return {"tickvals": list(ticks), "ticktext": labels}


def _template(hover: str | None, title: str, together: bool) -> dict:
    """Return the hover settings of a mark; a box for all series (`together`) names them itself."""
    if hover is None:
        return {"hoverinfo": "skip"}
    if not hover:
        return {}
    beside = "" if together else f"<extra>{_markup(title)}</extra>"
    return {"hovertemplate": _markup(hover) + beside}


def _numbers(values):
    """Keep arrays, which Streamlit sends packed; return other sequences as lists."""
    return values if isinstance(values, np.ndarray) else list(values)


def _one_or_each(value: str | Sequence[str]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


class _Drawer:
    """Draws one chart for the screen; `scale` is that of type, lines and margins."""

    def __init__(self, chart: Chart, theme: Theme, scale: float):
        self.chart, self.theme, self.scale = chart, theme, scale

    def figure(self) -> dict:
        shapes = [self.rule(rule) for rule in self.chart.rules]
        arrows = [self.arrow(arrow) for arrow in self.chart.arrows]
        notes = [self.note(note) for note in self.chart.notes]
        layout = self.layout()
        if shapes:
            layout["shapes"] = shapes
        if arrows or notes:
            layout["annotations"] = arrows + notes
        data = [trace for mark in self.chart.marks for trace in self.traces(mark)]
        return {"data": data, "layout": layout}

    def font(self, size: float) -> dict:
        return {"size": size * self.scale}

    def line(self, colour: str, width: float, dash: str = "solid") -> dict:
        style = {"color": colour, "width": width * self.scale}
        return style if dash == "solid" else style | {"dash": dash}

    # --- around the marks ------------------------------------------------------------------------

    def layout(self) -> dict:
        chart, margins = self.chart, self.chart.margins
        layout: dict[str, Any] = {
            "height": chart.height * (_LECTURE_HEIGHT if self.scale != 1 else 1),
            "margin": {
                "l": margins.left * self.scale,
                "r": margins.right * self.scale,
                # A legend takes the room it needs above the axes.
                "t": margins.top * (self.scale if chart.legend is None else 1),
                "b": (margins.bottom - self.saved_lines * _LINE) * self.scale,
            },
            "hovermode": "x unified" if chart.hover_together else "closest",
            "showlegend": chart.legend is not None,
            "xaxis": self.axis(chart.x),
            "yaxis": self.axis(chart.y),
        }
        spoken = language_of(current_locale())
        if spoken.signs:
            layout["separators"] = spoken.decimal + spoken.thousands
        if self.scale != 1:
            layout["font"] = self.font(13)
        if chart.legend is not None:
            layout["legend"] = self.legend(chart.legend)
        if any(isinstance(mark, Bars) for mark in chart.marks):
            layout |= {"barmode": "group", "bargap": chart.bar_gap}
        if chart.same_scale:
            layout["yaxis"]["scaleanchor"] = "x"
        if chart.background is not None:
            layout["plot_bgcolor"] = translucent(*chart.background)
        return layout

    @property
    def saved_lines(self) -> int:
        """How many lines the title below the chart has less in a lecture, which is wide: one."""
        return 0 if self.scale == 1 else (self.chart.x.title or "").count("\n")

    def axis(self, axis: Axis) -> dict:
        settings: dict = {"tickfont": self.font(axis.tick_size)}
        if axis.title:
            title = axis.title if self.scale == 1 else axis.title.replace("\n", " ")
            settings["title"] = {"text": _markup(title), "font": self.font(axis.title_size)}
        if axis.log:
            settings["type"] = "log"
        if axis.limits is not None:
            limits = np.log10(axis.limits) if axis.log else axis.limits
            settings["range"] = [float(limit) for limit in limits]
        if axis.from_zero:
            settings["rangemode"] = "tozero"
        if axis.ticks is not None:
            settings["tickvals"] = list(axis.ticks)
        if axis.categories:
            # Plotly would leave out every other one, the first too, where there is little room.
            last = len(axis.categories) - 1
            most = _MOST_CATEGORIES if self.scale == 1 else _MOST_IN_LECTURES
            settings["tickvals"] = list(range(last, -1, -(last // most + 1)))
        if axis.labels is not None:
            settings["ticktext"] = [_markup(label) for label in axis.labels]
        if axis.step is not None:
            settings["dtick"] = axis.step
        if axis.number_format == "power":
            settings["exponentformat"] = "power"
        elif ticks := _percent_ticks(axis):
            settings |= _percent_labels(ticks, axis.number_format)
        elif axis.number_format:
            settings["tickformat"] = axis.number_format
        if len(axis.angles) == 1:
            settings["tickangle"] = axis.angles[0]
        elif axis.angles:
            settings["autotickangles"] = list(axis.angles)
        if axis.zero != "faint":
            settings["zeroline"] = axis.zero == "strong"
        if axis.zero == "strong":
            settings["zerolinecolor"] = GUIDE
        if axis.room is not None:
            settings["automargin"] = axis.room
        switches = {"visible": axis.visible, "showticklabels": axis.labelled, "showgrid": axis.grid}
        return settings | {name: False for name, on in switches.items() if not on}

    def legend(self, legend: Legend) -> dict:
        box = _LEGEND_BOX | {"y": 1 + legend.above, "font": self.font(legend.size)}
        if self.scale != 1:  # a chart that is made larger keeps the place of its legend
            box |= {"yref": "container", "y": 1, "yanchor": "top"}
        if legend.title:
            box["title"] = {"text": _markup(legend.title), "font": self.font(legend.size)}
        if legend.sample is not None:
            box["itemwidth"] = legend.sample * self.scale
        return box

    def rule(self, rule: Rule | RowFrame) -> dict:
        if isinstance(rule, RowFrame):
            return {
                "type": "rect",
                "x0": 0,
                "x1": 1,
                "xref": "x domain",
                "y0": rule.row - 0.5,
                "y1": rule.row + 0.5,
                "yref": "y",
                "line": self.line(rule.colour, rule.width),
            }
        across = "y" if rule.axis == "x" else "x"
        return {
            "type": "line",
            f"{rule.axis}0": rule.at,
            f"{rule.axis}1": rule.at,
            f"{rule.axis}ref": rule.axis,
            f"{across}0": 0,
            f"{across}1": 1,
            f"{across}ref": f"{across} domain",
            "line": self.line(rule.colour, rule.width, rule.dash),
        }

    def note(self, note: Note) -> dict:
        place: dict[str, Any] = {
            "text": _markup(note.text),
            "showarrow": False,
            "font": self.font(note.size),
        }
        if note.colour:
            place["font"]["color"] = note.colour
        for name, value, share, axis in (
            ("x", note.x, note.x_share, self.chart.x),
            ("y", note.y, note.y_share, self.chart.y),
        ):
            place[name] = float(np.log10(value)) if axis.log and not share else value
            if share:
                place[f"{name}ref"] = "paper"
        if note.side_x != "center":
            place["xanchor"] = note.side_x
        if note.side_y != "middle":
            place["yanchor"] = note.side_y
        if note.shift_x:
            place["xshift"] = note.shift_x * self.scale
        return place

    def arrow(self, arrow: Arrow) -> dict:
        (ax, ay), (x, y) = arrow.start, arrow.end
        refs = {"xref": "x", "yref": "y", "axref": "x", "ayref": "y"}
        return refs | {
            "x": x,
            "y": y,
            "ax": ax,
            "ay": ay,
            "text": "",
            "arrowhead": 2,
            "arrowwidth": arrow.width,
            "arrowcolor": arrow.colour,
            "standoff": arrow.gap * self.scale,
            "startstandoff": arrow.gap,
        }

    # --- the marks -------------------------------------------------------------------------------

    def traces(self, mark: Mark) -> list[dict]:
        if isinstance(mark, Heatmap):
            return [self.heatmap(mark), *self.cell_texts(mark)]
        if isinstance(mark, Bars):
            return [self.bars(mark)]
        if isinstance(mark, Band):
            return [self.band(mark)]
        return [self.series(mark)]

    def series(self, series: Series) -> dict:
        parts = {"lines": series.line, "markers": series.marker, "text": series.side}
        trace: dict[str, Any] = {
            "type": "scatter",
            "mode": "+".join(name for name, there in parts.items() if there) or "none",
            "x": _numbers(series.x),
            "y": _numbers(series.y),
            **_template(series.hover, series.hover_title, self.chart.hover_together),
        }
        if series.line and isinstance(series.colour, str):
            trace["line"] = self.line(series.colour, series.line, series.dash)
        if series.marker:
            trace["marker"] = {
                "size": series.marker * self.scale,
                "color": _one_or_each(series.colour),
                "symbol": _one_or_each(series.symbol),
            }
            symbols = [series.symbol] if isinstance(series.symbol, str) else series.symbol
            if any(symbol.endswith("-open") for symbol in symbols):
                widths = [2 * self.scale * symbol.endswith("-open") for symbol in symbols]
                trace["marker"]["line"] = {"width": widths if len(widths) > 1 else widths[0]}
        if series.opacity != 1 and series.line:
            trace["opacity"] = series.opacity
        elif series.opacity != 1:
            trace["marker"]["opacity"] = series.opacity
        if len(series.labels):
            trace["text"] = [_markup(label) for label in series.labels]
        if series.side:
            trace["textposition"] = _one_or_each(series.side)
            trace["textfont"] = self.font(series.label_size)
        if len(series.details):
            trace["customdata"] = self.details(series.details)
        if series.name:
            trace["name"] = _markup(series.name)
        if series.group:
            trace["legendgroup"] = series.group
        if not series.in_legend:
            trace["showlegend"] = False
        if not series.clipped:
            trace["cliponaxis"] = False
        return trace

    @staticmethod
    def details(details: Sequence | np.ndarray) -> list | np.ndarray:
        if isinstance(details, np.ndarray):
            return details
        return [_markup(detail) if isinstance(detail, str) else detail for detail in details]

    def band(self, band: Band) -> dict:
        return {
            "type": "scatter",
            "mode": "lines",
            "x": [*band.x, *band.x[::-1]],
            "y": [*band.high, *band.low[::-1]],
            "fill": "toself",
            "fillcolor": translucent(band.colour, band.opacity),
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
            "legendgroup": band.group,
            "name": _markup(band.name),
        }

    def bars(self, bars: Bars) -> dict:
        place_axis, place = (self.chart.y, "y") if bars.across else (self.chart.x, "x")
        trace: dict[str, Any] = {
            "type": "bar",
            "x": _numbers(bars.x),
            "y": _numbers(bars.y),
            "marker": {"color": self.bar_colours(bars)},
            **_template(bars.hover, "", self.chart.hover_together),
        }
        if place_axis.categories:
            trace[place] = [_markup(place_axis.categories[int(where)]) for where in bars.places]
        if bars.across:
            trace["orientation"] = "h"
        if bars.name:
            trace["name"] = _markup(bars.name)
        if not bars.in_legend:
            trace["showlegend"] = False
        if bars.labels:
            trace["text"] = [_markup(label) for label in bars.labels]
            trace["textposition"] = "outside" if bars.labels_shown else "none"
        if bars.labels_shown:
            trace["cliponaxis"] = False
        return trace

    @staticmethod
    def bar_colours(bars: Bars) -> str | list[str]:
        if not bars.opacity:
            return _one_or_each(bars.colour)
        count = len(bars.opacity)
        colours = [bars.colour] * count if isinstance(bars.colour, str) else bars.colour
        return [
            colour if opacity == 1 else translucent(colour, opacity)
            for colour, opacity in zip(colours, bars.opacity, strict=True)
        ]

    def heatmap(self, heatmap: Heatmap) -> dict:
        colours = palette_colours(heatmap.palette, self.theme)
        last = len(colours) - 1
        return {
            "type": "heatmap",
            **{
                name: [*map(_markup, axis.categories)]
                for name, axis in (("x", self.chart.x), ("y", self.chart.y))
                if axis.categories
            },
            "z": heatmap.values,
            "zmin": heatmap.least,
            "zmax": heatmap.most,
            "colorscale": [[place / last, colour] for place, colour in enumerate(colours)],
            **({"colorbar": self.colour_bar(heatmap.bar)} if heatmap.bar else {"showscale": False}),
            **({"text": self.texts(heatmap), "xgap": 1, "ygap": 1} if heatmap.texts else {}),
            **_template(heatmap.hover, "", self.chart.hover_together),
        }

    @staticmethod
    def texts(heatmap: Heatmap) -> list[list[str]]:
        return [[*map(_markup, row)] for row in heatmap.texts]

    def cell_texts(self, heatmap: Heatmap) -> list[dict]:
        """Return a trace of the texts in cells, in a lecture no higher than these.

        Each is black or white; Plotly's own choice has a contrast of 3 on the colours between.
        """
        if not heatmap.texts:
            return []
        size = heatmap.text_size
        if self.scale != 1:
            size = min(_LECTURE_CELL * size, _LECTURE_ROOM / len(heatmap.texts))
        colours = palette_colours(heatmap.palette, self.theme)
        shares = np.nan_to_num(heatmap.values - heatmap.least) / (heatmap.most - heatmap.least)
        rows, columns = np.indices(shares.shape).reshape(2, -1).tolist()
        inks = [ink_on(*colour_between(colours, share)) for share in shares.ravel().tolist()]
        return [
            {
                "type": "scatter",
                "mode": "text",
                "x": columns,
                "y": rows,
                "text": [text for row in self.texts(heatmap) for text in row],
                "textfont": {"size": size, "color": inks},
                "hoverinfo": "skip",
                "showlegend": False,
                "cliponaxis": True,
            }
        ]

    def colour_bar(self, bar: ColourBar) -> dict:
        settings = {
            "thickness": 12 * self.scale,
            "outlinewidth": 0,
            "xpad": 6,
            "tickvals": list(bar.ticks),
            "tickfont": self.font(bar.tick_size),
        }
        if bar.number_format.endswith("%"):
            settings |= _percent_labels(bar.ticks, bar.number_format)
        elif bar.number_format:
            settings["tickformat"] = bar.number_format
        if bar.above:
            settings |= {"orientation": "h", "y": 1, "yanchor": "bottom", "ypad": 4}
        if bar.title:
            title_font = self.font(bar.title_size)
            settings["title"] = {"text": _markup(bar.title), "side": "top", "font": title_font}
        return settings
