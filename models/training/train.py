"""Train a network to translate English into French, or on English text.

Run `python -m models.training.train transformer --data DIR`.
"""

import json
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

from .train_options import build_parser

if __name__ == "__main__":  # help, or what is wrong with a call, without torch
    build_parser().parse_args()

import torch
from torch import nn
from tqdm import tqdm

from ..errors import UserError
from ..files import write_whole
from ..store import checkpoint
from ..store.device import pick_device
from ..store.tokenizer import Tokenizer
from ..store.weights import pack_weights, read_weights
from .batches import Rows
from .data import find_folder
from .english_files import find_text_folder
from .model_card import VARIATIONS
from .optimisation import hardware, learning_rate
from .recipes import RECIPES, Recipe
from .run import TrainingRun, load_weights
from .tasks import TrainingTask, task_of

_MAY_DIFFER = "score.", "combine."  # weights that networks may lack or have in another shape


def _train(
    name: str,
    recipe: Recipe,
    data: Path,
    folder: Path,
    device: torch.device,
    updates: int,
    cooldown: int = 0,
    every: int = 500,
    resume: bool = False,
    init: Path | None = None,
    quiet: bool = False,
    as_json: bool = False,
) -> Path:
    """Train a recipe for `updates` in `folder`; return the folder of the finished checkpoint.

    `cooldown`: see `learning_rate`. Saves, validates and keeps weights for the average every
    `every` updates. `resume` continues the run in `folder`: on the same machine with as many
    threads the weights are bit for bit those of an uninterrupted run. `init` is the folder of a
    checkpoint whose weights and tokenizer to start from. `quiet` shows no progress, and `as_json`
    prints each validation as a line of JSON. Raises UserError if a run exists already,
    or none to resume, or files do not fit.
    """
    if resume and not (folder / "state.safetensors").exists():
        raise UserError(f"There is no run to resume in {folder}. Leave --resume away to start one.")
    if not resume and (folder / "state.safetensors").exists():
        raise UserError(
            f"{folder} already holds a run. Continue it with --resume, or name another "
            f"folder with --run."
        )
    if init and not (init / "card.json").exists():
        raise UserError(
            f"There is no checkpoint in {init}. Name a folder with weights.safetensors, "
            f"config.json, tokenizer.json "
            "and card.json."
        )
    task = task_of(recipe, data)

    folder.mkdir(parents=True, exist_ok=True)
    if not resume:
        # Left by a run that stopped before its first save.
        (folder / "started_from.json").unlink(missing_ok=True)
    if init:
        started_from, tokenizer, card = checkpoint.load_checkpoint(init, device)
        tokenizer.save(folder / "tokenizer.json")
        checkpoint.write_json(
            folder / "started_from.json", {"name": card.get("name", ""), **card.get("training", {})}
        )
    elif not resume:
        vocabulary_size = recipe.sizes["vocabulary_size"]
        assert isinstance(vocabulary_size, int)
        task.make_tokenizer(vocabulary_size).save(folder / "tokenizer.json")
    try:
        tokenizer = Tokenizer.load(folder / "tokenizer.json")
    except Exception as error:  # the library raises plain Exception
        raise UserError(
            f"{folder / 'tokenizer.json'} is missing or damaged ({error}), and the run cannot "
            "go on without it. Start it anew in another folder, with --run."
        ) from error
    torch.manual_seed(recipe.seed)
    config = {
        "architecture": recipe.architecture,
        **recipe.sizes,
        "vocabulary_size": len(tokenizer),
        "padding_id": tokenizer.padding_id,
    }
    network = checkpoint.build(config).to(device)
    if recipe.dropout is not None:
        for module in network.modules():
            if isinstance(module, nn.Dropout):
                module.p = recipe.dropout
    batches = task.batches(tokenizer)
    run = TrainingRun(folder, network, recipe, device, len(batches.rows))
    if resume:
        run.resume()
    elif init:
        load_weights(network, _starting_weights(network, started_from), init)
    if run.cooling:
        batches = task.batches(tokenizer, cooling=True)
    if run.update < updates:
        batches = _learn(run, batches, task, tokenizer, updates, cooldown, every, quiet, as_json)
    if not run.snapshots:
        raise UserError(
            "Not one update was made, so that there is nothing to write. Give a number "
            "above 0 with --updates."
        )
    return _finish(run, name, tokenizer, task, round(_epochs_of(run, batches), 1), as_json)


