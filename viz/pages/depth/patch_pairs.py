"""The same maps over several pairs of sentences: the mean of each cell, with its interval."""

from dataclasses import dataclass
from functools import cached_property

from models import Request, TextModel, UserError
from models.protocols import Task
from models.results import HeadPatching, Patching

from ...base.language import t
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.pair_means import mean_shares
from ...draw.patching import MeanShares, mean_chart
from .look import DepthLook
from .settings import PARTS, patch_by

# Pairs of as many tokens for which the model of this task writes other words.
_PAIRS: dict[Task, tuple[tuple[str, str], ...]] = {
    "translation": (
        ("He is tired.", "She is tired."),
        ("The red dog is sleeping.", "The black dog is sleeping."),
        ("One dog is running.", "Two dogs are running."),
        ("The mouse of the computer is black.", "The mouse of the cat is black."),
        ("The dog is sleeping.", "The dogs are sleeping."),
        ("The old man is happy.", "The old woman is happy."),
        ("His brother is old.", "His sister is old."),
        ("I see a big house.", "I see a small house."),
    ),
    "causal-lm": (
        ("He said that", "She said that"),
        ("The old man said that", "The old woman said that"),
        ("The king took off", "The queen took off"),
        ("The boy lost", "The girl lost"),
        ("His brother said that", "His sister said that"),
    ),
    "masked-lm": (
        ("The boy lost [MASK] mother.", "The girl lost [MASK] mother."),
        ("The father lost [MASK] hat.", "The mother lost [MASK] hat."),
        ("The man raised [MASK] hand.", "The woman raised [MASK] hand."),
        ("He opened [MASK] eyes.", "She opened [MASK] eyes."),
    ),
}


@dataclass(frozen=True)
class _Maps:
    """What parts of the second sentences move in the first ones, and the other way."""

    there: MeanShares
    back: MeanShares


def pairs_of(model: TextModel) -> tuple[tuple[str, str], ...]:
    """Return the pairs for a model; () for a task without."""
    mask = model.capabilities.mask_token or ""
    pairs = _PAIRS.get(model.capabilities.task, ())
    return tuple((one.replace("[MASK]", mask), two.replace("[MASK]", mask)) for one, two in pairs)


def changed_words(pair: tuple[str, str]) -> str:
    """Name the first words in which two sentences differ."""
    words = zip(*(sentence.rstrip(".").split() for sentence in pair), strict=True)
    one, two = next((one, two) for one, two in words if one != two)
    return f"{one} → {two}"


class PairPatches(DepthLook):
    """The mean maps over all pairs, in both directions."""

    main = "patch"

    @property
    def part(self) -> str:
        assert self.settings.part is not None  # the look applies
        return self.settings.part

    @cached_property
    def maps(self) -> _Maps:
        model, part = self.runner.model(self.settings.model), self.part
        return self.runner.compute_once(
            f"patch pairs {model.name} {part}",
            t("The parts of the other sentences are put in, pair by pair"),
            lambda progress: _map_pairs(model, part, progress),
            can_stop=True,
        )

    @property
    def refusal(self) -> str:
        if self.maps.there.pairs:
            return ""
        return t("{model} writes the same for both sentences of each pair.", model=self.model_name)

    @property
    def model_name(self) -> str:
        return self.settings.model

    @property
    def charts(self) -> dict[str, Chart]:
        first, second = (t("the second sentences"), t("the first sentences"))
        return {
            self.main: self._chart(self.maps.there, first),
            "back": self._chart(self.maps.back, second),
        }

    def _chart(self, shares: MeanShares, givers: str) -> Chart:
        what = t(
            "{part} of {sentences}, mean of {count} pairs",
            part=t(PARTS[self.part]),
            sentences=givers,
            count=len(shares.pairs),
        )
        chart = mean_chart(shares)
        caption = t("{model}: {what}", model=self.model_name, what=what)
        names = t("; ").join(changed_words(pair) for pair in shares.pairs)
        return chart.with_caption(f"{names}\n{caption}", chart.numbers)

    @property
    def finding(self) -> str:
        return t(
            "depth#mean of pairs",
            count=len(self.maps.there.pairs),
            part=t(PARTS[self.part]),
            first=self.maps.there.leading,
            back=self.maps.back.leading,
        )

    @property
    def explanation(self) -> str:
        return t("depth#how to read pairs")


def _map_pairs(model: TextModel, part: str, progress: Progress) -> _Maps:
    """Patch each pair in both directions; those that cannot be compared are left out."""
    pairs, kept = pairs_of(model), []
    maps: list[tuple[Patching | HeadPatching, ...]] = []
    for done, pair in enumerate(pairs):
        report = _reporting(progress, done, len(pairs))
        try:
            maps.append(
                tuple(
                    patch_by(model, Request(model.name, sentence), other, part, report)
                    for sentence, other in (pair, pair[::-1])
                )
            )
            kept.append(pair)
        except UserError:  # this model reads them otherwise, or writes the same
            pass
        progress(done + 1, len(pairs))
    there, back = ([both[number] for both in maps] for number in (0, 1))
    return _Maps(mean_shares(kept, there), mean_shares(kept, back))


def _reporting(progress: Progress, done: int, total: int) -> Progress:
    """Return a progress within a pair, which says how many pairs are `done` and may end it."""

    def report(*_: object, **__: object) -> None:
        progress(done, total)

    return report
