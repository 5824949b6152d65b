"""Settings of the page on the inside of one head."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...analysis.walkthrough.engine import attention_of
from ...base.language import translatable
from ...view.runner import Runner
from ...view.settings import (
    Known,
    Options,
    Settings,
    When,
    choice,
    number,
    plain_trace,
    switch,
    text,
    when,
)
from .blackboard import MATRICES, SMALL

_LOOKS = translatable(
    {
        "steps": "Step by step",
        "contribution": "Contribution",
        "guess": "Guess first",
        "lecture": "A worked example",
        "board": "Blackboard",
        "kernel": "Kernel, 1964",
    }
)
OF_A_HEAD = "steps", "contribution", "guess"  # looks at a head of the tab's model
CONTRIBUTION_KINDS = translatable(
    {
        "norm": "Norm of what is added",
        "together": "All heads together",
        "rollout": "Rollout over the layers",
    }
)
_WORKED = translatable(
    {
        "first": "The query of “The”",
        "second": "The query of “brown”",
        "seq2seq": "Sequence to sequence",
        "own": "Your own scores",
    }
)
# Of kernel regression.
_POINTS = translatable({"drawn": "Drawn at random", "own": "Your own points"})
LARGEST_KEY = 10  # the keys are from 0
_QUERIES = tuple(f"{tenth / 10:g}" for tenth in range(10 * LARGEST_KEY + 1))
BANDWIDTHS = (
    *("0.01", "0.02", "0.05", "0.1", "0.2", "0.5"),
    *("1", "2", "5", "10", "20", "50", "100"),
)
_SEEDS = 9
_MAX_STEPS = 99  # of any derivation
FIRST_ROW = 4  # from 1: the query derived at first


class Unfolding(NamedTuple):
    """The current view of a derivation; indices from 0."""

    step: int  # -1: an overview of all
    row: int
    everything: bool  # all steps at once


def _has_heads(known: Known, runner: Runner) -> bool:
    return bool(runner.model(known.model).attention_sizes)


def _shows(look: str) -> When:
    """Return the condition that this look is chosen, and has a head if it needs one."""
    return when(_has_heads, look=look) if look in OF_A_HEAD else when(look=look)


def _count_queries(known: Known, runner: Runner) -> int:
    """Count the queries of the current mechanism."""
    return len(attention_of(plain_trace(known, runner), known.choice.stack).query_tokens)


def _first_query(known: Known, runner: Runner) -> int:
    return min(FIRST_ROW, _count_queries(known, runner))


def _kinds(known: Known, runner: Runner) -> Options:
    """List the measures beside the weights; a rollout needs self-attention."""
    layers, _ = runner.model(known.model).attention_sizes[known.choice.stack]
    if known.choice.stack != "cross" and layers > 1:
        return CONTRIBUTION_KINDS
    return {name: title for name, title in CONTRIBUTION_KINDS.items() if name != "rollout"}


def _step_of(name: str, look: str, first: int = 1) -> Any:
    """Declare the current step of a derivation, from 1; larger numbers mean the last step.

    With `first` 0 the derivation opens on an overview.
    """
    return number(first, first, _MAX_STEPS, parameter=f"{name}-step", applies=_shows(look))


def _all_of(name: str, look: str) -> Any:
    """Declare whether all steps of a derivation are shown at once."""
    return switch(False, parameter=f"{name}-all", applies=_shows(look), omitted_when_default=True)


def _only_row(name: str) -> Any:
    """Declare the row of a derivation with a single row: the component sends it, links have it."""
    return number(1, 1, 1, parameter=f"{name}-row", applies=_shows(name))


def _matrix(name: str) -> Any:
    """Declare a matrix of the blackboard as typed, a line for each row."""
    return text(
        "\n".join(" ".join(map(str, row)) for row in SMALL[name]),
        parameter=f"board-{name.replace('_', '-')}",
        applies=_shows("board"),
        omitted_when_default=True,
    )


def _kernel_number(parameter: str, options: tuple[str, ...], default: str) -> Any:
    """Declare one of several numbers of kernel regression."""
    return choice(
        {option: option for option in options},
        default,
        parameter=parameter,
        parse=float,
        write=lambda value: f"{value:g}",
        applies=_shows("kernel"),
    )


@dataclass(frozen=True)
class InsideSettings(Settings):
    """The look at a head and its settings; settings of other looks are None."""

    look: str = choice(_LOOKS, label=translatable("Look at"), parameter="inside-look")
    refute: bool | None = switch(
        False,
        label=translatable("Refute this"),
        applies=when(_has_heads, look=("steps", "contribution")),  # a guess would be given away
        omitted_when_default=True,
    )
    inside_all: bool = _all_of("inside", "steps")
    inside_row: int = number(
        _first_query, 1, _count_queries, parameter="inside-row", applies=_shows("steps")
    )
    inside_step: int = _step_of("inside", "steps", first=0)
    beside: str = choice(
        _kinds, label=translatable("Beside the weights"), applies=_shows("contribution")
    )
    reveal: bool = switch(False, applies=_shows("guess"))
    worked: str = choice(
        _WORKED,
        label=translatable("Row"),
        parameter="worked",
        applies=_shows("lecture"),
        omitted_when_default=True,
    )
    scores: str = text(
        "1.5 0.9 0.2 -0.5", parameter="worked-scores", applies=when(look="lecture", worked="own")
    )
    lecture_all: bool = _all_of("lecture", "lecture")
    lecture_row: int = _only_row("lecture")
    lecture_step: int = _step_of("lecture", "lecture")
    words: str = text(" ".join(SMALL["words"]), parameter="board-words", applies=_shows("board"))
    causal: bool = switch(
        SMALL["causal"],
        label=translatable("Causal mask"),
        parameter="board-mask",
        applies=_shows("board"),
    )
    x: str = _matrix("x")
    w_query: str = _matrix("w_query")
    w_key: str = _matrix("w_key")
    w_value: str = _matrix("w_value")
    w_output: str = _matrix("w_output")
    board_all: bool = _all_of("board", "board")
    board_row: int = _only_row("board")
    board_step: int = _step_of("board", "board")

    query: float = _kernel_number("kernel-query", _QUERIES, "4")
    bandwidth: float = _kernel_number("kernel-bandwidth", BANDWIDTHS, "0.5")
    points: str = choice(_POINTS, parameter="kernel-points", applies=_shows("kernel"))
    seed: int = number(
        1, 1, _SEEDS, parameter="kernel-seed", applies=when(look="kernel", points="drawn")
    )
    pairs: str = text(
        "1 1\n2 3\n4 2\n7 6\n9 5",
        parameter="kernel-pairs",
        applies=when(look="kernel", points="own"),
    )

    def unfolding(self, name: str) -> Unfolding:
        """Return the current view of the derivation "inside", "lecture" or "board"."""
        return Unfolding(
            getattr(self, f"{name}_step") - 1,
            getattr(self, f"{name}_row") - 1,
            getattr(self, f"{name}_all"),
        )

    @property
    def matrices(self) -> dict[str, str]:
        """The matrices of the blackboard as typed."""
        return {name: getattr(self, name) for name in MATRICES}
