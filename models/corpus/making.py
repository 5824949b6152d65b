"""Make profiles from sums over sentences."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..errors import UserError
from .attention_sums import Analysis, analyse, untrained
from .controls import (
    NATURAL,
    NATURAL_ALONE,
    SEQUENCES,
    SHUFFLED,
    ControlMeasures,
    control_of,
    crossing,
    repeats,
    shuffle_side,
)
from .divergence import measure_same
from .head_measures import MEASURES, PIECES
from .profile import Profile, StackProfile, mean, weights_of
from .same_text import RANDOM_SENTENCES
from .sentences import Pair
from .sums import StackSums

_FEW = 200  # user sentences for the untrained network


def stacks_of(
    model: Any, analysis: Analysis, before: Analysis, controls: Mapping[str, ControlMeasures]
) -> dict[str, StackProfile]:
    """Make the profile of each stack, from the sums of a network and of its untrained copy."""
    stacks = {}
    for stack, (layers, heads) in model.attention_sizes.items():
        without = before.word_pairs[stack].means(before.vocabulary.words)
        table = analysis.word_pairs[stack]
        pairs = table.heaviest(analysis.vocabulary.words, untrained=without)
        sums = analysis.sums[stack]
        head_pairs = tuple(map(tuple, pairs))
        stacks[stack] = StackProfile(
            stack,
            layers,
            heads,
            sums,
            before.sums[stack],
            head_pairs,
            controls[stack],
            model.capabilities.attending(stack),
        )
    return stacks


def measure_controls(
    model: Any, pairs: Sequence[Pair], progress: Callable[[int], object] = lambda done: None
) -> dict[str, ControlMeasures]:
    """Measure the controls of the labels of each stack; see `controls`.

    `progress` receives the number of sentences done, of `control_total` at most.
    """
    natural, few = _every(pairs, _natural_count(model)), _every(pairs, SHUFFLED)
    if model.capabilities.translates:
        few = [_with_french(model, pair) for pair in few]
    passes = {
        "natural": [crossing(pair) for pair in natural],
        "shuffled": shuffle_side(few, "english"),
        "repeats": repeats(few),
        "shuffled french": shuffle_side(few, "french") if model.capabilities.translates else [],
    }
    sums, before = {}, 0
    for name, controlled in passes.items():
        analysis = analyse(
            model,
            list(enumerate(controlled)),
            partial(_add_progress, progress, before),
            examples=False,
            foils=name == "natural",
        )
        sums[name] = analysis.sums
        before += len(controlled)
    if model.capabilities.translates:
        # The decoder of a translation model reads the French.
        sums["shuffled"] |= {
            stack: stack_sums
            for stack, stack_sums in sums["shuffled french"].items()
            if stack == "decoder"
        }
    return {
        stack: _controls_of(stack, {name: pass_sums[stack] for name, pass_sums in sums.items()})
        for stack in model.attention_sizes
    }


def _add_progress(progress: Callable[[int], object], before: int, done: int) -> None:
    """Report sentences done after those of earlier passes."""
    progress(before + done)


def _controls_of(stack: str, sums: Mapping[str, StackSums]) -> ControlMeasures:
    """Choose for each measure of a stack the sums of its control."""
    measures = MEASURES[stack]
    shares, rows = [], []
    for measure in measures:
        control, place = control_of(measure), measures.index(measure)
        control_sums = sums[control if control in sums else "natural"]
        if control == "between words":
            place = measures.index("next" if PIECES[measure] > 0 else "previous")
        shares.append(mean(control_sums.shares[:, place], control_sums.rows[place]))
        rows.append(control_sums.rows[place])
    shuffled = sums["shuffled"]
    entropy = mean(shuffled.relative_entropy, shuffled.words)
    return ControlMeasures(np.stack(shares, 1), np.array(rows), entropy)


def _natural_count(model: Any) -> int:
    """Return the most sentences that are read as they are."""
    return NATURAL if model.capabilities.trained_here else NATURAL_ALONE


def control_total(model: Any, pairs: Sequence[Pair]) -> int:
    """Return the largest number of sentences of all controls."""
    shuffled = min(len(pairs), SHUFFLED) * (1 + model.capabilities.translates)
    return min(len(pairs), _natural_count(model)) + shuffled + SEQUENCES


def _every(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """Return at most `count` pairs, evenly spaced."""
    step = max(1, math.ceil(len(pairs) / count))
    return list(pairs[::step])


def _with_french(model: Any, pair: Pair) -> Pair:
    """Return a pair with the model's translation if it has none, and it can be translated."""
    if not pair.french.strip():
        with suppress(UserError):
            [french] = model.translate([pair.english])
            return replace(pair, french=french, target=(), links=())
    return pair


def example_lines(stacks: Mapping[str, StackProfile]) -> set[int]:
    """Return the lines of all examples, except those of the uniform head."""
    lines: set[int] = set()
    for stack in stacks.values():
        for values in (stack.trained.best_line, stack.trained.worst_line):
            lines |= {*values[:-1].ravel().tolist()}
    return lines


def measure_texts(
    model: Any,
    pairs: Sequence[Pair],
    progress: Callable[[int, int], object],
    same: bool = False,
) -> Profile:
    """Measure the profile of a model on the user's sentences.

    With `same`, also measure its attention in the sentences that are the same for all models.
    `progress` receives (done, total) and may raise to stop. Raises UserError if the model can read
    none of the sentences.
    """
    numbered = list(enumerate(pairs))
    sample = numbered[:: max(1, len(numbered) // _FEW)][:_FEW]
    done_before = len(numbered) + len(sample)
    total = done_before + control_total(model, pairs) + (RANDOM_SENTENCES if same else 0)
    analysis = analyse(model, numbered, lambda done: progress(done, total))
    if not analysis.pairs_read:
        raise UserError("{model} cannot read any of these sentences.", model=model.name)
    before = analyse(
        model,
        sample,
        lambda done: progress(len(numbered) + done, total),
        untrained(model),
        examples=False,
    )
    controls = measure_controls(model, pairs, lambda done: progress(done_before + done, total))
    stacks = stacks_of(model, analysis, before, controls)
    texts = {
        line: (pairs[line].english, pairs[line].french)
        for line in sorted(example_lines(stacks))
        if line >= 0
    }
    read, left_out = analysis.pairs_read, analysis.pairs_left_out
    same_text = measure_same(model) if same else None
    progress(total, total)
    weights = weights_of(model.card)
    return Profile(model.name, stacks, read, left_out, weights, "", texts, same=same_text)
