"""Make profiles from sums over sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import UserError
from .analysis import Analysis, analyse, untrained
from .divergence import measure_same
from .profile import Profile, StackProfile, weights_of
from .same_text import SENTENCES
from .sentences import Pair

FEW = 200  # user sentences for the untrained network


def stacks_of(model: Any, analysis: Analysis, before: Analysis) -> dict[str, StackProfile]:
    """Make the profile of each stack, from the sums of a network and of its untrained copy."""
    stacks = {}
    for stack, (layers, heads) in model.attention_sizes.items():
        without = before.word_pairs[stack].means(before.vocabulary.words)
        table = analysis.word_pairs[stack]
        pairs = table.heaviest(analysis.vocabulary.words, untrained=without)
        sums = analysis.sums[stack]
        of_heads = tuple(map(tuple, pairs))
        stacks[stack] = StackProfile(stack, layers, heads, sums, before.sums[stack], of_heads)
    return stacks


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
    sample = numbered[:: max(1, len(numbered) // FEW)][:FEW]
    total = len(numbered) + len(sample) + (SENTENCES if same else 0)
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
    stacks = stacks_of(model, analysis, before)
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
