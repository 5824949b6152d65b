"""Train a captioner on scenes at random.

`python -m models.training.scenes lstm --to FOLDER`
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..files import write_whole
from ..scenes import (
    BEGIN,
    END,
    PADDING,
    VOCABULARY,
    Scene,
    _random_scene,
    draw,
)
from ..scenes.captioning import _build
from ..store.weights import pack_weights, read_weights


def _is_trained_on(scene: Scene) -> bool:
    left_out = (group.is_left_out_pair or group.is_left_out_count for group in scene.groups)
    return not (scene.is_held_out or any(left_out))


def _batch(random: np.random.Generator, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw pictures, and the sentence of each as ids `[batch, position]`."""
    scenes: list[Scene] = []
    while len(scenes) < size:
        scene = _random_scene(random)
        if _is_trained_on(scene):
            scenes.append(scene)
    rows = [[BEGIN, *map(VOCABULARY.index, scene.words), END] for scene in scenes]
    ids = torch.full((size, max(map(len, rows))), PADDING)
    for row, numbers in enumerate(rows):
        ids[row, : len(numbers)] = torch.tensor(numbers)
    return torch.tensor(draw(np.stack([scene.numbers for scene in scenes]))), ids


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.scenes")
    parser.add_argument("name", choices=("lstm", "transformer"))
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--updates", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--minutes", type=float, default=1e9, help="end the schedule by then")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    random = np.random.default_rng([options.seed, 7])
    network = _build(options.name).train()
    if options.start:
        weights = read_weights(options.start.read_bytes())
        network.load_state_dict({name: weight.float() for name, weight in weights.items()})
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.01)
    start, mean = time.monotonic(), 0.0
    for update in range(1, options.updates + 1):
        passed = (time.monotonic() - start) / 60 / options.minutes
        done = min(1.0, max(passed, update / options.updates))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(update / 50, 1) * (0.01 + (1 - done))
        pictures, ids = _batch(random, options.batch)
        logits = network(pictures, ids[:, :-1])
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=PADDING
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        mean += (loss.item() - mean) * (1 / update if update < 100 else 0.01)
        if update % 50 == 0 or done == 1:
            print(f"{update} {mean:.4f} {time.monotonic() - start:.0f} s", flush=True)
        if update % 500 == 0 or done == 1:
            options.to.mkdir(parents=True, exist_ok=True)
            write_whole(
                {options.to / f"{options.name}.safetensors": pack_weights(network.state_dict(), 8)}
            )
        if done == 1:
            break


if __name__ == "__main__":
    main()
