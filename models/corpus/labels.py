"""Labels of heads, derived from their figures, with their strength. Numpy only.

Each kind of label has a control that can refute it: see the table in `controls`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .controls import control_of
from .head_measures import ALIGNMENTS, PIECES, POSITIONS
from .profile import StackProfile, mean
from .sentences import PATTERNS

SPREADS = "spreads"
_CLEAR = 0.2  # smallest strength of a label
# Smallest margin of a share over any untrained head's, and of the accuracy of a relation over that
# of the best fixed distance (Voita et al. 2019).
_MARGIN = 0.10
_EVEN = 0.85  # smallest relative entropy of a head that spreads
_GENERAL = 0.5  # strength from which labels that hold for every word come first
_EVENER = 0.5  # smallest strength of "spreads", relative to the most uniform untrained head
FEW = 30  # fewest rows for a measure to count


@dataclass(frozen=True)
class Label:
    """One function of a head.

    `strength` is where its share lies between the floor, 0, and all attention, 1.
    """

    measure: str  # one of the measures of its stack, or "spreads"
    share: float  # of the attention, 0 to 1; for "spreads" the relative entropy
    floor: float  # the share by chance or without training
    strength: float
    control: float  # the share, or relative entropy, under the control of the measure
    survives: bool  # whether the control leaves the label standing; else it is refuted


def labels_of(stack: StackProfile) -> list[list[Label]]:
    """Return the labels of each head of a stack, the clearest first; often none.

    A label needs a share clearly above chance and above every head of the untrained network. A
    grammatical relation must also be found more often than by the best fixed distance, because most
    adjectives stand right before their noun. The share that a piece sends to the next piece must
    exceed what a word sends to the next word, because a head may just attend to the next token.
    And it must survive its control.
    """
    return [
        [label for label in head_labels if label.survives] for head_labels in _candidates_of(stack)
    ]


def refuted_of(stack: StackProfile) -> list[list[Label]]:
    """Return for each head of a stack what looks like a label, but is refuted by its control."""
    return [
        [label for label in head_labels if not label.survives]
        for head_labels in _candidates_of(stack)
    ]


def _candidates_of(stack: StackProfile) -> list[list[Label]]:
    """Return the labels of each head, with those that their control refutes."""
    floors = _floors_of(stack)
    entropy = stack.figures()["relative entropy"][:-1]
    entropy_floor = float(stack.figures("untrained")["relative entropy"][:-1].max())
    labels = []
    for head in range(len(stack.shares)):
        control = float(stack.controls.entropy[head])
        spread = _label_spread(float(entropy[head]), entropy_floor, control)
        labels.append(sorted(_clear_measures(stack, head, floors) + spread, key=_precedence))
    return labels


def _precedence(label: Label) -> tuple[bool, float]:
    """Sort strong labels that hold for every word first, then by strength."""
    is_narrow = label.measure in PATTERNS or label.measure in PIECES
    is_general = not is_narrow and label.strength >= _GENERAL
    return not is_general, -label.strength


def _floors_of(stack: StackProfile) -> np.ndarray:
    """Return each measure's mean share without training, `[m]`; nan = never measured."""
    before = mean(stack.untrained.shares[:-1].sum(0), stack.untrained.rows * len(stack.shares))
    return np.fmax(stack.chance, before)


def _clear_measures(stack: StackProfile, head: int, floors: np.ndarray) -> list[Label]:
    """Return the measures whose share is clearly higher than without training."""
    labels = []
    for place, name in enumerate(stack.measures):
        if stack.trained.rows[place] < FEW:
            continue
        share, floor = float(stack.shares[head, place]), float(floors[place])
        strength = _strength_of(share, floor)
        trained = share >= stack.untrained_shares[:, place].max() + _MARGIN
        beats = True
        if name in PATTERNS:
            beats = bool(stack.accuracies[head, place] >= stack.best_offset[place] + _MARGIN)
        if strength >= _CLEAR and trained and beats:
            control, survives = _judge(stack, head, place)
            labels.append(Label(name, share, floor, strength, control, survives))
    return labels


def _judge(stack: StackProfile, head: int, place: int) -> tuple[float, bool]:
    """Return the share of a measure under its control, and whether the label survives it.

    A control of fewer than FEW words refutes: nothing was shown. Neither was
    attention to the same place where no alignment was measured: the head may be aligning. Under a
    foil, and between words, the share must be less by _MARGIN. In random order, and on repeats, it
    must stay _CLEAR.
    """
    control = float(stack.controls.shares[head, place])
    aligns = [at for at, name in enumerate(stack.measures) if name in ALIGNMENTS]
    is_ambiguous = stack.measures[place] == "place" and max(stack.trained.rows[aligns]) < FEW
    if stack.controls.rows[place] < FEW or is_ambiguous:
        return float("nan"), False
    if control_of(stack.measures[place]) in ("foil", "between words"):
        return control, bool(stack.shares[head, place] >= control + _MARGIN)
    chance = float(stack.controls.shares[-1, place])
    return control, _strength_of(control, chance) >= _CLEAR


def _label_spread(entropy: float, floor: float, control: float) -> list[Label]:
    """Label a head that attends almost uniformly, and clearly more so than without training."""
    strength = _strength_of(entropy, floor)
    clear = entropy >= _EVEN and strength >= _EVENER
    return [Label(SPREADS, entropy, floor, strength, control, control >= _EVEN)] if clear else []


def _strength_of(share: float, floor: float) -> float:
    """Return where a share lies between the floor, 0, and 1; below the floor it is 0."""
    return max(0.0, share - floor) / max(1 - floor, 1e-9)


def unmeasured_kinds(stacks: Iterable[StackProfile]) -> set[str]:
    """Return the kinds of labels of which no measure had enough words in any stack."""
    had_words: dict[str, bool] = {}
    for stack in stacks:
        for name, rows in zip(stack.measures, stack.trained.rows, strict=True):
            kind = _kind_of_measure(name)
            had_words[kind] = had_words.get(kind, False) or bool(rows >= FEW)
    return {kind for kind, had in had_words.items() if not had}


def kinds_of(stack: StackProfile) -> list[str]:
    """Return the kind of each head, which decides its hue on a map.

    A head without a label is "unmeasured" where a kind of label was not measured, else "none".
    """
    unlabelled = "unmeasured" if unmeasured_kinds([stack]) else "none"
    return [
        _kind_of_measure(labels[0].measure) if labels else unlabelled for labels in labels_of(stack)
    ]


def _kind_of_measure(measure: str) -> str:
    """Return the kind of the label that a measure gives."""
    if measure == SPREADS:
        return SPREADS
    if measure in PATTERNS:
        return "grammar"
    if measure in ALIGNMENTS:
        return "translation"
    if measure in PIECES:
        return "pieces"
    if measure in ("repeated", "induction"):
        return "repetition"
    if measure in POSITIONS or measure == "place":
        return "position"
    return "separator"
