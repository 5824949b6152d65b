"""Points for the benchmark and the browser test of "space"; not a page of the app.

Words are named "word 1", "word 2" and so on. The address chooses the points:
`?n=30&dimensions=3&groups=8&steps=5&near=8&strong=5&axes=1&paths=1`. It also keeps the current step
and point, as a page does.
"""

import numpy as np
import streamlit as st

import viz.app.internals  # noqa: F401, serves the scripts of components
from viz.components.space import Points, space

GROUPS = ("animals", "colours", "food", "people", "places", "time", "verbs of motion", "numbers")


def nearest(vectors: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the `count` nearest others of each of `vectors [point, feature]`.

    Nearest first, with their cosine distances.
    """
    unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    distances = np.clip(1 - unit @ unit.T, 0, 2)
    np.fill_diagonal(distances, np.inf)
    rows, places = (
        np.arange(len(unit))[:, None],
        np.argpartition(distances, min(count, len(unit) - 1), axis=1)[:, :count],
    )
    order = np.argsort(distances[rows, places], axis=1, kind="stable")
    places = places[rows, order]
    return places, distances[rows, places]


@st.cache_resource
def points(
    n: int,
    dimensions: int,
    groups: int,
    steps: int,
    near: int,
    strong: int,
    axes: bool,
    paths: bool,
) -> Points:
    generator = np.random.default_rng(0)
    group = generator.integers(-1, groups, n)
    near = min(near, max(n - 1, 0))
    vectors = generator.normal(size=(n, 16))
    centres = generator.normal(size=(groups + 1, 16)) * 3
    places = []
    neighbours = []
    distances = []
    centres[0] = 0  # the center of the last group, -1: no group
    for step in range(steps):
        now = vectors + centres[group + 1] * step / max(1, steps - 1)
        nearest_points = (
            nearest(now, near) if n else (np.zeros((0, near), int), np.zeros((0, near)))
        )
        places.append(now[:, :dimensions])
        neighbours.append(nearest_points[0])
        distances.append(nearest_points[1])
    return Points(
        np.stack(places),
        tuple(f"layer {step}" if step else "embedding" for step in range(steps)),
        tuple(
            f"The first {dimensions} of 16 features after {step} layers" for step in range(steps)
        ),
        tuple(f"word {point + 1}" for point in range(n)),
        tuple(
            f"This is sentence {point + 1}, where it stands." if point % 2 else ""
            for point in range(n)
        ),
        group,
        GROUPS[:groups],
        np.arange(n) < strong,
        np.stack(neighbours),
        np.stack(distances),
        (("man", "woman"), ("weak", "strong"), ("cold", "hot"))[:dimensions] if axes else (),
        "Words of a generator",
        paths,
    )


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name) or default)


def keep() -> None:
    message = st.session_state["space"]["setting"]
    st.query_params["step"] = str(message["step"])
    st.query_params["chosen"] = str(message["chosen"] or "")


st.set_page_config(layout="wide")
space(
    points(
        number("n", 5000),
        number("dimensions", 2),
        number("groups", 8),
        number("steps", 5),
        number("near", 8),
        number("strong", 5),
        bool(number("axes", 0)),
        bool(number("paths", 0)),
    ),
    step=number("step", 1) - 1,
    chosen=number("chosen", 0) - 1,
    on_keep=keep,
)
st.button("Run again")
st.text("The page below")
