"""Download and load the pretrained models that an operator offers.

Weights must be safetensors or GGUF: a pickle runs code when read.
"""

import copy
import hashlib
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import UserError, summarize
from . import Offer, expand_user

try:
    import huggingface_hub
    import torch
    import transformers
    from tqdm import tqdm
except ImportError as _error:
    raise UserError(
        "Pretrained models need the package transformers, which is not installed here: pip "
        "install transformers"
    ) from _error

from ..store.device import pick_device
from .families import (
    Family,
    check_attention,
    families_of,
    make_model,
    refused_in_a_sentence,
)
from .model import PretrainedModel
from .needed_memory import free_memory
from .recorded_attention import NAME
from .weights import (
    Held,
    bounded_tensors,
    check_layers,
    check_network,
    find_weights,
    measure_files,
    read_json,
)

_LOG = logging.getLogger(__name__)

# Files to download from a repository on the hub; never a pickle.
_WANTED = ["*.json", "*.txt", "*.model", "*.spm", "*.jinja", "*.safetensors"]
# Files not to download: other formats, and second copies of the weights.
_UNWANTED = ["*/*", "consolidated*"]
_PICKLES = "*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl", "*.h5", "*.msgpack"
# Weights that may be missing: no picture depends on them.
_UNUSED = "pooler", "position_ids", "lm_head.bias", "final_logits_bias"
_TOKENIZERS = "tokenizer*", "vocab*", "*.model", "*.spm", "*.tiktoken"
_SAMPLES, _SAMPLE_SIZE = 64, 65536  # samples in the fingerprint of a file, and bytes of each
transformers.utils.logging.disable_progress_bar()
# transformers changes torch's global default dtype while it builds a network.
one_at_a_time = threading.Lock()


def _fetch(
    name: str, offer: Offer, progress: Callable[[int, int], object] = lambda done, total: None
) -> tuple[Path, str | None]:
    """Return the folder of an offer, and the name of its .gguf file, or None for safetensors.

    Downloads missing files; the downloading threads call `progress(done, total)` in bytes. Raises
    UserError when the offer cannot be downloaded, or its weights have no supported format.
    """
    path, patterns = expand_user(offer.source), _WANTED
    if not offer.local:
        repository, file = offer.source, None
        # owner/repository/file.gguf: such repositories hold the same weights in many formats.
        if path.suffix == ".gguf":
            repository, _, file = offer.source.rpartition("/")
            patterns = [file]

        try:
            path = Path(
                huggingface_hub.snapshot_download(
                    repository,
                    revision=offer.revision,
                    allow_patterns=patterns,
                    ignore_patterns=_UNWANTED,
                    tqdm_class=_progress_bar_class(progress),
                )
            )
        except huggingface_hub.errors.RepositoryNotFoundError as error:
            raise UserError(
                "There is no model called “{source}” on huggingface.co, or it is not open "
                "to everyone.",
                source=offer.source,
            ) from error
        except huggingface_hub.errors.RevisionNotFoundError as error:
            raise UserError(
                "“{source}” has no revision “{revision}”.",
                source=offer.source,
                revision=offer.revision,
            ) from error
        except huggingface_hub.errors.HFValidationError as error:
            raise UserError(
                "“{source}” is neither a folder here nor a name on huggingface.co.",
                source=offer.source,
            ) from error
        except (
            OSError,
            RuntimeError,
            huggingface_hub.errors.EntryNotFoundError,
            huggingface_hub.errors.HTTPError,
        ) as error:
            raise UserError(
                "{name} is not on this machine yet, and huggingface.co cannot be reached. "
                "Load it once with a network, or name a folder that holds the model.",
                name=name,
            ) from error
        except Exception as error:  # the library and its dependencies have further classes
            raise UserError(
                "{name} cannot be read: {reason}", name=name, reason=summarize(error)
            ) from error
        path = path / file if file else path
    if not path.exists():
        _LOG.warning("%s is not there: %s", name, path)
        raise UserError(
            "There is no folder or file “{source}” for the model {name}.",
            source=path.name,
            name=name,
        )
    if path.is_file():
        if path.suffix != ".gguf":
            raise UserError(
                "{name} is not a file that can be read here. Give a folder, or a .gguf file.",
                name=name,
            )
        return path.parent, path.name
    if any(path.glob("*.safetensors")):
        return path, None
    if len(files := sorted(path.glob("*.gguf"))) == 1:
        return path, files[0].name
    if files:
        raise UserError(
            "{name} holds {count} .gguf files; offer one of them by its path.",
            name=name,
            count=len(files),
        )
    if any(any(path.glob(pattern)) for pattern in _PICKLES):
        raise UserError(
            "The weights of {name} are a pickle file, which can run any code when it "
            "is loaded. Only safetensors and GGUF are read here; many models exist "
            "in one of these formats too.",
            name=name,
        )
    raise UserError(
        "{name} has no weights in safetensors or GGUF, the two formats read here.",
        name=name,
    )


def _progress_bar_class(progress: Callable[[int, int], object]) -> type[tqdm]:
    """Return a subclass of tqdm that reports bytes to `progress` until the download is complete.

    huggingface_hub draws two bars, for bytes received and for bytes written; the larger number is
    reported. The total grows with each file that starts.
    """
    most = 0, 0

    class Bar(tqdm):
        def update(self, n: float | None = 1) -> bool | None:
            is_drawn = super().update(n)
            self.report()
            return is_drawn

        def refresh(self, *arguments, **named) -> bool | None:
            is_drawn = super().refresh(*arguments, **named)
            self.report()
            return is_drawn

        def report(self) -> None:
            nonlocal most
            if not self.disable and self.unit == "B" and self.total:
                with self.get_lock():  # several threads download
                    if most < (self.n, self.total) and self.n < self.total:
                        most = self.n, self.total
                        progress(int(self.n), int(self.total))

    return Bar


