"""What a class is asked.

To which word a head attends most, which of two words is nearer, a question of the lecturer's own,
or a number that each phone measures on a sentence of its own. A task reaches the class as JSON,
from whichever page asks, and is read strictly.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from models import UserError

from ...analysis.views import STACK_TITLES, HeadChoice, model_head_title
from ...base.language import t, translatable

TIE = 1e-6  # weights within this distance of the largest count as largest
_MOST_SENTENCE = 2000  # characters
_MOST_WORDS, _MOST_WORD, _MOST_QUESTIONS = 600, 200, 20
_MOST_PLACE = 200  # layers, or heads
# What a phone measures in a head, by the name that `engine/measuring.js` knows: of a word's weights
# that on one place, or the largest one, as the mean over all words that have that place.
MEASURES = translatable(
    {
        "largest": "the largest weight of each word",
        "previous": "the weight on the word before",
        "next": "the weight on the word after",
        "same": "the weight on the word itself",
        "first": "the weight on the first word",
        "last": "the weight on the end of the sentence",
    }
)
# Of these what there is in a head of each mechanism: where a row has such a place, and a choice.
MEASURED_IN: Mapping[str, Sequence[str]] = {
    "encoder": tuple(MEASURES),
    "decoder": ("largest", "previous", "same", "first"),
    "cross": ("largest", "first", "last"),
}


@dataclass(frozen=True)
class ClassQuestion:
    """A word, the words to choose from, and their weights: the right word has the largest."""

    word: str
    options: tuple[int, ...]  # places in the sentence
    # The weight on each place. A second run may differ in the last digit.
    weights: tuple[float, ...] = field(compare=False)

    @property
    def best(self) -> tuple[int, ...]:
        """The places with the largest weight, usually one."""
        largest = max(self.weights[place] for place in self.options)
        return tuple(place for place in self.options if self.weights[place] >= largest - TIE)


@dataclass(frozen=True)
class ClassTask(ABC):
    """Questions about words, with their texts in the reader's language."""

    sentence: str
    words: tuple[str, ...]  # by place
    questions: tuple[ClassQuestion, ...]

    asks_number = False  # whether a phone answers with a number
    has_answer = True  # whether there is something to reveal

    @property
    def chance(self) -> float:
        """The expected number of correct blind guesses."""
        return sum(1 / len(question.options) for question in self.questions)

    @property
    def field(self) -> Mapping[str, object]:
        """What a phone measures; {} where it chooses words."""
        return {}

    @property
    @abstractmethod
    def title(self) -> str:
        """What is asked about."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """What a phone asks."""

    def ask(self, question: ClassQuestion) -> str:
        """Return the text of a question on a phone."""
        return ""

    def result(self, right: int) -> str:
        """Return what a phone says at the end."""
        return ""

    @property
    def reading(self) -> str:
        """How to read the table of answers once they are revealed."""
        return ""


@dataclass(frozen=True)
class Exercise(ClassTask):
    """A head of a model, a sentence, and the questions about them."""

    model: str
    choice: HeadChoice

    @property
    def title(self) -> str:
        """The head in the reader's language."""
        return model_head_title(self.choice, self.model)

    @property
    def heading(self) -> str:
        return t("Guess: which word does each of these attend to most?")

    def ask(self, question: ClassQuestion) -> str:
        return t("“{word}” attends most to", word=question.word)

    def result(self, right: int) -> str:
        return t(
            "You found {right} of {all}. ✓ marks the right word, the number its attention weight.",
            right=right,
            all=len(self.questions),
        )

    @property
    def reading(self) -> str:
        return t("Orange bar and decimal: the attention weight. ✓ marks the largest of a row.")


@dataclass(frozen=True)
class Judgement(ClassTask):
    """The neighbours of a word in a table of vectors, each beside a word at random.

    `sentence` is the word.
    """

    vectors: str  # the name of the table

    @property
    def title(self) -> str:
        return t("Neighbours of “{word}” in {model}", word=self.sentence, model=self.vectors)

    @property
    def heading(self) -> str:
        return t("Which of the two is nearer in meaning?")

    def ask(self, question: ClassQuestion) -> str:
        return t("{number}: nearer to “{word}”", number=question.word, word=self.sentence)

    def result(self, right: int) -> str:
        return t(
            "You chose the neighbour in {right} of {all}. ✓ marks it, the number is the cosine.",
            right=right,
            all=len(self.questions),
        )

    @property
    def reading(self) -> str:
        return t(
            "✓ marks the neighbour, beside a word at random. Orange bar and decimal: the cosine."
        )


