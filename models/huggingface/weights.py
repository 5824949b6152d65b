"""The weight files of a model, and the largest network that they can fill.

This module reads names, headers and the configuration, never a weight. A folder whose configuration
needs more weights than its files hold is refused before memory is allocated.
"""

import contextlib
import json
import struct
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import safetensors
from torch import nn
from torch.nn.modules.module import register_module_parameter_registration_hook

from ..errors import UserError

_WHOLE, _INDEX = "model.safetensors", "model.safetensors.index.json"
_ADAPTER = "adapter_config.json"
# Names of configuration fields for numbers of layers; GPT-Neo lists kinds of layers instead.
_LAYERS = (
    "num_hidden_layers",
    "num_layers",
    "n_layers",
    "n_layer",
    "num_encoder_layers",
    "num_decoder_layers",
    "encoder_layers",
    "decoder_layers",
    "attention_types",
)
_INTEGERS = {"I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64"}
_PACKED = 2  # the most weights in a byte of integers: quantized models pack two of 4 bits
_GGUF_BITS = 1.5  # the fewest bits per weight in any format of GGUF
# Limits on a network. Files lack some of its parts: tied weights, sinusoids, output layers.
_SPARE = 2  # factor on the number of weights
_SPARE_TENSORS = 4, 1000  # factor on the number of tensors, and tensors more
_SPARE_BUFFERS = 1 << 28  # bytes of buffers beside those of the files: masks, tables of positions


class Held(NamedTuple):
    """The content of a model's weight files, counted by their headers."""

    tensors: int
    parameters: int
    size: int  # bytes


def find_weights(name: str, folder: Path) -> list[Path]:
    """Return the safetensors files of a folder that transformers reads.

    That is one file, or the files that an index names. Raises UserError for an index that names
    anything but .safetensors files of this folder, and for an adapter.
    """
    if (folder / _ADAPTER).exists():
        raise UserError(
            "{name} is an adapter (LoRA), which holds only changes to another model. Merge the two "
            "with merge_and_unload() of peft, and offer the folder of the result.",
            name=name,
        )
    if (folder / _WHOLE).exists():
        names = [_WHOLE]
    elif (folder / _INDEX).exists():
        names = _read_index(name, folder / _INDEX)
    else:
        raise UserError(
            "{name} has neither {whole} nor {index}, the files that weights are read from. "
            "Save it anew with save_pretrained() of transformers.",
            name=name,
            whole=_WHOLE,
            index=_INDEX,
        )
    for file in names:
        _check_file(name, folder, file)
    return [folder / file for file in names]


def _read_index(name: str, file: Path) -> list[str]:
    """Return the names of the files in an index of weights."""
    index = read_json(name, file).get("weight_map")
    names = [*dict.fromkeys(map(str, index.values()))] if isinstance(index, dict) else []
    if not names:
        raise _damaged(name, file.name)
    for weight_name in names:
        is_plain = weight_name == Path(weight_name).name and "\\" not in weight_name
        if not (is_plain and weight_name.endswith(".safetensors")):
            raise UserError(
                "The index of {name} names “{file}”, which is no .safetensors file of its own "
                "folder. Only such files are read.",
                name=name,
                file=weight_name[:80],
            )
    return sorted(names)


def _check_file(name: str, folder: Path, file: str) -> None:
    """Raise UserError for a weight file that is missing, or a link to another folder.

    A link from a snapshot in the cache of huggingface_hub to a blob beside it is allowed.
    """
    path, home = (folder / file).resolve(), folder.resolve()
    if not path.is_file():
        raise _missing(name, file)
    blobs = home.parent.parent / "blobs" if home.parent.name == "snapshots" else home
    if path.parent not in (home, blobs):
        raise UserError(
            "The file {file} of {name} is a link to another folder. Only files in the folder of "
            "the model are read.",
            name=name,
            file=file,
        )


def _missing(name: str, file: str) -> UserError:
    return UserError(
        "{name} lacks its file {file}. Whoever runs this server can fetch it again.",
        name=name,
        file=file,
    )


def _damaged(name: str, file: str) -> UserError:
    return UserError(
        "{name} cannot be read: its file {file} is damaged. Whoever runs this "
        "server can fetch it again.",
        name=name,
        file=file,
    )


