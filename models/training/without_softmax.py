"""Train a softmax and a linear language model side by side, batch by batch.

`python -m models.training.without_softmax --data DIR --to FOLDER --minutes 27`
"""

import argparse
import json
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy

from ..files import SHIPPED, write_whole
from ..linear import SCORES
from ..networks.gpt import GPT, GPTConfig
from ..store import checkpoint
from ..store.weights import pack_weights
from .language import LanguageTask
from .optimisation import hardware
from .recipes import RECIPES

_SIZES = {"d_model": 256, "d_ff": 256, "n_heads": 8, "n_layers": 2, "max_length": 128}
_RECIPE = replace(
    RECIPES["gpt"],
    sizes={"vocabulary_size": 8000, **_SIZES},
    files={"books.en.tsv.gz": 1},
    extra_files={},
    corpus=0,
    validation_files=("books.en.tsv.gz",),
    tokenizer_of="gpt",
    batch_tokens=1200,
    warm_up=30,
    rate=2e-3,
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.without_softmax")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=27, help="end the schedule by then")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    teacher, tokenizer, _ = checkpoint.load(SHIPPED / "gpt", torch.device("cpu"))
    batches = LanguageTask(_RECIPE, options.data).batches(tokenizer)
    networks, optimizers = {}, {}
    for name, score in SCORES.items():
        torch.manual_seed(_RECIPE.seed)
        networks[name] = GPT(GPTConfig(len(tokenizer), **_SIZES, score=score)).train()
        # Begin with embedding, positions and last norm of our GPT; the embedding stays as it is.
        given = {
            key: weight
            for key, weight in teacher.state_dict().items()
            if not key.startswith("layers.")
        }
        networks[name].load_state_dict(given, strict=False)
        networks[name].embedding.weight.requires_grad_(False)
        # Else each token would predict itself, and with certainty.
        networks[name].norm.weight.data *= 0.1
        learnt = [weight for weight in networks[name].parameters() if weight.requires_grad]
        optimizers[name] = torch.optim.Adam(learnt, betas=(0.9, 0.98), eps=1e-9, fused=True)
    cpu = torch.device("cpu")
    start, means, tokens = time.monotonic(), dict.fromkeys(SCORES, 9.0), 0
    for update, (epoch, skip, batch) in enumerate(batches.stream(0, 0), 1):
        done = min(1.0, (time.monotonic() - start) / 60 / options.minutes)
        # Falls from 40 % on, to almost nothing.
        rate = _RECIPE.rate * min(update / _RECIPE.warm_up, 1, 0.01 + (1 - done) / 0.6)
        labels = batch.ids[:, 1:]
        real = labels != batch.padding_id
        tokens += int(real.sum())
        for name, network in networks.items():
            logits = network.logits(network(batch.ids[:, :-1])[real])
            loss = cross_entropy(logits, labels[real])
            network.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizers[name].param_groups[0]["lr"] = rate
            optimizers[name].step()
            means[name] += (loss.item() - means[name]) * max(1 / update, 0.03)
        if update < 10 or update % 10 == 0 or done == 1:
            print(update, f"{done:.3f}", tokens, means, flush=True)
        if update % 50 == 0 or done == 1:
            card = {
                "sizes": _SIZES,
                "weights": sum(
                    weight.numel() for weight in network.parameters() if weight.requires_grad
                ),
                "data": "books.en.tsv.gz",
                "updates": update,
                "tokens": tokens,
                "epochs": round(epoch + skip / len(batches.epoch(epoch)), 2),
                "batch_tokens": _RECIPE.batch_tokens,
                "rate": _RECIPE.rate,
                "seed": _RECIPE.seed,
                "minutes": round((time.monotonic() - start) / 60, 1),
                "hardware": hardware(cpu),
                "precision": "float32",
                "date": date.today().isoformat(),
            }
            files = {options.to / "card.json": json.dumps(card, indent=2).encode()}
            for name, network in networks.items():
                own = {
                    key: weight
                    for key, weight in network.state_dict().items()
                    if key != "embedding.weight"
                }
                files[options.to / f"{name}.safetensors"] = pack_weights(own, 8)
            options.to.mkdir(parents=True, exist_ok=True)
            write_whole(files)
        if done == 1:
            break


if __name__ == "__main__":
    main()
