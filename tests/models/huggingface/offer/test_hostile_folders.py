"""Folders that name files outside of them, or need more weights than their files hold."""

import json
import pickle
import re
import shutil
from pathlib import Path

import pytest

from models import Request, UserError
from models.huggingface import Offer

pytest.importorskip("transformers")

import safetensors.torch
import torch
import transformers
from torch.nn.modules.module import register_module_parameter_registration_hook

from tests.models.huggingface.pretrained_cases import SENTENCE


def load(folder: Path):
    from models.huggingface.loading import load

    return load("model", Offer(str(folder)), "cpu")


@pytest.fixture
def folder(saved, tmp_path):
    """A copy of the folder of a family."""

    def copy(family: str = "bert") -> Path:
        return shutil.copytree(saved(family), tmp_path / "folder")

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


@pytest.mark.parametrize(
    "file",
    [
        "evil.bin",
        "../outside.safetensors",
        "inside/inside.safetensors",
        "{outside}",
        "..",
        "",
        "inside\\inside.safetensors",
        3,
        ["model-1.safetensors"],
    ],
)
def test_an_index_reads_only_safetensors_files_of_its_own_folder(folder, unread, file):
    model = folder()
    keys = shard(model)
    outside = model.parent / "outside.safetensors"
    (model / "inside").mkdir()
    for copy in (outside, model / "inside" / "inside.safetensors", model / "evil.bin"):
        shutil.copy(model / "model-1.safetensors", copy)
    file = str(outside) if file == "{outside}" else file
    write_index(model, dict.fromkeys(keys, file) | {"other": "model-2.safetensors"})
    with pytest.raises(UserError, match="The index of model names .* Only such files are read"):
        load(model)


@pytest.mark.parametrize("content", ["[]", "{}", '{"weight_map": []}', '{"weight_map": {}}', "{"])
def test_an_index_of_another_form_is_damaged(folder, unread, content):
    model = folder()
    shard(model)
    (model / "model.safetensors.index.json").write_text(content)
    with pytest.raises(UserError, match=r"its file model.safetensors.index.json is damaged"):
        load(model)


@pytest.mark.parametrize("is_sharded", [False, True])
def test_a_link_out_of_the_folder_is_not_read(folder, unread, is_sharded):
    model = folder()
    if is_sharded:
        shard(model)
    link = model / ("model-1.safetensors" if is_sharded else "model.safetensors")
    shutil.move(link, model.parent / "outside.safetensors")
    link.symlink_to(model.parent / "outside.safetensors")
    with pytest.raises(UserError, match=f"The file {link.name} of model is a link to another"):
        load(model)


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


def test_a_missing_shard_is_named_without_the_path_of_the_server(folder, unread):
    model = folder()
    shard(model)
    (model / "model-2.safetensors").unlink()
    with pytest.raises(UserError) as error:
        load(model)
    assert str(error.value) == (
        "model lacks its file model-2.safetensors. Whoever runs this server can fetch it again."
    )


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
