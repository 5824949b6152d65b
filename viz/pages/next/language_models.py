"""The models of the page, and tokens as readable text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from models import UserError
from models.answers import continuation
from models.answers.continuation import Written
from models.answers.counting import Counts, shipped_counts
from models.protocols import Predictor
from models.store.token_names import SPACE

from ...base.language import explain, model_title, t, translatable
from ...view.computation import NotApplicable, PageContent
from .settings import NextSettings, networks, with_heads

GLUE = "·"  # before a piece that continues a word


class DrawnWord(NamedTuple):
    """A word, or a piece of one, drawn from a model."""

    text: str
    probability: float  # that the model gave it; of several pieces the product


@dataclass(frozen=True)
class Shown(PageContent[NextSettings]):
    """The base of the looks: the text and the models."""

    @property
    def text(self) -> str:
        return self.settings.text

    @cached_property
    def networks(self) -> list[str]:
        return networks(self.settings, self.runner)

    @cached_property
    def counts(self) -> Counts | None:
        """The counts; None if missing or unreadable."""
        try:
            self.runner.compute_once("counts", t("Reading the counts"), _read_counts)
        except UserError:
            return None
        return shipped_counts()

    @cached_property
    def predictors(self) -> dict[str, Predictor]:
        """Networks, then counts, the longest rows first, that can read the text.

        All of them where none can, so that each says why. Raises NotApplicable without any.
        """
        readable = {
            name: predictor for name, predictor in self._all.items() if name not in self.refused
        }
        return readable or self._all

    @property
    def room(self) -> int:
        """The tokens that are written after the text."""
        return 0

    @cached_property
    def refused(self) -> dict[str, UserError]:
        """Why a model cannot read the text, for each such model."""
        return refusals(self._all, [self.text], self.room)

    @property
    def left_out(self) -> str:
        """Which models cannot read the text that others read, and why, or ""."""
        if len(self.refused) == len(self._all):
            return ""
        return describe_refusals(self.refused)

    @cached_property
    def _all(self) -> dict[str, Predictor]:
        predictors = {name: cast(Predictor, self.runner.model(name)) for name in self.networks}
        if self.counts:
            predictors |= self.counts.models
        if not predictors:
            raise NotApplicable(
                translatable(
                    "There is no language model here yet. Train one with "
                    "“python -m models.training.train gpt --data DIR --ship”."
                )
            )
        return predictors

    @property
    def missing(self) -> str:
        """What to do without a network or without counts; "" with both."""
        if not self.networks:
            return t(
                "There is no GPT here yet, only n-gram counts. Train one with “{command}”.",
                command="python -m models.training.train gpt --data DIR --ship",
            )
        if not self.counts:
            return t(
                "The n-gram counts are missing. Make them with “{command}”.",
                command="python -m models.training.counts --data DIR --tokenizer "
                "models/checkpoints/gpt --ship",
            )
        return ""

    @property
    def network_with_heads(self) -> str | None:
        return with_heads(self.settings, self.runner)


def refusals(
    predictors: Mapping[str, Predictor], texts: Sequence[str], room: int = 0
) -> dict[str, UserError]:
    """Return why a model cannot read one of the texts and write `room` tokens, by model."""
    errors = {}
    for name, predictor in predictors.items():
        try:
            for text in texts:
                continuation.read_context(predictor, text, room)
        except UserError as error:
            errors[name] = error
    return errors


def describe_refusals(refused: Mapping[str, UserError]) -> str:
    """Say which models cannot read a text, and why."""
    return " ".join(f"{model_title(name)}: {explain(error)}" for name, error in refused.items())


def _read_counts(progress: object) -> None:
    """Read the counts. They are kept with the models: a cache would evict other values for them."""
    if counts := shipped_counts():
        _ = counts.models  # a cached property


def piece_title(tokenizer: Any, token: int) -> str:
    """Write a token for the page, with GLUE before a piece that continues a word."""
    if token == tokenizer.end_id:
        return t("end of the text")
    name = tokenizer.name(token)
    is_glued = name[:1].isalpha() and not tokenizer.piece(token).startswith(" ")
    return GLUE + name if is_glued else name


def group_words(tokenizer: Any, written: Sequence[Written], merged: bool) -> tuple[DrawnWord, ...]:
    """Convert drawn tokens to words; with `merged` the pieces of a word are joined."""
    words: list[DrawnWord] = []
    for token in written:
        title = piece_title(tokenizer, token.token)
        if merged and title.startswith(GLUE) and words:
            before = words.pop()
            joined = before.text.removeprefix(SPACE) + title.removeprefix(GLUE)
            words.append(DrawnWord(joined, before.probability * token.probability))
        else:
            words.append(DrawnWord(title, token.probability))
    return tuple(words)
