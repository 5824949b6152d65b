"""Folders that lack a part, name files outside of them, or need more weights than they hold."""

import json
import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from models import Request, UserError
from models.huggingface import Offer

pytest.importorskip("transformers")

import safetensors.torch
import torch
import transformers
from torch.nn.modules.module import register_module_parameter_registration_hook

from tests.models.huggingface.families import save
from tests.models.huggingface.tiny import SENTENCE


def load(folder: Path):
    from models.huggingface.loading import load

    return load("model", Offer(str(folder)), "cpu")


@pytest.fixture
def folder(saved, tmp_path):
    """A copy of the folder of a family."""

    def copy(family: str = "bert") -> Path:
        return shutil.copytree(saved(family), tmp_path / "secret place" / "model")

    return copy


@pytest.fixture
def unread(monkeypatch):
    """Fail as soon as a pickle or weights are read."""

    def fail(*arguments, **named):
        pytest.fail("this must not be reached")

    monkeypatch.setattr(torch, "load", fail)
    monkeypatch.setattr(pickle, "load", fail)
    monkeypatch.setattr(transformers.PreTrainedModel, "from_pretrained", classmethod(fail))


def change_config(folder: Path, **changes) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | changes))


def shard(folder: Path, names=("model-1.safetensors", "model-2.safetensors")) -> list[str]:
    """Split the weights of a folder into two files with an index; return the first one's names."""
    weights = safetensors.torch.load_file(folder / "model.safetensors")
    halves = [[*weights][::2], [*weights][1::2]]
    for name, half in zip(names, halves, strict=True):
        safetensors.torch.save_file(
            {key: weights[key] for key in half}, folder / name, {"format": "pt"}
        )
    write_index(folder, {key: name for name, half in zip(names, halves) for key in half})
    (folder / "model.safetensors").unlink()
    return halves[0]


def write_index(folder: Path, files: dict[str, str]) -> None:
    index = {"metadata": {"total_size": 1}, "weight_map": files}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))


# --- files ----------------------------------------------------------------------------------------


def make_adapter(folder: Path) -> None:
    config = {"base_model_name_or_path": "some/llama", "peft_type": "LORA"}
    (folder / "adapter_config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").rename(folder / "adapter_model.safetensors")
    (folder / "config.json").unlink()


def add_code(folder: Path) -> None:
    (folder / "own.py").write_text("raise SystemExit('code of a model is run')")
    change_config(folder, model_type="own", auto_map={"AutoConfig": "own.Own"})


def remove(*names: str) -> Callable[[Path], None]:
    return lambda folder: [(folder / name).unlink() for name in names]


def keep(name: str, share: float) -> Callable[[Path], None]:
    """Cut a file off."""

    def cut(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: int(len(content) * share)])

    return cut


def spoil_header(folder: Path) -> None:
    content = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(b"x" * 100 + content[100:])


def name_in_index(file: object) -> Callable[[Path], None]:
    """Let an index name another file, of which there are copies in and outside of the folder."""

    def write(folder: Path) -> None:
        keys = shard(folder)
        outside = folder.parent / "outside.safetensors"
        (folder / "inside").mkdir()
        for copy in (outside, folder / "inside" / "inside.safetensors", folder / "evil.bin"):
            shutil.copy(folder / "model-1.safetensors", copy)
        named = str(outside) if file == "{outside}" else file
        write_index(folder, dict.fromkeys(keys, named) | {"other": "model-2.safetensors"})

    return write


