"""What a class is asked: to which word a head attends most, or which of two words is nearer."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from ...analysis.views import HeadChoice, model_head_title
from ...base.language import t

TIE = 1e-6  # weights within this distance of the largest count as largest


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

    @property
    def chance(self) -> float:
        """The expected number of correct blind guesses."""
        return sum(1 / len(question.options) for question in self.questions)

    @property
    @abstractmethod
    def title(self) -> str:
        """What is asked about."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """What a phone asks."""

    @abstractmethod
    def ask(self, question: ClassQuestion) -> str:
        """Return the text of a question on a phone."""

    @abstractmethod
    def result(self, right: int) -> str:
        """Return what a phone says at the end."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """How to read the table of answers once they are revealed."""


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
