"""Settings of the page on all heads.

The what-ifs, the part of two sentences, and the settings of the sections below the picture.
"""

from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from typing import Any

from models import Request, Task, Trace, UserError, WhatIf

from ...analysis.norms import cell_quantities
from ...analysis.overlay import read_held_word, read_overlay
from ...analysis.views import BETWEEN, source_words
from ...analysis.what_if_text import WHAT_IFS, WhatIfEntry, read_what_if
from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import MAX_LINES, Known, Options, Settings, choice, plain_trace, switch, text

_WRITES = translatable({"own": "Translate again", "kept": "Keep this translation"})
_PINNED_FRENCH = translatable(
    {"own": "Each its own translation", "same": "The same translation for both"}
)
_PICTURES = translatable(  # of a head on show in a lecture
    {
        "both": "Heatmap and lines",
        "heatmap": "Heatmap alone",
        "lines": "Lines alone",
        "words": "Shaded words alone",
    }
)
# What is taken, as `PATCH_KINDS` has it: a state of words, all else of all tokens.
TAKEN = translatable(
    {
        "state": "State of words",
        "output": "Output of a head",
        "weights": "Weights alone",
        "values": "Values alone",
        "feed_forward": "Feed-forward layer",
    }
)
_PANEL = {"closed": "closed", "open": "open"}
# How the next word is drawn: the label of each parameter, its options, and their type.
_SAMPLING: dict[str, tuple[str, Options, type]] = {
    "next-temperature": (
        translatable("Temperature"),
        {text: text for text in ("1", "0.25", "0.5", "0.75", "1.5", "2", "4")},
        float,
    ),
    "next-k": (
        translatable("Top-k"),
        {"0": translatable("all words"), **{text: text for text in ("1", "5", "10", "50", "100")}},
        int,
    ),
    "next-p": (
        translatable("Top-p"),
        {text: text for text in ("1", "0.5", "0.8", "0.9", "0.95")},
        float,
    ),
}


def sampling(parameter: str, applies: Callable[[Known, Runner], bool]) -> Any:
    """Declare a parameter of _SAMPLING."""
    label, options, parse = _SAMPLING[parameter]
    return choice(
        options,
        label=label,
        parameter=parameter,
        parse=parse,
        write="{:g}".format,
        applies=applies,
        omitted_when_default=True,
    )


def _has(field: str) -> Callable[[Known, Runner], bool]:
    """Return the condition that a field of `WhatIf` applies to the model."""
    return lambda known, runner: field in runner.model(known.model).what_ifs


def _has_heads(known: Known, runner: Runner) -> bool:
    return bool(runner.model(known.model).attention_sizes)


def _loses_heads(known: Known, runner: Runner) -> bool:
    """Return whether the model writes words that can lose a head."""
    model = runner.model(known.model)
    return "silenced" in model.what_ifs and model.capabilities.writes


def _has_task(task: Task) -> Callable[[Known, Runner], bool]:
    """Return the condition that the model has this task."""
    return lambda known, runner: runner.model(known.model).capabilities.task == task


def _quantities(known: Known, runner: Runner) -> Options:
    """List what pictures can show of the model's heads: {} where that is only weights."""
    return cell_quantities(runner.model(known.model).capabilities)


def lists_of_what_ifs() -> dict[str, Options]:
    """Return the options of a transformer's what-ifs, by parameter; the first is as trained."""
    return {
        "french-is": _WRITES,
        **{entry.parameter: entry.options for entry in WHAT_IFS if entry.options},
    }


def _words_to_swap(known: Known, runner: Runner) -> Options:
    """No word, and the words of the sentence by number from 1."""
    titles = {"": translatable("Choose a word")}
    for place, word in source_words(plain_trace(known, runner)).items():
        titles[str(place + 1)] = word
    return titles


def _parts_of_two_sentences(known: Known, runner: Runner) -> Options:
    """List the parts of BETWEEN; {} for one sentence."""
    return BETWEEN if plain_trace(known, runner).second else {}


def _places(known: Known, runner: Runner) -> Options:
    """List the places of the text that the model reads and writes, from 1."""
    tokens = _changed_trace(known, runner).decoder_input
    return {str(place): f"{place}. {token}" for place, token in enumerate(tokens, start=1)}


def _last_given(known: Known, runner: Runner) -> str:
    """Return the last place of the typed text."""
    return str(_changed_trace(known, runner).prompt_length + 1)


def _changed_trace(known: Known, runner: Runner) -> Trace:
    """Return the run with what-ifs of a model that continues a text, or the run as trained."""
    what_if, _ = _what_if_of(known)
    try:
        return runner.trace(Request(known.model, known.sentence, None, what_if))
    except UserError:
        return plain_trace(known, runner)


