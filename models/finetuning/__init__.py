"""Fine-tuning on a small scale: a masked language model of ours learns to classify questions.

A layer on the state of "[CLS]" predicts what kind of answer a question asks for (Devlin et al.
2019, section 4.1), with coarse classes like those of Li & Roth 2002 and our own questions. This
module holds the questions and values; `training` holds the code that needs torch.
"""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np

FINETUNING_FOLDER = Path(__file__).parent
LABELS = "person", "place", "number", "description", "thing"
STARTS = "pretrained", "scratch"  # initial weights: of the model, and random
_FROZEN = "nothing", "embeddings", "half", "all"
_BATCH = 16  # questions of a step
AccuracyCurves = dict[str, tuple[float, ...]]  # by STARTS: the accuracies so far, at Plan.evaluated
_EVALUATIONS = 12  # most evaluations on held-out questions during training, besides the initial one


class LabelledQuestion(NamedTuple):
    label: str  # one of LABELS
    text: str


@cache
def read_questions(split: str) -> tuple[LabelledQuestion, ...]:
    """Read the questions of a split, "train" or "held-out".

    Raises ValueError for a line that is not a label, a tab and a question.
    """
    questions = []
    file = FINETUNING_FOLDER / f"questions.{split}.tsv"
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        label, _, text = line.partition("\t")
        if label not in LABELS or not text.strip() or "\t" in text:
            raise ValueError(f"line {number} of {file.name} is not label, tab, question: {line!r}")
        questions.append(LabelledQuestion(label, text))
    return tuple(questions)


def question_words(text: str) -> frozenset[str]:
    """Return the words of a question in lower case."""
    return frozenset(re.findall(r"\w+", text.lower()))


def majority_share(labels: Sequence[object]) -> float:
    """Return the share of the most frequent label: the accuracy of a constant answer."""
    return max(Counter(labels).values()) / len(labels)


@dataclass(frozen=True)
class Plan:
    """The settings of both trainings; a plan gives reproducible numbers on one machine.

    Raises ValueError for invalid settings.
    """

    steps: int = 100
    rate: float = 3e-4  # peak learning rate
    count: int = 0  # training questions, balanced over the labels; 0: all
    seed: int = 1  # for the random weights, the questions taken and their order
    frozen: str = "nothing"  # the weights that are not trained, one of _FROZEN

    def __post_init__(self) -> None:
        if self.steps < 1 or self.rate <= 0 or self.count < 0 or self.frozen not in _FROZEN:
            raise ValueError(f"there is no training like {self}")

    @property
    def evaluated(self) -> tuple[int, ...]:
        """The steps after which held-out questions are evaluated; 0 is before the first."""
        every = max(1, -(-self.steps // _EVALUATIONS))
        return (*range(0, self.steps, every), self.steps)

    def take(self, questions: tuple[LabelledQuestion, ...]) -> list[LabelledQuestion]:
        """Draw the training questions with the seed, as balanced over the labels as possible."""
        draw = random.Random(self.seed)
        shuffled = []
        for label in LABELS:
            labelled = [question for question in questions if question.label == label]
            shuffled.append(draw.sample(labelled, len(labelled)))
        rounds = zip_longest(*shuffled)  # a question of each label at a time
        balanced = [question for turn in rounds for question in turn if question is not None]
        return balanced[: self.count] if self.count else balanced

    def batches(self, count: int) -> list[list[int]]:
        """Return the question numbers of each step; each epoch has a new order."""
        draw = random.Random(f"{self.seed} order")
        order: list[int] = []
        while len(order) < self.steps * _BATCH:
            order += draw.sample(range(count), count)
        return [order[step * _BATCH : (step + 1) * _BATCH] for step in range(self.steps)]


@dataclass(frozen=True)
class Learning:
    """The result of one training. Raises ValueError if shapes do not fit."""

    losses: np.ndarray  # [step]: cross-entropy in nats of the step's questions, before the update
    accuracies: np.ndarray  # [evaluation]: on held-out questions, at Plan.evaluated
    confusion: np.ndarray  # [label, answer]: held-out questions after the last step
    changes: np.ndarray  # [layer, head]: see `training.attention_changes`
    weights: Mapping[str, np.ndarray]  # float16, by the names of the network; the trained ones
    classifier: np.ndarray  # [label, d_model + 1]: the last column is the bias

    def __post_init__(self) -> None:
        if self.confusion.shape != (len(LABELS), len(LABELS)) or self.changes.ndim != 2:
            raise ValueError(f"confusion {self.confusion.shape}, changes {self.changes.shape}")
        arrays = self.losses, self.accuracies, self.confusion, self.changes, self.classifier
        for array in (*arrays, *self.weights.values()):
            array.flags.writeable = False

    @property
    def accuracy(self) -> float:
        """The accuracy on held-out questions after the last step."""
        return float(self.accuracies[-1])


@dataclass(frozen=True)
class FineTuning:
    """Both trainings of a plan: the same questions, in the same order, with the same rates."""

    plan: Plan
    questions: int  # number of training questions
    learnings: Mapping[str, Learning]  # by STARTS
    majority: float  # the share of held-out questions of the most frequent label


@dataclass(frozen=True)
class ClassifierAnswer:
    """The predictions of both classifiers for a question, and the attention of "[CLS]" in it.

    Raises ValueError if shapes do not fit the tokens.
    """

    tokens: tuple[str, ...]
    words: tuple[int, ...]  # the number of each token's word
    probabilities: Mapping[str, np.ndarray]  # [label], by STARTS
    before: Mapping[str, np.ndarray]  # [layer, head, token], before training, by STARTS
    after: Mapping[str, np.ndarray]

    def __post_init__(self) -> None:
        for weights in (*self.before.values(), *self.after.values()):
            if weights.shape[-1] != len(self.tokens):
                raise ValueError(f"weights {weights.shape} for {len(self.tokens)} tokens")
