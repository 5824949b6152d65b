"""What stands beside the heads of a run: what they do, and what a change of the model does."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import NamedTuple

from models import Ablation

from ...analysis.views import HeadChoice, Heads
from ...draw.translations import differing
from ..canvas import encode


class HeadProfile(NamedTuple):
    """What a head does over thousands of sentences."""

    label: str
    text: str
    values: tuple[float | None, ...]  # of each measure; None = not measured of this mechanism
    sign: str = ""  # the label in a few letters


@dataclass(frozen=True, eq=False)
class Profiles:
    """What all heads of a model do; written once, so that one is equal to itself alone."""

    source: str  # over how many sentences
    measures: tuple[str, ...]  # their titles
    heads: Mapping[str, HeadProfile]  # by name

    @cached_property
    def encoded(self) -> bytes:
        """All of it as JSON, which is the same for every sentence: 18 KB."""
        return encode(asdict(self))


@dataclass(frozen=True)
class PinnedHead:
    """A head that stays beside the one on show."""

    heads: Heads  # of this head alone, `[1, 1, row, column]`
    title: str
    about: str  # what else than the head is other
    sentence: str
    is_followed: bool  # whether the one on show follows its French


@dataclass(frozen=True)
class Notes:
    """What the explorer says beside the weights; as it stands here, nothing."""

    # By mechanism what each head does in this sentence, `[layer][head]`.
    captions: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    # The words as trained, each with how probable it was and is; of another model than as trained.
    trained: Sequence[Mapping] = ()
    same: bool = True  # whether the translation is the one as trained
    can_rank: bool = False
    pinned: PinnedHead | None = None
    profiles: Profiles | None = None
    overlay: str = ""  # heads whose lines lie over the others, as in an address
    ablation: Ablation | None = None  # where the reader asks which heads matter

    @property
    def losses(self) -> dict[str, float] | None:
        """What the log-probability of the translation loses without each head, by its name."""
        if self.ablation is None:
            return None
        losses = self.ablation.baseline - self.ablation.log_probability
        return {
            HeadChoice(*head).key: round(float(loss), 4)
            for head, loss in zip(self.ablation.heads, losses, strict=True)
        }


NO_NOTES = Notes()


def compare_words(words: Sequence[Mapping], notes: Notes) -> list[dict]:
    """The words that are written, with what is known of them as trained.

    `changed` are those that the model as trained does not write. The probability `before` the
    change stands beside the one now as long as the words before are the same.
    """
    if not notes.trained:
        return [dict(word) for word in words]
    texts = [[word["text"] for word in sentence] for sentence in (words, notes.trained)]
    changed, _ = differing(texts)
    compared = [
        {**word, "changed": is_changed} for word, is_changed in zip(words, changed, strict=True)
    ]
    for word, trained in zip(compared, notes.trained, strict=False):
        if word["text"] != trained["text"]:
            break
        word["before"] = trained["before"]
    return compared
