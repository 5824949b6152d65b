"""The pages by the names of their folders, and what each computes. No Streamlit."""

from importlib import import_module

from ..view.computation import Computation

# In the order of the navigation; the first is the front page.
FOLDERS = (
    "heads",
    "inside",
    "mask",
    "order",
    "words",
    "vectors",
    "cost",
    "bottleneck",
    "cell",
    "remember",
    "align",
    "kinds",
    "ladder",
    "next",
    "fill",
    "tune",
    "profiles",
    "queries",
    "depth",
    "learning",
    "verdict",
    "digits",
    "captions",
    "trees",
    "languages",
    "own",
)
COMPUTATIONS: dict[str, Computation] = {
    computation.path: computation
    for computation in (
        import_module(f".{folder}.compute", __package__).COMPUTATION for folder in FOLDERS
    )
}
FRONT_PAGE = next(iter(COMPUTATIONS))  # the page of an address without a path