def _starting_weights(network: nn.Module, started_from: nn.Module) -> dict[str, torch.Tensor]:
    """Return the weights of another network for this one; score and combination may differ.

    Where these differ, the new network's initial weights stay: the bilinear score starts as the dot
    product.
    """
    initial = network.state_dict()
    weights = {name: initial[name] for name in initial if name.startswith(_MAY_DIFFER)}
    for name, weight in started_from.state_dict().items():
        fits = name in initial and weight.shape == initial[name].shape
        if fits or not name.startswith(_MAY_DIFFER):
            weights[name] = weight
    return weights


def _learn(
    run: TrainingRun,
    batches: Rows,
    task: TrainingTask,
    tokenizer: Tokenizer,
    updates: int,
    cooldown: int,
    every: int,
    quiet: bool,
    as_json: bool,
) -> Rows:
    """Run updates until there are `updates` in all; return the batches last read.

    If the recipe repeats the corpus a different number of times in the cooldown, the cooldown reads
    batches of its own.
    """
    has_two_mixtures = run.recipe.corpus != run.recipe.cooldown_corpus
    run.cooldown = cooldown
    run.hardware = hardware(run.device)
    if run.update % every:
        # Kept only because the run stopped here: an uninterrupted run would not average it.
        (run.folder / f"weights-{run.update:07d}.safetensors").unlink(missing_ok=True)
    before = run.seconds
    started = time.monotonic()
    tokens = 0
    smooth = None
    stream = batches.stream(run.epoch, run.skip)
    with (
        (run.folder / "log.jsonl").open("a", encoding="utf-8") as log,
        tqdm(
            total=updates,
            initial=run.update,
            unit="update",
            disable=quiet or None,  # None: only on a terminal
        ) as bar,
    ):
        while run.update < updates:
            if has_two_mixtures and not run.cooling and run.update >= updates - cooldown:
                run.epochs_before = _epochs_of(run, batches)
                run.cooling = True
                batches = task.batches(tokenizer, cooling=True)
                stream = batches.stream(0, 0)
            epoch, skip, batch = next(stream)
            loss, count = run.step(
                batch, learning_rate(run.update + 1, run.recipe, updates, cooldown)
            )
            run.epoch, run.skip = epoch, skip
            run.seconds = before + time.monotonic() - started
            tokens += count
            smooth = loss if smooth is None else 0.98 * smooth + 0.02 * loss
            if run.update % 10 == 0:  # reading the loss waits for the GPU
                pace = tokens / (time.monotonic() - started)
                bar.set_postfix_str(
                    f"epoch {epoch + 1}, loss {smooth.item():.3f}, {pace:,.0f} tokens/s",
                    refresh=False,
                )
            bar.update()
            if run.update % every == 0 or run.update == updates:
                run.save()
                run.keep_weights()
                line = {
                    "update": run.update,
                    "epoch": epoch,
                    "loss": round(smooth.item(), 4),
                    "minutes": round(run.seconds / 60, 1),
                    task.score: task.validate(run.network, tokenizer, run.device),
                }
                log.write(json.dumps(line) + "\n")
                log.flush()
                figures = f"validation {task.score} {line[task.score]}"
                text = f"update {run.update}: loss {smooth.item():.3f}, {figures}"
                if as_json or not quiet:
                    bar.write(json.dumps(line) if as_json else text)
    return batches


def _epochs_of(run: TrainingRun, batches: Rows) -> float:
    """Return the number of epochs so far."""
    return run.epochs_before + run.epoch + run.skip / len(batches.epoch(run.epoch))


