"""Train a network to translate English into French: `python -m models.training.train transformer --data DIR`."""

import argparse
import json
import platform
import sys
import time
from datetime import date
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from tqdm import tqdm

from .. import checkpoint
from ..catalog import pick_device
from ..decoding import translate
from ..errors import UserError
from ..files import write_whole
from ..tokenizer import Tokenizer
from .data import LECTURE, Batches, Pair, clean, folder_with, read_corpus, read_pairs
from .loss import SmoothedCrossEntropy
from .overlap import without_exact, without_near
from .recipes import RECIPES, TEST_FILES, Recipe
from .score import bleu, with_references


def learning_rate(update: int, recipe: Recipe, updates: int, cooldown: int) -> float:
    """The share of the full learning rate that one update takes, 0 to 1.

    It climbs in a straight line over `recipe.warm_up` updates, stays, and falls in a straight line to 0 over the
    last `cooldown` of `updates` (Hägele et al. 2024).
    """
    share = min(1.0, update / recipe.warm_up)
    return min(share, (updates - update + 1) / cooldown) if cooldown else share


def make_optimizers(network, recipe: Recipe) -> dict[str, torch.optim.Optimizer]:
    """Muon for the matrices between layers, Adam for the embedding, biases and norms (Jordan et al. 2024).

    Muon's step is as long as Adam's would be (`match_rms_adamw`), so that one rate serves both.
    """
    matrices = [parameter for name, parameter in network.named_parameters()
                if parameter.dim() == 2 and min(parameter.shape) > 1 and name not in ("embedding.weight", "positions")]
    chosen = {id(parameter) for parameter in matrices}
    rest = [parameter for parameter in network.parameters() if id(parameter) not in chosen]
    return {
        "muon": torch.optim.Muon(
            matrices, lr=0.0, momentum=0.95, weight_decay=recipe.weight_decay, adjust_lr_fn="match_rms_adamw"),
        "adam": torch.optim.Adam(rest, lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True),
    }


