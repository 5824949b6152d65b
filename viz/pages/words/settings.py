"""Settings of the page on words as points: a look, and what each look shows."""

from dataclasses import dataclass
from typing import NamedTuple

from models.normalisation import normalise
from models.words import meanings

from ...analysis.aligners import Aligner, aligners
from ...analysis.projections import MOST_POINTS, RULES
from ...base.language import model_title, t, translatable
from ...view.runner import Runner, encodings
from ...view.settings import MAX_LINES, Known, Options, Settings, choice, declare, number, text
from ..space.settings import Applies, dimensions, point, projection, step
from .layer_mix import check_weights, mixed_places
from .occurrences import MIX, in_words, step_names

_LOOKS = translatable(
    {
        "layers": "From layer to layer",
        "meanings": "One word, many meanings",
        "sentences": "Sentences",
        "merges": "Pieces of a word",
        "input": "The input as a sum",
    }
)
_OTHERS = translatable(
    {
        "20": "20 other sentences",
        "100": "100 other sentences",
        "250": "250 other sentences",
        "700": "700 other sentences",
    }
)
_SOURCES = translatable({"ours": "Ours", "mine": "Yours"})
_COLOURS = translatable({"aligned": "Translation", "meaning": "Meaning"})
POOLS = translatable(
    {
        "mean": "Mean of the words",
        "max": "Largest of the words",
        "last": "Last token",
        "end": "End of the sentence",
        "start": "Start of the sentence",
    }
)
MOST_SENTENCES, MOST_LINES = 50, 200  # to compare, and to search for a word
SHORTEST = ("I",)  # read to learn the names of the steps
_SENTENCES = """The human controls the machine.
The machine controls the human.
The man bites the dog.
The dog bites the man.
A dog runs on the grass.
Two dogs are playing in a park.
I am tired.
I'm very tired today.
What time is it?
Could you tell me the time?"""


class HowProjected(NamedTuple):
    """The projection of a space."""

    method: str  # one of METHODS
    axes: int
    rule: str  # one of RULES: how the layers' maps are aligned


class _HowPooled(NamedTuple):
    """The pooling of a sentence's states into one vector."""

    step: int  # the step of the states
    pool: str  # one of POOLS


class Row(NamedTuple):
    """A sentence to search for a word."""

    english: str
    french: str | None  # None: the model's translation
    meaning: str | None


def _shows(look: str) -> Applies:
    return lambda known, runner: known.look == look


def _never(known: Known, runner: Runner) -> bool:
    return False


def names_of_steps(known: Known, runner: Runner) -> tuple[str, ...]:
    """Return the names of the model's steps in the reader's language."""
    return step_names(encodings(runner, known.model, SHORTEST)[0].steps)


def _count_steps(known: Known, runner: Runner) -> int:
    return len(names_of_steps(known, runner))


# --- the mix of layers ---------------------------------------------------------------------------


def layers_to_mix(known: Known, runner: Runner) -> tuple[int, ...]:
    """Return the steps to mix; () for too few layers."""
    return mixed_places(encodings(runner, known.model, SHORTEST)[0].steps)


def _can_mix(known: Known, runner: Runner) -> bool:
    """Return whether layers of the model can be mixed in the current look."""
    if known.look == "layers" or known.vectors_of == "glove":
        return False
    return bool(layers_to_mix(known, runner))


def _mix_options(known: Known, runner: Runner) -> Options:
    """List the options without and with the mix; a model trained with a mix always has it."""
    made_for_it = runner.model(known.model).capabilities.mixes_layers
    return {"on": "on"} if made_for_it else {"off": "off", "on": "on"}


def names_with_mix(known: Known, runner: Runner) -> tuple[str, ...]:
    """Return the names of the steps, followed by the mix if it is on."""
    names = names_of_steps(known, runner)
    return (*names, t(MIX)) if known.mix else names


def _count_with_mix(known: Known, runner: Runner) -> int:
    return len(names_with_mix(known, runner))


