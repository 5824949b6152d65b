"""The app's Plotly figures drawn again for slides, papers and copiers: the trace types that `viz/figures` uses, no others."""

import re
from html import unescape

import numpy as np
import plotly.graph_objects as go

from ..theme import DIVERGING
from .page import GREYS, LINE, TEXT, Page, Preset, caption_lines, clean, grey, on, preset_of, save, shade, using, width, wrapped

GRID, AXIS = "#e3e7ed", "#8a93a1"
PIXELS = 13, 700  # of the usual type of a figure, and of its width
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
DASHES = {"dash": (4, 2), "dot": (1, 1.6), "dashdot": (4, 2, 1, 2), "longdash": (8, 3)}
GREY_DASHES = (None, (5, 2), (1, 1.5), (5, 2, 1, 2), (9, 3), (3, 1.5, 1, 1.5, 1, 1.5))
MARKERS = {"circle": "o", "square": "s", "diamond": "D", "x": "X", "cross": "P", "triangle-up": "^", "triangle-down": "v", "star": "*",
           "circle-open": "o", "line-ns": "|", "line-ew": "_"}
HATCHES = ("", "////", "....", "\\\\\\\\", "xx", "++", "oo")


def from_plotly(figure: go.Figure, caption: str = "", format: str = "svg", preset: str = "slide", transparent: bool = False) -> bytes:
    """The file of a figure with one pair of axes; equal figures give equal bytes.

    Raises ValueError for a type of trace that it does not know, by its name, and for a format or preset that there is not.
    """
    with using():
        return save(draw(figure, caption, preset), format, preset_of(preset), transparent)


def draw(figure: go.Figure, caption: str = "", preset: str = "slide"):
    """The figure as a matplotlib Figure."""
    unknown = sorted({trace.type for trace in figure.data} - {"scatter", "scattergl", "bar", "heatmap"})
    if unknown:
        raise ValueError(f"cannot draw a trace of type {', '.join(unknown)}, only scatter, bar and heatmap")
    look = preset_of(preset)
    with using():
        return Drawing(figure, look).figure(caption)


def plain(text: str | None) -> str:
    """Plotly's text without its markup; a line break stays one, and spaces beside each other a wide one, which SVG keeps."""
    lines = re.split(r"<br ?/?>", str(text or ""))
    bare = (clean(unescape(re.sub(r"</?(b|i|em|strong|sub|sup|span|a)( [^>]*)?>", "", line))) for line in lines)
    return "\n".join(re.sub(" {2,}", "\u2003", line) for line in bare)


def colour_of(text: str) -> tuple[str, float]:
    """A colour as "#rrggbb" and its opacity, from "#rrggbb", "rgb(…)", "rgba(…)" or a name."""
    from matplotlib.colors import to_hex, to_rgba

    if found := re.fullmatch(r"rgba?\(([^)]*)\)", text):
        parts = [float(part) for part in found[1].split(",")]
        return to_hex([part / 255 for part in parts[:3]]), parts[3] if len(parts) > 3 else 1.0
    return to_hex(text), to_rgba(text)[3]


def each(value, count: int, default) -> list:
    """A setting of every point, whether given once or for each."""
    if value is None:
        return [default] * count
    return list(value) if isinstance(value, (list, tuple, np.ndarray)) else [value] * count


