"""The exercise of a class: to which word does a head attend most? Asked for a few words."""

from dataclasses import dataclass, field

from ...analysis.views import HeadChoice, model_head_title

TIE = 1e-6  # weights within this distance of the largest count as largest


@dataclass(frozen=True)
class Question:
    """A query word, the words to choose from, and the weights."""

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
class Exercise:
    """A head of a model, a sentence, and the questions about them."""

    model: str
    choice: HeadChoice
    sentence: str
    words: tuple[str, ...]  # of the sentence, by place
    questions: tuple[Question, ...]

    @property
    def title(self) -> str:
        """The head in the reader's language."""
        return model_head_title(self.choice, self.model)

    @property
    def chance(self) -> float:
        """The expected number of correct blind guesses."""
        return sum(1 / len(question.options) for question in self.questions)
