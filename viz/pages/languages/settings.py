"""Settings of the page on translation between languages that were never paired."""

from dataclasses import dataclass

from models.answers.languages import LANGUAGES, LANGUAGES_MODEL, language_of

from ...analysis.aligners import Aligner, aligners
from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, text
from ..space.settings import point

LOOKS = translatable(
    {
        "ways": "Direct and through English",
        "heads": "The same heads",
        "space": "One space",
        "measured": "How good it is",
    }
)
LANGUAGE_TITLES = {
    "de": "Deutsch",
    "en": "English",
    "fr": "Français",
}  # in all languages of the app
# Captions that it has not read.
EXAMPLES = (
    "Ein Hund läuft über das Gras.",
    "Zwei Kinder spielen am Strand mit einem roten Ball.",
    "Eine Frau in einem blauen Mantel liest eine Zeitung.",
    "Ein alter Mann sitzt auf einer Bank und spielt Gitarre.",
    "A man is riding a brown horse on the beach.",
)
_TYPED = "ways", "heads", "space"  # the looks at the typed sentence


def _is_typed(known: Known, runner: Runner) -> bool:
    return known.look in _TYPED and bool((known.typed or "").strip())


def _identified(known: Known, runner: Runner) -> str:
    return language_of(known.typed)


def _others(known: Known, runner: Runner) -> Options:
    """List the languages that the sentence is not in, French first."""
    others = [language for language in reversed(LANGUAGES) if language != known.source]
    return {language: LANGUAGE_TITLES[language] for language in others}


def all_aligners(runner: Runner) -> dict[str, Aligner]:
    """Return the heads of cross-attention and the means of its layers, the last mean first."""
    layers, heads = runner.model(LANGUAGES_MODEL).attention_sizes["cross"]
    by_name = aligners((layers, heads), {})
    mean = f"layer-{layers}-mean"
    return {mean: by_name.pop(mean), **by_name}


def _aligner_titles(known: Known, runner: Runner) -> Options:
    return {name: aligner.title for name, aligner in all_aligners(runner).items()}


def _encoder_heads(known: Known, runner: Runner) -> Options:
    layers, heads = runner.model(LANGUAGES_MODEL).attention_sizes["encoder"]
    return {
        f"{layer}-{head}": t("layer {layer}, head {head}", layer=layer, head=head)
        for layer in range(1, layers + 1)
        for head in range(1, heads + 1)
    }


def _most_points(known: Known, runner: Runner) -> int:
    return len(LANGUAGES) * (1 + len(runner.model(LANGUAGES_MODEL).card["samples"]))


@dataclass(frozen=True)
class LanguagesSettings(Settings):
    """The look, the sentence, its language, the language to write, and a head or a point."""

    look: str = choice(LOOKS, parameter="languages-look")
    typed: str | None = text(
        EXAMPLES[0],
        parameter="languages-sentence",
        omitted_when_default=True,
        applies=lambda known, runner: known.look in _TYPED,
    )
    source: str | None = choice(
        LANGUAGE_TITLES,
        _identified,
        parameter="languages-from",
        applies=_is_typed,
        of_sentence=True,
    )
    target: str | None = choice(_others, parameter="languages-to", applies=_is_typed)
    aligner: str | None = choice(
        _aligner_titles,
        parameter="languages-cross",
        applies=lambda known, runner: known.look == "ways",
    )
    head: str | None = choice(
        _encoder_heads,
        parameter="languages-head",
        applies=lambda known, runner: known.look == "heads",
    )
    point: int | None = point(
        "languages", _most_points, lambda known, runner: known.look == "space"
    )
