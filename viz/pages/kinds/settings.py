"""Settings of the page on the three kinds of transformer."""

import re
from dataclasses import dataclass

from models import UserError, shipped_for

from ...base.language import translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice

EXAMPLE = "The big red dog is sleeping on the bed."
_ASKED = "dog"
_LOOKS = translatable({"sees": "What each may attend to", "gives": "What each produces"})
_TASKS = {"encoder": "masked-lm", "decoder": "causal-lm", "both": "translation"}
_STACKS = {"encoder": {"encoder"}, "decoder": {"decoder"}, "both": {"encoder", "decoder", "cross"}}


def models_of(known: Known, runner: Runner) -> dict[str, str]:
    """Return our transformer of each kind that has one, preferring the tab's model."""
    models = {}
    for kind, task in _TASKS.items():
        for name in sorted(shipped_for(task), key=lambda name: (name != known.model, name)):
            try:
                stacks = set(runner.model(name).attention_sizes)
            except UserError:  # damaged
                continue
            if stacks == _STACKS[kind]:
                models[kind] = name
                break
    return models


def word_spans(sentence: str) -> list[tuple[int, int]]:
    """Return the spans of the words of a sentence, without punctuation."""
    return [match.span() for match in re.finditer(r"\w+(?:['’-]\w+)*", sentence)]


def _words(known: Known, runner: Runner) -> Options:
    """List the words of the sentence by place, from 1."""
    return {
        str(place): known.sentence[start:end]
        for place, (start, end) in enumerate(word_spans(known.sentence), start=1)
    }


def _first_asked(known: Known, runner: Runner) -> str:
    """Return the dog of the example, which needs both sides, or the last word."""
    texts = list(_words(known, runner).values())
    return str(texts.index(_ASKED) + 1 if _ASKED in texts else len(texts))


def _has_words(known: Known, runner: Runner) -> bool:
    return bool(word_spans(known.sentence))


@dataclass(frozen=True)
class KindsSettings(Settings):
    """The look, and the word to predict."""

    look: str = choice(_LOOKS, parameter="kinds-look")
    place: int | None = choice(
        _words, _first_asked, parameter="asked", parse=int, applies=_has_words
    )