# --- from layer to layer -------------------------------------------------------------------------


def _layers_by_pca(known: Known, runner: Runner) -> bool:
    return known.look == "layers" and known.layers_projection == "pca"


def _most_words(known: Known, runner: Runner) -> int:
    """Return the largest number of words; the number itself is known once sentences are read."""
    return MOST_POINTS[known.layers_projection]


# --- one word, many meanings ---------------------------------------------------------------------


def _meanings_by_pca(known: Known, runner: Runner) -> bool:
    return known.look == "meanings" and known.meanings_projection == "pca"


def _asks_for_lines(known: Known, runner: Runner) -> bool:
    return known.look == "meanings" and known.source == "mine"


def split_lines(typed: str) -> list[str]:
    """Split text into lines that are not blank."""
    return [line.strip() for line in typed.splitlines() if line.strip()]


def rows_with_word(known: Known) -> list[Row]:
    """Return the sentences to search for the word."""
    if known.source == "mine":
        return [Row(line, None, None) for line in split_lines(known.lines)[:MOST_LINES]]
    word = normalise(known.word).strip()
    is_listed = word in meanings.words()
    rows = []
    for example in meanings.examples():
        if example.word == word:
            rows.append(Row(example.english, example.french, example.meaning))
        elif not is_listed and word.lower() in example.english.lower():
            rows.append(Row(example.english, example.french, None))
    return rows


# Two sentences for words of the lectures, with which their box opens.
_TWO_USES = {
    "mouse": "The mouse of my computer is broken.\nA mouse ate all the cheese.",
    "green": "He wears a green shirt.\nThe new recruits are still green.",
    "cell": "The prisoner sleeps in his cell.\nA cell of the body divides in two.",
    "stick": "The dog brings me the stick.\nThe stamps do not stick to the letter.",
    "dividend": "The bank paid a dividend to its owners.\nWrite the dividend above the divisor.",
    "bank": "I keep my money in the bank.\nWe sat on the bank of the river.",
}


def _two_uses(known: Known, runner: Runner) -> str:
    return _TWO_USES.get(known.word.strip().lower(), "")


def _count_rows(known: Known, runner: Runner) -> int:
    """Return the largest number of points: one for each sentence."""
    return len(rows_with_word(known))


def best_aligner(model) -> Aligner | None:
    """Return the best aligner of a model, or None."""
    if "cross" not in model.attention_sizes:
        return None
    return next(iter(aligners(model.attention_sizes["cross"], model.card).values()))


def _colours(known: Known, runner: Runner) -> Options:
    """List the colourings of points; the words of our list have noted meanings."""
    has_meanings = known.source == "ours" and known.word.strip() in meanings.words()
    has_aligner = best_aligner(runner.model(known.model)) is not None
    applies = {"aligned": has_aligner or not has_meanings, "meaning": has_meanings}
    return {name: title for name, title in _COLOURS.items() if applies[name]}


# --- the input as a sum --------------------------------------------------------------------------


def _count_tokens(known: Known, runner: Runner) -> int:
    return len(runner.model(known.model).encode(known.sentence).source)


# --- sentences -----------------------------------------------------------------------------------


def _takes_model(known: Known, runner: Runner) -> bool:
    return known.look == "sentences" and known.vectors_of == "model"


def _tables(known: Known, runner: Runner) -> Options:
    return {"model": model_title(known.model), "glove": t("GloVe, no context")}


def _steps(known: Known, runner: Runner) -> Options:
    return {str(place): name for place, name in enumerate(names_with_mix(known, runner))}


def _last_step(known: Known, runner: Runner) -> str:
    return str(_count_with_mix(known, runner) - 1)


def _pools(known: Known, runner: Runner) -> Options:
    """List the poolings; the start or the end only if a special token is there."""
    shortest = encodings(runner, known.model, SHORTEST)[0]
    words, last = in_words(shortest), len(shortest.source) - 1
    is_word = {"start": 0 in words, "end": last in words}
    return {name: title for name, title in POOLS.items() if not is_word.get(name)}


