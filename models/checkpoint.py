"""A trained network on disk: weights as safetensors, sizes, tokenizer and card. Never a pickle, which runs code when read."""

import json
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn

from .bilstm import BiLSTM, BiLSTMConfig
from .tokenizer import Tokenizer
from .transformer import Transformer, TransformerConfig

SHIPPED = Path(__file__).parent / "checkpoints"
ARCHITECTURES = {"transformer": (Transformer, TransformerConfig), "bilstm": (BiLSTM, BiLSTMConfig)}


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def build(config: dict) -> nn.Module:
    """A fresh network from its `config.json`: `architecture` names the class, the rest are its sizes."""
    sizes = dict(config)
    network, sizes_type = ARCHITECTURES[sizes.pop("architecture")]
    return network(sizes_type(**sizes))


def describe(network: nn.Module) -> dict:
    """The `config.json` of a network; the inverse of `build`."""
    name = next(name for name, (kind, _) in ARCHITECTURES.items() if kind is type(network))
    return {"architecture": name, **asdict(network.config)}


def save(folder: Path, network: nn.Module, tokenizer: Tokenizer, card: dict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    save_file({name: tensor.contiguous().cpu() for name, tensor in network.state_dict().items()}, folder / "weights.safetensors")
    write_json(folder / "config.json", describe(network))
    write_json(folder / "card.json", card)
    tokenizer.save(folder / "tokenizer.json")


def load(folder: Path, device: torch.device) -> tuple[nn.Module, Tokenizer, dict]:
    """Network in evaluation mode on `device`, tokenizer and card."""
    network = build(json.loads((folder / "config.json").read_text(encoding="utf-8")))
    network.load_state_dict(load_file(folder / "weights.safetensors"))
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    return network.to(device).eval(), Tokenizer.load(folder / "tokenizer.json"), card
