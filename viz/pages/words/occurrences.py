"""Find one word in many sentences, with its French word and its inflections."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from models import Encoding, Record, Request, Trace
from models.normalisation import normalise

from ...analysis.aligners import Aligner, align
from ...analysis.measures import membership
from ...analysis.views import Axis, source_axis
from ...base.language import format_number, t, translatable

_MOST_FAMILIES = 7
_FEWEST = 3  # points in a family
_CROSS_WEIGHTS = Record(weights=("cross",), scores=False, vectors=False, hidden=False, gates=False)
MIX = translatable("mix of layers")
_STEPS = translatable(("embedding", "+ position", "both directions", MIX))  # besides layers


def in_words(encoding: Encoding) -> list[int]:
    """Return the places of the tokens that belong to words.

    Tokens without characters, like "</s>" or "[CLS]", do not.
    """
    words = {
        word
        for word, (start, end) in zip(encoding.source_words, encoding.source_spans, strict=True)
        if start < end
    }
    return [place for place, word in enumerate(encoding.source_words) if word in words]


def word_states(encoding: Encoding) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the words of a sentence and their states, `[step, word, d_model]`.

    The state of a word of several sub-words is their mean.
    """
    places = in_words(encoding)
    axis = Axis(
        encoding.sentence,
        tuple(encoding.source[place] for place in places),
        tuple(encoding.source_spans[place] for place in places),
        tuple(encoding.source_words[place] for place in places),
    )
    members = membership(axis.words)
    return axis.labels(True), np.einsum(
        "spd,pw->swd", encoding.states[:, places], members / members.sum(0)
    )


def _place_of(word: str, labels: Sequence[str]) -> int | None:
    """Return the place of the first label equal to a word, ignoring case; None if there is none.

    Both are compared as our models read them.
    """
    plain = normalise(word).lower()
    return next(
        (place for place, label in enumerate(labels) if normalise(label).lower() == plain), None
    )


def _aligned_word(trace: Trace, aligner: Aligner, place: int) -> str | None:
    """Return the target word, in lower case, whose strongest source is the word at `place`.

    If several target words qualify, the one with the largest weight; None if none does. A target
    word without letters does not count.
    """
    alignment = align(trace, aligner, merged=True)
    rows = [
        row
        for row, source in enumerate(alignment.weights.argmax(1))
        if source == place and any(map(str.isalpha, alignment.rows[row]))
    ]
    best = max(rows, key=lambda row: alignment.weights[row, place], default=None)
    return None if best is None else alignment.rows[best].lower()


def _aligned_french(trace: Trace, aligner: Aligner, word: str) -> str | None:
    """Return the target word aligned with the first occurrence of an English word, or None."""
    place = _place_of(word, source_axis(trace).labels(True))
    return None if place is None else _aligned_word(trace, aligner, place)


def step_names(steps: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the steps of `Encoding.steps` in the reader's language."""
    return tuple(
        t("layer {layer}", layer=step.removeprefix("layer "))
        if step.startswith("layer ")
        else t(step)
        for step in steps
    )


class Occurrence(NamedTuple):
    """A word in one sentence."""

    sentence: str
    states: np.ndarray  # [step, d_model]
    around: str  # the word with its neighbours
    french: str | None  # the aligned word
    meaning: str | None


def occurrences(
    model,
    aligner: Aligner | None,
    word: str,
    rows: Sequence[tuple[str, str | None, str | None]],
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> list[Occurrence]:
    """Return the first occurrence of a word in each sentence that contains it.

    `rows` are (sentence, French or None, meaning or None). Without French the model translates;
    without an `aligner` no French word is looked up. Raises UserError when no sentence has the
    word, and what `model.trace` raises.
    """
    occurrences, requests = [], []
    for done, (english, french, meaning) in enumerate(rows, start=1):
        labels, states = word_states(model.encode(english))
        place = _place_of(word, labels)
        if place is not None:
            around = " ".join(labels[max(place - 1, 0) : place + 2])
            occurrences.append(Occurrence(english, states[:, place], around, None, meaning))
            requests.append(Request(model.name, english, french, record=_CROSS_WEIGHTS))
        if not aligner:
            progress(done, len(rows))
    if not aligner:
        return occurrences
    traces = model.trace_many(requests, progress)
    return [
        occurrence._replace(french=_aligned_french(trace, aligner, word))
        for occurrence, trace in zip(occurrences, traces, strict=True)
    ]


def group_inflections(forms: Sequence[str | None]) -> list[str | None]:
    """Return for each form the most frequent form of its family, or None.

    A family is all forms with the same first four letters, ignoring accents; a form of three
    letters also takes in longer forms that begin with it ("dur", "dure"). Only the seven most
    frequent families count, and only with at least three forms; other forms, and None, give None.
    """

    def bare(form: str) -> str:
        return "".join(
            letter
            for letter in unicodedata.normalize("NFD", form.split("'")[-1])
            if letter.isalpha()
        )

    stems: list[str] = []
    for form in sorted({bare(form) for form in forms if form}, key=lambda form: (len(form), form)):
        if not any(len(stem) > 2 and form.startswith(stem) for stem in stems):
            stems.append(form[:4])
    stem_of = [
        form
        and next(
            (
                stem
                for stem in stems
                if bare(form) == stem or (len(stem) > 2 and bare(form).startswith(stem))
            ),
            form,
        )
        for form in forms
    ]
    common = [
        stem
        for stem, count in Counter(filter(None, stem_of)).most_common(_MOST_FAMILIES)
        if count >= _FEWEST
    ]
    title = {
        stem: Counter(
            form for form, stem_of_form in zip(forms, stem_of, strict=True) if stem_of_form == stem
        ).most_common(1)[0][0]
        for stem in common
    }
    return [title.get(stem) if stem else None for stem in stem_of]


def pooled(encoding: Encoding, step: int, pool: str) -> np.ndarray:
    """Return a sentence as one vector `[d_model]`.

    `pool` is "mean" or "max" over the tokens of its words, "last" for the last of them, or "start"
    or "end" for the special token there.
    """
    states = encoding.states[step]
    tokens = states[in_words(encoding)]
    return {
        "mean": lambda: tokens.mean(0),
        "max": lambda: tokens.max(0),
        "last": lambda: tokens[-1],
        "start": lambda: states[0],
        "end": lambda: states[-1],
    }[pool]()


def table_of(figures: dict[str, dict]) -> list[dict]:
    """Return a row for each word, for `st.table`: its meanings and its silhouettes.

    The silhouettes are those of the embedding and of the last layer.
    """
    return [
        {
            t("word"): word,
            t("meanings"): ", ".join(row["meanings"]),
            t("embedding"): format_number(row["meaning"][0], ".2f"),
            t("last layer"): format_number(row["meaning"][-1], ".2f"),
        }
        for word, row in figures.items()
    ]
