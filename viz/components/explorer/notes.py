"""The notes of the explorer beside the heads: what they do, and the effect of what-ifs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from models import Ablation

from ...analysis.differing import differing
from ...analysis.views import Glosses, HeadChoice, Heads
from ..canvas import encode


class HeadProfile(NamedTuple):
    """The profile of a head over thousands of sentences."""

    label: str
    text: str
    values: tuple[float | None, ...]  # of each measure; None: not measured for this mechanism
    sign: str = ""  # the label in a few letters


@dataclass(frozen=True, eq=False)
class Profiles:
    """The profiles of all heads of a model; written once, and so compared by identity."""

    source: str  # describes the sentences
    measures: tuple[str, ...]  # their titles
    heads: Mapping[str, HeadProfile]  # by name

    @cached_property
    def encoded(self) -> bytes:
        """The profiles as JSON, the same for every sentence: 18 KB."""
        return encode(asdict(self))


@dataclass(frozen=True)
class PinnedHead:
    """A pinned head beside the current one."""

    heads: Heads  # of this head alone, `[1, 1, row, column]`
    title: str
    about: str  # differences other than the head
    sentence: str
    is_followed: bool  # whether the current run follows its French


@dataclass(frozen=True)
class Notes:
    """The notes beside the weights; the defaults are empty."""

    # Captions of the heads in this sentence by mechanism, `[layer][head]`.
    captions: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    # The words as trained, each with how probable it was and is; of another model than as trained.
    trained: Sequence[Mapping] = ()
    same: bool = True  # whether the translation is that of the model as trained
    can_rank: bool = False
    pinned: PinnedHead | None = None
    # All heads of another run: each stands beside the head of its place.
    beside: Sequence[Heads] = ()
    beside_title: str = ""
    beside_sentence: str = ""
    profiles: Profiles | None = None
    quantity: str = "weight"  # what cells show: "weight" or "norm"
    quantities: Sequence[tuple[str, str]] = ()  # on offer, each with its title
    formula: str = ""  # of a norm
    # Of the large head in a lecture; else "heatmap", "lines" or "words".
    pictures: str = "both"
    held: str | None = None  # the word that is held, as in an address; None: the browser knows
    overlay: str = ""  # heads whose lines are drawn over the others, as in an address
    misread: Collection[int] = ()  # numbers of the English words that are perhaps misread
    glosses: Glosses = field(default_factory=dict)  # the English of French words; {}: not shown
    # The words of the translation and of a human one; see `word_changes`. (): there is none.
    reference: Sequence[tuple[str, str]] = ()
    ablation: Ablation | None = None  # if the reader asks which heads matter
    # If the reader asks for the controls of a head: its name, and what they say.
    refutation: Mapping[str, Any] | None = None
    preview: Mapping[str, Any] | None = None  # what preview.js needs

    @property
    def losses(self) -> dict[str, float] | None:
        """The drop in the translation's log-probability without each head, by name."""
        if self.ablation is None:
            return None
        losses = self.ablation.baseline - self.ablation.log_probability
        return {
            HeadChoice(*head).key: round(float(loss), 4)
            for head, loss in zip(self.ablation.heads, losses, strict=True)
        }


NO_NOTES = Notes()


def compare_words(words: Sequence[Mapping], notes: Notes) -> list[dict]:
    """Return the words written, compared with those of the model as trained.

    `changed` words are not written by the model as trained. Words have a probability `before` the
    change as long as the preceding words are the same.
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
