"""Reading offered models: what is read, refused and downloaded."""

import io
import pickle
import re
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import models
from models import UserError
from models.huggingface import _VARIABLE, Offer
from tests.models.huggingface.offer.offers import ROOT
from tests.pages import alerts, pictures


@pytest.fixture
def loading():
    pytest.importorskip("transformers")
    from models.huggingface import loading

    return loading


# --- what is read ---------------------------------------------------------------------------------


class Bomb:
    """A pickle that leaves a file behind when it is read."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


@pytest.mark.parametrize("file", ["pytorch_model.bin", "model.pt", "tf_model.h5"])
def test_a_pickle_is_refused_with_the_reason_and_never_read(loading, saved, tmp_path, file):
    mark = tmp_path / "was read"
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / name).write_bytes((saved("bert") / name).read_bytes())
    (tmp_path / file).write_bytes(pickle.dumps(Bomb(mark)))
    with pytest.raises(UserError, match="a pickle file, which can run any code"):
        loading.load("bert", Offer(str(tmp_path)), "cpu")
    (tmp_path / "model.safetensors").write_bytes((saved("bert") / "model.safetensors").read_bytes())
    # It is ignored beside safetensors.
    assert loading.load("bert", Offer(str(tmp_path)), "cpu").card["weights"] > 0
    assert not mark.exists()


def test_folders_that_hold_no_model_are_told_apart(loading, tmp_path):
    with pytest.raises(UserError, match="no weights in safetensors or GGUF"):
        loading.load("a", Offer(str(tmp_path)), "cpu")
    with pytest.raises(UserError, match="no folder or file"):
        loading.load("a", Offer(str(tmp_path / "missing")), "cpu")
    (tmp_path / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(UserError, match="a cannot be read"):
        loading.load("a", Offer(str(tmp_path)), "cpu")
    with pytest.raises(UserError, match="Give a folder, or a .gguf file"):
        loading.load("a", Offer(str(tmp_path / "model.safetensors")), "cpu")
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / "files").mkdir(exist_ok=True)
        (tmp_path / "files" / name).touch()
    with pytest.raises(UserError, match="holds 2 .gguf files"):
        loading.load("a", Offer(str(tmp_path / "files")), "cpu")
    with pytest.raises(UserError, match="a cannot be read"):
        loading.load("a", Offer(str(tmp_path / "files" / "a.gguf")), "cpu")


@pytest.mark.slow
def test_the_page_says_that_an_offered_model_is_damaged_and_shows_ours(
    loading, saved, tmp_path, monkeypatch
):
    folder = shutil.copytree(saved("bert"), tmp_path / "damaged")
    (folder / "model.safetensors").write_bytes(b"")
    monkeypatch.setenv(_VARIABLE, str(folder))
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    test.query_params["model"] = "damaged"
    test.run()
    assert not test.exception
    assert len(pictures(test)) == 1
    assert test.query_params["model"] == "transformer"
    [alert] = alerts(test)
    assert "damaged cannot be read: its file model.safetensors is damaged." in alert


def test_weights_that_are_missing_are_refused(loading, saved, tmp_path):
    from safetensors.torch import load_file, save_file

    for path in saved("gpt2").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    weights = load_file(tmp_path / "model.safetensors")
    removed = [name for name in weights if "h.1.attn.c_attn" in name]
    save_file(
        {name: tensor for name, tensor in weights.items() if name not in removed},
        tmp_path / "model.safetensors",
        {"format": "pt"},
    )
    with pytest.raises(UserError, match="lacks 2 of its weights"):
        loading.load("gpt2", Offer(str(tmp_path)), "cpu")


def test_a_model_that_does_not_fit_into_memory_is_refused_before_it_is_read(
    loading, saved, monkeypatch
):
    monkeypatch.setattr(loading, "free_memory", lambda device: 1000)
    with pytest.raises(UserError, match="GB of weights, and 0.0 GB of memory are free"):
        loading.load("bert", Offer(str(saved("bert"))), "cpu")


# --- what is fetched ------------------------------------------------------------------------------


def test_offline_a_model_that_is_not_here_is_a_friendly_sentence(loading, monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(
        UserError, match="bert is not on this machine yet, and huggingface.co cannot be reached"
    ):
        loading.load("bert", Offer("someone/bert"), "cpu")
    with pytest.raises(UserError, match="neither a folder here nor a name on huggingface.co"):
        loading.load("bert", Offer("a b//c"), "cpu")


def test_from_the_hub_comes_one_revision_and_no_pickle(loading, saved, monkeypatch):
    downloads = []

    def download(repository, **options):
        downloads.append((repository, options["revision"], options["allow_patterns"]))
        bar = options["tqdm_class"](total=0, unit="B", file=io.StringIO())
        bar.total = 10
        bar.n = 4
        bar.update(0)
        return str(saved("bert"))

    monkeypatch.setattr(loading.huggingface_hub, "snapshot_download", download)
    progress = []
    model = loading.load(
        "bert",
        Offer("someone/bert", "v2"),
        "cpu",
        lambda done, total: progress.append((done, total)),
    )
    assert model.card["source"] == "someone/bert"
    assert model.card["revision"] == "v2"
    assert progress[0] == (4, 10)
    assert downloads == [("someone/bert", "v2", loading._WANTED)]
    assert not any(pattern.endswith(("bin", "pt", "py")) for pattern in loading._WANTED)
    with pytest.raises(UserError, match="no folder or file"):
        loading.load("q", Offer("someone/files/q.gguf"), "cpu")
    assert downloads[-1] == ("someone/files", None, ["q.gguf"])


def test_an_offer_is_a_model_behind_the_front_door(loading, saved, monkeypatch):
    monkeypatch.setenv(_VARIABLE, str(saved("bert")))
    model = models.load("bert", device="cpu")
    assert models.load("bert", device="cpu") is model
    assert model.name == "bert"
    assert model.device_name == "the CPU"
    assert model.trace(models.Request("bert", "the dog")).attention["encoder"].n_heads == 4
    fingerprint = model.card["fingerprint"]
    assert re.fullmatch("[0-9a-f]{64}", fingerprint)
    assert model.card == {
        "fingerprint": fingerprint,
        "weights": sum(part.numel() for part in model.network.parameters()),
        "source": None,
        "revision": None,
        "family": "bert",
        "bits": 32,
    }