def _what_if_of(known: Known) -> tuple[WhatIf, dict[str, str]]:
    """Read the what-ifs of the settings, and the reasons for refusals by parameter."""
    texts = {entry.parameter: getattr(known, entry.field, None) or "" for entry in WHAT_IFS}
    # "0": no window or padding, as trained
    return read_what_if({name: value for name, value in texts.items() if value not in ("", "0")})


def _what_if_setting(entry: WhatIfEntry) -> Any:
    """Declare a what-if: chosen from its list, or a text of components, up to hundreds of heads."""

    def check(value: str) -> str:
        _, refused = read_what_if({entry.parameter: value})
        return "".join(t("{why} This setting is ignored.", why=why) for why in refused.values())

    shared: dict[str, Any] = {
        "label": entry.label,
        "parameter": entry.parameter,
        "applies": _has(entry.field),
        "omitted_when_default": True,
        "of_sentence": entry.of_sentence,
    }
    if entry.options:
        return choice(lambda known, runner: entry.options, **shared)
    return text(max_characters=MAX_LINES, check=check, **shared)


def check_overlay(value: str) -> str:
    """Say why a text is no list of heads, or ""."""
    try:
        read_overlay(value)
    except ValueError:
        return t("The link asks for lines of heads that cannot be read. They are left out.")
    return ""


def _check_held(value: str) -> str:
    """Say why a text is no word of a head, or ""."""
    try:
        read_held_word(value)
    except ValueError:
        return t("The link holds a word that cannot be read. No word is held.")
    return ""


def _follows_a_pin(known: Known, runner: Runner) -> bool:
    return bool(known.pin) and runner.model(known.model).capabilities.translates


@dataclass(frozen=True)
class _PanelSettings(Settings):
    """The panel of the experiments, before the what-ifs."""

    panel: str = choice(_PANEL, omitted_when_default=True)
    pictures: str = choice(_PICTURES, omitted_when_default=True)
    quantity: str | None = choice(
        _quantities, label=translatable("Each cell shows"), omitted_when_default=True
    )
    french_is: str | None = choice(
        _WRITES,
        label=translatable("With each change"),
        parameter="french-is",
        applies=_has_task("translation"),
        omitted_when_default=True,
    )


# A field for each what-if, a text as the address has it; None for a model that has no such what-if.
_WhatIfSettings: Any = make_dataclass(
    "WhatIfSettings",
    [(entry.field, str | None, _what_if_setting(entry)) for entry in WHAT_IFS],
    bases=(_PanelSettings,),
    frozen=True,
)


@dataclass(frozen=True)
class HeadsSettings(_WhatIfSettings):
    """The what-ifs as texts of the address, and the view."""

    swap_word: str | None = choice(
        _words_to_swap,
        parameter="swap-word",
        applies=_has("swap"),
        omitted_when_default=True,
        of_sentence=True,
    )
    importance: bool | None = switch(False, applies=_has("silenced"), omitted_when_default=True)
    refute: bool | None = switch(False, applies=_has_heads, omitted_when_default=True)
    this_head_off: bool | None = switch(
        False,
        label=translatable("What is lost without this head?"),
        parameter="this-head-off",
        applies=_loses_heads,
        omitted_when_default=True,
    )
    takes_over: bool | None = switch(
        False,
        label=translatable("Does another head take over for this one?"),
        parameter="takes-over",
        applies=_loses_heads,
        omitted_when_default=True,
    )
    pin: str | None = text(omitted_when_default=True, max_characters=MAX_LINES)
    pinned_french: str | None = choice(
        _PINNED_FRENCH,
        parameter="pinned-french",
        applies=_follows_a_pin,
        omitted_when_default=True,
    )
    overlay: str | None = text(
        omitted_when_default=True, max_characters=MAX_LINES, check=check_overlay
    )
    held: str | None = text(
        omitted_when_default=True, max_characters=MAX_LINES, check=_check_held, of_sentence=True
    )
    between: str | None = choice(_parts_of_two_sentences, applies=_has_task("masked-lm"))
    next_after: int | None = choice(
        _places, _last_given, parameter="next-after", parse=int, applies=_has_task("causal-lm")
    )
    next_temperature: float | None = sampling("next-temperature", _has_task("causal-lm"))
    next_k: int | None = sampling("next-k", _has_task("causal-lm"))
    next_p: float | None = sampling("next-p", _has_task("causal-lm"))

    @property
    def what_if(self) -> WhatIf:
        """The what-ifs."""
        what_if, _ = _what_if_of(self)
        return what_if

    @property
    def shows_norms(self) -> bool:
        """Whether pictures show norms in place of weights."""
        return self.quantity == "norm"

    @property
    def follows_pinned(self) -> bool:
        """Whether the model is forced to the French of the pinned picture."""
        return self.pinned_french == "same"

    @property
    def keeps_french(self) -> bool:
        """Whether the model with what-ifs is forced to the translation as trained."""
        return self.french_is == "kept"
