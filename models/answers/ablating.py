"""Replace the output of heads, and measure what the written words lose.

Zero is what "switch off" does, but no later layer has ever met it. The mean over other sentences
keeps what a head always adds and takes away what it says of this sentence; its output in one other
sentence (resampling) is moreover one that the network has met. How to choose: Heimersheim and Nanda
2024, section 3. Resampling: Chan et al. 2022, "Causal scrubbing".

Where nothing is lost, another head may make up for it: McGrath et al. 2023, "The Hydra effect";
Rushing and Nanda 2024 call it self-repair. It shows when both heads are off.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ..networks.attention import LayerChanges
from ..networks.changes import NetworkChanges, check
from ..request import Record, Request, WhatIf
from ..results import HeadAblation, SelfRepair

# Every 54th of the annotated sentences that have at least three words.
_SENTENCES = Path(__file__).parents[1] / "tables" / "sample_sentences.txt"
_DRAWS = 8  # other sentences from which an output is taken
_PAIRS = 100  # of other heads, drawn at random
_BATCH = 16  # runs at once
_OUTPUTS = Record(scores=False, hidden=False, gates=False)
_Head = tuple[str, int, int]  # stack, layer, head
_Outputs = Mapping[_Head, Tensor]  # [position, d_head], or [d_head] for all positions


class HeadSample(NamedTuple):
    """The outputs of all heads in sentences that are the same for all models."""

    means: _Outputs  # over all positions of all sentences
    outputs: Mapping[str, _Outputs]  # of some of the sentences, which stand first


@dataclass(frozen=True)
class _Replaced(NetworkChanges):
    """Replaces the outputs of heads, in each entry of the batch others."""

    outputs: tuple[_Outputs, ...] = ()

    def __bool__(self) -> bool:
        return True

    def at(self, stack: str, layer: int) -> LayerChanges:
        change = super().at(stack, layer)
        replaced = [
            (entry, head[2], output)
            for entry, outputs in enumerate(self.outputs)
            for head, output in outputs.items()
            if head[:2] == (stack, layer)
        ]
        if not replaced:
            return change
        return change._replace(put_in=partial(_put_in, change.put_in, replaced))


def _put_in(
    before: Callable[[str, Tensor], Tensor],
    replaced: Sequence[tuple[int, int, Tensor]],
    kind: str,
    x: Tensor,
) -> Tensor:
    """Return a part of a layer after other what-ifs; of outputs, those of heads replaced."""
    x = before(kind, x)
    if kind != "output":
        return x
    x = x.clone()  # [entry, head, position, d_head]
    for entry, head, output in replaced:
        x[entry, head] = _stretched(output, x.shape[2]).to(x)
    return x


def _stretched(output: Tensor, positions: int) -> Tensor:
    """Return the output at as many positions: each takes that of the same relative place."""
    if output.dim() == 1:
        return output
    # In 64 bits, so that the scripts round alike.
    last = max(positions - 1, 1)
    return output[[round(place * (len(output) - 1) / last) for place in range(positions)]]


def model_heads(model: Any) -> list[_Head]:
    """Return all heads of a model."""
    return [
        (stack, layer, head)
        for stack, (_, across) in model.attention_sizes.items()
        for layer in model.capabilities.attending(stack)
        for head in range(across)
    ]


def sample_request(model: Any, sentence: str) -> Request:
    """Return the run of a sentence of the sample.

    A translator writes its own translation, a language model follows the sentence.
    """
    if model.capabilities.reads_source:
        return Request(model.name, sentence, record=_OUTPUTS)
    first, space, rest = sentence.partition(" ")
    return Request(model.name, first, space + rest, record=_OUTPUTS)


def read_sample(model: Any, sentences: Sequence[str] = ()) -> HeadSample:
    """Run a model over sentences, by default the sample; see `HeadSample`."""
    sentences = sentences or _SENTENCES.read_text(encoding="utf-8").splitlines()
    requests = [sample_request(model, sentence) for sentence in sentences]
    count = min(_DRAWS + 1, len(sentences))
    chosen = random.Random(0).sample(range(len(sentences)), count)
    sums: dict[_Head, Any] = {}
    positions: Counter[_Head] = Counter()
    outputs: dict[int, _Outputs] = {}
    for place, trace in model.trace_each(requests):
        of_heads = {
            head: torch.from_numpy(trace.attention[head[0]].head_output[head[1:]].copy())
            for head in model_heads(model)
        }
        for head, output in of_heads.items():
            sums[head] = sums.get(head, 0) + output.double().sum(0)
            positions[head] += len(output)
        if place in chosen:
            outputs[place] = of_heads
    means = {head: (total / positions[head]).float() for head, total in sums.items()}
    return HeadSample(means, {sentences[place]: outputs[place] for place in chosen})


@torch.inference_mode()
def ablate(model: Any, request: Request, head: _Head) -> HeadAblation:
    """Replace the output of a head in three ways; see `Model.ablate`."""
    check(WhatIf(silenced=(head,)), model.attention_sizes, 1, 1, None)
    run, sample = model._run(request), model.head_sample
    others = [of[head] for text, of in sample.outputs.items() if text != request.sentence]
    mean = sample.means[head]
    each = torch.zeros_like(mean), mean, *others[:_DRAWS]
    baseline, zero, in_mean, *resampled = _log_odds(model, run, [{}, *({head: x} for x in each)])
    predicted = tuple(map(model.tokenizer.name, run.written[run.prompt_length :]))
    return HeadAblation(request, head, predicted, baseline, zero, in_mean, np.stack(resampled))


@torch.inference_mode()
def find_repair(
    model: Any, request: Request, head: _Head, progress: Callable[[int, int], object]
) -> SelfRepair:
    """Switch a head off together with each other one; see `Model.find_repair`."""
    check(WhatIf(silenced=(head,)), model.attention_sizes, 1, 1, None)
    run, means = model._run(request), model.head_sample.means
    zeros = {each: torch.zeros_like(mean) for each, mean in means.items()}
    others = [other for other in model_heads(model) if other != head]
    every = [*combinations(others, 2)]
    pairs = [every[place] for place in draw_pairs(len(every))]
    with_others = [(head, other) for other in others]
    total = 2 * (len(others) + len(pairs)) + len(others) + 5  # at most
    done = 0

    def losses(sets: Sequence[tuple[_Head, ...]], outputs: _Outputs) -> dict[Any, float]:
        """Return what the words lose with the heads of each set replaced."""
        nonlocal done
        replaced = [{each: outputs[each] for each in heads} for heads in ((), *sets)]
        baseline, *rows = _log_odds(
            model, run, replaced, lambda count: progress(done + count, total)
        )
        done += len(replaced)
        return {heads: float((baseline - row).sum()) for heads, row in zip(sets, rows, strict=True)}

    off = losses([*((each,) for each in (head, *others)), *with_others, *pairs], zeros)
    excess = np.array([_excess(off, pair) for pair in with_others])
    strongest = with_others[int(excess.argmax())]
    singles = dict.fromkeys(each for pair in (strongest, *pairs) for each in pair)
    mean = losses([*((each,) for each in singles), strongest, *pairs], means)
    progress(total, total)
    return SelfRepair(
        request,
        head,
        tuple(others),
        off[head,],
        np.array([off[other,] for other in others]),
        np.array([off[pair] for pair in with_others]),
        np.array([_excess(off, pair) for pair in pairs]),
        _excess(mean, strongest),
        np.array([_excess(mean, pair) for pair in pairs]),
    )


def draw_pairs(count: int) -> list[int]:
    """Return the numbers of the pairs of heads that are the control, of so many pairs."""
    return random.Random(0).sample(range(count), min(_PAIRS, count))


def _excess(losses: Mapping[Any, float], pair: tuple[_Head, _Head]) -> float:
    """Return how much more a pair of heads costs than the sum of both."""
    return losses[pair] - losses[pair[0],] - losses[pair[1],]


def _log_odds(
    model: Any,
    run: Any,
    outputs: Sequence[_Outputs],
    progress: Callable[[int], object] = lambda done: None,
) -> np.ndarray:
    """Return the log-odds of each word that the model chose, for each set of outputs put in.

    `[set, target]`. The log-odds of a word are its logit minus the logarithm of the sum of all
    other words' exponentiated logits: of independent losses they lose the sum, also close to 1.
    """
    written = torch.tensor(run.written[run.prompt_length :], device=model.device)
    rows, old = [], run.changes
    for start in range(0, len(outputs), _BATCH):
        some = tuple(outputs[start : start + _BATCH])
        changes = _Replaced(old.what_if, old.silenced, old.patches, some)
        # The run of a pretrained model is a dataclass.
        changed = run._replace if hasattr(run, "_replace") else partial(replace, run)
        logits = model._logits(changed(changes=changes), ((),) * len(some))
        logits = logits[:, run.prompt_length :][:, : len(written)].float()
        places = written.expand(len(some), -1)[..., None]
        chosen = logits.gather(-1, places)[..., 0]
        rest = logits.scatter(-1, places, float("-inf")).logsumexp(-1)
        rows.append((chosen - rest).cpu().numpy())
        progress(min(start + _BATCH, len(outputs)))
    return np.concatenate(rows)
