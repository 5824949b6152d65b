"""One word in many sentences: where it stands, which French word renders it, and which forms are one word."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from models import Encoding, Request, Trace

from .language import mark, t
from .measures import membership
from .views import Aligner, Axis, align, source_axis

MOST_FAMILIES = 7
FEWEST = 3  # points of a family
STEPS = mark(("embedding", "+ position", "both directions"))  # of encoders, besides their layers


def in_words(encoding: Encoding) -> list[int]:
    """The places of the tokens that belong to words; "</s>" or "[CLS]", which stand for no characters, do not."""
    words = {word for word, (start, end) in zip(encoding.source_words, encoding.source_spans) if start < end}
    return [place for place, word in enumerate(encoding.source_words) if word in words]


def word_states(encoding: Encoding) -> tuple[tuple[str, ...], np.ndarray]:
    """The words of a sentence and their states, of several sub-words the mean: `[step, word, d_model]`."""
    places = in_words(encoding)
    tokens, spans, words = ([values[place] for place in places] for values in (encoding.source, encoding.source_spans, encoding.source_words))
    members = membership(words)
    return Axis(encoding.sentence, tokens, spans, words).labels(True), np.einsum("spd,pw->swd", encoding.states[:, places], members / members.sum(0))


def place_of(word: str, labels: Sequence[str]) -> int | None:
    """Where a word first stands among the words of a sentence, whatever its capitals; None if it does not."""
    return next((place for place, label in enumerate(labels) if label.lower() == word.lower()), None)


def aligned_word(trace: Trace, aligner: Aligner, place: int) -> str | None:
    """The French word, in lower case, that looks at this English word and at no other more; of several the one that looks most."""
    found = align(trace, aligner, merged=True)
    rows = [row for row, source in enumerate(found.weights.argmax(1)) if source == place and any(map(str.isalpha, found.rows[row]))]
    best = max(rows, key=lambda row: found.weights[row, place], default=None)
    return None if best is None else found.rows[best].lower()


def step_names(steps: Sequence[str]) -> tuple[str, ...]:
    """What a word goes through in an encoder (`Encoding.steps`), in the reader's language."""
    return tuple(t("layer {layer}", layer=step.removeprefix("layer ")) if step.startswith("layer ") else t(step) for step in steps)


class Occurrence(NamedTuple):
    """A word in one sentence."""

    sentence: str
    states: np.ndarray  # [step, d_model]
    around: str  # the word with its neighbours
    french: str | None  # the word that the model lines up with it
    meaning: str | None


def occurrences(model, aligner: Aligner | None, word: str, rows: Sequence[tuple[str, str | None, str | None]],
                progress: Callable[[int, int], object] = lambda done, total: None) -> list[Occurrence]:
    """Where a word first stands in each sentence that has it. `rows` are sentences with a French side, or None for what the
    model writes, and a meaning, or None; without an `aligner` no French word is looked for. Raises what `model.trace` raises."""
    found = []
    for done, (english, french, meaning) in enumerate(rows, start=1):
        labels, states = word_states(model.encode(english))
        place = place_of(word, labels)
        if place is not None:
            trace = model.trace(Request(model.name, english, french)) if aligner else None
            aligned = aligned_word(trace, aligner, place_of(word, source_axis(trace).labels(True))) if aligner else None
            found.append(Occurrence(english, states[:, place], " ".join(labels[max(place - 1, 0) : place + 2]), aligned, meaning))
        progress(done, len(rows))
    return found


def families(forms: Sequence[str | None]) -> list[str | None]:
    """The forms of one French word under the commonest of them: forms whose first four letters agree, accents aside.

    A form of three letters takes in what begins with it ("dur", "dure"). None stays None, and so becomes what is left after the
    seven commonest families or stands fewer than three times.
    """
    bare = lambda form: "".join(letter for letter in unicodedata.normalize("NFD", form.split("'")[-1]) if letter.isalpha())
    stems = []
    for form in sorted({bare(form) for form in forms if form}, key=lambda form: (len(form), form)):
        if not any(len(stem) > 2 and form.startswith(stem) for stem in stems):
            stems.append(form[:4])
    stem_of = [form and next(stem for stem in stems if bare(form) == stem or len(stem) > 2 and bare(form).startswith(stem)) for form in forms]
    common = [stem for stem, count in Counter(filter(None, stem_of)).most_common(MOST_FAMILIES) if count >= FEWEST]
    title = {stem: Counter(form for form, own in zip(forms, stem_of) if own == stem).most_common(1)[0][0] for stem in common}
    return [title.get(stem) for stem in stem_of]


def pooled(encoding: Encoding, step: int, pool: str) -> np.ndarray:
    """A sentence as one vector `[d_model]`: the "mean" or "max" over the tokens of its words, the "last" of them, or what stands for no word
    at its "start" or its "end"."""
    states = encoding.states[step]
    tokens = states[in_words(encoding)]
    return {"mean": lambda: tokens.mean(0), "max": lambda: tokens.max(0), "last": lambda: tokens[-1], "start": lambda: states[0],
            "end": lambda: states[-1]}[pool]()


def table_of(figures: dict[str, dict]) -> list[dict]:
    """A row for each word, for `st.table`: meanings, and the silhouettes in the embedding and after the last layer."""
    return [{t("word"): word, t("meanings"): ", ".join(row["meanings"]), t("embedding"): f"{row['meaning'][0]:.2f}",
             t("last layer"): f"{row['meaning'][-1]:.2f}"} for word, row in figures.items()]
