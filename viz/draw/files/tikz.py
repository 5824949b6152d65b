r"""A figure as TikZ code, whose colours and fonts a LaTeX document sets.

The file is read with \input after \usepackage{tikz}. It names each colour and font that it uses and
defines those that the document has not defined before: \definecolor{headsupink9}{HTML}{7A0000}
turns the weights red, \newcommand\headsuplabelfont{\sffamily} sets the words.
"""

import re
import unicodedata

import numpy as np
from matplotlib.figure import Figure
from matplotlib.path import Path

from ...base.theme import HEADS
from .page import grey, shade
from .pictures.cells import COLOUR_STEPS
from .presets import LATEX, Preset
from .recording import DrawnWord, Shape, record

_KINDS = ("title", "label", "number", "legend", "caption", "text")
_RAMPED = ("cells", "scale", "ground")  # kinds of shapes whose colour is that of a value
FONTS = LATEX, "DejaVu Sans"  # words are measured in LaTeX's own font: wide, so others fit too
_ANCHORS = {"left": "base west", "center": "base", "right": "base east"}
# Signs of our captions as LaTeX's commands in formulas.
_FORMULAS = """
▸=triangleright →=rightarrow ←=leftarrow ↑=uparrow ↓=downarrow ×=times ✕=times ·=cdot ∘=circ ⊙=odot
●=bullet ◆=diamond ≤=le ≥=ge ≠=ne ≈=approx ∞=infty √=surd ✓=surd ∑=sum ∏=prod ‖=| ′=prime Σ=Sigma
↵=hookleftarrow Δ=Delta α=alpha β=beta γ=gamma ε=varepsilon φ=varphi λ=lambda π=pi ρ=rho σ=sigma
∂=partial
"""
# What LaTeX reads as a command, and what its oldest fonts lack.
_SIGNS = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "`": r"\textasciigrave{}",
    "…": r"\dots{}",
    "−": "$-$",
    "▁": r"\_",
    "␣": r"\_",
    "■": r"\rule{1ex}{1ex}",
    **{
        sign: f"$\\{name}$"
        for sign, _, name in (formula.partition("=") for formula in _FORMULAS.split())
    },
    **{sign: f"$_{{{low}}}$" for sign, low in zip("₀₁₂₃₄₅₆₇₈₉₋ₜᵢⱼ", "0123456789-tij")},
    **{sign: f"$^{{{high}}}$" for sign, high in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀ", "0123456789-T")},
}
# Over or below the letter before: \u0300 is LaTeX's \` and so on; \k needs the encoding T1.
_ACCENTS = {
    chr(0x300 + place): f"\\{name}"
    for place, name in {
        **dict(zip((0, 1, 2, 3, 4, 6, 7, 8, 0xA, 0xB, 0xC), "`'^~=u.\"rHv")),
        **dict(zip((0x23, 0x27, 0x28, 0x31), "dckb")),
    }.items()
}
_LATIN = "\u017f"  # LaTeX knows the letters up to here, and some beyond


class _Names:
    """The names of the colours that a file uses."""

    def __init__(self, preset: Preset):
        self.used: dict[str, str] = {}  # name: "RRGGBB"
        self.named = {
            preset.grid: "headsupgrid",
            preset.edge: "headsupedge",
            preset.muted: "headsupmuted",
            preset.text: "headsuptext",
            preset.paper: "headsuppaper",
        }
        for number, colour in enumerate(HEADS, start=1):
            self.named[colour if preset.colours else grey(colour)] = f"headsuphead{number}"
        self.numbers = {"#000000": "headsupdark", "#ffffff": "headsuplight"}
        # Each colour of a value, and the two named colours it is mixed of.
        self.mixed: dict[str, tuple[str, int, str]] = {}
        for name, stops in (("diverging", preset.diverging), ("ink", preset.ink)):
            self.named.update(
                {stop: f"headsup{name}{place}" for place, stop in enumerate(stops) if place}
            )
            for level in range(COLOUR_STEPS):
                low, share = divmod(level * (len(stops) - 1), COLOUR_STEPS)
                ends = f"headsup{name}{low + 1}", share, f"headsup{name}{low}"
                self.mixed[shade(level / COLOUR_STEPS, stops)] = ends
            # Stops themselves last: a level beside one may have its colour.
            for place, stop in enumerate(stops):
                self.mixed[stop] = "", 0, f"headsup{name}{place}"
        self.stops = {
            f"headsup{name}{place}": stop
            for name, stops in (("diverging", preset.diverging), ("ink", preset.ink))
            for place, stop in enumerate(stops)
        }

    def of(self, colour: str, kind: str) -> str:
        """Return the name of a colour, or what it is mixed of."""
        if kind in ("changed", "written"):
            return self.use("headsupchanged", colour)
        if kind == "number" and colour in self.numbers:
            return self.use(self.numbers[colour], colour)
        if colour in self.mixed and (kind in _RAMPED or colour not in self.named):
            high, share, low = self.mixed[colour]
            if not share:
                return self.use(low, self.stops[low])
            return f"{self.use(high, self.stops[high])}!{share}!{self.use(low, self.stops[low])}"
        return self.use(self.named.get(colour, f"headsup{colour[1:]}"), colour)

    def use(self, name: str, colour: str) -> str:
        self.used[name] = colour[1:].upper()
        return name


