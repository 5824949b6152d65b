"""Reads a pretrained model that the person who runs the server offers.

Weights as safetensors or GGUF only: a pickle runs code when read.
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
except ImportError as error:
    raise UserError(
        "Pretrained models need the package transformers, which is not installed here: pip "
        "install transformers"
    ) from error

from ..store.device import pick_device
from .attention import NAME
from .families import Family, check_attention, families_of
from .memory import free_memory
from .model import PretrainedModel
from .weights import (
    Held,
    bounded_tensors,
    check_layers,
    check_network,
    find_weights,
    measure_files,
    read_json,
)

LOG = logging.getLogger(__name__)

WANTED = [
    "*.json",
    "*.txt",
    "*.model",
    "*.spm",
    "*.jinja",
    "*.safetensors",
]  # of a repository on the hub, never a pickle
LEFT = ["*/*", "consolidated*"]  # other formats, and the same weights once more
PICKLES = "*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl", "*.h5", "*.msgpack"
UNUSED = (
    "pooler",
    "position_ids",
    "lm_head.bias",
    "final_logits_bias",
)  # weights that may be missing: nothing we show depends on them
TOKENIZERS = "tokenizer*", "vocab*", "*.model", "*.spm", "*.tiktoken"
SAMPLES, SAMPLE = 64, 65536  # of a file of weights: how many, and bytes of each
transformers.utils.logging.disable_progress_bar()
one_at_a_time = (
    threading.Lock()
)  # transformers sets the default type of torch while it makes a network


def fetch(
    name: str, offer: Offer, progress: Callable[[int, int], object] = lambda done, total: None
) -> tuple[Path, str | None]:
    """Return the folder of an offer, and the .gguf file in it that holds the model, or None.

    Downloads what is missing. The downloading threads call `progress` with the bytes done and in
    all. Raises UserError when the offer cannot be fetched, or its weights have no supported format.
    """
    path, patterns = expand_user(offer.source), WANTED
    if not offer.local:
        repository, file = offer.source, None
        if (
            path.suffix == ".gguf"
        ):  # owner/repository/file.gguf: such repositories hold the same weights many times over
            repository, _, file = offer.source.rpartition("/")
            patterns = [file]

        try:
            path = Path(
                huggingface_hub.snapshot_download(
                    repository,
                    revision=offer.revision,
                    allow_patterns=patterns,
                    ignore_patterns=LEFT,
                    tqdm_class=progress_bar_class(progress),
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
                "Start the app once with a network, or "
                "name a folder that holds the model.",
                name=name,
            ) from error
        except Exception as error:  # the library and those below it have more of their own
            raise UserError(
                "{name} cannot be read: {reason}", name=name, reason=summarize(error)
            ) from error
        path = path / file if file else path
    if not path.exists():
        LOG.warning("%s is not there: %s", name, path)
        raise UserError(
            "There is no folder or file “{source}” for the model {name}.",
            source=path.name,
            name=name,
        )
    if path.is_file():
        if path.suffix != ".gguf":
            raise UserError(
                "{name} is a file of a kind that is not read here; give a folder, or a .gguf file.",
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
    if any(any(path.glob(pattern)) for pattern in PICKLES):
        raise UserError(
            "The weights of {name} are a pickle, which can run any code when it is read. "
            "Only safetensors and GGUF are read "
            "here; many models are there in one of these formats too.",
            name=name,
        )
    raise UserError(
        "{name} has no weights as safetensors or GGUF, the two formats that are read here.",
        name=name,
    )


def progress_bar_class(progress: Callable[[int, int], object]) -> type[tqdm]:
    """Return a class of progress bars that report bytes to `progress` until all are here.

    Hugging Face draws two such bars, for bytes received and for bytes written; the one that is
    further is reported. The total grows with each file that is begun.
    """
    most = 0, 0

    class Bar(tqdm):
        def update(self, n: float | None = 1) -> bool | None:
            is_drawn = super().update(n)
            self.tell()
            return is_drawn

        def refresh(self, *arguments, **named) -> bool | None:
            is_drawn = super().refresh(*arguments, **named)
            self.tell()
            return is_drawn

        def tell(self) -> None:
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

    `progress` as in `fetch`, then called with the size of the weights twice. Raises UserError when
    it cannot be fetched, has no supported format or kind, or does not fit into memory. Code that
    comes with a model is never run.
    """
    on = pick_device(device)
    folder, gguf = fetch(name, offer, progress)
    dtype = (
        torch.float32
        if on.type == "cpu"
        else torch.bfloat16
        if on.type != "cuda" or torch.cuda.is_bf16_supported()
        else torch.float16
    )
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
            # It may name a file of weights of its own, a pickle too.
            config.transformers_weights = None
            families = families_of(config)
            tokenizer = read_tokenizer(name, folder, options)
            network, shown_as = read_network(
                name, families, folder, on, held, options | {"config": config, "dtype": dtype}
            )
    except UserError:
        raise
    except Exception as error:  # each of the libraries has its own for a damaged file
        LOG.warning("%s cannot be read from %s", name, folder, exc_info=True)
        if "trust_remote_code" in str(error):
            raise UserError(
                "{name} comes with code of its own, which is never run here. Choose a model of a "
                "kind that transformers knows without it.",
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
        "fingerprint": fingerprint(files),
    }
    return shown_as(name, network, tokenizer, card, on)


