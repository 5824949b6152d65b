"""What a head does in a word or two, read from its figures, with how sure. Numpy only."""

from dataclasses import dataclass

import numpy as np

from .measures import PIECES, POSITIONS
from .profile import StackProfile, mean
from .sentences import PATTERNS

SPREADS = "spreads"
CLEAR = 0.2  # of the way from what needs no training to always, from which a head is labelled
# By which a share must be above any untrained head's, and a relation be met more often than by the
# best fixed distance (Voita et al. 2019).
MARGIN = 0.10
EVEN = 0.85  # entropy, as a share of the most there can be, from which a head spreads
GENERAL = 0.5  # strength from which what holds of every word goes first
EVENER = 0.5  # of the way from the most even untrained head to all alike
FEW = 30  # rows of a measure that say something


@dataclass(frozen=True)
class Label:
    """One thing that a head does.

    `strength` is how far its share lies between what needs no training, 0, and always, 1.
    """

    measure: str  # one of the measures of its mechanism, or "spreads"
    share: float  # of the attention, 0 to 1; of "spreads" the relative entropy
    floor: float  # what chance gives, or training has not yet changed
    strength: float


def labels_of(stack: StackProfile) -> list[list[Label]]:
    """For each head of a mechanism what it does, the clearest first; often nothing.

    A label needs a share that is clearly more than chance gives, and than any head of the untrained
    network has. A relation of grammar must besides be met more often than by the best fixed
    distance: most adjectives stand right before their noun. What a piece sends to the next one must
    be more than what a word sends to the next word: a head may lead every token one place on.
    """
    floors = floors_of(stack)
    entropy = stack.figures()["relative entropy"][:-1]
    entropy_floor = float(stack.figures("untrained")["relative entropy"][:-1].max())
    return [
        sorted(
            [*clear_measures(stack, head, floors), *spread(entropy[head], entropy_floor)],
            key=precedence,
        )
        for head in range(stack.layers * stack.heads)
    ]


def precedence(label: Label) -> tuple[bool, float]:
    """What is clear of every word comes before what is clearer of a few; then by strength."""
    of_few = label.measure in PATTERNS or label.measure in PIECES
    of_every_word = not of_few and label.strength >= GENERAL
    return not of_every_word, -label.strength


def floors_of(stack: StackProfile) -> np.ndarray:
    """What each measure gives without training on average, `[m]`; nan = never measured."""
    before = mean(stack.untrained.shares[:-1].sum(0), stack.untrained.rows * len(stack.shares))
    return np.fmax(stack.chance, before)


def clear_measures(stack: StackProfile, head: int, floors: np.ndarray) -> list[Label]:
    """The measures of which a head has clearly more than without training."""
    labels = []
    for place, name in enumerate(stack.measures):
        if stack.trained.rows[place] < FEW:
            continue
        share, floor = float(stack.shares[head, place]), float(floors[place])
        strength = strength_of(share, floor)
        trained = share >= stack.untrained_shares[:, place].max() + MARGIN
        beats = True
        if name in PATTERNS:
            beats = bool(stack.accuracies[head, place] >= stack.best_offset[place] + MARGIN)
        elif name in PIECES:
            beats = share >= share_between_words(stack, head, PIECES[name]) + MARGIN
        if strength >= CLEAR and trained and beats:
            labels.append(Label(name, share, floor, strength))
    return labels


def share_between_words(stack: StackProfile, head: int, away: int) -> float:
    """What a head sends from a word to the next one, or to the one before."""
    measure = "next" if away > 0 else "previous"
    return float(np.nan_to_num(stack.shares[head, stack.measures.index(measure)]))


def spread(entropy: float, floor: float) -> list[Label]:
    """Whether a head attends to all alike, and more so than without training."""
    strength = strength_of(float(entropy), floor)
    clear = entropy >= EVEN and strength >= EVENER
    return [Label(SPREADS, float(entropy), floor, strength)] if clear else []


def strength_of(share: float, floor: float) -> float:
    """How far a share lies between a floor and 1; below the floor it is 0."""
    return max(0.0, share - floor) / max(1 - floor, 1e-9)


def kind_of(label: Label | None) -> str:
    """The hue of a head on a map: what sort of thing it does."""
    if label is None:
        return "none"
    if label.measure == SPREADS:
        return SPREADS
    if label.measure in PATTERNS:
        return "grammar"
    if label.measure in ("reads", "writes"):
        return "translation"
    if label.measure in PIECES:
        return "pieces"
    if label.measure in ("repeated", "induction"):
        return "repetition"
    if label.measure in POSITIONS or label.measure == "place":
        return "position"
    return "separator"