def _finish(
    run: TrainingRun,
    name: str,
    tokenizer: Tokenizer,
    task: TrainingTask,
    epochs: float,
    as_json: bool,
) -> Path:
    """Write the average of the kept weights, with the training part of its card."""
    network = run.average_weights()
    scores = task.validate(network, tokenizer, run.device)
    text = f"average of the last {len(run.snapshots)}: validation {task.score} {scores}"
    print(json.dumps({"averaged": len(run.snapshots), task.score: scores}) if as_json else text)
    training = {
        "data": task.passes,
        **({"cooldown_corpus": run.recipe.cooldown_corpus} if run.cooling else {}),
        "seed": run.recipe.seed,
        "updates": run.update,
        "cooldown": run.cooldown,
        "epochs": epochs,
        "target_tokens_per_update": run.recipe.batch_tokens,
        "minutes": round(run.seconds / 60, 1),
        "hardware": run.hardware,
        "torch": torch.__version__,
        "date": date.today().isoformat(),
        "averaged_checkpoints": len(run.snapshots),
        "label_smoothing": run.recipe.smoothing,
        "rate": run.recipe.rate,
        "warm_up": run.recipe.warm_up,
        **({} if run.recipe.dropout is None else {"dropout": run.recipe.dropout}),
        "precision": "bfloat16" if run.mixed else "float32",
    }
    for option in VARIATIONS:
        if value := getattr(run.recipe, option):
            training[option] = value
    started_from = run.folder / "started_from.json"
    if started_from.exists():
        training["started_from"] = json.loads(started_from.read_text(encoding="utf-8"))
    card = {
        "name": name,
        "architecture": checkpoint.describe_layers(network),
        "weights": sum(parameter.numel() for parameter in network.parameters()),
        "training": training,
        "licences": run.recipe.licences,
        f"validation_{task.score}": scores,
    }
    checkpoint.save(run.folder / "checkpoint", network, tokenizer, card)
    return run.folder / "checkpoint"


def _ship(made: Path, name: str) -> Path:
    """Copy a finished checkpoint, all files or none, to the app's folder; return that folder.

    Its matrices are then of 8 bits.
    """
    folder = checkpoint.SHIPPED / name
    folder.mkdir(parents=True, exist_ok=True)
    files = {file.name: file.read_bytes() for file in made.iterdir()}
    files["weights.safetensors"] = pack_weights(read_weights(files["weights.safetensors"]), bits=8)
    sums = checkpoint.checksums({file: files[file] for file in checkpoint.SEALED})
    files["card.json"] = checkpoint.as_json(json.loads(files["card.json"]) | {"sha256": sums})
    write_whole({folder / file: content for file, content in files.items()})
    (folder / "README.md").unlink(missing_ok=True)  # it describes the previous checkpoint
    return folder


def main(arguments: list[str] | None = None) -> None:
    parser = build_parser()
    options = parser.parse_args(arguments)
    torch.set_flush_denormal(True)  # numbers below 1e-38 are a hundred times as slow
    if options.resume and options.init:
        parser.error("--init starts a run and --resume continues one: give one of them")
    if options.smoke and options.ship:
        parser.error("a --smoke network is no model to --ship")
    recipe = RECIPES[options.name].tiny() if options.smoke else RECIPES[options.name]
    for option in (
        "rate",
        "warm_up",
        "dropout",
        "batch_tokens",
        "seed",
        "merge_dropout",
        "exchange",
    ):
        if (value := getattr(options, option)) is not None:
            recipe = replace(recipe, **{option: value})
    if (recipe.merge_dropout or recipe.exchange) and recipe.task != "translation":
        parser.error("--merge-dropout and --exchange vary pairs; this model reads English alone")
    updates = recipe.updates if options.updates is None else options.updates
    cooldown = 2 * updates // 5 if options.cooldown is None else options.cooldown
    folder = options.run or Path("runs") / (options.name + "-smoke" * options.smoke)
    try:
        find = find_folder if recipe.task in ("translation", "languages") else find_text_folder
        data = find([*recipe.files, *recipe.validation_files], options.data)
        made = _train(
            options.name,
            recipe,
            data,
            folder,
            pick_device(options.device),
            updates,
            cooldown,
            options.every,
            options.resume,
            options.init,
            options.quiet,
            options.json,
        )
        if options.ship:
            made = _ship(made, options.name)
    except UserError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(
            f"{error.filename or folder} cannot be written: {error.strerror}. Make room there, or "
            "name another folder with --run."
        )
    except KeyboardInterrupt:
        if (folder / "state.safetensors").exists():
            hint = "The same command with --resume continues from the last save."
        else:
            hint = "Nothing was saved yet."
        sys.exit(f"Stopped. {hint}")
    if options.json:
        print(json.dumps({"checkpoint": str(made)}, ensure_ascii=False))
        return
    if options.ship:
        print(
            f"Complete its card: python -m models.training.evaluate {options.name} --data "
            f"FILE... --write-card"
        )
    print(f"The checkpoint is in {made}.")


if __name__ == "__main__":
    main()
