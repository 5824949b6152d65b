"""A checkpoint: a folder with the weights, configuration, tokenizer and card of a network.

Weights are safetensors and never a pickle, which runs code when read. The card holds the checksums
of the other files. After changing one of them, update the card:
`python -m models.store.checkpoint models/checkpoints/NAME`. With `--bits 8` it first stores the
weights in 8 bits.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

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
from ..networks.two_vocabularies import TwoVocabularies, TwoVocabulariesConfig
from ..networks.window_lm import WindowConfig, WindowLanguageModel
from .device import store_by_columns
from .tokenizer import Tokenizer
from .weights import pack_weights, read_weights
from .word_lists import WordLists

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_T = TypeVar("_T")
# The files whose checksums a card holds.
SEALED = "config.json", "tokenizer.json", "weights.safetensors"
ARCHITECTURES = {
    "transformer": (Transformer, TransformerConfig),
    "bilstm": (BiLSTM, BiLSTMConfig),
    "gpt": (GPT, GPTConfig),
    "bert": (BERT, BERTConfig),
    "lstm-lm": (LSTMLanguageModel, LSTMConfig),
    "elmo": (ELMo, LSTMConfig),
    "window-lm": (WindowLanguageModel, WindowConfig),
    "nn.Transformer": (TwoVocabularies, TwoVocabulariesConfig),
}


def as_json(value: dict) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def write_json(path: Path, value: dict) -> None:
    write_whole({path: as_json(value)})


def build(config: dict) -> nn.Module:
    """Build an untrained network from its `config.json`: `architecture` and the sizes."""
    network, _ = ARCHITECTURES[config["architecture"]]
    return network(sizes_of(config))


def sizes_of(config: dict) -> Any:
    """Return the configuration object of a network from its `config.json`."""
    sizes = dict(config)
    _, sizes_type = ARCHITECTURES[sizes.pop("architecture")]
    return sizes_type(**sizes)


def describe_layers(network: nn.Module) -> dict:
    """Return the `config.json` of a network; the inverse of `build`."""
    names = {kind: name for name, (kind, _) in ARCHITECTURES.items()}
    return {
        "architecture": names[type(network)],
        **asdict(cast("DataclassInstance", network.config)),
    }


def build_untrained(network: nn.Module, seed: int = 0) -> nn.Module:
    """Build a network of the same sizes with random weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return build(describe_layers(network)).eval()


def save(
    folder: Path, network: nn.Module, tokenizer: Tokenizer | WordLists, card: dict, bits: int = 16
) -> None:
    """Write the four files of a checkpoint, or none; the card gets the number of weights.

    Weights are stored as float16, matrices in 8 bits, or all in 32; `load` returns float32.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "weights.safetensors": pack_weights(network.state_dict(), bits),
        "config.json": as_json(describe_layers(network)),
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
    """Return the SHA-256 of each file's content, by file name."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def sealed(card: dict, folder: Path) -> dict:
    """Return the card with the checksums of the files that are now in the folder."""
    return card | {"sha256": checksums({name: (folder / name).read_bytes() for name in SEALED})}


def load_checkpoint(folder: Path, device: torch.device) -> tuple[nn.Module, Any, dict]:
    """Load a checkpoint: the network in evaluation mode on `device`, its tokenizer and card.

    Raises UserError that names the file which is missing, damaged, or differs from its checksum.
    """
    card = read_file(folder, "card.json", _parse_card, {})
    expected = card.get("sha256", {})  # older cards have no checksums
    network = read_file(folder, "config.json", lambda content: build(json.loads(content)), expected)
    kind = WordLists if isinstance(network, TwoVocabularies) else Tokenizer
    tokenizer = read_file(folder, "tokenizer.json", kind.from_bytes, expected)
    weights = read_file(folder, "weights.safetensors", read_weights, expected)
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise UserError(
            "The model {model} cannot be read: the sizes in its weights.safetensors "
            "do not match its config.json. Restore all files of {folder}, for "
            "example with git restore.",
            model=folder.name,
            folder=_shorten(folder),
        ) from error
    network = network.to(device).eval()
    if device.type == "cpu":
        store_by_columns(network)
    return network, tokenizer, card


def read_file(
    folder: Path, file: str, parse: Callable[[bytes], _T], expected: Mapping[str, str]
) -> _T:
    """Read a file of a checkpoint and return `parse(content)`.

    Raises UserError when the file is missing, differs from the checksum in `expected`, or cannot be
    parsed.
    """
    values = {"model": folder.name, "file": file, "folder": _shorten(folder)}
    try:
        content = (folder / file).read_bytes()
    except OSError as error:
        raise UserError(
            "The model {model} cannot be read: its {file} cannot be opened. Restore "
            "all files of {folder}, for example with git restore.",
            **values,
        ) from error
    if file in expected and checksums({file: content})[file] != expected[file]:
        raise UserError(
            "The model {model} cannot be read: the checksum of its {file} does not "
            "match card.json, so it is damaged or of another version. Restore all "
            "files of {folder}, for example with git restore.",
            **values,
        )
    try:
        return parse(content)
    # safetensors and tokenizers raise exceptions of their own classes.
    except Exception as error:
        raise UserError(
            "The model {model} cannot be read: its {file} is damaged. Restore all "
            "files of {folder}, for example with git restore.",
            **values,
        ) from error


def _parse_card(content: bytes) -> dict:
    """Parse a card. Raises an exception if it is not JSON or lacks the number of weights."""
    card = json.loads(content)
    if not isinstance(card["weights"], int):
        raise ValueError(f"weights is {card['weights']!r}")
    return card


def _shorten(folder: Path) -> Path:
    """Return the path of a shipped checkpoint relative to the repository.

    Messages on a page must not show absolute paths of the server.
    """
    return Path("models", "checkpoints", folder.name) if folder.parent == SHIPPED else folder


def main(arguments: list[str] | None = None) -> None:
    """Write the checksums of checkpoints into their cards, then load them as a test."""
    parser = argparse.ArgumentParser(
        prog="python -m models.store.checkpoint",
        description="Write the checksums of checkpoints' files into their cards.",
    )
    parser.add_argument("folders", type=existing_folder, nargs="+", metavar="FOLDER")
    parser.add_argument("--bits", type=int, choices=(8,), help="first store matrices so")
    options = parser.parse_args(arguments)
    for folder in options.folders:
        try:
            if options.bits:
                file = folder / "weights.safetensors"
                weights = read_file(folder, file.name, read_weights, {})
                write_whole({file: pack_weights(weights, options.bits)})
            write_json(
                folder / "card.json",
                sealed(_parse_card((folder / "card.json").read_bytes()), folder),
            )
            load_checkpoint(folder, torch.device("cpu"))
        except (OSError, ValueError, KeyError, UserError) as error:
            sys.exit(f"The card of {folder} cannot be updated: {error}")


if __name__ == "__main__":
    main()