def draw_tikz(figure: Figure, preset: Preset, title: str) -> bytes:
    """Return the figure as TikZ code."""
    names = _Names(preset)
    lines, before = [], None
    for item in record(figure):
        if isinstance(item, DrawnWord):
            lines.append(_node(item, names, before))
            before = item
        else:
            lines.append(_outline(item, names))
    width, height = (length * 72 for length in figure.get_size_inches())
    # A width in pt is LaTeX's own, as \columnwidth is; 1 pt there is 1/72.27 inch.
    unit = "pt" if not preset.given or preset.given.endswith("pt") else "bp"
    parts = [
        f"% {' '.join(title.split())}",
        r"% \usepackage{tikz} in the preamble, and \input{this file} in the figure. With the fonts",
        r"% of LaTeX itself, \usepackage{fix-cm} gives each size. To change a colour or a font,",
        r"% define it before: \definecolor{headsupink9}{HTML}{7A0000},",
        r"% \newcommand\headsuplabelfont{\sffamily}.",
        *(
            rf"\providecolor{{{name}}}{{HTML}}{{{colour}}}%"
            for name, colour in sorted(names.used.items())
        ),
        *(rf"\providecommand\headsup{kind}font{{}}%" for kind in _KINDS),
        rf"\begin{{tikzpicture}}[x=1{unit},y=1{unit},inner sep=0pt,outer sep=0pt]",
        rf"\useasboundingbox (0,0) rectangle ({_number(width)},{_number(height)});",
        *filter(None, lines),
        r"\end{tikzpicture}%",
    ]
    return ("\n".join(parts) + "\n").encode()


def _node(word: DrawnWord, names: _Names, before: DrawnWord | None) -> str:
    """Return a line of text. One that ends where the word before begins ends there in any font."""
    options = [f"anchor={_ANCHORS[word.side]}", f"text={names.of(word.colour, word.kind)}"]
    if word.angle:
        options.append(f"rotate={_number(word.angle)}")
    if word.opacity < 1:
        options.append(f"opacity={_number(word.opacity)}")
    bold = r"\bfseries" if word.bold else ""
    size = rf"\fontsize{{{_number(word.size)}}}{{{_number(1.2 * word.size)}}}\selectfont"
    options.append(rf"font={size}{bold}\headsup{word.kind if word.kind in _KINDS else 'text'}font")
    place = "before.base west" if word.ends_at(before) else _point((word.x, word.y))
    return rf"\node[{','.join(options)}] (before) at ({place}) {{{_escape(word.text)}}};"


def _outline(shape: Shape, names: _Names) -> str:
    """Return a path; "" for one that shows nothing."""
    options = []
    if shape.is_area:
        options.append(f"fill={names.of(shape.fill, shape.kind)}")
        if shape.fill_opacity < 1:
            options.append(f"fill opacity={_number(shape.fill_opacity)}")
    if shape.line:
        options += [
            f"draw={names.of(shape.line, shape.kind)}",
            f"line width={_number(shape.width)}pt",
        ]
        if shape.line_opacity < 1:
            options.append(f"draw opacity={_number(shape.line_opacity)}")
        if shape.dashes:
            on_and_off = zip(shape.dashes[::2], shape.dashes[1::2], strict=False)
            pattern = (f"on {_number(on)}pt off {_number(off)}pt" for on, off in on_and_off)
            options.append(f"dash pattern={' '.join(pattern)}")
    if not options:
        return ""
    return rf"\path[{','.join(options)}] {' '.join(map(_trace, shape.subpaths()))};"


def _trace(part: list[tuple[int, np.ndarray]]) -> str:
    """Return one part of a path; a rectangle as its two corners."""
    corners = [points[-1] for code, points in part if code != Path.CLOSEPOLY]
    is_closed = part[-1][0] == Path.CLOSEPOLY
    straight = all(code in (Path.MOVETO, Path.LINETO, Path.CLOSEPOLY) for code, _ in part)
    if is_closed and straight and len(corners) == 4:
        (left, above), (right, _), (_, below), _ = corners
        square = np.array([[left, above], [right, above], [right, below], [left, below]])
        if np.allclose(square, corners):
            return f"({_point(corners[0])}) rectangle ({_point(corners[2])})"
    steps = []
    for code, points in part:
        if code == Path.MOVETO:
            steps.append(f"({_point(points[-1])})")
        elif code == Path.CLOSEPOLY:
            steps.append("-- cycle")
        elif code == Path.LINETO:
            steps.append(f"-- ({_point(points[-1])})")
        else:
            first, second, end = points
            steps.append(f".. controls ({_point(first)}) and ({_point(second)}) .. ({_point(end)})")
    return " ".join(steps)


def _escape(text: str) -> str:
    """Return text as LaTeX reads it: sign by sign, without the ligatures of its fonts."""
    signs: list[str] = []
    for sign in "".join(map(_spell, unicodedata.normalize("NFC", text))):
        if accent := _ACCENTS.get(sign):
            signs.append(f"{accent}{{{signs.pop() if signs else ''}}}")
        else:
            signs.append(_SIGNS.get(sign, sign))
    escaped = re.sub(r"([-',])(?=\1)", r"\1{}", "".join(signs))  # -- is a dash, '' a quote
    return escaped[:-1] + "\\ " if text.endswith(" ") else escaped


def _spell(sign: str) -> str:
    """Return a letter that LaTeX may not know as one that it knows, and its accents."""
    parts = unicodedata.normalize("NFD", sign)
    return parts if sign > _LATIN and any(part in _ACCENTS for part in parts) else sign


def _point(place) -> str:
    return ",".join(map(_number, place))


def _number(value: float) -> str:
    """Write a length with 2 decimals, without zeros at the end."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
