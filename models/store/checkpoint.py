"""A trained network on disk: weights as safetensors, sizes, tokenizer and card.

Never a pickle, which runs code when read.

The card holds a checksum of each of the other files. Who changes one on purpose seals the folder
again: `python -m models.store.checkpoint models/checkpoints/NAME`.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import safetensors.torch
import torch
from torch import nn

from ..arguments import existing_folder
from ..errors import UserError
from ..files import SHIPPED, write_whole
from ..networks.bert import BERT, BERTConfig
from ..networks.bilstm import BiLSTM, BiLSTMConfig
from ..networks.gpt import GPT, GPTConfig
from ..networks.lstm_lm import ELMo, LSTMConfig, LSTMLanguageModel
from ..networks.transformer import Transformer, TransformerConfig
from .device import store_by_columns
from .tokenizer import Tokenizer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
SEALED = (
    "config.json",
    "tokenizer.json",
    "weights.safetensors",
)  # the files whose checksums a card holds
ARCHITECTURES = {
    "transformer": (Transformer, TransformerConfig),
    "bilstm": (BiLSTM, BiLSTMConfig),
    "gpt": (GPT, GPTConfig),
    "bert": (BERT, BERTConfig),
    "lstm-lm": (LSTMLanguageModel, LSTMConfig),
    "elmo": (ELMo, LSTMConfig),
}


def as_json(value: dict) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def write_json(path: Path, value: dict) -> None:
    write_whole({path: as_json(value)})


def build(config: dict) -> nn.Module:
    """A fresh network from its `config.json`.

    `architecture` names the class, the rest are its sizes.
    """
    network, _ = ARCHITECTURES[config["architecture"]]
    return network(sizes_of(config))


def sizes_of(config: dict) -> Any:
    """The sizes of a network from its `config.json`, as the class in `ARCHITECTURES` takes them."""
    sizes = dict(config)
    _, sizes_type = ARCHITECTURES[sizes.pop("architecture")]
    return sizes_type(**sizes)


def describe(network: nn.Module) -> dict:
    """The `config.json` of a network; the inverse of `build`."""
    names = {kind: name for name, (kind, _) in ARCHITECTURES.items()}
    return {
        "architecture": names[type(network)],
        **asdict(cast("DataclassInstance", network.config)),
    }


def build_untrained(network: nn.Module, seed: int = 0) -> nn.Module:
    """The network before its training: the same sizes, its weights by chance."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return build(describe(network)).eval()


def save(folder: Path, network: nn.Module, tokenizer: Tokenizer, card: dict) -> None:
    """Write all four files, or none.

    The card also says how many weights there are, and the checksums of the others.

    Weights are stored as float16, which halves the file; `load` gives float32 again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = {
        name: tensor.half().contiguous().cpu() for name, tensor in network.state_dict().items()
    }
    files = {
        "weights.safetensors": safetensors.torch.save(weights),
        "config.json": as_json(describe(network)),
        "tokenizer.json": tokenizer.to_bytes(),
    }
    card = card | {
        "weights": sum(parameter.numel() for parameter in network.parameters()),
        "sha256": checksums(files),
    }
    write_whole(
        {folder / name: content for name, content in {**files, "card.json": as_json(card)}.items()}
    )


def checksums(files: Mapping[str, bytes]) -> dict[str, str]:
    """The SHA-256 of the content of each file, by its name."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def sealed(card: dict, folder: Path) -> dict:
    """A card with the checksums of the files that are in the folder now."""
    return card | {"sha256": checksums({name: (folder / name).read_bytes() for name in SEALED})}


def load(folder: Path, device: torch.device) -> tuple[nn.Module, Tokenizer, dict]:
    """Network in evaluation mode on `device`, tokenizer and card.

    Raises UserError with the name of the file that is missing, damaged, or has another checksum
    than the card says.
    """
    card = read(folder, "card.json", parse_card, {})
    expected = card.get("sha256", {})  # older cards have none
    network = read(folder, "config.json", lambda content: build(json.loads(content)), expected)
    tokenizer = read(folder, "tokenizer.json", Tokenizer.from_bytes, expected)
    weights = read(folder, "weights.safetensors", safetensors.torch.load, expected)
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise UserError(
            "The model {model} cannot be read: its weights.safetensors holds a network of "
            "other sizes than its config.json says. "
            "Put all files of {folder} back as they were published, for example with git restore.",
            model=folder.name,
            folder=shorten(folder),
        ) from error
    network = network.to(device).eval()
    if device.type == "cpu":
        store_by_columns(network)
    return network, tokenizer, card


def read(folder: Path, file: str, parse: Callable[[bytes], T], expected: Mapping[str, str]) -> T:
    """Parse a file of a checkpoint with `parse`.

    Raises UserError when it is missing, has another checksum than `expected`, or cannot be parsed.
    """
    values = {"model": folder.name, "file": file, "folder": shorten(folder)}
    try:
        content = (folder / file).read_bytes()
    except OSError as error:
        raise UserError(
            "The model {model} cannot be read: there is no {file} that can be opened. Put "
            "all files of {folder} back as they were "
            "published, for example with git restore.",
            **values,
        ) from error
    if file in expected and checksums({file: content})[file] != expected[file]:
        raise UserError(
            "The model {model} cannot be read: its {file} is damaged, or of another "
            "version than its card.json: the checksum is "
            "another. Put all files of {folder} back as they were published, for example "
            "with git restore.",
            **values,
        )
    try:
        return parse(content)
    except (
        Exception
    ) as error:  # safetensors and tokenizers have their own for what is no file of theirs
        raise UserError(
            "The model {model} cannot be read: its {file} is damaged. Put all files of "
            "{folder} back as they were published, for "
            "example with git restore.",
            **values,
        ) from error


def parse_card(content: bytes) -> dict:
    """Raises an exception when it does not even say how many weights there are."""
    card = json.loads(content)
    if not isinstance(card["weights"], int):
        raise ValueError(f"weights is {card['weights']!r}")
    return card


def shorten(folder: Path) -> Path:
    """A folder of ours as seen from the top of the repository.

    What a page says names no place of the server's.
    """
    return Path("models", "checkpoints", folder.name) if folder.parent == SHIPPED else folder


def main(arguments: list[str] | None = None) -> None:
    """Seal the checkpoints in these folders."""
    parser = argparse.ArgumentParser(
        prog="python -m models.store.checkpoint",
        description="Seal checkpoints: write the digests of their files into their cards.",
    )
    parser.add_argument("folders", type=existing_folder, nargs="+", metavar="FOLDER")
    for folder in parser.parse_args(arguments).folders:
        try:
            write_json(
                folder / "card.json",
                sealed(parse_card((folder / "card.json").read_bytes()), folder),
            )
            load(folder, torch.device("cpu"))
        except (OSError, ValueError, KeyError, UserError) as error:
            sys.exit(f"{folder} cannot be sealed: {error}")


if __name__ == "__main__":
    main()
