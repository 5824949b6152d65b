"""The cost of the shipped transformer: `python -m tests.benchmarks.models [--threads 2]`.

Each time is the median of alternating rounds on the CPU. Fails if a trace takes more than 2.5 times
a plain translation, or more than a second with a what-if. On a busy machine, use one thread rather
than two that wait for each other.
"""

import argparse
import sys
import time
from statistics import median

import torch

import models
from models.answers.decoding import greedy, longest_translation
from tests.reference import torch_transformer

SENTENCE = "The big red dog is sleeping on the bed near the door."  # 12 words
BAR = 2.5
LENGTHS = (16, 64, 128)
ROUNDS = 30
WHAT_IFS = [
    models.WhatIf(swap=((1, "small"),)),
    models.WhatIf(positions="off"),
    models.WhatIf(positions="shuffled"),
    models.WhatIf(mask="none"),
    models.WhatIf(window=2),
    models.WhatIf(scale="1"),
    models.WhatIf(scale="1/d_head"),
    models.WhatIf(temperature=2.0),
    models.WhatIf(silenced=(("cross", 3, 0),)),
    models.WhatIf(forced=(("cross", 3, 0, 1, 1, 0.5),)),
    models.WhatIf(blocked=(2,)),
    models.WhatIf(padding=4),
    models.WhatIf(padding=4, padding_mask=False),
]
LONGEST = 1000.0  # milliseconds of a trace with a what-if


def medians(first, second, rounds=ROUNDS) -> tuple[float, float]:
    """Return the median milliseconds of two functions, called alternately."""
    for way in (first, second) * 3:  # warm up
        way()
    times = {first: [], second: []}
    for _ in range(rounds):
        for way, spent in times.items():
            start = time.perf_counter()
            way()
            spent.append(1000 * (time.perf_counter() - start))
    return median(times[first]), median(times[second])


def greedy_without_cache(network, source, begin_id: int) -> list[int]:
    """Decode greedily without a cache, up to the longest translation."""
    state, target = network.start(source), [begin_id]
    for _ in range(longest_translation(source.shape[1], network.capabilities.longest)):
        target.append(
            network.logits(network.decode(torch.tensor([target]), state)[:, -1]).argmax().item()
        )
    return target[1:]


def line(what: str, first: float, second: float, ratio: float) -> None:
    print(f"{what:<58}{first:>10.1f}{second:>10.1f}{ratio:>9.2f}")


@torch.inference_mode()
def main(threads: int) -> int:
    torch.set_num_threads(threads)
    model = models.load("transformer", device="cpu")
    network = model.network
    theirs = torch_transformer(model.network)
    title = f"milliseconds, median of {ROUNDS} rounds"
    print(f"{title:<58}{'first':>10}{'second':>10}{'ratio':>9}")

    request = models.Request("transformer", SENTENCE)
    trace, translate = medians(lambda: model.trace(request), lambda: model.translate([SENTENCE]))
    line(f"trace / translate, 12 words (at most {BAR})", trace, translate, trace / translate)

    slowest = 0.0
    for what_if in WHAT_IFS:
        changed = models.Request("transformer", SENTENCE, what_if=what_if)
        under, as_trained = medians(
            lambda: model.trace(changed), lambda: model.trace(request), rounds=5
        )
        slowest = max(slowest, under)
        settings = ", ".join(f"{name} {getattr(what_if, name)}" for name in what_if.applied)
        line(f"trace with {settings} / as trained"[:57], under, as_trained, under / as_trained)
    each, once = medians(
        lambda: model.silence_each(request), lambda: model.trace(request), rounds=5
    )
    line("every head silenced in turn / trace, 12 words", each, once, each / once)

    generator = torch.Generator().manual_seed(0)
    for length in LENGTHS:
        source, target = torch.randint(
            3, network.config.vocabulary_size, (2, 1, length), generator=generator
        )
        future = ~torch.ones(length, length, dtype=torch.bool).tril()
        ours, torchs = medians(
            lambda: network(source, target),
            lambda: theirs(
                network.embed(source), network.embed(target), tgt_mask=future, tgt_is_causal=True
            ),
        )
        line(
            f"forward pass, ours / torch.nn.Transformer, {length} tokens",
            ours,
            torchs,
            ours / torchs,
        )

    for length in LENGTHS[:2]:
        source = torch.randint(3, network.config.vocabulary_size, (1, length), generator=generator)
        words = longest_translation(length, network.capabilities.longest)
        with_cache, without = medians(
            lambda: greedy(network, source, model.tokenizer.begin_id, end_id=-1),
            lambda: greedy_without_cache(network, source, model.tokenizer.begin_id),
            rounds=5,
        )
        line(
            f"greedy, cached / afresh, {length} tokens to {words}",
            with_cache,
            without,
            with_cache / without,
        )

    if trace > BAR * translate:
        print(f"A trace costs {trace / translate:.2f} translations; the bar is {BAR}.")
        return 1
    if slowest > LONGEST:
        print(f"A trace under a what-if takes {slowest:.0f} ms; the bar is {LONGEST:.0f}.")
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--threads", type=int, default=2)
    sys.exit(main(parser.parse_args().threads))
