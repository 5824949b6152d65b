"""Train a network to translate English into French: `python -m models.training.train transformer --data DIR`."""

import argparse
import json
import os
import platform
import shutil
import sys
import time
from datetime import date
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from tqdm import tqdm

from .. import checkpoint
from ..catalog import pick_device
from ..decoding import translate
from ..errors import UserError
from ..tokenizer import Tokenizer
from .data import Batches, Pair, clean, folder_with, read_pairs
from .loss import SmoothedCrossEntropy
from .recipes import RECIPES, Recipe
from .score import bleu


def learning_rate(update: int, d_model: int, recipe: Recipe, updates: int, cooldown: int) -> float:
    """Linear warm-up, then the inverse square root of the update (Vaswani et al. 2017, eq. 3).

    Unlike the paper's it falls to 0 in a straight line over the last `cooldown` of `updates`.
    """
    rate = recipe.rate * d_model**-0.5 * min(update**-0.5, update * recipe.warm_up**-1.5)
    return rate * min(1.0, (updates - update + 1) / cooldown) if cooldown else rate


class Run:
    """A training run in a folder: everything that decides its next update, so that it continues exactly."""

    def __init__(self, folder: Path, network, recipe: Recipe, device: torch.device):
        self.folder, self.network, self.recipe, self.device = folder, network, recipe, device
        self.optimizer = torch.optim.Adam(network.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True)
        self.update, self.epoch, self.skip, self.seconds = 0, 0, 0, 0.0

    def step(self, batch, rate: float) -> tuple[torch.Tensor, int]:
        """One update; the loss in nats per target token and the number of those."""
        self.network.train()
        batch = batch.to(self.device)
        wanted = batch.target[:, 1:]
        real = wanted != self.network.config.padding_id
        x = self.network(batch.source, batch.target[:, :-1])[real]  # [position, d_model]
        loss = SmoothedCrossEntropy.apply(x, self.network.embedding.weight, wanted[real], self.recipe.smoothing)
        self.optimizer.param_groups[0]["lr"] = rate
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.update += 1
        return loss.detach(), int(real.sum())

    def save(self) -> None:
        """Write `state.safetensors`; the old one stays until the new one is whole."""
        state = {f"weights/{name}": tensor for name, tensor in self.network.state_dict().items()}
        for name, parameter in self.network.named_parameters():
            for key, tensor in self.optimizer.state[parameter].items():
                state[f"adam/{key}/{name}"] = tensor
        state["random/cpu"] = torch.get_rng_state()
        if self.device.type == "cuda":
            state["random/cuda"] = torch.cuda.get_rng_state(self.device)
        where = {"update": self.update, "epoch": self.epoch, "skip": self.skip, "seconds": self.seconds}
        save_file(state, self.folder / "new.safetensors", metadata={"where": json.dumps(where)})
        os.replace(self.folder / "new.safetensors", self.folder / "state.safetensors")

    def resume(self) -> None:
        path = self.folder / "state.safetensors"
        if not path.exists():
            raise UserError(f"There is no run to resume in {self.folder}. Leave --resume away to start one.")
        state = load_file(path)
        with safe_open(path, "pt") as file:
            where = json.loads(file.metadata()["where"])
        self.update, self.epoch, self.skip, self.seconds = where["update"], where["epoch"], where["skip"], where["seconds"]
        self.network.load_state_dict({name.removeprefix("weights/"): t for name, t in state.items() if name.startswith("weights/")})
        for name, parameter in self.network.named_parameters():
            moments = {key: state[f"adam/{key}/{name}"] for key in ("step", "exp_avg", "exp_avg_sq")}
            self.optimizer.state[parameter] = {key: t if key == "step" else t.to(self.device) for key, t in moments.items()}
        torch.set_rng_state(state["random/cpu"])
        if self.device.type == "cuda" and "random/cuda" in state:
            torch.cuda.set_rng_state(state["random/cuda"], self.device)

    def keep_weights(self) -> None:
        """One more set of weights for the average; only the newest `recipe.average` stay."""
        save_file(self.network.state_dict(), self.folder / f"weights-{self.update:07d}.safetensors")
        for old in sorted(self.folder.glob("weights-*.safetensors"))[: -self.recipe.average]:
            old.unlink()

    def averaged(self):
        """A network whose weights are the mean of the kept ones."""
        kept = [load_file(path) for path in sorted(self.folder.glob("weights-*.safetensors"))]
        network = checkpoint.build(checkpoint.describe(self.network))
        network.load_state_dict({name: sum(weights[name] for weights in kept) / len(kept) for name in kept[0]})
        return network.to(self.device).eval()


def validation(network, tokenizer: Tokenizer, device: torch.device, sets: dict[str, list[Pair]]) -> dict[str, float]:
    network.eval()
    greedy = lambda sentences: translate(network, tokenizer, tokenizer.encode_batch(sentences), device)
    return {name: round(bleu(greedy, pairs)[0], 2) for name, pairs in sets.items()}