def read_tokenizer(name: str, folder: Path, options: Mapping[str, Any]) -> Any:
    """Return the tokenizer of a model."""
    if "gguf_file" not in options and not any(map(any, map(folder.glob, TOKENIZERS))):
        raise UserError(
            "{name} has no tokenizer: its folder lacks tokenizer.json. Copy the files of the "
            "tokenizer into it.",
            name=name,
        )
    return transformers.AutoTokenizer.from_pretrained(folder, **options)


def read_network(
    name: str,
    families: Sequence[Family],
    folder: Path,
    device: torch.device,
    held: Held,
    options: Mapping[str, Any],
) -> tuple[Any, type[PretrainedModel]]:
    """Return a network with its weights, and the class that shows it.

    It is of the first family for which the folder has all weights. Raises UserError, for the reason
    of the first, where there is none.
    """
    refusals: list[UserError] = []
    for family in families:
        try:
            check_family(name, family, device, held, options)
            network, report = family.auto.from_pretrained(
                folder,
                attn_implementation=NAME,
                output_loading_info=True,
                **({} if "gguf_file" in options else {"use_safetensors": True}),
                **options,
            )
            check_missing(name, report["missing_keys"])
            return network, family.shown_as
        except UserError as refusal:
            refusals.append(refusal)
    raise refusals[0]


def check_family(
    name: str, family: Family, device: torch.device, held: Held, options: Mapping[str, Any]
) -> None:
    """Raise UserError for a network that the files cannot fill, that does not fit or is not shown.

    It is built on the meta device for that, without memory for its weights.
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


def check_missing(name: str, keys: Iterable[str]) -> None:
    """Raise UserError for weights that are missing and matter."""
    missing = sorted(key for key in keys if not any(part in key for part in UNUSED))
    if missing:
        raise UserError(
            "{name} lacks {count} of its weights, for example {example}; they would be random.",
            name=name,
            count=len(missing),
            example=missing[0],
        )


def fingerprint(files: Sequence[Path]) -> str:
    """What tells these weights from others: a checksum of their sizes and of samples of each file.

    All bytes of a large model would take seconds.
    """
    digest = hashlib.sha256()
    for file in files:
        size = file.stat().st_size
        digest.update(f"{file.name} {size}\n".encode())
        with file.open("rb") as content:
            for sample in range(SAMPLES):
                content.seek(size * sample // SAMPLES)
                digest.update(content.read(SAMPLE))
    return digest.hexdigest()
