"""Addresses of pages: every parameter with a value that `take` takes of those that it may have."""

import re
from collections.abc import Sequence
from functools import cache

import models
from tests.pairwise import Take
from viz.analysis.views import HeadChoice
from viz.base.language import languages
from viz.view import settings
from viz.view.address import WORDS, View
from viz.view.computation import Computation
from viz.view.runner import PlainRunner
from viz.view.settings import _Situation

# Only punctuation, one word, repeated words, and characters that no model of ours knows.
SENTENCES = (".", "I", "the red dog and the black cat and the red dog", "日本語 <s> $x$ **b** dog")
# Texts to try besides the default, the empty text and a word, by parameter.
TEXTS = {
    "off": ("cross-4-1,encoder-1-2", "decoder-1-1"),
    "swap": ("1:small", "2:small"),
    "force": ("cross-4-1-2-1-0.5", "decoder-1-1-1-1-1"),
    "block": ("1", "2,3"),
    "gate": ("encoder-forward:forget:1", "decoder:output:0"),
    "pin": ("model=transformer&sentence=I+am+tired.", "model=gpt&sentence=I", "model=bilstm-dot"),
    "overlay": ("encoder-1-2,cross-1-1-off", "decoder-2-2"),
    "held": ("row-2", "column-1"),
    "hide": ("1", "2,3"),
    "mix-weights": ("1,-2.5", "0,0,2"),
    "french": ("Le chat noir",),
    "near": ("Paris",),
    "dimensions": ("2, 3",),
    "second-sentence": ("I am tired.",),
    "lines": ("He left me.\nI left a letter.\nTurn to the left.\nThey left early.",),
    "sentences": ("I am tired.\nHe left me.",),
}
NUMBERED = re.compile(r"[a-z]?\d+(-\d+)?")
ENDS = 6  # above so many numbers, try the first two, the middle, the last and the default


@cache
def runner() -> PlainRunner:
    """A runner that caches every run."""
    keeping = PlainRunner("cpu")
    keeping.trace = cache(keeping._trace)
    return keeping


def values_of(situation: _Situation) -> list[str]:
    """Return the values of a setting to try."""
    parameter, options, default, _ = situation
    if options is None:
        texts = dict.fromkeys((default, "", "dog", *TEXTS.get(parameter, ())))
        return [text for text in texts if settings._accept(situation, text) == (text, [])]
    values = [*options]
    numbers = [value for value in values if NUMBERED.fullmatch(value)]
    if len(numbers) <= ENDS:
        return values
    ends = (*numbers[:2], numbers[len(numbers) // 2], numbers[-1], default)
    return [value for value in values if value not in numbers or value in ends]


def take_address(computation: Computation, take: Take, names: Sequence[str] | None = None) -> None:
    """Take a value for each parameter of a page's address, the model of these `names` or of all."""
    model = take("model", names or models.available())
    sentence = take("sentence", (computation.example, *SENTENCES))
    choice = HeadChoice()
    if sizes := runner().model(model).attention_sizes:
        stack = take("attention", [*sizes])
        layer, head = (
            int(take(name, sorted({"1", str(last)})))
            for name, last in zip(("layer", "head"), sizes[stack])
        )
        choice = HeadChoice(stack, layer - 1, head - 1)
    merged = take("words", WORDS) == WORDS[True]
    take("language", (*languages(),))
    take("lecture", ("off", "on"))
    settings._build(
        computation.settings,
        View(model, sentence, choice, merged),
        runner(),
        lambda situation: take(situation.parameter, values_of(situation)),
    )
