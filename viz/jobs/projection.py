"""Project in a child process, which alone loads umap-learn and its compiler."""

import numpy as np

from models import UserError

from ..analysis.projections import METHODS, Projection, project
from ..base.language import translatable
from ..base.memory_limit import has_little_memory
from ..base.progress import Progress, unwatched
from .worker import Worker

_MAX_SECONDS = 40  # of CPU time for one projection
_COMPILED = 20  # points with which all of UMAP is compiled
_SMALL = 500  # points of all steps, up to which t-SNE runs in this process

_TOO_LONG = translatable(
    "{method} of {points:,} points in {steps} steps takes more than the "
    "{seconds} seconds of computing allowed for one picture. Use fewer words "
    "or sentences, or choose PCA."
)

_NO_ROOM = translatable("This server has too little memory for {method}. Choose PCA.")


def _compile_method(states: np.ndarray, method: str, axes: int, rule: str, metric: str) -> None:
    """Import and compile UMAP, which costs more than most projections."""
    if method == "umap":
        project(states[:1, :_COMPILED], method, axes, rule, metric=metric)


_WORKER = Worker(_MAX_SECONDS, _TOO_LONG, prepare=_compile_method)


def project_apart(
    states: np.ndarray,
    method: str = "pca",
    axes: int = 2,
    rule: str = "once",
    progress: Progress = unwatched,
    last: int = -1,
    metric: str = "cosine",
) -> Projection:
    """Run `projections.project`, in a child process if it takes long.

    Raises UserError when it takes too long, or when the server has too little memory.
    """
    steps, points, _ = states.shape
    is_short = method == "pca" or (method == "tsne" and steps * points <= _SMALL)
    # `project` raises ValueError for too few points.
    if is_short or points < axes + 2:
        return project(states, method, axes, rule, progress, last, metric)
    if has_little_memory():
        raise UserError(_NO_ROOM, method=METHODS[method])
    return _WORKER.run(
        _project_in_child,
        *(states, method, axes, rule, metric),
        progress=progress,
        method=METHODS[method],
        points=points,
        steps=steps,
    )


def _project_in_child(
    states: np.ndarray, method: str, axes: int, rule: str, metric: str, report: Progress
) -> Projection:
    """Project in the child process."""
    return project(states, method, axes, rule, report, metric=metric)
