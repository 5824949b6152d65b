"""Reads a pretrained model that the person who runs the server offers.

Weights as safetensors or GGUF only: a pickle runs code when read.
"""

import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import UserError
from . import Offer, expand_user

try:
    import huggingface_hub
    import safetensors
    import torch
    import transformers
    from tqdm import tqdm
    from transformers.models.auto import modeling_auto
except ImportError as error:
    raise UserError(
        "Pretrained models need the package transformers, which is not installed here: pip "
        "install transformers"
    ) from error

from ..device import pick_device
from .attention import NAME
from .decoder_only import PretrainedCausalLM
from .encoder_decoder import PretrainedTranslation
from .encoder_only import PretrainedMaskedLM
from .memory import free_memory
from .model import PretrainedModel

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
                "{name} cannot be read: {reason}", name=name, reason=first_line(error)
            ) from error
        path = path / file if file else path
    if not path.exists():
        raise UserError(
            "There is no folder or file “{source}” for the model {name}.",
            source=offer.source,
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


def auto_class_for(config):
    """Return the transformers class that shows most of a model.

    With the head it was trained with, if that one writes words. Raises UserError for a kind of
    model that reads no text.
    """
    made_as = " ".join(config.architectures or [])
    if (
        config.is_encoder_decoder
        and config.model_type in modeling_auto.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES
    ):
        return transformers.AutoModelForSeq2SeqLM
    causal = (
        config.model_type in modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES
        and not config.is_encoder_decoder
    )
    if (
        config.model_type in modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES
        and not config.is_encoder_decoder
        and not (causal and getattr(config, "is_decoder", False))
    ):
        headed = "MaskedLM" in made_as or "PreTraining" in made_as
        return transformers.AutoModelForMaskedLM if headed else transformers.AutoModel
    if causal:
        return transformers.AutoModelForCausalLM
    raise UserError(
        "A model of the kind “{kind}” is none of those shown here: encoders like BERT, "
        "decoders like GPT, and both together "
        "like T5.",
        kind=config.model_type,
    )


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
    files = [folder / gguf] if gguf else sorted(folder.glob("*.safetensors"))
    size = sum(file.stat().st_size for file in files)
    progress(size, size)
    free = free_memory(on)
    if free is not None and size * (2 if gguf else 1) > free:
        raise UserError(
            "{name} has {size:.1f} GB of weights, and {free:.1f} GB of memory are free. "
            "Choose a smaller model.",
            name=name,
            size=size / 1e9,
            free=free / 1e9,
        )
    for file in files:
        if file.suffix == ".safetensors" and not is_whole(file):
            raise UserError(
                "{name} cannot be read: its file {file} is damaged. Whoever runs this "
                "server can fetch it again.",
                name=name,
                file=file.name,
            )
    try:
        with one_at_a_time:
            config = transformers.AutoConfig.from_pretrained(folder, **options)
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **options)
            network, report = auto_class_for(config).from_pretrained(
                folder,
                dtype=dtype,
                attn_implementation=NAME,
                output_loading_info=True,
                **({} if gguf else {"use_safetensors": True}),
                **options,
            )
    except UserError:
        raise
    except Exception as error:  # each of the libraries has its own for a damaged file
        raise UserError(
            "{name} cannot be read: {reason}", name=name, reason=first_line(error)
        ) from error
    missing = [key for key in report["missing_keys"] if not any(part in key for part in UNUSED)]
    if missing:
        raise UserError(
            "{name} lacks {count} of its weights, for example {example}; they would be random.",
            name=name,
            count=len(missing),
            example=missing[0],
        )
    network = network.to(on).eval().requires_grad_(False)
    card = {
        "weights": sum(part.numel() for part in network.parameters()),
        "source": None if offer.local else offer.source,
        "revision": offer.revision,
        "family": config.model_type,
        "bits": 8 * network.dtype.itemsize,
        "fingerprint": fingerprint(files),
    }
    return wrap_network(name, network, tokenizer, card, on)


def wrap_network(
    name: str, network: Any, tokenizer: Any, card: dict[str, Any], device: torch.device
) -> PretrainedModel:
    """Put a network of transformers behind the front door, by its task."""
    if network.config.is_encoder_decoder:
        return PretrainedTranslation(name, network, tokenizer, card, device)
    if network.can_generate():
        return PretrainedCausalLM(name, network, tokenizer, card, device)
    return PretrainedMaskedLM(name, network, tokenizer, card, device)


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


def is_whole(file: Path) -> bool:
    """Whether a safetensors file has all the bytes that its header speaks of."""
    try:
        with safetensors.safe_open(file, "np"):
            return True
    except (OSError, safetensors.SafetensorError):
        return False


def first_line(error: Exception) -> str:
    """What an error of another library says first, short enough for a page."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines or [type(error).__name__])[0][:200]