class Drawing:
    """One figure on its way to paper. Lengths in points."""

    def __init__(self, figure: go.Figure, look: Preset):
        self.source, self.look = figure, look
        self.type = {960: 16.0, 240: 7.0}.get(look.width, 9.0)  # of what has PIXELS on the screen
        self.scale = self.type / PIXELS[0]
        self.places: dict[str, dict[str, int]] = {"x": {}, "y": {}}  # of the names on an axis of names
        self.ink, self.pale, self.edge = (colour if look.colours else grey(colour) for colour in (TEXT, GRID, AXIS))
        self.lines = 0
        self.names: list[tuple] = []  # of points: what is written, and how far from its point
        self.points: list[tuple[float, float]] = []  # that a name should not cover

    def size(self, pixels: float | None) -> float:
        return max(self.look.least, (pixels or PIXELS[0]) * self.scale)

    def colour(self, text: str) -> tuple[str, float]:
        found, opacity = colour_of(text)
        return found if self.look.colours else grey(found), opacity

    def figure(self, caption: str):
        look, layout = self.look, self.source.layout
        page = Page(look)
        lines, size = caption_lines(caption, look)
        below = LINE * size * len(lines) + (0.6 * size if lines else 0)
        wanted = look.width * min(max((layout.height or 400) / PIXELS[1], 0.36), 1.5)
        height = look.height or min(look.most, wanted + below + 2 * look.margin)
        page.caption(height - look.margin - LINE * size * len(lines), lines, size)
        figure = page.figure(height)
        figure.set_dpi(72)  # so that a pixel is a point while it is laid out
        self.box = look.margin, look.margin + below, look.width - look.margin, height - look.margin  # left, bottom, right, top
        self.page = look.width, height
        left, bottom, right, top = self.box
        self.axes = figure.add_axes([left / look.width, bottom / height, (right - left) / look.width, (top - bottom) / height])
        self.prepare()
        bars = [trace for trace in self.source.data if trace.type == "bar"]
        for trace in self.source.data:
            if trace.type == "heatmap":
                self.heatmap(trace)
            elif trace.type == "bar":
                self.bar(trace, bars)
            else:
                self.scatter(trace)
        for shape in layout.shapes:
            self.shape(shape)
        for note in layout.annotations:
            self.annotation(note)
        self.finish()
        figure.set_dpi(look.dpi)
        return figure

    # --- the axes --------------------------------------------------------------------------------

    def prepare(self) -> None:
        axes, layout = self.axes, self.source.layout
        heat = any(trace.type == "heatmap" for trace in self.source.data)
        for side, spine in axes.spines.items():
            spine.set_visible(not heat and side in ("left", "bottom"))
            spine.set(color=self.edge, linewidth=0.05 * self.type)
        axes.set_facecolor("none")
        if layout.plot_bgcolor:
            axes.set_facecolor((self.colour(layout.plot_bgcolor)[0], self.colour(layout.plot_bgcolor)[1]))
        for name in "xy":
            settings, axis = layout[f"{name}axis"], getattr(axes, f"{name}axis")
            if settings.type == "log":
                getattr(axes, f"set_{name}scale")("log")
            if settings.showgrid is not False and not heat and settings.visible is not False:
                axis.grid(True, which="major", color=self.pale, linewidth=0.05 * self.type)
        axes.set_axisbelow(True)
        axes.tick_params(which="major", length=0.25 * self.type, width=0.05 * self.type, color=self.edge, pad=0.25 * self.type)
        axes.tick_params(which="minor", length=0)

    def numbers(self, name: str, values) -> np.ndarray:
        """Values on an axis; names get places in the order they come."""
        values = [] if values is None else list(values)
        if any(isinstance(value, str) for value in values):
            places = self.places[name]
            return np.array([places.setdefault(str(value), len(places)) for value in values], float)
        return np.array([np.nan if value is None else value for value in values], float)

    def ticks(self, name: str) -> None:
        from matplotlib import ticker

        settings, axis = self.source.layout[f"{name}axis"], getattr(self.axes, f"{name}axis")
        size = self.size(settings.tickfont.size)
        if settings.visible is False:
            axis.set_visible(False)
            self.axes.spines["bottom" if name == "x" else "left"].set_visible(False)
            return
        values, texts = settings.tickvals, settings.ticktext
        if values is None and self.places[name]:
            values, texts = list(self.places[name].values()), list(self.places[name])
        if settings.showticklabels is False:
            axis.set_major_locator(ticker.NullLocator())
        elif values is not None:
            axis.set_major_locator(ticker.FixedLocator([float(value) for value in values]))
            written = self.format(settings.tickformat, settings.type == "log")
            names = [plain(text) for text in texts] if texts is not None else [written(value, 0) for value in values]
            axis.set_major_formatter(ticker.FixedFormatter(names))
        else:
            if settings.type == "log":
                axis.set_major_locator(ticker.LogLocator(numticks=8))
            elif settings.dtick:
                axis.set_major_locator(ticker.MultipleLocator(float(settings.dtick)))
            else:
                axis.set_major_locator(ticker.MaxNLocator(7, steps=[1, 2, 5, 10]))
            if settings.tickformat or settings.type == "log":
                axis.set_major_formatter(ticker.FuncFormatter(self.format(settings.tickformat, settings.type == "log")))
        axis.set_minor_locator(ticker.NullLocator())
        if name == "x" and settings.side == "top":
            axis.tick_top()
            axis.set_label_position("top")
        for label in axis.get_ticklabels():
            label.set(fontsize=size, color=self.ink, fontfamily=list(self.look.families))
        axis.set_tick_params(labelsize=size, labelcolor=self.ink, labelfontfamily=list(self.look.families),
                             labelrotation=90 if name == "x" and abs(settings.tickangle or 0) == 90 else 0)
        if settings.title.text:
            axis.set_label_text(plain(settings.title.text), fontsize=self.size(settings.title.font.size), color=self.ink,
                                fontfamily=list(self.look.families))

    @staticmethod
    def format(spec: str | None, log: bool):
        """How Plotly's `tickformat` writes a number; on a log axis powers of ten."""
        def written(value: float, place: int) -> str:
            if spec and spec.endswith("%"):
                return f"{value:{spec}}"
            if spec:
                return f"{value:{spec.replace('~', '')}}".replace("-", "−")
            if log and value > 0:
                power = np.log10(value)
                if abs(power - round(power)) < 1e-9:
                    return "10" + str(round(power)).translate(SUPERSCRIPT)
            return f"{value:g}".replace("-", "−")
        return written

    def ranges(self) -> None:
        axes, layout = self.axes, self.source.layout
        for name in "xy":
            settings = layout[f"{name}axis"]
            set_limits = getattr(axes, f"set_{name}lim")
            if settings.range:
                set_limits(*(10 ** np.array(settings.range, float) if settings.type == "log" else settings.range))
            elif settings.rangemode == "tozero":
                set_limits(0, None)
            elif settings.autorange == "reversed":
                getattr(axes, f"invert_{name}axis")()
        if layout.yaxis.scaleanchor or layout.xaxis.scaleanchor:
            axes.set_aspect("equal", adjustable="box")

    # --- what is drawn ---------------------------------------------------------------------------

    def scatter(self, trace) -> None:
        axes = self.axes
        x, y = self.numbers("x", trace.x), self.numbers("y", trace.y)
        if trace.x is None:
            x = np.arange(len(y))
        mode, opacity = trace.mode or "lines+markers", 1.0 if trace.opacity is None else trace.opacity
        line, own = self.colour(trace.line.color or "#1b2330")
        if trace.fill == "toself":
            face, share = self.colour(trace.fillcolor)
            axes.fill(x, y, facecolor=face, alpha=share, edgecolor="none", linewidth=0)
            return
        marked = [self.colour(colour)[0] for colour in each(trace.marker.color, len(x), trace.line.color or "#1b2330")]
        label = plain(trace.name) if trace.showlegend is not False and trace.name else "_"
        if "lines" in mode and (trace.line.width is None or trace.line.width > 0):
            dashes = DASHES.get(trace.line.dash)
            if not self.look.colours and dashes is None and label != "_":
                dashes = GREY_DASHES[self.lines % len(GREY_DASHES)]
                self.lines += 1
            drawn, = axes.plot(x, y, color=line, alpha=opacity * own, linewidth=(trace.line.width or 2) * self.scale * 0.8, label=label,
                               clip_on=True, solid_joinstyle="round")
            if dashes:
                drawn.set_dashes(dashes)
            label = "_" if "markers" not in mode else label
        if "markers" in mode:
            self.points += zip(x, y)
            symbols = each(trace.marker.symbol, len(x), "circle")
            sizes = np.array(each(trace.marker.size, len(x), 6), float) * self.scale
            share = trace.marker.opacity if isinstance(trace.marker.opacity, (int, float)) else 1.0
            for symbol in dict.fromkeys(symbols):
                chosen = np.array([one == symbol for one in symbols])
                axes.scatter(x[chosen], y[chosen], s=sizes[chosen] ** 2, c=[colour for colour, here in zip(marked, chosen) if here],
                             marker=MARKERS.get(symbol, "o"), alpha=opacity * share, linewidths=0, clip_on=False, zorder=3,
                             label=label if "lines" not in mode else "_")
            if "lines" in mode:  # one entry of the legend, with line and marker
                drawn.set(marker=MARKERS.get(symbols[0], "o"), markersize=float(sizes[0]) if len(sizes) else 1, markeredgewidth=0,
                          markevery=[])
        self.errors(trace, x, y, line)
        if "text" in mode:
            positions = each(trace.textposition, len(x), "middle center")
            for place, text in enumerate(each(trace.text, len(x), "")):
                self.beside(x[place], y[place], plain(text), positions[place], self.size(trace.textfont.size),
                            float(np.max(each(trace.marker.size, 1, 6))) * self.scale if "markers" in mode else 0)

    def errors(self, trace, x, y, colour: str) -> None:
        for name, values in (("x", trace.error_x), ("y", trace.error_y)):
            if values.array is not None and values.visible is not False:
                up = np.array(values.array, float)
                down = up if values.arrayminus is None else np.array(values.arrayminus, float)
                self.axes.errorbar(x, y, **{f"{name}err": np.stack([down, up])}, fmt="none", ecolor=colour, elinewidth=1.2 * self.scale,
                                   capsize=2.5 * self.scale)

    def beside(self, x: float, y: float, text: str, position: str, size: float, marker: float) -> None:
        """Text on one side of a point."""
        if not text or not np.isfinite([x, y]).all():
            return
        up, across = position.split()
        away = marker / 2 + 0.25 * size
        name = self.axes.annotate(
            text, (x, y), ({"left": -away, "right": away}.get(across, 0),
                           {"top": away, "bottom": -away}.get(up, 0)), textcoords="offset points",
            ha={"left": "right", "right": "left"}.get(across, "center"), va={"top": "bottom", "bottom": "top"}.get(up, "center"),
            fontsize=size, color=self.ink, fontfamily=list(self.look.families), annotation_clip=False)
        self.names.append((name, away))

    def bar(self, trace, bars: list) -> None:
        flat = trace.orientation == "h"
        where, length = (("y", "x") if flat else ("x", "y"))
        places, values = self.numbers(where, trace[where]), self.numbers(length, trace[length])
        group = self.source.layout.barmode in (None, "group") and len(bars) > 1
        number = next(place for place, one in enumerate(bars) if one is trace)
        wide = 1 - (self.source.layout.bargap if self.source.layout.bargap is not None else 0.2)
        each_wide = wide / len(bars) if group else wide
        offset = (number - (len(bars) - 1) / 2) * each_wide if group else 0.0
        colours = [self.colour(colour)[0] for colour in each(trace.marker.color, len(places), "#0072b2")]
        hatch = "" if self.look.colours or len(bars) == 1 else HATCHES[number % len(HATCHES)]
        draw_bars = self.axes.barh if flat else self.axes.bar
        draw_bars(places + offset, values, each_wide, color=colours, linewidth=0, hatch=hatch, hatchcolor="#ffffff" if hatch else None,
                  label=plain(trace.name) if trace.name and trace.showlegend is not False else "_")
        error = trace.error_x if flat else trace.error_y
        if error.array is not None:
            at = (values, places + offset) if flat else (places + offset, values)
            self.errors(trace, *at, self.ink)
        if trace.textposition in ("outside", "inside", "auto"):
            for place, value, text in zip(places + offset, values, each(trace.text, len(places), "")):
                side = ("right" if value >= 0 else "left", "center") if flat else ("center", "top" if value >= 0 else "bottom")
                position = f"middle {side[0]}" if flat else f"{side[1]} center"
                self.beside(*((value, place) if flat else (place, value)), plain(text), position, self.size(trace.textfont.size), 0)

    def heatmap(self, trace) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        cells = np.array(trace.z, float)
        least = float(np.nanmin(cells)) if trace.zmin is None else float(trace.zmin)
        most = float(np.nanmax(cells)) if trace.zmax is None else float(trace.zmax)
        stops = self.stops(trace, least, most)
        levels = np.where(np.isfinite(cells), np.rint(np.clip((cells - least) / ((most - least) or 1), 0, 1) * 200), -1)
        gap = 0.02 if trace.xgap else 0.0
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]]) * (1 - gap)
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        for level in np.unique(levels[levels >= 0]):
            middles = np.argwhere(levels == level)[:, ::-1]
            colour = shade(float(level) / 200, stops)
            self.axes.add_artist(PathPatch(Path((middles[:, None] + corners).reshape(-1, 2), np.tile(codes, len(middles))), facecolor=colour,
                                          edgecolor=colour if not gap else "none", linewidth=0.3 if not gap else 0, zorder=1, in_layout=False))
        self.axes.set(xlim=(-0.5, cells.shape[1] - 0.5), ylim=(-0.5, cells.shape[0] - 0.5))
        self.scale_of = trace, least, most, stops
        self.cell_texts = []
        if trace.texttemplate == "%{z:.2f}":
            self.cell_texts = [self.axes.text(column, row, f"{cells[row, column]:.2f}".replace("-", "−"), ha="center", va="center",
                                              fontsize=self.size(trace.textfont.size),
                                              fontfamily=list(self.look.families), color=on(shade(float(levels[row, column]) / 200,
                                                                                                  stops)), clip_on=True)
                               for row, column in np.argwhere(levels >= 0)]
        elif trace.texttemplate:
            raise ValueError(f"cannot draw the texttemplate {trace.texttemplate!r} of a heatmap, only %{{z:.2f}}")

    def stops(self, trace, least: float, most: float) -> tuple[str, ...]:
        """The colours from `least` to `most`; a figure made for a dark page gets those of a white one, a copier greys."""
        stops = tuple(colour_of(colour)[0] for _, colour in trace.colorscale)
        if len(stops) <= len(DIVERGING["dark"]) and stops == DIVERGING["dark"][: len(stops)]:
            stops = DIVERGING["light"][: len(stops)]
        if self.look.colours:
            return stops
        return GREYS if least < 0 < most else tuple(map(grey, stops))

    def shape(self, shape) -> None:
        """A line or a rectangle; "paper" and "domain" are shares of the axes."""
        axes = self.axes
        part = lambda ref: ref == "paper" or str(ref).endswith("domain")
        x, y = part(shape.xref), part(shape.yref)
        transform = axes.transAxes if x and y else axes.get_xaxis_transform() if y else axes.get_yaxis_transform() if x else axes.transData
        line = self.colour(shape.line.color or TEXT)[0]
        wide = (shape.line.width if shape.line.width is not None else 2) * self.scale
        if shape.type == "line":
            from matplotlib.lines import Line2D

            drawn = Line2D([shape.x0, shape.x1], [shape.y0, shape.y1], transform=transform, color=line, linewidth=wide, zorder=2.5)
            if shape.line.dash in DASHES:
                drawn.set_dashes(DASHES[shape.line.dash])
            axes.add_artist(drawn)
        elif shape.type == "rect":
            from matplotlib.patches import Rectangle

            face = self.colour(shape.fillcolor) if shape.fillcolor else None
            axes.add_artist(Rectangle((shape.x0, shape.y0), shape.x1 - shape.x0, shape.y1 - shape.y0, transform=transform, edgecolor=line
                                      if wide else "none",
                                      linewidth=wide, facecolor=(face[0], face[1]) if face else "none", zorder=2.5))
        else:
            raise ValueError(f"cannot draw a shape of type {shape.type}, only line and rect")

    def annotation(self, note) -> None:
        axes, layout = self.axes, self.source.layout
        part = lambda ref: ref == "paper" or str(ref).endswith("domain")
        data = lambda name, value: 10 ** float(value) if layout[f"{name}axis"].type == "log" else float(value)
        x, y = (value if part(ref) else data(name, value) for name, value, ref in (("x", note.x, note.xref), ("y", note.y, note.yref)))
        transform = (axes.transAxes if part(note.xref) and part(note.yref) else axes.get_xaxis_transform() if part(note.yref)
                     else axes.get_yaxis_transform() if part(note.xref) else axes.transData)
        size, style = self.size(note.font.size), {"fontfamily": list(self.look.families), "color": self.colour(note.font.color)[0]
                                                  if note.font.color else self.ink}
        shift = (note.xshift or 0) * self.scale, (note.yshift or 0) * self.scale
        sides = {"left": "left", "right": "right", "middle": "center", "top": "top", "bottom": "bottom"}
        if note.showarrow is False:
            axes.annotate(plain(note.text), (x, y), shift, xycoords=transform, textcoords="offset points",
                          ha=sides.get(note.xanchor, "center"),
                          va=sides.get(note.yanchor, "center"), fontsize=size, annotation_clip=False, **style)
            return
        arrow = {"arrowstyle": "-|>,head_length=0.5,head_width=0.25", "color": self.colour(note.arrowcolor or TEXT)[0],
                 "linewidth": (note.arrowwidth or 1) * self.scale,
                 "mutation_scale": 9 * self.scale, "shrinkA": (note.startstandoff
                                                               or 0) * self.scale, "shrinkB": (note.standoff or 0) * self.scale}
        from_data = str(note.axref or "pixel") != "pixel"
        start = (note.ax, note.ay) if from_data else ((note.ax if note.ax is not None else -10) * self.scale,
                                                      -(note.ay if note.ay is not None else -30) * self.scale)
        axes.annotate(plain(note.text), (x, y), start, xycoords=transform, textcoords="data" if from_data else "offset points",
                      ha="center", va="center",
                      fontsize=size, arrowprops=arrow, annotation_clip=False, **style)

    # --- the room --------------------------------------------------------------------------------

    def finish(self) -> None:
        """Ranges, ticks, legend, scale of colours; then everything is moved on to the page."""
        self.ranges()
        limits = {name: getattr(self.axes, f"get_{name}lim")() for name in "xy"}
        for name in "xy":
            self.ticks(name)
            getattr(self.axes, f"set_{name}lim")(*limits[name])
        self.bar_of_colours = None
        if hasattr(self, "scale_of") and self.scale_of[0].showscale is not False:
            self.colour_scale()
        self.legend()
        self.into_the_box()
        for _ in range(8):
            if not self.untangle():
                break
            self.into_the_box()
        if self.names and self.apart():
            self.into_the_box()
        if getattr(self, "cell_texts", []):
            box, (rows, columns) = self.axes.get_window_extent(), np.array(self.scale_of[0].z).shape
            size = min(self.cell_texts[0].get_fontsize(), 0.85 * box.width / columns / width("−0.00", 1, self.look),
                       0.6 * box.height / rows)
            for text in self.cell_texts:
                text.set_fontsize(round(size, 2)) if size >= 4 else text.set_visible(False)

    def legend(self) -> None:
        handles, labels = self.axes.get_legend_handles_labels()
        shown = self.source.layout.showlegend
        if shown is False or not labels or (shown is None and len([trace for trace in self.source.data
                                                                   if trace.showlegend is not False]) < 2):
            return
        settings = self.source.layout.legend
        size, title = self.size(settings.font.size), plain(settings.title.text).strip()
        room = self.box[2] - self.box[0]
        columns = next((count for count in range(len(labels), 1, -1) if max(
            sum(width(label, size, self.look) + 3.4 * size for label in labels[start : start + count]) for start in range(0, len(labels), count)) < 0.9 * room), 1)
        legend = self.axes.legend(
            handles, labels, title=title or None, loc="lower left", bbox_to_anchor=(0,
                                                                                    1.0), ncols=columns, frameon=False, borderaxespad=0.3,
            handlelength=1.6, columnspacing=1.2, handletextpad=0.5, alignment="left", prop={"family": list(self.look.families),
                                                                                            "size": size})
        legend.get_title().set(fontfamily=list(self.look.families), fontsize=size, color=self.ink)
        for handle in legend.legend_handles:
            if hasattr(handle, "set_sizes"):  # points, however small in the picture
                handle.set_sizes([(0.6 * size) ** 2])
        for text in legend.get_texts():
            text.set_color(self.ink)

    def colour_scale(self) -> None:
        """The scale of a heatmap's colours, on its right or above it."""
        from matplotlib import ticker
        from matplotlib.patches import Rectangle

        trace, least, most, stops = self.scale_of
        settings = trace.colorbar
        self.flat = settings.orientation == "h"
        axes = self.bar_of_colours = self.axes.figure.add_axes([0.5, 0.5, 0.1, 0.1])
        steps, edges = 100, np.linspace(least, most, 101)
        for step in range(steps):
            colour = shade((step + 0.5) / steps, stops)
            corner, wide, high = ((edges[step], 0), (most - least) / steps, 1) if self.flat else ((0, edges[step]), 1,
                                                                                                  (most - least) / steps)
            axes.add_artist(Rectangle(corner, wide, high, facecolor=colour, edgecolor=colour, linewidth=0.15, in_layout=False))
        along, across = ("x", "y") if self.flat else ("y", "x")
        getattr(axes, f"set_{along}lim")(least, most)
        getattr(axes, f"set_{across}lim")(0, 1)
        getattr(axes, f"{across}axis").set_visible(False)
        axis = getattr(axes, f"{along}axis")
        values = settings.tickvals if settings.tickvals is not None else [least, most]
        written = self.format(settings.tickformat, False)
        axis.set_major_locator(ticker.FixedLocator([float(value) for value in values]))
        axis.set_major_formatter(ticker.FixedFormatter([plain(text) for text in settings.ticktext] if settings.ticktext is not None else
                                                       [written(float(value), 0) for value in values]))
        size = self.size(settings.tickfont.size)
        axis.set_tick_params(labelsize=size, labelcolor=self.ink, labelfontfamily=list(self.look.families), length=0, pad=0.3 * size)
        if not self.flat:
            axes.yaxis.tick_right()
        for spine in axes.spines.values():
            spine.set(color=self.edge, linewidth=0.04 * self.type)
        if settings.title.text:
            axes.set_title(plain(settings.title.text), fontsize=self.size(settings.title.font.size), color=self.ink,
                           fontfamily=list(self.look.families), pad=0.4 * size, loc="left")

    def into_the_box(self) -> None:
        """Move the edges of the axes until everything that hangs on them is on the page, above the caption."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        figure, (wide, high) = self.axes.figure, self.page
        renderer = FigureCanvasAgg(figure).get_renderer()
        left, bottom, right, top = self.box
        edges = list(self.box)
        for _ in range(6):
            least = 0.15 * (right - left)
            edges[2] = max(edges[2], edges[0] + least)
            edges[3] = max(edges[3], edges[1] + 0.15 * (top - bottom))
            place = edges[0] / wide, edges[1] / high, (edges[2] - edges[0]) / wide, (edges[3] - edges[1]) / high
            self.axes.set_position(place)
            self.axes.apply_aspect()
            boxes = [self.axes.get_tightbbox(renderer)]
            if self.bar_of_colours is not None:
                inner = self.axes.get_window_extent(renderer)
                thick, away = 0.9 * self.type, 0.8 * self.type
                if self.flat:
                    above = max(0.0, boxes[0].y1 - inner.y1)
                    self.bar_of_colours.set_position((inner.x0 / wide, (inner.y1 + above + 2.2 * self.type) / high, inner.width / wide,
                                                      thick / high))
                else:
                    beyond = max(0.0, boxes[0].x1 - inner.x1)
                    self.bar_of_colours.set_position(((inner.x1 + max(away, beyond + 0.3 * self.type)) / wide, inner.y0 / high,
                                                      thick / wide, inner.height / high))
                boxes.append(self.bar_of_colours.get_tightbbox(renderer))
            found = min(box.x0 for box in boxes), min(box.y0 for box in boxes), max(box.x1 for box in boxes), max(box.y1 for box in boxes)
            moves = [wanted - now for wanted, now in zip(self.box, found)]
            edges = [edge + move for edge, move in zip(edges, moves)]
            if max(map(abs, moves)) < 0.3:
                break

    def apart(self) -> bool:
        """Move names of points that touch one another to another side of their point, or leave them out; whether something changed."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        renderer, taken, changed = FigureCanvasAgg(self.axes.figure).get_renderer(), [], False
        points = self.axes.transData.transform(np.array(self.points, float).reshape(-1, 2))
        for name, away in sorted(self.names, key=lambda pair: -pair[0].get_fontsize()):  # large ones first
            usual = (name.get_position(), name.get_ha(), name.get_va())
            sides = [usual, ((away, 0), "left", "center"), ((-away, 0), "right", "center"), ((0, away), "center", "bottom"),
                     ((0, -away), "center", "top")]
            free = []
            for offset, across, up in sides:
                name.set(position=offset, ha=across, va=up)
                box = name.get_window_extent(renderer)
                if not any(box.overlaps(other) for other in taken) and (not free or self.box[0] <= box.x0 and box.x1 <= self.box[2]):
                    free.append((any(box.contains(*point) for point in points), len(free), box, offset, across, up))
            name.set_visible(bool(free))
            if free:
                _, _, box, offset, across, up = min(free, key=lambda side: side[:2])
                name.set(position=offset, ha=across, va=up)
                taken.append(box.padded(0.1 * name.get_fontsize(), 0))
            changed |= not free or (offset, across, up) != usual
        return changed

    def untangle(self) -> bool:
        """Make the labels of ticks that touch smaller, turn them, or leave some out; whether something changed."""
        from matplotlib import ticker
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        renderer, changed = FigureCanvasAgg(self.axes.figure).get_renderer(), False
        for name in "xy":
            axis = getattr(self.axes, f"{name}axis")
            if not axis.get_visible():
                continue
            label, room = axis.get_label(), (self.axes.bbox.width if name == "x" else self.axes.bbox.height)
            box = label.get_window_extent(renderer)
            if label.get_text() and "\n" not in label.get_text() and (box.width if name == "x" else box.height) > 1.05 * room:
                lines = wrapped(label.get_text(), label.get_fontsize(),
                                max(room, 0.5 * (self.box[2] - self.box[0]) if name == "x" else 0), self.look)
                if len(lines) > 1:
                    label.set_text("\n".join(lines))
                    changed = True
            low, high = sorted(axis.get_view_interval())
            labels = [tick.label2 if name == "x" and self.source.layout.xaxis.side == "top" else tick.label1
                      for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            boxes = sorted(((box.x0, box.x1) if name == "x" else (box.y0, box.y1)) for label in labels if label.get_text()
                           for box in [label.get_window_extent(renderer)])
            if not boxes or all(after[0] - before[1] > 0.5 for before, after in zip(boxes, boxes[1:])):
                continue
            size, turned = labels[0].get_fontsize(), labels[0].get_rotation() != 0
            usual = self.size(self.source.layout[f"{name}axis"].tickfont.size)
            if size > 0.75 * usual and size > self.look.least:
                axis.set_tick_params(labelsize=max(self.look.least, 0.85 * size))
            elif name == "x" and not turned and not any("\n" in label.get_text() for label in labels):
                axis.set_tick_params(labelrotation=90, labelsize=usual)
            elif size > self.look.least:
                axis.set_tick_params(labelsize=max(self.look.least, 0.75 * size))
            elif isinstance(axis.get_major_locator(), ticker.FixedLocator):
                places, names = axis.get_major_locator().locs, axis.get_major_formatter().seq
                axis.set_major_locator(ticker.FixedLocator(list(places)[::2]))
                axis.set_major_formatter(ticker.FixedFormatter(list(names)[::2]))
            else:
                continue
            changed = True
        return changed