def load(
    name: str,
    offer: Offer,
    device: str = "auto",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> PretrainedModel:
    """Load the model of an offer, in 32 bits on a CPU and in 16 on a GPU.

    `progress` is called as in `_fetch`, and at last with the size of the weights as both arguments.
    Raises UserError when the model cannot be downloaded, has no supported format, or does not fit
    into memory; NotShown when its kind cannot be shown, or what pages ask for fails on three words.
    Code that comes with a model is never run.
    """
    on = pick_device(device)
    folder, gguf = _fetch(name, offer, progress)
    if on.type == "cpu":
        dtype = torch.float32
    elif on.type == "cuda" and not torch.cuda.is_bf16_supported():
        dtype = torch.float16
    else:
        dtype = torch.bfloat16
    options = {"local_files_only": True, "trust_remote_code": False} | (
        {"gguf_file": gguf} if gguf else {}
    )
    files = [folder / gguf] if gguf else find_weights(name, folder)
    held = measure_files(name, files)
    progress(held.size, held.size)
    try:
        with one_at_a_time:
            if not gguf:
                check_layers(name, read_json(name, folder / "config.json"), held)
            config = transformers.AutoConfig.from_pretrained(folder, **options)
            # This field could name another file of weights, even a pickle.
            config.transformers_weights = None
            families = families_of(config)
            tokenizer = _read_tokenizer(name, folder, options)
            network, shown_as = _read_network(
                name, families, folder, on, held, options | {"config": config, "dtype": dtype}
            )
    except UserError:
        raise
    except Exception as error:  # for a damaged file, each library raises its own classes
        _LOG.warning("%s cannot be read from %s", name, folder, exc_info=True)
        if "trust_remote_code" in str(error):
            raise UserError(
                "{name} needs code of its own, which is never run here. Choose a model "
                "that transformers knows without it.",
                name=name,
            ) from error
        raise UserError(
            "{name} cannot be read: {reason}", name=name, reason=summarize(error, folder)
        ) from error
    network = network.to(on).eval().requires_grad_(False)
    card = {
        "weights": sum(part.numel() for part in network.parameters()),
        "source": None if offer.local else offer.source,
        "revision": offer.revision,
        "family": config.model_type,
        "bits": 8 * network.dtype.itemsize,
        "fingerprint": _fingerprint(files),
    }
    model = make_model(shown_as, name, network, tokenizer, card, on)
    with refused_in_a_sentence(name):
        model.try_out()
    return model


def _read_tokenizer(name: str, folder: Path, options: Mapping[str, Any]) -> Any:
    """Load the tokenizer of a model. Raises UserError where its files are missing."""
    if "gguf_file" not in options and not any(map(any, map(folder.glob, _TOKENIZERS))):
        raise UserError(
            "{name} has no tokenizer: its folder lacks tokenizer.json. Copy the files of the "
            "tokenizer into it.",
            name=name,
        )
    return transformers.AutoTokenizer.from_pretrained(folder, **options)


def _read_network(
    name: str,
    families: Sequence[Family],
    folder: Path,
    device: torch.device,
    held: Held,
    options: Mapping[str, Any],
) -> tuple[Any, type[PretrainedModel]]:
    """Load a network in the first family whose weights are complete; return it with our class.

    Raises the first family's UserError if no family can be loaded.
    """
    refusals: list[UserError] = []
    for family in families:
        try:
            _check_family(name, family, device, held, options)
            network, report = family.auto.from_pretrained(
                folder,
                attn_implementation=NAME,
                output_loading_info=True,
                **({} if "gguf_file" in options else {"use_safetensors": True}),
                **options,
            )
            _check_missing(name, report["missing_keys"])
            return network, family.shown_as
        except UserError as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _check_family(
    name: str, family: Family, device: torch.device, held: Held, options: Mapping[str, Any]
) -> None:
    """Raise UserError for a network that lacks weights, memory, or attention we can record.

    It is built on the meta device, without memory for its weights.
    """
    config = copy.deepcopy(options["config"])
    with bounded_tensors(name, held), torch.device("meta"):
        network = family.auto.from_config(config, attn_implementation="eager")
    check_network(name, network, held)
    check_attention(name, network)
    weights = sum(part.numel() for part in network.parameters())
    unpacked = 2 if "gguf_file" in options else 1
    size = max(held.size * unpacked, weights * options["dtype"].itemsize)
    free = free_memory(device)
    if free is not None and size > free:
        raise UserError(
            "{name} has {size:.1f} GB of weights, and {free:.1f} GB of memory are free. "
            "Choose a smaller model.",
            name=name,
            size=size / 1e9,
            free=free / 1e9,
        )


def _check_missing(name: str, keys: Iterable[str]) -> None:
    """Raise UserError for missing weights, except _UNUSED ones."""
    missing = sorted(key for key in keys if not any(part in key for part in _UNUSED))
    if missing:
        raise UserError(
            "{name} lacks {count} of its weights, for example {example}; they would be random.",
            name=name,
            count=len(missing),
            example=missing[0],
        )


def _fingerprint(files: Sequence[Path]) -> str:
    """Return a checksum of the sizes of the files and of samples of their content.

    Reading a large model completely would take seconds.
    """
    digest = hashlib.sha256()
    for file in files:
        size = file.stat().st_size
        digest.update(f"{file.name} {size}\n".encode())
        with file.open("rb") as content:
            for sample in range(_SAMPLES):
                content.seek(size * sample // _SAMPLES)
                digest.update(content.read(_SAMPLE_SIZE))
    return digest.hexdigest()