@dataclass(frozen=True)
class WordsSettings(Settings):
    """The look, and the settings of each look."""

    look: str = choice(_LOOKS, parameter="words-look")

    others: int | None = choice(_OTHERS, "100", parse=int, applies=_shows("layers"))
    layers_projection: str | None = projection("layers", _shows("layers"))
    layers_axes: int | None = dimensions("layers", _shows("layers"))
    layers_rule: str | None = choice(RULES, "once", parameter="layers-rule", applies=_layers_by_pca)
    layers_step: int | None = step("layers", _count_steps, _shows("layers"))
    layers_point: int | None = point("layers", _most_words, _shows("layers"))

    vectors_of: str | None = choice(_tables, parameter="vectors-of", applies=_shows("sentences"))
    mix: bool | None = declare(
        _mix_options,
        None,
        parse=lambda text: text == "on",
        write=lambda value: "on" if value else "off",
        omitted_when_default=True,
        applies=_can_mix,
    )
    mix_weights: str | None = text(
        parameter="mix-weights",
        omitted_when_default=True,
        applies=lambda known, runner: bool(known.mix),
        check=check_weights,
    )

    word: str | None = text("left", applies=_shows("meanings"))
    source: str | None = choice(_SOURCES, parameter="from", applies=_shows("meanings"))
    lines: str | None = text(
        _two_uses, omitted_when_default=True, max_characters=MAX_LINES, applies=_asks_for_lines
    )
    colour: str | None = choice(_colours, applies=_shows("meanings"))
    meanings_projection: str | None = projection("meanings", _shows("meanings"))
    meanings_axes: int | None = dimensions("meanings", _shows("meanings"))
    meanings_rule: str | None = choice(
        RULES, "last", parameter="meanings-rule", applies=_meanings_by_pca
    )
    meanings_step: int | None = step(
        "meanings", _count_with_mix, _shows("meanings"), opens_on_last=True
    )
    meanings_point: int | None = point("meanings", _count_rows, _shows("meanings"))

    after: int | None = choice(_steps, _last_step, parse=int, applies=_takes_model)
    pool: str | None = choice(_pools, applies=_takes_model)
    sentences: str | None = text(
        _SENTENCES,
        omitted_when_default=True,
        max_characters=MAX_LINES,
        applies=_shows("sentences"),
    )

    cut: str | None = text("unbelievable", omitted_when_default=True, applies=_shows("merges"))

    input_token: int | None = number(
        2,
        1,
        _count_tokens,
        parameter="input-token",
        applies=_shows("input"),
        omitted_when_default=True,
        of_sentence=True,
    )

    # Settings of single looks.

    @property
    def layers_how(self) -> HowProjected:
        """The projection of the words of many sentences."""
        assert self.layers_projection is not None and self.layers_axes is not None
        return HowProjected(self.layers_projection, self.layers_axes, self.layers_rule or "aligned")

    @property
    def meanings_how(self) -> HowProjected:
        """The projection of one word in many sentences."""
        assert self.meanings_projection is not None and self.meanings_axes is not None
        return HowProjected(
            self.meanings_projection, self.meanings_axes, self.meanings_rule or "aligned"
        )

    @property
    def how_pooled(self) -> _HowPooled:
        """The pooling of a sentence's states into one vector."""
        assert self.after is not None and self.pool is not None
        return _HowPooled(self.after, self.pool)


@dataclass(frozen=True)
class CurveSettings(WordsSettings):
    """Settings of the curve of one word's meanings alone, without the points."""

    look: str = choice(
        {"meanings": _LOOKS["meanings"]}, parameter="words-look", omitted_when_default=True
    )
    meanings_step: None = step("meanings", _count_steps, _never)
    meanings_point: None = point("meanings", _count_rows, _never)
