"""What pages compute, without the app."""

from collections.abc import Mapping
from typing import Any

from viz.view.computation import Computation
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings


def content_at(
    computation: Computation, address: Mapping[str, str], runner: PlainRunner | None = None
) -> Any:
    """Compute a page at an address, of which the page must refuse nothing."""
    runner = runner or PlainRunner("cpu")
    reading = read_settings(computation.settings, address, runner, computation.example)
    assert not reading.refusals
    return computation.compute(reading.settings, runner)
