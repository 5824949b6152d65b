"""Settings of the page on hidden words."""

import re
from dataclasses import dataclass

from models import Request, Trace, UserError, shipped_for

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, When, choice, number, text, when

EXAMPLE = "A man is riding a brown horse on the beach."
HIDDEN_WORD = "horse"  # hidden at first in the example
# Of paragraphs that our models were not trained on: Tom Sawyer (74) and Pinocchio (500).
FIRST = "Tom was panting with his exertions by this time."
FOLLOWING = (
    "He took a rest and then swelled himself up and fetched a succession of admirable groans."
)
ELSEWHERE = "Those sounds came from a little street that led to a small village along the shore."
SECOND = {EXAMPLE: "The horse is running through the water.", FIRST: FOLLOWING}
_LOOKS = translatable(
    {"gap": "Fill the gap", "training": "How it is trained", "pair": "Does it follow?"}
)
MOST_DRAWS = 99


def _masked_models(known: Known, runner: Runner) -> Options:
    """List models that predict hidden words: the tab's if it does, and ours; no damaged ones."""
    names = {}
    for name in dict.fromkeys((known.model, *shipped_for("masked-lm"))):
        try:
            if runner.model(name).capabilities.mask_token is not None:
                names[name] = name
        except UserError:
            continue
    return names


def _has_filler(known: Known, runner: Runner) -> bool:
    return known.filler is not None


def _on(look: str) -> When:
    """Return the condition that this look is chosen and there is a model."""
    return when(_has_filler, look=look)


def plain_trace(known: Known, runner: Runner) -> Trace:
    """Run the model on the sentence, with no words hidden but typed masks."""
    return runner.trace(Request(known.filler, known.sentence))


def hideable_words(trace: Trace, marks: tuple[str | None, ...], merged: bool) -> dict[str, str]:
    """Return the words that can be hidden, by comma-separated places of their tokens.

    Unless `merged`, each token is a word. Special tokens of the model are no words.
    """
    places: dict[int, list[int]] = {}
    for place, (token, (start, end)) in enumerate(
        zip(trace.source, trace.source_spans, strict=True)
    ):
        if start < end and token not in marks:
            places.setdefault(trace.source_words[place] if merged else place, []).append(place)
    words = {}
    for group in places.values():
        start, end = trace.source_spans[group[0]][0], trace.source_spans[group[-1]][1]
        word = trace.sentence[start:end].strip() or trace.source[group[0]]
        words[",".join(map(str, group))] = word
    return words


def marks_of(known: Known, runner: Runner) -> tuple[str | None, ...]:
    """Return the mask token and the separator of the model."""
    capabilities = runner.model(known.filler).capabilities
    return capabilities.mask_token, capabilities.separator


def _first_hidden(known: Known, runner: Runner) -> str:
    """Return the places hidden at first: the longest word of one token; none with a typed mask."""
    trace, marks = plain_trace(known, runner), marks_of(known, runner)
    if marks[0] in trace.source:
        return ""
    words = hideable_words(trace, marks, merged=True)
    single = {places: word for places, word in words.items() if "," not in places} or words
    if known.sentence == EXAMPLE:
        single = {places: word for places, word in single.items() if word == HIDDEN_WORD} or single
    return max(single, key=lambda places: len(single[places]), default="")


def _read_places(value: str) -> tuple[int, ...]:
    """Parse the places of a setting, in order. Raises ValueError for anything else."""
    return tuple(sorted({int(part) for part in value.split(",") if part.strip()}))


def _check_places(value: str) -> str:
    """Return why a text cannot be parsed as places, or ""."""
    if re.fullmatch(r"\s*\d{1,4}(\s*,\s*\d{1,4})*\s*", value):
        return ""
    return t("The hidden words in this link cannot be read. Click a word to hide it.")


def hidden_places(known: Known, runner: Runner) -> tuple[list[int], list[int]]:
    """Return the hidden places of the trace, and the requested places without a word."""
    trace, marks = plain_trace(known, runner), marks_of(known, runner)
    words = {
        int(place) for group in hideable_words(trace, marks, False) for place in group.split(",")
    }
    typed = {place for place, token in enumerate(trace.source) if token == marks[0]}
    places = set(_read_places(known.hide or ""))
    return sorted((places & words) | typed), sorted(places - words - typed)


def _gaps(known: Known, runner: Runner) -> Options:
    """List the hidden places with their words."""
    trace, mask = plain_trace(known, runner), marks_of(known, runner)[0]
    hidden, _ = hidden_places(known, runner)
    options = {}
    for number_, place in enumerate(hidden, start=1):
        word = trace.source[place]
        options[str(place)] = f"{number_}. {word if word != mask else '?'}"
    return options


def _reads_pairs(known: Known, runner: Runner) -> bool:
    """Return whether the model reads a second sentence."""
    is_there = _has_filler(known, runner)
    return is_there and runner.model(known.filler).capabilities.separator is not None


def _second_sentence(known: Known, runner: Runner) -> str:
    """Return the second sentence of an example."""
    return SECOND.get(known.sentence, "")


@dataclass(frozen=True)
class FillSettings(Settings):
    """The model, the hidden words, and the look."""

    filler: str | None = choice(_masked_models, parameter="finds", omitted_when_default=True)
    look: str = choice(_LOOKS, label=translatable("Look at"), parameter="fill-look")
    hide: str | None = text(
        _first_hidden, applies=_on("gap"), check=_check_places, of_sentence=True
    )
    gap: int | None = choice(
        _gaps,
        label=translatable("Gap"),
        parse=int,
        applies=_on("gap"),
        omitted_when_default=True,
        of_sentence=True,
    )
    draw: int | None = number(2, 1, MOST_DRAWS, applies=_on("training"), omitted_when_default=True)
    second: str | None = text(
        _second_sentence,
        label=translatable("The second sentence (B)"),
        parameter="second-sentence",
        applies=when(_reads_pairs, look="pair"),
    )