def has_fast_bfloat16(device: torch.device) -> bool:
    """Whether products of matrices in bfloat16 are faster than in float32 there."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    return device.type == "cpu" and torch.cpu._is_amx_tile_supported()


class Run:
    """A training run in a folder: everything that decides its next update, so that it continues exactly.

    `rows` is the number of training pairs, by which other data is noticed.
    """

    PROGRESS = ("update", "epoch", "skip", "seconds", "rows", "cooldown", "hardware")  # what is saved beside the tensors

    def __init__(self, folder: Path, network, recipe: Recipe, device: torch.device, rows: int):
        self.folder, self.network, self.recipe, self.device, self.rows = folder, network, recipe, device, rows
        self.optimizers = make_optimizers(network, recipe)
        self.mixed = recipe.precision == "bfloat16" or recipe.precision == "auto" and has_fast_bfloat16(device)
        self.update, self.epoch, self.skip, self.seconds, self.cooldown, self.hardware = 0, 0, 0, 0.0, 0, hardware(device)

    @property
    def kept(self) -> list[Path]:
        """The sets of weights kept for the average, oldest first."""
        return sorted(self.folder.glob("weights-*.safetensors"))

    def step(self, batch, rate: float) -> tuple[torch.Tensor, int]:
        """One update; the loss in nats per target token and the number of those."""
        self.network.train()
        batch = batch.to(self.device)
        wanted = batch.target[:, 1:]
        real = wanted != self.network.config.padding_id
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.mixed):
            x = self.network(batch.source, batch.target[:, :-1])[real].float()  # [position, d_model]
            loss = SmoothedCrossEntropy.apply(x, self.network.embedding.weight, wanted[real], self.recipe.smoothing)
        self.network.zero_grad()
        loss.backward()
        if self.recipe.clip:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.recipe.clip)
        for optimizer in self.optimizers.values():
            optimizer.param_groups[0]["lr"] = rate * self.recipe.rate
            optimizer.step()
        self.update += 1
        return loss.detach(), len(x)

    def save(self) -> None:
        """Write `state.safetensors`."""
        state = {f"weights/{name}": tensor for name, tensor in self.network.state_dict().items()}
        for name, parameter in self.network.named_parameters():
            for kind, optimizer in self.optimizers.items():
                for key, tensor in optimizer.state.get(parameter, {}).items():
                    state[f"{kind}/{key}/{name}"] = tensor
        state["random/cpu"] = torch.get_rng_state()
        if self.device.type != "cpu":
            state[f"random/{self.device.type}"] = getattr(torch, self.device.type).get_rng_state()
        write(state, self.folder / "state.safetensors", {"where": json.dumps({key: getattr(self, key) for key in self.PROGRESS})})

    def resume(self) -> None:
        """Back to what `save` wrote.

        Raises UserError when it was another network or other data, or a file is damaged.
        """
        path = self.folder / "state.safetensors"
        state, metadata = read(path, "Start the run anew in another folder, with --run.")
        where = json.loads(metadata["where"])
        if where.get("rows", self.rows) != self.rows:  # older states do not say
            raise UserError(f"The run in {self.folder} read {where['rows']:,} pairs, here are {self.rows:,}. Give the same --data, "
                            "and --smoke or not, as before.")
        for key, value in where.items():
            setattr(self, key, value)
        fill(self.network, {name.removeprefix("weights/"): t for name, t in state.items() if name.startswith("weights/")}, self.folder)
        parameters = dict(self.network.named_parameters())
        for key, tensor in state.items():
            kind, _, rest = key.partition("/")
            if kind in self.optimizers:
                quantity, _, name = rest.partition("/")
                # Fused Adam wants its step on the device too.
                self.optimizers[kind].state[parameters[name]][quantity] = tensor.to(self.device)
        torch.set_rng_state(state["random/cpu"])
        if self.device.type != "cpu" and f"random/{self.device.type}" in state:
            getattr(torch, self.device.type).set_rng_state(state[f"random/{self.device.type}"])
        self.keep_weights()  # if it was stopped just between `save` and this
        self.kept_weights()  # all can be read: not only found out when the training is over

    def keep_weights(self) -> None:
        """One more set of weights for the average; only the newest `recipe.average` stay."""
        write(self.network.state_dict(), self.folder / f"weights-{self.update:07d}.safetensors")
        for old in self.kept[: -self.recipe.average]:
            old.unlink()

    def kept_weights(self) -> list[dict[str, torch.Tensor]]:
        """The sets of weights kept for the average. Raises UserError when a file is damaged."""
        return [
            read(path, "Delete it, and the average is that of the others.")[0] for path in self.kept
        ]

    def averaged(self):
        """A network whose weights are the mean of the kept ones."""
        kept = self.kept_weights()
        network = checkpoint.build(checkpoint.describe(self.network))
        network.load_state_dict({name: sum(weights[name] for weights in kept) / len(kept) for name in kept[0]})
        return network.to(self.device).eval()


def write(tensors: dict[str, torch.Tensor], path: Path, metadata: dict[str, str] | None = None) -> None:
    """Save as safetensors; an old file of this name stays until the new one is whole."""
    write_whole({path: save(tensors, metadata)})


def read(path: Path, remedy: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """The tensors that `write` wrote, and their metadata.

    Raises UserError, with the `remedy`, when the file is damaged.
    """
    try:
        with safe_open(path, "pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}
    except (OSError, SafetensorError) as error:
        raise UserError(f"{path} is damaged ({error}). {remedy}") from error


def fill(network, weights: dict[str, torch.Tensor], folder: Path) -> None:
    """Give a network the weights of a folder. Raises UserError when they are of another network."""
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise UserError(f"The weights in {folder} are of a network with other sizes. Give the name, and --smoke or not, that they "
                        "were trained with.") from error


def evenly(pairs: list[Pair], count: int) -> list[Pair]:
    """All translations of `count` source sentences from everywhere in a file, which may be sorted by length."""
    sources = list(with_references(pairs))
    chosen = {sources[place * len(sources) // count] for place in range(count)}
    return [pair for pair in pairs if pair.source in chosen]


def training_pairs(recipe: Recipe, data: Path) -> tuple[list[Pair], dict[str, int]]:
    """The pairs of one pass over all that a recipe names, and how often the pass goes over each file that was there.

    No sentence of the lecture list is among them, and of the smaller files none that is near a sentence to be scored.
    """
    lecture = [pair.source for pair in read_pairs(LECTURE)]
    scored = [data / file for file in (*recipe.validation_files, *TEST_FILES)]
    held_out = lecture + [pair.source for file in scored if file.exists() for pair in read_pairs(file)]
    pairs = without_exact((pair for file, times in recipe.files.items() for pair in read_pairs(data / file) * times), lecture)
    passes = dict(recipe.files)
    for file, times in recipe.extra_files.items():
        if (data / file).exists():
            pairs += without_near(read_pairs(data / file), held_out) * times
            passes[file] = times
    if recipe.corpus:
        pairs += without_near(read_corpus(), held_out) * recipe.corpus
        passes["corpus"] = recipe.corpus
    return [clean(pair) for pair in pairs][:: recipe.thin], passes


def validation(network, tokenizer: Tokenizer, device: torch.device, sets: dict[str, list[Pair]]) -> dict[str, float]:
    network.eval()
    greedy = lambda sentences: translate(network, tokenizer, tokenizer.encode_batch(sentences), device)
    return {name: round(bleu(greedy, pairs)[0], 2) for name, pairs in sets.items()}


def hardware(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{device.type}, {torch.get_num_threads()} threads, {platform.machine()}"


def train(name: str, recipe: Recipe, data: Path, folder: Path, device: torch.device, updates: int, cooldown: int = 0, every: int = 500,
          resume: bool = False, init: Path | None = None) -> Path:
    """Train by a recipe for `updates` in `folder`; gives the folder of the finished checkpoint.

    `cooldown`: see `learning_rate`. Every `every` updates it saves, validates and keeps weights for the average.
    `resume` continues what `folder` holds: on the same machine with as many threads the weights come out the same
    bit for bit as without the stop. `init` is the folder of a checkpoint whose weights and tokenizer to start from.
    Raises UserError when there is a run already, or none to resume, or files do not fit.
    """
    if resume and not (folder / "state.safetensors").exists():
        raise UserError(f"There is no run to resume in {folder}. Leave --resume away to start one.")
    if not resume and (folder / "state.safetensors").exists():
        raise UserError(f"{folder} already holds a run. Continue it with --resume, or name another folder with --run.")
    if init and not (init / "card.json").exists():
        raise UserError(f"There is no checkpoint in {init}. Name a folder with weights.safetensors, config.json, tokenizer.json "
                        "and card.json.")
    sets = {file.split(".en-fr")[0]: evenly(read_pairs(data / file), recipe.validate_on) for file in recipe.validation_files}
    pairs, passes = training_pairs(recipe, data)

    folder.mkdir(parents=True, exist_ok=True)
    if not resume:
        (folder / "started_from.json").unlink(missing_ok=True)  # of a run that never came to its first save
    if init:
        started_from, tokenizer, card = checkpoint.load(init, device)
        tokenizer.save(folder / "tokenizer.json")
        checkpoint.write_json(folder / "started_from.json", {"name": card.get("name", ""), **card.get("training", {})})
    elif not resume:
        texts = dict.fromkeys(text for pair in pairs for text in (pair.source, pair.target))
        Tokenizer.train(texts, recipe.sizes["vocabulary_size"]).save(folder / "tokenizer.json")
    try:
        tokenizer = Tokenizer.load(folder / "tokenizer.json")
    except Exception as error:  # the library has none of its own
        raise UserError(
            f"{folder / 'tokenizer.json'} is missing or damaged ({error}), and the run cannot "
            "go on without it. Start it anew in another folder, with --run."
        ) from error
    torch.manual_seed(recipe.seed)
    config = {"architecture": recipe.architecture, **recipe.sizes, "vocabulary_size": len(tokenizer), "padding_id": tokenizer.padding_id}
    network = checkpoint.build(config).to(device)
    batches = Batches(pairs, tokenizer, recipe.batch_tokens, recipe.seed)
    run = Run(folder, network, recipe, device, len(batches.rows))
    if resume:
        run.resume()
    elif init:  # a score function that the checkpoint lacks begins as it is built: bilinear as the dot product
        fill(network, {name: new for name, new in network.state_dict().items() if name.startswith("score.")} | started_from.state_dict(), init)
    if run.update < updates:
        learn(run, batches, tokenizer, sets, updates, cooldown, every)
    if not run.kept:
        raise UserError("Not one update was made, so that there is nothing to write. Give a number above 0 with --updates.")
    return finish(run, name, tokenizer, sets, epoch_of(run, batches), passes)


def learn(run: Run, batches: Batches, tokenizer: Tokenizer, sets: dict[str, list[Pair]], updates: int, cooldown: int, every: int) -> None:
    """Update after update until there have been `updates`, from wherever the run stands."""
    run.cooldown, run.hardware = cooldown, hardware(run.device)
    if run.update % every:  # kept only because a stretch ended there: without that stop it would not be in the average
        (run.folder / f"weights-{run.update:07d}.safetensors").unlink(missing_ok=True)
    before, started, tokens, smooth = run.seconds, time.monotonic(), 0, None
    stream = batches.stream(run.epoch, run.skip)
    with ((run.folder / "log.jsonl").open("a", encoding="utf-8") as log,
          tqdm(total=updates, initial=run.update, unit="update", mininterval=0.5 if sys.stderr.isatty() else 5) as bar):
        while run.update < updates:
            epoch, skip, batch = next(stream)
            loss, count = run.step(batch, learning_rate(run.update + 1, run.recipe, updates, cooldown))
            run.epoch, run.skip, run.seconds = epoch, skip, before + time.monotonic() - started
            tokens += count
            smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
            pace = tokens / (time.monotonic() - started)
            bar.set_postfix_str(f"epoch {epoch + 1}, loss {smooth:.3f}, {pace:,.0f} tokens/s", refresh=False)
            bar.update()
            if run.update % every == 0 or run.update == updates:
                run.save()
                run.keep_weights()
                line = {"update": run.update, "epoch": epoch, "loss": round(smooth, 4), "minutes": round(run.seconds / 60, 1),
                        "bleu": validation(run.network, tokenizer, run.device, sets)}
                log.write(json.dumps(line) + "\n")
                log.flush()
                bar.write(f"update {run.update}: loss {smooth:.3f}, validation BLEU {line['bleu']}")


def epoch_of(run: Run, batches: Batches) -> float:
    return round(run.epoch + run.skip / len(batches.epoch(run.epoch)), 1)


def finish(run: Run, name: str, tokenizer: Tokenizer, sets: dict[str, list[Pair]], epochs: float,
           passes: dict[str, int]) -> Path:
    """Average the kept weights and write the checkpoint with its card, as far as training knows it."""
    network = run.averaged()
    scores = validation(network, tokenizer, run.device, sets)
    print(f"average of the last {len(run.kept)}: validation BLEU {scores}")
    started_from = run.folder / "started_from.json"
    card = {
        "name": name,
        "architecture": checkpoint.describe(network),
        "weights": sum(parameter.numel() for parameter in network.parameters()),
        "training": {
            "data": passes, "seed": run.recipe.seed, "updates": run.update, "cooldown": run.cooldown, "epochs": epochs,
            "target_tokens_per_update": run.recipe.batch_tokens, "minutes": round(run.seconds / 60, 1),
            "hardware": run.hardware, "torch": torch.__version__, "date": date.today().isoformat(),
            "averaged_checkpoints": len(run.kept), "label_smoothing": run.recipe.smoothing, "rate": run.recipe.rate,
            "precision": "bfloat16" if run.mixed else "float32",
            **({"started_from": json.loads(started_from.read_text(encoding="utf-8"))} if started_from.exists() else {}),
        },
        "licences": run.recipe.licences,
        "validation_bleu": scores,
    }
    checkpoint.save(run.folder / "checkpoint", network, tokenizer, card)
    return run.folder / "checkpoint"


def ship(made: Path, name: str) -> Path:
    """Copy a finished checkpoint, all files or none, to where the app looks for it: that folder."""
    folder = checkpoint.SHIPPED / name
    folder.mkdir(parents=True, exist_ok=True)
    write_whole({folder / file.name: file.read_bytes() for file in made.iterdir()})
    (folder / "README.md").unlink(missing_ok=True)  # it speaks of the one before
    return folder


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.train", description=__doc__)
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument("--data", type=Path, help="folder with the tab-separated files; without it they are downloaded")
    parser.add_argument("--run", type=Path, help="folder of the run (default: runs/NAME)")
    parser.add_argument("--resume", action="store_true", help="continue the run exactly where it was saved")
    parser.add_argument("--init", type=Path, metavar="FOLDER", help="start a new run from the weights and tokenizer of this checkpoint")
    parser.add_argument("--updates", type=int,
                        help="stop after so many updates, counted from the very first; --resume --updates 0 only writes the checkpoint")
    parser.add_argument("--cooldown", type=int, help="let the learning rate fall to 0 over the last so many updates (default: two fifths of all)")
    parser.add_argument("--every", type=int, default=500, help="save, validate and keep weights every so many updates")
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument("--smoke", action="store_true", help="a tiny network on a hundredth of the data, to see that it runs")
    parser.add_argument("--ship", action="store_true", help="copy the finished checkpoint to models/checkpoints/NAME")
    options = parser.parse_args(arguments)
    torch.set_flush_denormal(True)  # numbers below 1e-38 take a processor a hundred times as long
    if options.resume and options.init:
        parser.error("--init starts a run and --resume continues one: give one of them")
    if options.smoke and options.ship:
        parser.error("a --smoke network is no model to --ship")
    if options.every < 1 or (options.cooldown or 0) < 0:
        parser.error("--every must be at least 1 and --cooldown at least 0")
    recipe = RECIPES[options.name].tiny() if options.smoke else RECIPES[options.name]
    updates = recipe.updates if options.updates is None else options.updates
    cooldown = 2 * updates // 5 if options.cooldown is None else options.cooldown
    folder = options.run or Path("runs") / (options.name + "-smoke" * options.smoke)
    try:
        data = folder_with([*recipe.files, *recipe.validation_files], options.data)
        made = train(options.name, recipe, data, folder, pick_device(options.device), updates, cooldown, options.every,
                     options.resume, options.init)
        if options.ship:
            made = ship(made, options.name)
    except UserError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(
            f"{error.filename or folder} cannot be written: {error.strerror}. Make room there, or "
            "name another folder with --run."
        )
    except KeyboardInterrupt:
        saved = (folder / "state.safetensors").exists()
        sys.exit("Stopped. " + ("The same command with --resume continues from the last save." if saved else "Nothing was saved yet."))
    if options.ship:
        print(f"Complete its card: python -m models.training.evaluate {options.name} --data FILE... --write-card")
    print(f"The checkpoint is in {made}.")


if __name__ == "__main__":
    main()
