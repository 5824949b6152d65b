"""Projections in a child process: the same map, a time limit, and cancellation."""

import time

import numpy as np
import pytest

from models import UserError
from tests.burning import burn, burn_long
from viz.analysis.projections import project
from viz.base.progress import unwatched
from viz.jobs import projection
from viz.jobs.projection import _SMALL, _TOO_LONG, _project_in_child, project_apart
from viz.jobs.worker import Worker


class LeftError(BaseException):
    """The visitor has left."""


def cloud(steps: int, points: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(steps, points, 8))


@pytest.fixture
def worker(monkeypatch):
    """A worker of projections for this test alone; every projection counts as long."""
    worker = Worker(60, _TOO_LONG)
    monkeypatch.setattr(projection, "_WORKER", worker)
    monkeypatch.setattr(projection, "_SMALL", 0)
    yield worker
    worker.stop()


@pytest.mark.slow
def test_the_map_is_that_of_this_process_and_the_progress_is_told(worker):
    states, reports = cloud(2, 30), []
    apart = project_apart(
        states, "tsne", progress=lambda done, total, so_far: reports.append((done, total))
    )
    assert np.array_equal(apart.places, project(states, "tsne", 2).places)
    assert (1, 2) in reports
    assert (2, 2) in reports
    first = worker.process.pid
    project_apart(cloud(1, 20), "tsne")
    assert worker.process.pid == first  # it stays warm


@pytest.mark.slow
def test_it_ends_at_once_when_nobody_waits(worker):
    processes = []

    def leave(done, total, so_far):
        processes.append(worker.process)
        raise LeftError

    start = time.monotonic()
    with pytest.raises(LeftError):
        project_apart(cloud(50, 900), "tsne", 3, progress=leave)
    assert worker.process is None
    assert processes[0].returncode is not None
    assert project_apart(cloud(1, 9), "tsne").places.size
    assert time.monotonic() - start < 120


@pytest.mark.slow
def test_what_costs_too_much_is_refused_in_a_sentence(worker):
    worker.seconds = 1
    with pytest.raises(UserError, match="takes more than") as refusal:
        project_apart(cloud(50, 900), "tsne", 3)
    assert refusal.value.values["points"] == 900
    assert worker.process is None


def test_a_process_that_is_killed_is_one_sentence(worker):
    with pytest.raises(UserError, match="lack of memory"):
        project_apart(cloud(2, 30), "tsne", progress=lambda *report: worker.process.kill())
    assert worker.process is None  # the next call has another


def test_an_error_of_the_projection_comes_back(worker):
    with pytest.raises(ValueError, match="3 points are too few for 2 axes"):
        worker.run(_project_in_child, cloud(1, 3), "tsne", 2, "once", "cosine", progress=unwatched)


@pytest.mark.slow
def test_an_idle_process_gives_its_memory_back(worker):
    worker.idle = 0.05
    project_apart(cloud(1, 9), "tsne")
    end = time.monotonic() + 60
    while worker.process is not None:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_small_maps_and_pca_start_no_process(monkeypatch):
    monkeypatch.setattr("viz.jobs.projection._WORKER", None)
    assert project_apart(cloud(1, _SMALL // 10), "tsne").places.size
    assert project_apart(cloud(2, 3 * _SMALL), "pca").places.size


def test_a_server_with_little_memory_says_that_there_is_no_room(monkeypatch):
    monkeypatch.setattr("sys.argv", ["app.py", "--low-memory"])
    with pytest.raises(UserError, match="too little memory"):
        project_apart(cloud(1, 30), "umap")
    assert project_apart(cloud(1, 30), "pca").places.size


@pytest.mark.slow
def test_what_a_call_needs_first_counts_for_no_call():
    worker = Worker(1, _TOO_LONG, prepare=burn_long)
    try:
        assert worker.run(burn, 0.1, progress=unwatched) >= 0.1
        with pytest.raises(UserError):
            worker.run(burn, 4, progress=unwatched, method="UMAP", points=1, steps=1)
    finally:
        worker.stop()


@pytest.mark.weekly  # compiling takes a minute of processor and more
def test_compiling_a_method_counts_for_no_picture(monkeypatch):
    worker = Worker(6, _TOO_LONG, prepare=projection._compile_method)
    monkeypatch.setattr(projection, "_WORKER", worker)
    try:
        assert project_apart(cloud(1, 300), "umap").places.shape == (1, 300, 2)
    finally:
        worker.stop()