def measure_files(name: str, files: Sequence[Path]) -> Held:
    """Count the tensors, weights and bytes of weight files. Raises UserError for a damaged one."""
    tensors = parameters = 0
    for file in files:
        if file.suffix == ".gguf":
            with file.open("rb") as content:
                header = content.read(16)  # magic, version, number of tensors
            if len(header) == 16:
                tensors += min(struct.unpack("<Q", header[8:])[0], file.stat().st_size)
            parameters += round(8 * file.stat().st_size / _GGUF_BITS)
            continue
        try:
            with safetensors.safe_open(file, "np") as content:
                for key in content.keys():  # noqa: SIM118 (no mapping)
                    tensor = content.get_slice(key)
                    tensors += 1
                    parameters += _count_packed(tensor.get_shape(), tensor.get_dtype())
        except (OSError, safetensors.SafetensorError) as error:
            raise _damaged(name, file.name) from error
    return Held(tensors, parameters, sum(file.stat().st_size for file in files))


def _count_packed(shape: Sequence[int], dtype: str) -> int:
    """Return the most weights that a tensor of a file can stand for."""
    count = 1
    for length in shape:
        count *= length
    return count * (_PACKED * int(dtype[1:]) // 8 if dtype in _INTEGERS else 1)


def read_json(name: str, file: Path) -> dict[str, Any]:
    """Return the object in a JSON file. Raises UserError if it is missing or damaged."""
    if not file.exists():
        raise _missing(name, file.name)
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(name, file.name) from error
    if not isinstance(content, dict):
        raise _damaged(name, file.name)
    return content


def check_layers(name: str, config: dict[str, Any], held: Held) -> None:
    """Raise UserError when a config.json asks for more layers than the files have tensors.

    Call it before transformers reads the file: some configuration classes build a list of that
    length.
    """
    layers = _largest(config, False)
    if layers > held.tensors:
        raise UserError(
            "The configuration of {name} asks for {layers:,} layers, and its files hold only "
            "{tensors:,} tensors of weights. Whoever runs this server can fetch it again.",
            name=name,
            layers=layers,
            tensors=held.tensors,
        )


def _largest(value: Any, is_layers: bool) -> int:
    """Return the largest number of layers in a configuration; `value` is it or a part of it."""
    if isinstance(value, dict):
        return max((_largest(item, key in _LAYERS) for key, item in value.items()), default=0)
    if isinstance(value, list):
        return max((_largest(item, is_layers) for item in value), default=0)
    return int(value) if is_layers and isinstance(value, (int, float)) else 0


def check_network(name: str, network: nn.Module, held: Held) -> None:
    """Raise UserError when a network on the meta device needs more than the files hold."""
    parameters = sum(part.numel() for part in network.parameters())
    buffers = sum(part.numel() * part.element_size() for part in network.buffers())
    if parameters > _SPARE * held.parameters or buffers > held.size + _SPARE_BUFFERS:
        raise UserError(
            "The configuration of {name} asks for {parameters:,} weights, and its files hold only "
            "{held:,}. Whoever runs this server can fetch it again.",
            name=name,
            parameters=max(parameters, buffers // 4),
            held=held.parameters,
        )


@contextlib.contextmanager
def bounded_tensors(name: str, held: Held) -> Iterator[None]:
    """Raise UserError as soon as a network built inside has many more tensors than the files.

    Counts the calling thread's tensors only: other threads may build networks meanwhile.
    """
    builder, count = threading.get_ident(), 0
    factor, more = _SPARE_TENSORS
    most = factor * held.tensors + more

    def count_tensor(module: nn.Module, key: str, parameter: nn.Parameter | None) -> None:
        nonlocal count
        if threading.get_ident() != builder:
            return
        count += 1
        if count > most:
            raise UserError(
                "The configuration of {name} asks for more than {asked:,} tensors of weights, and "
                "its files hold only {tensors:,}. Whoever runs this server can fetch it again.",
                name=name,
                asked=most,
                tensors=held.tensors,
            )

    handle = register_module_parameter_registration_hook(count_tensor)
    try:
        yield
    finally:
        handle.remove()
