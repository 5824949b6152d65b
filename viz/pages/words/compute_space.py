"""Project states of a model to points in a space."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...analysis.projections import METHODS, Projection, directions, neighbours
from ...base.language import t
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.points import MOST_GROUPS, Points, points_chart
from ...jobs.projection import project_apart
from ...view.computation import Export, ExportMenu, PageContent
from ...view.runner import Runner
from .settings import HowProjected, WordsSettings


@dataclass(frozen=True)
class Space:
    """States of a model before projection."""

    name: str
    states: np.ndarray  # [step, point, d_model]
    steps: tuple[str, ...]
    names: list[str]  # one for each point
    details: list[str]  # the sentence of each point
    groups: list[str | None]  # one for each point, or None
    title: str
    strong: np.ndarray | None = None  # bool [point]: highlighted, with their path through the steps
    sentence: str = ""  # whose words are strong
    last: int = -1  # the step of the last layer


@dataclass(frozen=True)
class WordsContent(PageContent[WordsSettings]):
    """The content of a look, computed on demand: settings are drawn before sentences are read."""

    @property
    def stack(self) -> str:
        """The stack of the states."""
        if self.model.capabilities.mixes_layers:
            return t("the two LSTMs of {model}", model=self.model.name)
        return t(
            "the encoder of {model}"
            if self.model.capabilities.reads_source
            else "the decoder of {model}",
            model=self.model.name,
        )

    def comparable(self, states: np.ndarray) -> np.ndarray:
        """Scale the states of a pretrained model to length 1.

        Some are a hundred times as long as others, and would dominate the map.
        """
        return states if self.model.capabilities.trained_here else directions(states)

    @property
    def length_note(self) -> str:
        """A note that vectors are scaled to length 1, or ""."""
        if self.model.capabilities.trained_here:
            return ""
        return " " + t("words#length 1")


def project_space(space: Space, how: HowProjected, runner: Runner) -> Points:
    """Project the states of a space, step by step."""
    states = space.states

    def compute(progress: Progress) -> Points:
        projected = project_apart(states, how.method, how.axes, how.rule, progress, space.last)
        groups = _largest_groups(space.groups)
        places = [groups.index(group) if group in groups else -1 for group in space.groups]
        count = len(space.names)
        return Points(
            projected.places,
            space.steps,
            _describe_shares(projected, space.steps, how.axes),
            tuple(space.names),
            tuple(space.details),
            np.array(places),
            groups,
            np.zeros(count, bool) if space.strong is None else space.strong,
            *neighbours(states),
            (),
            space.title,
            paths=space.strong is not None,
            frame=len(space.steps) - 1 if how.rule == "last" else None,
        )

    label = t(
        "{method} of {count:,} points, step by step",
        method=t(METHODS[how.method]),
        count=len(space.names),
    )
    about = f"{space.title} {space.names!r} {space.groups!r} {hash(states.tobytes())}"
    return runner.compute_once(f"{space.name} {tuple(how)} {about}", label, compute)


def _largest_groups(groups: Sequence[str | None]) -> tuple[str, ...]:
    """Return the groups with a colour: the largest, equal ones by name."""
    present = sorted(filter(None, groups), key=lambda group: -groups.count(group))
    return tuple(dict.fromkeys(present))[:MOST_GROUPS]


def _describe_shares(projected: Projection, steps: Sequence[str], axes: int) -> tuple[str, ...]:
    """Write the share of each step's variance on the axes, "" if undefined."""
    if projected.shares is None:
        return ("",) * len(steps)
    notes = []
    for share in projected.shares:
        if np.isnan(share):
            notes.append(t("all at one point"))
        else:
            notes.append(
                t(
                    "this flat map shows {share:.0%} of the variation"
                    if axes == 2
                    else "this map shows {share:.0%} of the variation",
                    share=share,
                )
            )
    return tuple(notes)


def space_menu(
    name: str, points: Points, step: int, point: int, how: HowProjected, sentence: str = ""
) -> ExportMenu:
    """Return the menu of a space at a step; the words of `sentence` are strong."""

    def draw_chart() -> Chart:
        return points_chart(points, step, point, t(METHODS[how.method]), sentence)

    return ExportMenu(f"space {name}", (Export("", draw_chart),))


def describe_projection(how: HowProjected) -> str:
    """Explain in one sentence how the layers' maps are aligned."""
    if how.method != "pca":
        return t("words#map of each layer", method=METHODS[how.method])
    if how.rule == "once":
        return t("words#PCA of all layers")
    if how.rule == "last":
        return t("words#PCA of the last layer")
    return t("words#PCA of each layer")
