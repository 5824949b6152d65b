"""Settings of the page on alignments: models, a head of each, and whose French."""

from collections.abc import Mapping
from dataclasses import dataclass

from models import available

from ...analysis.aligners import ALIGNER_SCORES, Aligner, aligners
from ...base.language import MODEL_TITLES, t, translatable
from ...base.language_names import reference_of
from ...view.runner import Runner
from ...view.settings import FRENCH_TO_FOLLOW, Known, Options, Settings, choice, switch, text, when

_WAYS = translatable({"two": "Two models", "scores": "The four score functions"})
_WHOSE = translatable({"same": "The same translation", "own": "Each its own translation"})
DEFAULT_SECOND = "bilstm-additive", "transformer"  # the first that is not the model of the tab


def _reference(known: Known, runner: Runner) -> str:
    """The French of an example."""
    first = runner.model(first_models(known)[0])
    return reference_of(known.sentence, first.capabilities)


def _models_to_compare(known: Known, runner: Runner) -> Options:
    return {name: MODEL_TITLES.get(name, name) for name in available()}


def _another_model(known: Known, runner: Runner) -> str:
    usual, other = DEFAULT_SECOND
    return other if known.model == usual else usual


def first_models(known: Known) -> tuple[str, ...]:
    """Return the models whose head the setting `aligner` chooses."""
    if known.compare == "two":
        return (known.model,)
    return tuple(name for name in ALIGNER_SCORES if name in available())


def aligners_of(name: str, runner: Runner) -> Mapping[str, Aligner]:
    """Return the aligners of a model, the best first; {} without attention."""
    model = runner.model(name)
    if "cross" not in model.attention_sizes:
        return {}
    return aligners(model.attention_sizes["cross"], model.card)


def _aligner_titles(name: str, runner: Runner) -> Options:
    """Return the titles of a model's aligners; {} for fewer than two."""
    options = aligners_of(name, runner)
    if len(options) < 2:
        return {}
    best = next(iter(options))
    titles = {key: aligner.title for key, aligner in options.items()}
    return {**titles, best: t("aligns best: {aligner}", aligner=titles[best])}


def _first_aligners(known: Known, runner: Runner) -> Options:
    for name in first_models(known):
        if titles := _aligner_titles(name, runner):
            return titles
    return {}


def _second_aligners(known: Known, runner: Runner) -> Options:
    return _aligner_titles(known.second, runner)


@dataclass(frozen=True)
class AlignSettings(Settings):
    """The models to compare, their heads, and the French."""

    compare: str = choice(_WAYS, label=translatable("What to compare"))
    whose: str = choice(_WHOSE, label=translatable("Whose translation"))
    # "": a model's translation.
    french: str | None = text(
        _reference, label=FRENCH_TO_FOLLOW, applies=when(whose="same"), of_sentence=True
    )
    refute: bool = switch(False, label=translatable("Refute this"), omitted_when_default=True)
    aligner: str | None = choice(_first_aligners, label=translatable("Head"))
    second: str | None = choice(
        _models_to_compare,
        _another_model,
        label=translatable("Second model"),
        applies=when(compare="two"),
    )
    second_aligner: str | None = choice(
        _second_aligners,
        label=translatable("Head"),
        parameter="second-aligner",
        applies=when(compare="two"),
    )
