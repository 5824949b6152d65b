"""Settings of the page on what heads do: an order, a kind, and two words."""

from dataclasses import dataclass

from models import shipped
from models.corpus.head_measures import MEASURES
from models.corpus.importance import Importance
from models.corpus.own_sentences import read_general
from models.corpus.profile import read_shipped

from ...analysis.views import axis_words
from ...base.language import MODEL_TITLES, t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number, plain_trace, text
from .costs import FILTERS, measured_costs
from .refute import sentence_axis
from .word_pair_search import sides_of
from .words import FIGURES, LABEL_KINDS, MEASURE_TITLES

CLEAREST = "clearest"
ALONE = "alone"  # no second model
CLEAREST_TITLE = translatable("how clear their behaviour is")
_COLOURS = translatable({"kind": "what it does", "cost": "what is lost without it"})
_SENTENCE, _TRANSLATION = translatable("sentence"), translatable("translation")
_WORDS = 2, 3  # the first two words to compare, from 0


def _ranks(known: Known, runner: Runner) -> Options:
    """List the orders of heads, over all mechanisms of the model."""
    names = {
        name
        for stack in runner.model(known.model).attention_sizes
        for name in MEASURES.get(stack, ())
    }
    measures = {name: title for name, title in MEASURE_TITLES.items() if name in names}
    importance = _importance_of(known, runner)
    costs = measured_costs(importance) if importance else {}
    return {CLEAREST: CLEAREST_TITLE, **costs, **measures, **FIGURES}


def _kinds(known: Known, runner: Runner) -> Options:
    return {
        "all": translatable("All"),
        **LABEL_KINDS,
        **(FILTERS if _has_costs(known, runner) else {}),
    }


def _importance_of(known: Known, runner: Runner) -> Importance | None:
    """Return the costs of the model's heads; None if not measured."""
    stored = read_general(runner.model(known.model))
    return stored[0].importance if stored else None


def _has_costs(known: Known, runner: Runner) -> bool:
    return _importance_of(known, runner) is not None


def _has_same(known: Known, runner: Runner) -> bool:
    """Return whether the heads can be compared with those of another model."""
    stored = read_general(runner.model(known.model))
    return not known.data and stored is not None and stored[0].same is not None


def _second_models(known: Known, runner: Runner) -> Options:
    """List our models whose heads can be compared with the model's."""
    names = [
        name
        for name in shipped()
        if name != known.model and (stored := read_shipped(name)) and stored.same
    ]
    return {
        ALONE: translatable("No other model"),
        **{name: MODEL_TITLES[name] for name in names},
    }


def _words(known: Known, runner: Runner) -> Options:
    """List the words of the sentence, "e1" and so on, and of its translation, "f1"."""
    titles = {"e": t(_SENTENCE), "f": t(_TRANSLATION)}
    return {
        f"{letter}{place}": f"{word} ({titles[letter]} {place})"
        for letter, axis in sides_of(plain_trace(known, runner)).items()
        for place, word in enumerate(axis_words(axis), start=1)
    }


def _words_to_swap(known: Known, runner: Runner) -> Options:
    """List the words of the sentence, "e1" and so on."""
    labels = axis_words(sentence_axis(plain_trace(known, runner)))
    return {f"e{place}": f"{word} ({place})" for place, word in enumerate(labels, start=1)}


def _last_word(known: Known, runner: Runner) -> str:
    """Return the last word of letters of the sentence, or else the last."""
    labels = axis_words(sentence_axis(plain_trace(known, runner)))
    places = [place for place, word in enumerate(labels, start=1) if word.isalpha()]
    return f"e{places[-1] if places else len(labels)}"


def _opening_word(which: int):
    """Return one of the first two words to compare, or the last word.

    A decoder-only model sees no later words, and so leads from the second to the first.
    """

    def default(known: Known, runner: Runner) -> str:
        trace = plain_trace(known, runner)
        count = len(axis_words(sides_of(trace)["e"]))
        place = _WORDS[which if trace.source else 1 - which]
        return f"e{min(place + 1, count)}"

    return default


def _has_profile(known: Known, runner: Runner) -> bool:
    """Return whether the model has heads with a profile, stored or measurable."""
    return bool(runner.model(known.model).attention_sizes)


@dataclass(frozen=True)
class ProfilesSettings(Settings):
    """The order of the heads, their filter, and the two words to search heads for."""

    by: str | None = choice(_ranks, applies=_has_profile)
    kind: str | None = choice(_kinds, applies=_has_profile, omitted_when_default=True)
    # In per cent of the largest value: heads below are left out.
    least: int | None = number(
        0, 0, 100, parameter="at-least", applies=_has_profile, omitted_when_default=True
    )
    colour: str | None = choice(
        _COLOURS, parameter="map-colour", applies=_has_costs, omitted_when_default=True
    )
    # The key of the reader's own sentences; "": the shipped sentences.
    data: str | None = text(
        "", parameter="own", applies=_has_profile, omitted_when_default=True, max_characters=16
    )
    word_from: str | None = choice(
        _words, _opening_word(0), parameter="from-word", applies=_has_profile
    )
    word_to: str | None = choice(
        _words, _opening_word(1), parameter="to-word", applies=_has_profile
    )
    # Two words to swap, to see whether a head follows them.
    swap_first: str | None = choice(
        _words_to_swap,
        _opening_word(0),
        parameter="swap-first",
        applies=_has_profile,
        omitted_when_default=True,
    )
    swap_second: str | None = choice(
        _words_to_swap,
        _last_word,
        parameter="swap-second",
        applies=_has_profile,
        omitted_when_default=True,
    )
    # A second model whose heads are in one plane with the model's.
    beside: str | None = choice(
        _second_models,
        ALONE,
        parameter="second-model",
        applies=_has_same,
        omitted_when_default=True,
    )