def hardware(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{device.type}, {torch.get_num_threads()} threads, {platform.machine()}"


def train(name: str, data: Path, folder: Path, updates: int, cooldown: int, every: int, resume: bool, device: torch.device,
          smoke: bool = False) -> Path:
    """Train `name` for `updates` in `folder`; gives the folder of the finished checkpoint.

    `smoke` takes a hundredth of the data and a network of a few thousand weights, to see that everything runs.
    """
    recipe = RECIPES[name].tiny() if smoke else RECIPES[name]
    folder.mkdir(parents=True, exist_ok=True)
    if not resume and (folder / "state.safetensors").exists():
        raise UserError(f"{folder} already holds a run. Continue it with --resume, or name another folder with --run.")
    pairs = [clean(pair) for file, times in recipe.files.items() for pair in read_pairs(data / file) * times]
    sets = {file.split(".en-fr")[0]: read_pairs(data / file)[: recipe.validate_on] for file in recipe.validation_files}
    pairs = pairs[:: recipe.thin]

    if not (folder / "tokenizer.json").exists():
        texts = dict.fromkeys(text for pair in pairs for text in (pair.source, pair.target))
        Tokenizer.train(texts, recipe.sizes["vocabulary_size"]).save(folder / "tokenizer.json")
    tokenizer = Tokenizer.load(folder / "tokenizer.json")
    torch.manual_seed(recipe.seed)
    config = {"architecture": recipe.architecture, **recipe.sizes, "vocabulary_size": len(tokenizer), "padding_id": tokenizer.padding_id}
    network = checkpoint.build(config).to(device)
    run = Run(folder, network, recipe, device)
    if resume:
        run.resume()
    batches = Batches(pairs, tokenizer, recipe.batch_tokens, recipe.seed)

    log = (folder / "log.jsonl").open("a", encoding="utf-8")
    bar = tqdm(total=updates, initial=run.update, unit="update", mininterval=5 if not sys.stderr.isatty() else 0.5)
    started, tokens, smooth = time.monotonic(), 0, None
    before = run.seconds
    stream = batches.stream(run.epoch, run.skip)
    while run.update < updates:
        epoch, skip, batch = next(stream)
        loss, count = run.step(batch, learning_rate(run.update + 1, network.config.d_model, recipe, updates, cooldown))
        run.epoch, run.skip, run.seconds = epoch, skip, before + time.monotonic() - started
        tokens += count
        smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
        bar.update()
        bar.set_postfix_str(f"epoch {epoch + 1}, loss {smooth:.3f}, {tokens / (time.monotonic() - started):,.0f} tokens/s", refresh=False)
        if run.update % every == 0 or run.update == updates:
            run.save()
            run.keep_weights()
            line = {"update": run.update, "epoch": epoch, "loss": round(smooth, 4), "minutes": round(run.seconds / 60, 1),
                    "bleu": validation(network, tokenizer, device, sets)}
            log.write(json.dumps(line) + "\n")
            log.flush()
            bar.write(f"update {run.update}: loss {smooth:.3f}, validation BLEU {line['bleu']}")
    bar.close()
    return finish(run, name, tokenizer, sets, epoch_of(run, batches))


def epoch_of(run: Run, batches: Batches) -> float:
    return round(run.epoch + run.skip / len(batches.epoch(run.epoch)), 1)


def finish(run: Run, name: str, tokenizer: Tokenizer, sets: dict[str, list[Pair]], epochs: float) -> Path:
    """Average the kept weights and write the checkpoint with its card, as far as training knows it."""
    network = run.averaged()
    scores = validation(network, tokenizer, run.device, sets)
    print(f"average of the last {len(list(run.folder.glob('weights-*.safetensors')))}: validation BLEU {scores}")
    card = {
        "name": name,
        "architecture": checkpoint.describe(network),
        "weights": sum(parameter.numel() for parameter in network.parameters()),
        "training": {
            "data": run.recipe.files, "seed": run.recipe.seed, "updates": run.update, "epochs": epochs,
            "target_tokens_per_update": run.recipe.batch_tokens, "minutes": round(run.seconds / 60, 1),
            "hardware": hardware(run.device), "torch": torch.__version__, "date": date.today().isoformat(),
            "averaged_checkpoints": run.recipe.average, "label_smoothing": run.recipe.smoothing,
        },
        "licences": run.recipe.licences,
        "validation_bleu": scores,
    }
    checkpoint.save(run.folder / "checkpoint", network, tokenizer, card)
    return run.folder / "checkpoint"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.train", description=__doc__)
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument("--data", type=Path, help="folder with the tab-separated files; without it they are downloaded")
    parser.add_argument("--run", type=Path, help="folder of the run (default: runs/NAME)")
    parser.add_argument("--resume", action="store_true", help="continue the run exactly where it was saved")
    parser.add_argument("--updates", type=int, help="stop after so many updates, counted from the very first")
    parser.add_argument("--cooldown", type=int, default=0, help="let the learning rate fall to 0 over the last so many updates")
    parser.add_argument("--every", type=int, default=500, help="save, validate and keep weights every so many updates")
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument("--smoke", action="store_true", help="a tiny network on a hundredth of the data, to see that it runs")
    parser.add_argument("--ship", action="store_true", help="copy the finished checkpoint to models/checkpoints/NAME")
    options = parser.parse_args(arguments)
    recipe = RECIPES[options.name]
    try:
        data = folder_with(recipe.files | dict.fromkeys(recipe.validation_files), options.data)
        made = train(options.name, data, options.run or Path("runs") / options.name, options.updates or recipe.updates,
                     options.cooldown, options.every, options.resume, pick_device(options.device), options.smoke)
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped. --resume continues from the last save.")
    if options.ship:
        shutil.copytree(made, checkpoint.SHIPPED / options.name, dirs_exist_ok=True)
    print(f"The checkpoint is in {made}.")


if __name__ == "__main__":
    main()