@dataclass(frozen=True)
class Poll(ClassTask):
    """A question of the lecturer's own, which is `sentence`, and the answers to choose from."""

    has_answer = False

    @property
    def title(self) -> str:
        return t("A question of the lecturer")

    @property
    def heading(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Measurement(ClassTask):
    """A number that each phone measures in a head, on a sentence of its own.

    `sentence` is the lecturer's, as an example; there are no questions.
    """

    model: str
    choice: HeadChoice
    measure: str  # a key of MEASURES
    asks_number = True
    has_answer = False

    @property
    def title(self) -> str:
        return model_head_title(self.choice, self.model)

    @property
    def heading(self) -> str:
        return t("Type a sentence of your own, in English")

    @property
    def field(self) -> Mapping[str, object]:
        return {"measure": self.measure, **asdict(self.choice)}

    @property
    def reading(self) -> str:
        text = t("{measure}: the mean over a sentence", measure=t(MEASURES[self.measure]))
        return text[:1].upper() + text[1:]


_KINDS: Mapping[str, type[ClassTask]] = {
    "head": Exercise,
    "neighbours": Judgement,
    "poll": Poll,
    "number": Measurement,
}


def write_task(task: ClassTask) -> dict[str, object]:
    """Return a task as JSON, which `read_task` reads."""
    kind = next(name for name, of_task in _KINDS.items() if type(task) is of_task)
    return {"kind": kind, **asdict(task)}


def read_task(given: Any) -> ClassTask:
    """Return the task that a page sent as JSON. Raises UserError for anything else."""
    try:
        _require(isinstance(given, Mapping))
        kind = _KINDS[given["kind"]]
        words = tuple(_text(word, _MOST_WORD) for word in _several(given["words"], _MOST_WORDS))
        items = _several(given["questions"], _MOST_QUESTIONS)
        questions = tuple(_read_question(question, len(words)) for question in items)
        rest = {
            each.name: _READERS[each.name](given[each.name])
            for each in fields(kind)
            if each.name in _READERS
        }
        sentence = _text(given["sentence"], _MOST_SENTENCE)
        _require(bool(questions) != kind.asks_number)
        return kind(sentence, words, questions, **rest)
    except (KeyError, TypeError, ValueError):
        raise UserError(
            "This question cannot be asked: it is too long, or was damaged on its way."
        ) from None


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError


def _text(given: Any, most: int) -> str:
    _require(isinstance(given, str) and len(given) <= most)
    return given


def _several(given: Any, most: int) -> Sequence[Any]:
    _require(isinstance(given, list | tuple) and len(given) <= most)
    return given


def _place(given: Any, count: int) -> int:
    _require(type(given) is int and 0 <= given < count)
    return given


def _read_question(given: Mapping[str, Any], words: int) -> ClassQuestion:
    places = _several(given["options"], words)
    options = tuple(_place(place, words) for place in places)
    weights = tuple(float(weight) for weight in _several(given["weights"], words))
    _require(2 <= len({*options}) == len(options) and len(weights) == words)
    _require(all(math.isfinite(weight) for weight in weights))
    return ClassQuestion(_text(given["word"], _MOST_WORD), options, weights)


def _read_choice(given: Mapping[str, Any]) -> HeadChoice:
    _require(given["stack"] in STACK_TITLES)
    places = (_place(given[name], _MOST_PLACE) for name in ("layer", "head"))
    return HeadChoice(given["stack"], *places)


def _read_measure(given: Any) -> str:
    _require(given in MEASURES)
    return given


# Of the fields that only some tasks have.
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "model": lambda given: _text(given, _MOST_WORD),
    "vectors": lambda given: _text(given, _MOST_WORD),
    "choice": _read_choice,
    "measure": _read_measure,
}