def index_of(content: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        shard(folder)
        (folder / "model.safetensors.index.json").write_text(content)

    return write


def link_out(name: str) -> Callable[[Path], None]:
    """Move the file of weights, or one of two, out of the folder, and link to it."""

    def link(folder: Path) -> None:
        if name != "model.safetensors":
            shard(folder)
        shutil.move(folder / name, folder.parent / "outside.safetensors")
        (folder / name).symlink_to(folder.parent / "outside.safetensors")

    return link


def lose_shard(folder: Path) -> None:
    shard(folder)
    (folder / "model-2.safetensors").unlink()


FETCH = "Whoever runs this server can fetch it again."
DAMAGED = f"model cannot be read: its file model.safetensors is damaged. {FETCH}"
OUTSIDE = "The index of model names "
SPOILT = {  # what is done to a good folder, and how the sentence begins
    "adapter": (make_adapter, "model is an adapter (LoRA), which holds only changes to another"),
    "code": (add_code, "model needs code of its own, which is never run here."),
    "no tokenizer": (
        remove("tokenizer.json", "tokenizer_config.json"),
        "model has no tokenizer: its folder lacks tokenizer.json.",
    ),
    "no weights": (
        remove("model.safetensors"),
        "model has no weights in safetensors or GGUF, the two formats read here.",
    ),
    "weights of another name": (
        lambda folder: (folder / "model.safetensors").rename(folder / "other.safetensors"),
        "model has neither model.safetensors nor model.safetensors.index.json,",
    ),
    "no configuration": (remove("config.json"), "model lacks its file config.json."),
    "no text": (
        lambda folder: transformers.ViTConfig().save_pretrained(folder),
        "Models of the kind “vit” cannot be shown.",
    ),
    "unknown kind": (
        lambda folder: (folder / "config.json").write_text('{"model_type": "never-heard-of"}'),
        "model cannot be read: The checkpoint you are trying to load has model",
    ),
    "half of the weights": (keep("model.safetensors", 0.5), DAMAGED),
    "empty weights": (keep("model.safetensors", 0), DAMAGED),
    "bad header": (spoil_header, DAMAGED),
    **{
        f"{share} of {name}": (keep(name, share), "model cannot be read: ")
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json")
        for share in (0.5, 0)
    },
    "file that is no safetensors": (name_in_index("evil.bin"), OUTSIDE),
    "file above": (name_in_index("../outside.safetensors"), OUTSIDE),
    "file below": (name_in_index("inside/inside.safetensors"), OUTSIDE),
    "file below, as on Windows": (name_in_index("inside\\inside.safetensors"), OUTSIDE),
    "file by its whole path": (name_in_index("{outside}"), OUTSIDE),
    "folder above": (name_in_index(".."), OUTSIDE),
    "no file": (name_in_index(""), OUTSIDE),
    "number for a file": (name_in_index(3), OUTSIDE),
    "list for a file": (name_in_index(["model-1.safetensors"]), OUTSIDE),
    **{
        f"index {content}": (
            index_of(content),
            "model cannot be read: its file model.safetensors.index.json is damaged",
        )
        for content in ("[]", "{}", '{"weight_map": []}', '{"weight_map": {}}', "{")
    },
    **{
        f"link {name}": (link_out(name), f"The file {name} of model is a link to another")
        for name in ("model.safetensors", "model-1.safetensors")
    },
    "lost shard": (lose_shard, f"model lacks its file model-2.safetensors. {FETCH}"),
}


@pytest.mark.parametrize("spoil, sentence", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_folder_is_refused_in_sentences_without_its_path_and_nothing_of_it_is_run(
    folder, unread, spoil, sentence
):
    model = folder()
    spoil(model)
    with pytest.raises(UserError) as error:
        load(model)
    text = str(error.value)
    assert text.startswith(sentence)
    assert text.endswith((".", ")"))  # a parenthesis: where a JSON file breaks off
    assert len(text) < 400
    assert (sentence != OUTSIDE) or "Only such files are read" in text
    assert not any(part in text for part in ("secret place/model", "heads_up"))


def test_a_folder_that_is_not_there_is_named_without_its_path(tmp_path):
    with pytest.raises(UserError, match="missing") as error:
        load(tmp_path / "missing")
    assert str(tmp_path) not in str(error.value)


def test_an_encoder_decoder_of_which_the_encoder_alone_is_there_is_read_as_one(tmp_path):
    """Some folders keep the configuration of the whole model."""
    model = save("t5 encoder", tmp_path / "model")
    change_config(model, is_encoder_decoder=True)
    assert load(model).attention_sizes == {"encoder": (2, 4)}


def test_a_configuration_that_names_a_pickle_is_passed_over(folder, monkeypatch):
    model = folder()
    monkeypatch.setattr(torch, "load", lambda *arguments, **named: pytest.fail("a pickle is read"))
    (model / "adapter_model.bin").write_bytes(b"a pickle")
    change_config(model, transformers_weights="adapter_model.bin")
    assert load(model).card["family"] == "bert"


def test_a_snapshot_of_the_hub_is_read_through_its_links(folder, tmp_path, pretrained):
    """Its files are links to the blobs beside the snapshots, and its weights are in shards."""
    model = folder()
    shard(model)
    snapshot = tmp_path / "models--some--bert" / "snapshots" / ("c" * 40)
    blobs = tmp_path / "models--some--bert" / "blobs"
    for place in (snapshot, blobs):
        place.mkdir(parents=True)
    for number, file in enumerate(sorted(model.iterdir())):
        shutil.copy(file, blobs / str(number))
        (snapshot / file.name).symlink_to(Path("../../blobs") / str(number))
    read = load(snapshot).trace(Request("model", SENTENCE)).attention["encoder"].weights
    whole = pretrained("bert").trace(Request("bert", SENTENCE)).attention["encoder"].weights
    assert (read == whole).all()


# --- sizes ----------------------------------------------------------------------------------------


@pytest.fixture
def built():
    """The number of tensors that networks of this test have, on any device."""
    count = [0]

    def add(module, name, parameter):
        count[0] += 1

    handle = register_module_parameter_registration_hook(add)
    yield count
    handle.remove()


@pytest.mark.parametrize(
    ("family", "changes", "sentence"),
    [
        (
            "bert",
            {"vocab_size": 20_000_000},
            r"asks for 66\d,\d{3},\d{3} weights, and its files hold only \d\d,\d{3}\.",
        ),
        ("bert", {"hidden_size": 1 << 20}, r"asks for [\d,]+ weights, and its files hold only"),
        (
            "bert",
            {"num_hidden_layers": 20_000},
            r"asks for 20,000 layers, and its files hold only \d\d tensors of weights\.",
        ),
        # A configuration that lists the kind of each layer would itself fill the memory.
        ("qwen2", {"num_hidden_layers": 2_000_000_000}, "asks for 2,000,000,000 layers"),
        ("t5", {"num_decoder_layers": 30_000}, "asks for 30,000 layers"),
        ("marian", {"encoder_layers": 1e9}, "asks for 1,000,000,000 layers"),
        # Neither weights nor layers, but tables of positions that no file holds.
        ("marian", {"max_position_embeddings": 50_000_000}, r"asks for [\d,]+ weights"),
    ],
)
def test_a_configuration_that_asks_for_more_than_the_files_hold_is_refused_before_it_is_built(
    folder, unread, built, family, changes, sentence
):
    model = folder(family)
    change_config(model, **changes)
    with pytest.raises(UserError) as error:
        load(model)
    assert re.search(f"The configuration of model {sentence}", str(error.value))
    assert str(error.value).endswith("Whoever runs this server can fetch it again.")
    assert built[0] < 500


def test_a_network_of_more_parts_than_the_files_have_is_not_built_to_its_end(
    folder, unread, built, saved
):
    """ALBERT has another name for its number of layers."""
    model = folder()
    config = transformers.AlbertConfig(
        hidden_size=32,
        num_attention_heads=4,
        intermediate_size=64,
        embedding_size=8,
        num_hidden_groups=20_000,
        num_hidden_layers=2,
    )
    config.save_pretrained(model)
    with pytest.raises(UserError, match=r"asks for more than 1,\d\d\d tensors of weights"):
        load(model)
    assert built[0] < 2000


def test_the_header_of_a_gguf_file_bounds_its_network(tmp_path):
    import struct

    from models.huggingface.weights import measure_files

    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF" + struct.pack("<IQ", 3, 1 << 60) + bytes(84))
    held = measure_files("model", [file])
    assert held.tensors <= held.size == 100
    assert held.parameters == 533
