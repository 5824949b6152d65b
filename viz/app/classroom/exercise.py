"""What a class is asked: to which word a head attends most, for a few words of a sentence."""

from dataclasses import dataclass, field

from ...analysis.views import HeadChoice, model_head_title

TIE = 1e-6  # of a weight: as large as the largest


@dataclass(frozen=True)
class Question:
    """A word, the words among which is guessed, and the answer."""

    word: str
    options: tuple[int, ...]  # places in the sentence
    # Of the head, one for each place. A second run may differ in the last digit.
    weights: tuple[float, ...] = field(compare=False)

    @property
    def best(self) -> tuple[int, ...]:
        """The places with the largest weight, mostly one."""
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
        """How many blind guesses are right on average."""
        return sum(1 / len(question.options) for question in self.questions)
