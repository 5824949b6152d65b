"""The guides of a chart: rules, frames, notes and arrows."""

from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from ...chart import Arrow, Note, RowFrame, Rule
from .marks import DASHES
from .sheet import Sheet, paper_text


def paint_rule(sheet: Sheet, rule: Rule | RowFrame) -> None:
    if isinstance(rule, RowFrame):
        _paint_row_frame(sheet, rule)
        return
    upright = rule.axis == "x"
    at, through = [rule.at, rule.at], [0, 1]
    line = Line2D(
        at if upright else through,
        through if upright else at,
        transform=(
            sheet.axes.get_xaxis_transform() if upright else sheet.axes.get_yaxis_transform()
        ),
        color=sheet.colour(rule.colour),
        linewidth=rule.width * sheet.scale,
        zorder=2.5,
    )
    if rule.dash in DASHES:
        line.set_dashes(DASHES[rule.dash])
    sheet.axes.add_artist(line)


def _paint_row_frame(sheet: Sheet, frame: RowFrame) -> None:
    sheet.axes.add_artist(
        Rectangle(
            (0, frame.row - 0.5),
            1,
            1,
            transform=sheet.axes.get_yaxis_transform(),
            edgecolor=sheet.colour(frame.colour),
            linewidth=frame.width * sheet.scale,
            facecolor="none",
            zorder=2.5,
        )
    )


def paint_note(sheet: Sheet, note: Note) -> None:
    axes = sheet.axes
    places = {
        (True, True): axes.transAxes,
        (False, True): axes.get_xaxis_transform(),
        (True, False): axes.get_yaxis_transform(),
        (False, False): axes.transData,
    }
    axes.annotate(
        paper_text(note.text),
        (float(note.x), float(note.y)),
        (note.shift_x * sheet.scale, 0),
        xycoords=places[note.x_share, note.y_share],
        textcoords="offset points",
        ha=note.side_x,
        va="center" if note.side_y == "middle" else note.side_y,
        fontsize=sheet.size(note.size),
        fontfamily=sheet.families,
        color=sheet.colour(note.colour) if note.colour else sheet.ink,
        annotation_clip=False,
    )


def paint_arrow(sheet: Sheet, arrow: Arrow) -> None:
    sheet.axes.annotate(
        "",
        arrow.end,
        arrow.start,
        xycoords=sheet.axes.transData,
        textcoords="data",
        annotation_clip=False,
        arrowprops={
            "arrowstyle": "-|>,head_length=0.5,head_width=0.25",
            "color": sheet.colour(arrow.colour),
            "linewidth": arrow.width * sheet.scale,
            "mutation_scale": 9 * sheet.scale,
            "shrinkA": arrow.gap * sheet.scale,
            "shrinkB": arrow.gap * sheet.scale,
        },
    )
