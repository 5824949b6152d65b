"""Fine-tuning in small: a network of ours that finds masked words learns to sort questions.

A layer on the state of "[CLS]" says what kind of answer a question asks for (Devlin et al. 2019,
section 4.1), with coarse classes like those of Li & Roth 2002 and questions of our own. Here are
the questions and the values; `training` has what needs torch.
"""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

FOLDER = Path(__file__).parent
LABELS = "person", "place", "number", "description", "thing"
STARTS = "pretrained", "scratch"  # from the weights of the model, and from random ones
FROZEN = "nothing", "embeddings", "half", "all"
BATCH = 16  # questions of a step
Curves = dict[str, tuple[float, ...]]  # by STARTS: the accuracies so far, as Plan.evaluated
EVALUATIONS = 12  # at most, of the held-out questions in a training, beside the one before it


class Question(NamedTuple):
    label: str  # one of LABELS
    text: str


@cache
def read_questions(split: str) -> tuple[Question, ...]:
    """The questions of a split, "train" or "held-out".

    Raises ValueError for a line that is no label and question with a tab between.
    """
    questions = []
    file = FOLDER / f"questions.{split}.tsv"
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        label, _, text = line.partition("\t")
        if label not in LABELS or not text.strip() or "\t" in text:
            raise ValueError(f"line {number} of {file.name} is no label and question: {line!r}")
        questions.append(Question(label, text))
    return tuple(questions)


def words_of(text: str) -> frozenset[str]:
    """The words of a question in lower case."""
    return frozenset(re.findall(r"\w+", text.lower()))


def majority_share(labels: Sequence[object]) -> float:
    """The share of the most frequent label: what always the same answer gets right."""
    return max(Counter(labels).values()) / len(labels)


@dataclass(frozen=True)
class Plan:
    """How both networks are trained; one plan always gives the same numbers on one machine.

    Raises ValueError for a plan that cannot be followed.
    """

    steps: int = 100
    rate: float = 3e-4  # of learning, at its highest
    count: int = 0  # questions for training, as many of each label; 0: all
    seed: int = 1  # of the random weights, the questions taken and their order
    frozen: str = "nothing"  # which weights stay as they are, one of FROZEN

    def __post_init__(self) -> None:
        if self.steps < 1 or self.rate <= 0 or self.count < 0 or self.frozen not in FROZEN:
            raise ValueError(f"there is no training like {self}")

    @property
    def evaluated(self) -> tuple[int, ...]:
        """The steps after which held-out questions are asked; 0 is before the first."""
        every = max(1, -(-self.steps // EVALUATIONS))
        return (*range(0, self.steps, every), self.steps)

    def take(self, questions: tuple[Question, ...]) -> list[Question]:
        """The questions to train on, drawn by the seed: as many of each label, as far as can be."""
        draw = random.Random(self.seed)
        of_label = {
            label: draw.sample(some, len(some))
            for label in LABELS
            if (some := [one for one in questions if one.label == label])
        }
        longest = max(map(len, of_label.values()), default=0)
        in_turn = [
            some[turn] for turn in range(longest) for some in of_label.values() if some[turn:]
        ]
        return in_turn[: self.count] if self.count else in_turn

    def batches(self, count: int) -> list[list[int]]:
        """The numbers of the questions of each step: epoch by epoch in another order."""
        draw, order = random.Random(f"{self.seed} order"), list[int]()
        while len(order) < self.steps * BATCH:
            order += draw.sample(range(count), count)
        return [order[step * BATCH : (step + 1) * BATCH] for step in range(self.steps)]


@dataclass(frozen=True)
class Learning:
    """What one training has left behind. Raises ValueError when shapes do not fit."""

    losses: np.ndarray  # [step]: cross-entropy in nats of the step's questions, before it
    accuracies: np.ndarray  # [evaluation]: share of held-out questions, as Plan.evaluated
    confusion: np.ndarray  # [label, answer]: held-out questions after the last step
    changes: np.ndarray  # [layer, head]: see `training.attention_changes`
    weights: Mapping[str, np.ndarray]  # float16, by the names of the network; what was not frozen
    classifier: np.ndarray  # [label, d_model + 1]: the last column is the bias

    def __post_init__(self) -> None:
        if self.confusion.shape != (len(LABELS), len(LABELS)) or self.changes.ndim != 2:
            raise ValueError(f"confusion {self.confusion.shape}, changes {self.changes.shape}")
        arrays = self.losses, self.accuracies, self.confusion, self.changes, self.classifier
        for array in (*arrays, *self.weights.values()):
            array.flags.writeable = False

    @property
    def accuracy(self) -> float:
        """The share of held-out questions that are right after the last step."""
        return float(self.accuracies[-1])


@dataclass(frozen=True)
class FineTuning:
    """Both trainings of a plan: the same questions, in the same order, with the same rates."""

    plan: Plan
    questions: int  # that were trained on
    learnings: Mapping[str, Learning]  # by STARTS
    majority: float  # the share of held-out questions of the most frequent label


@dataclass(frozen=True)
class Answer:
    """What both classifiers say of a question, and where "[CLS]" looks in it.

    Raises ValueError when shapes do not fit the tokens.
    """

    tokens: tuple[str, ...]
    words: tuple[int, ...]  # the number of each token's word
    probabilities: Mapping[str, np.ndarray]  # [label], by STARTS
    before: Mapping[str, np.ndarray]  # [layer, head, token], of the network before, by STARTS
    after: Mapping[str, np.ndarray]

    def __post_init__(self) -> None:
        for weights in (*self.before.values(), *self.after.values()):
            if weights.shape[-1] != len(self.tokens):
                raise ValueError(f"weights {weights.shape} for {len(self.tokens)} tokens")
