"""A training run in a folder, which can be stopped and resumed exactly."""

import json
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from ..errors import UserError
from ..files import write_whole
from ..store import checkpoint
from .optimisation import hardware, has_fast_bfloat16, make_optimizers
from .recipes import Recipe


class TrainingRun:
    """A training run in a folder: the complete state that determines the next update.

    `rows` is the number of training pairs or rows of text; `resume` uses it to detect other data.
    """

    # Attributes that are saved beside the tensors.
    PROGRESS = (
        "update",
        "epoch",
        "skip",
        "seconds",
        "rows",
        "cooldown",
        "hardware",
        "cooling",
        "epochs_before",
    )

    def __init__(self, folder: Path, network, recipe: Recipe, device: torch.device, rows: int):
        self.folder = folder
        self.network = network
        self.recipe = recipe
        self.device = device
        self.rows = rows
        self.optimizers = make_optimizers(network, recipe)
        self.mixed = recipe.precision == "bfloat16" or (
            recipe.precision == "auto" and has_fast_bfloat16(device, network)
        )
        self.update = 0
        self.epoch = 0
        self.skip = 0  # batches of this epoch that are done
        self.seconds = 0.0
        self.cooldown = 0
        self.cooling = False  # reads the pairs of the cooldown, and counts epochs from its start
        self.epochs_before = 0.0  # epochs before the cooldown
        self.hardware = hardware(device)

    @property
    def snapshots(self) -> list[Path]:
        """The files of weights kept for the average, oldest first."""
        return sorted(self.folder.glob("weights-*.safetensors"))

    def step(self, batch, rate: float) -> tuple[torch.Tensor, int]:
        """Make one update; return the loss in nats per predicted token, and their number."""
        self.network.train()
        batch = batch.to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.mixed):
            loss, count = batch.loss(self.network, self.recipe.smoothing)
        self.network.zero_grad()
        loss.backward()
        if self.recipe.clip:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.recipe.clip)
        for optimizer in self.optimizers.values():
            optimizer.param_groups[0]["lr"] = rate * self.recipe.rate
            optimizer.step()
        self.update += 1
        return loss.detach(), count

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
        _write_tensors(
            state,
            self.folder / "state.safetensors",
            {"where": json.dumps({key: getattr(self, key) for key in self.PROGRESS})},
        )

    def resume(self) -> None:
        """Restore the state that `save` wrote.

        Raises UserError for another network or other data, or a damaged file.
        """
        path = self.folder / "state.safetensors"
        state, metadata = _read_tensors(path, "Start the run anew in another folder, with --run.")
        where = json.loads(metadata["where"])
        if where.get("rows", self.rows) != self.rows:  # older states lack it
            raise UserError(
                f"The run in {self.folder} read {where['rows']:,} pairs, here are "
                f"{self.rows:,}. Give the same --data, "
                "and --smoke or not, as before."
            )
        for key, value in where.items():
            setattr(self, key, value)
        weights = {
            name.removeprefix("weights/"): tensor
            for name, tensor in state.items()
            if name.startswith("weights/")
        }
        load_weights(self.network, weights, self.folder)
        parameters = dict(self.network.named_parameters())
        for key, tensor in state.items():
            kind, _, rest = key.partition("/")
            if kind in self.optimizers:
                quantity, _, name = rest.partition("/")
                # Fused Adam needs its step on the device too.
                self.optimizers[kind].state[parameters[name]][quantity] = tensor.to(self.device)
        torch.set_rng_state(state["random/cpu"])
        if self.device.type != "cpu" and f"random/{self.device.type}" in state:
            getattr(torch, self.device.type).set_rng_state(state[f"random/{self.device.type}"])
        self.keep_weights()  # in case the run stopped between `save` and `keep_weights`
        self.read_kept_weights()  # detect damaged files now, not at the end of the training

    def keep_weights(self) -> None:
        """Save the weights for the average; keep only the newest `recipe.average` files."""
        path = self.folder / f"weights-{self.update:07d}.safetensors"
        _write_tensors(self.network.state_dict(), path)
        for old in self.snapshots[: -self.recipe.average]:
            old.unlink()

    def read_kept_weights(self) -> list[dict[str, torch.Tensor]]:
        """Read the weights kept for the average. Raises UserError if a file is damaged."""
        return [
            _read_tensors(path, "Delete it, and the average is that of the others.")[0]
            for path in self.snapshots
        ]

    def average_weights(self):
        """Make a network whose weights are the mean of the kept ones."""
        kept = self.read_kept_weights()
        network = checkpoint.build(checkpoint.describe_layers(self.network))
        network.load_state_dict(
            {name: sum(weights[name] for weights in kept) / len(kept) for name in kept[0]}
        )
        return network.to(self.device).eval()


def _write_tensors(
    tensors: dict[str, torch.Tensor], path: Path, metadata: dict[str, str] | None = None
) -> None:
    """Save as safetensors; an old file stays until the new one is complete."""
    write_whole({path: save(tensors, metadata)})


def _read_tensors(path: Path, remedy: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Read the tensors and metadata of a file of `_write_tensors`.

    Raises UserError, with the `remedy`, if the file is damaged.
    """
    try:
        with safe_open(path, "pt") as file:
            names = file.keys()  # the file is no mapping
            return {name: file.get_tensor(name) for name in names}, file.metadata() or {}
    except (OSError, SafetensorError) as error:
        raise UserError(f"{path} is damaged ({error}). {remedy}") from error


def load_weights(network, weights: dict[str, torch.Tensor], folder: Path) -> None:
    """Load the weights of a folder into a network. Raises UserError if they do not fit it."""
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise UserError(
            f"The weights in {folder} are of a network with other sizes. Give the name, "
            f"and --smoke or not, that they "
            "were trained with."
        ) from error
