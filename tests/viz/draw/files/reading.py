"""Readers of written pictures, and matrices to write."""

import io
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from pypdf import PdfReader

from viz.draw.files.saving import matplotlib_session
from viz.draw.matrix import Matrix

SENTENCE = "The big red dog sees the other dog"
SVG = "{http://www.w3.org/2000/svg}"
ODD = "<s>", "$x$", "a_b^2", "\\alpha", "l'été", "œuvre", "كلب", "&amp;", "</s>"
WORDS = [
    "the",
    "a",
    "young",
    "woman",
    "with",
    "brown",
    "hair",
    "and",
    "her",
    "unbelievably",
    "slow",
    "dog",
]
SIXTY = tuple((WORDS * 6)[:60])


def matrix(rows=ODD, columns=ODD, seed=0, **more) -> Matrix:
    values = (
        np.random.default_rng(seed).dirichlet(np.ones(len(columns)), len(rows))
        if columns
        else np.zeros((len(rows), 0))
    )
    return Matrix("A head", tuple(rows), tuple(columns), values, **more)


def causal(words=ODD) -> Matrix:
    allowed = np.tri(len(words), dtype=bool)
    values = np.where(allowed, 1 / np.arange(1, len(words) + 1)[:, None], 0)
    return Matrix("A head", tuple(words), tuple(words), values, allowed)


def texts(svg: bytes) -> list[str]:
    return [
        "".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")
    ]


def sizes_of_type(svg: bytes) -> list[float]:
    sizes = re.findall(rb"font(?:-size: |: [^;]*?)([\d.]+)px", svg)
    return [float(size) for size in sizes]


def parts(svg: bytes, kind: str) -> list[ElementTree.Element]:
    return [
        element
        for element in ElementTree.fromstring(svg).iter()
        if re.fullmatch(rf"{kind}-\d+", element.get("id", ""))
    ]


def pdf_text(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def outlines(figure) -> list[tuple[str, np.ndarray]]:
    """Return each text of a figure with the corners of its (rotated) box in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    with matplotlib_session():
        return turned(figure, renderer)


def set_solid(text: Text, corners: np.ndarray) -> np.ndarray:
    """Cut a box to the height of its type, without the line spacing that the font recommends."""
    middle, height = corners[:, 1].mean(), np.ptp(corners[:, 1])
    lines = text.get_text().count("\n") + 1
    size = text.get_size() * text.figure.dpi / 72
    share = 1 - (1.2 * (lines - 1) + 1) * size / height
    return corners - [0, 1] * (corners - middle) * max(share, 0)


def turned(figure, renderer) -> list[tuple[str, np.ndarray]]:
    boxes = []
    for text in figure.findobj(Text):
        if not text.get_text().strip() or not text.get_visible():
            continue
        angle = np.radians(text.get_rotation())
        anchor = text.get_transform().transform(text.get_unitless_position())
        text.set_rotation(0)
        corners = set_solid(text, text.get_window_extent(renderer).corners()[[0, 1, 3, 2]])
        text.set_rotation(np.degrees(angle))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        boxes.append((text.get_text(), (corners - anchor) @ turn.T + anchor))
    return boxes


def overlap(first: np.ndarray, second: np.ndarray, slack: float) -> bool:
    """Whether two rectangles overlap by more than `slack` in every direction (separating axes)."""
    for edges in (first, second):
        for direction in (edges[1] - edges[0], edges[3] - edges[0]):
            direction = direction / (np.linalg.norm(direction) or 1)
            one, other = first @ direction, second @ direction
            if min(one.max(), other.max()) - max(one.min(), other.min()) <= slack:
                return False
    return True


def check_page(figure) -> None:
    """No text touches another and none leaves the page; half a point is forgiven, type has air
    above and below.
    """
    boxes, (wide, high), slack = (
        outlines(figure),
        figure.get_size_inches() * figure.dpi,
        0.5 * figure.dpi / 72,
    )
    for text, corners in boxes:
        assert corners.min() >= -slack, f"{text} leaves the page"
        assert (corners.max(0) <= np.array([wide, high]) + slack).all(), f"{text} leaves the page"
    rough = np.array([[*corners.min(0), *corners.max(0)] for _, corners in boxes])
    for place, (text, corners) in enumerate(boxes):
        near = np.flatnonzero(
            (rough[:place, :2] < rough[place, 2:]).all(1)
            & (rough[:place, 2:] > rough[place, :2]).all(1)
        )
        for other in near:
            assert not overlap(corners, boxes[other][1], slack), f"{text} lies on {boxes[other][0]}"
