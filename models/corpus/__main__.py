"""Measure profiles on the command line; see `python -m models.corpus --help`."""

import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from .options import build_parser

if __name__ == "__main__":  # help, or what is wrong with a call, without torch
    build_parser().parse_args()

from .. import registry
from ..errors import UserError
from ..files import write_whole
from .attention_sums import analyse, untrained
from .controls import NATURAL
from .costs import Sizes, measure_head_pairs, measure_importance
from .costs_one_by_one import measure_one_by_one
from .divergence import measure_alike, measure_same
from .held_out import read_held_out
from .making import control_total, example_lines, measure_controls, stacks_of
from .on_ray import analyse_on_ray
from .profile import Profile, digest, shipped_path, weights_of, write_profile
from .profile_table import heads_parquet, heads_table
from .sentences import CORPUS
from .workers import analyse_in_workers, numbered

_COMPARED = 10_000  # most pairs held in memory, evenly spaced over a file
_UNTRAINED = 2_500  # sentences for the untrained network: enough for its means
_UNTRAINED_ALONE = 500  # the same for a pretrained model, which reads them one by one


class _Clock:
    """Prints the progress of a run and its remaining time on a terminal, and nothing in a log."""

    quiet = False  # of the command: not on a terminal either

    def __init__(self, total: int, title: str, unit: str = "sentences"):
        self.total, self.title, self.unit = total, title, unit
        self.start = self.printed = time.monotonic()

    @property
    def is_shown(self) -> bool:
        return sys.stderr.isatty() and not self.quiet

    def show(self, done: int) -> None:
        now = time.monotonic()
        if not self.is_shown or (now - self.printed < 1 and done < self.total):
            return
        self.printed = now
        remaining = (now - self.start) / max(done, 1) * (self.total - done)
        text = f"{self.title}: {done:,} of {self.total:,} {self.unit}, {remaining:,.0f} s left"
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_shown:
            print(file=sys.stderr)


def _texts_of(path: Path, lines: set[int]) -> dict[int, tuple[str, str]]:
    """Read English and French of some lines of a file."""
    return {line: (pair.english, pair.french) for line, pair in numbered(path) if line in lines}


class _Steps:
    """Prints the progress of each step of a run."""

    def __init__(self, name: str):
        self.name = name
        self.clock: _Clock | None = None

    def show(self, step: str, done: int, total: int) -> None:
        title = f"{self.name}, {step}"
        if self.clock is None or self.clock.title != title:
            self.end()
            self.clock = _Clock(total, title, "done")
        self.clock.show(done)

    def end(self) -> None:
        if self.clock is not None:
            self.clock.end()


def _parts_of(
    model: Any, path: Path, total: int, scored: int, held_out: Path | None = None
) -> dict[str, Any]:
    """Measure head similarity and the losses without heads on `scored` of `total` pairs.

    Holds at most _COMPARED pairs at once. With a folder of `held_out` text, the losses of a model
    trained here are measured on `scored` of its sentences.
    """
    steps = _Steps(model.name)
    if not model.capabilities.trained_here:
        sample = [pair for _, pair in islice(numbered(path), 0, None, -(-total // scored))]
        importance = measure_one_by_one(model, sample, partial(steps.show, "heads silenced"))
        steps.end()
        return {"importance": importance}
    pairs = list(islice(numbered(path), 0, None, -(-total // _COMPARED)))
    alike = measure_alike(model, pairs, steps.show)
    texts: list[str] = []
    if held_out is not None:
        pairs, texts = read_held_out(model.capabilities.translates, held_out)
    given = model, pairs, Sizes.of(scored), steps.show, texts
    importance, head_pairs = measure_importance(*given), measure_head_pairs(*given)
    steps.end()
    return {"alike": alike, "importance": importance, "pairs": head_pairs}


def _make_profile(
    name: str,
    path: Path,
    workers: int = 1,
    limit: int | None = None,
    scored: int = 0,
    ray: str | None = None,
    device: str = "auto",
    held_out: Path | None = None,
) -> Profile:
    """Measure a model on the pairs of a file, and the same network untrained.

    With `scored`, also measure the losses without heads on that many pairs, and head similarity;
    with a folder of `held_out` text, the losses on its sentences. `ray` is the address of a cluster
    that reads the file instead of this process; see `analyse_on_ray`. Raises UserError for a model
    without attention, or an unreadable file.
    """
    in_this_process = workers == 1 and ray is None
    model: Any = registry.load(name, device if in_this_process else "cpu")
    if not model.attention_sizes:
        raise UserError("{model} has no attention, and so no heads.", model=name)
    if held_out is not None:
        # A missing file is named before the long run.
        read_held_out(model.capabilities.translates, held_out)
    total = sum(1 for _ in numbered(path, limit))
    clock = _Clock(total, name)
    if ray is not None and limit is None:
        analysis = analyse_on_ray(name, path, ray, workers, clock.show)
    elif workers > 1 and limit is None:
        analysis = analyse_in_workers(name, path, workers, clock.show)
    else:
        analysis = analyse(model, numbered(path, limit), clock.show)
    clock.end()
    if not analysis.pairs_read:
        raise UserError(
            "There is no sentence in {file} that {model} can read.", file=path.name, model=name
        )
    count = min(total, _UNTRAINED if model.capabilities.trained_here else _UNTRAINED_ALONE)
    clock = _Clock(count, f"{name}, untrained")
    sample = numbered(path, count)
    before = analyse(model, sample, clock.show, untrained(model), examples=False)
    clock.end()
    spaced = [pair for _, pair in islice(numbered(path, limit), 0, None, -(-total // NATURAL))]
    clock = _Clock(control_total(model, spaced), f"{name}, controls")
    controls = measure_controls(model, spaced, clock.show)
    clock.end()
    stacks = stacks_of(model, analysis, before, controls)
    return Profile(
        name,
        stacks,
        analysis.pairs_read,
        analysis.pairs_left_out,
        weights_of(model.card),
        digest(path),
        _texts_of(path, example_lines(stacks)),
        same=measure_same(model),
        **(_parts_of(model, path, total, scored, held_out) if scored else {}),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = build_parser()
    options = parser.parse_args(arguments)
    _Clock.quiet = options.quiet
    if options.held_out and not (options.shipped or options.importance):
        parser.error("--held-out needs --shipped or --importance")
    names = options.model or (registry.shipped() if options.shipped else ["transformer"])
    try:
        for name in names:  # before the first of them is measured, which takes minutes
            registry.check_name(name)
        if options.out:
            options.out.parent.mkdir(parents=True, exist_ok=True)
    except UserError as error:
        parser.error(str(error))
    except OSError:
        parser.error(f"there is no folder “{options.out.parent}” to write into")
    try:
        for name in names:
            if options.shipped and not registry.load(name).attention_sizes:
                continue
            profile = _make_profile(
                name,
                options.data or CORPUS,
                options.workers,
                scored=options.importance or (Sizes().scored if options.shipped else 0),
                ray=options.ray,
                device=options.device,
                held_out=options.held_out,
            )
            path = shipped_path(name) if options.shipped else options.out or Path(f"{name}.npz")
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".csv":
                write_whole({path: heads_table(profile).encode()})
            elif path.suffix == ".parquet":
                write_whole({path: heads_parquet(profile)})
            else:
                write_profile(profile, path)
            size = path.stat().st_size
            made = {"model": name, "file": str(path), "sentences": profile.sentences, "bytes": size}
            text = f"{path.name}: {profile.sentences:,} sentences, {size / 1000:.0f} kB"
            print(json.dumps(made, ensure_ascii=False) if options.json else text)
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
