"""From a hub to a model, with a small hub on this machine."""

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import models
from models import Request, UserError
from tests.models.huggingface.hub import running_hub
from tests.pages import alerts, pictures, visit

pytest.importorskip("transformers")
NEEDED = ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]


@pytest.fixture
def hub(saved, tmp_path, monkeypatch):
    """A hub with a tiny BERT, and a process that has downloaded nothing yet.

    Its weights are also there as a pickle.
    """
    for name in NEEDED:
        (tmp_path / "repository" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "repository" / name).write_bytes((saved("bert") / name).read_bytes())
    (tmp_path / "repository" / "pytorch_model.bin").write_bytes(b"a pickle")
    with running_hub(tmp_path / "repository", step=1 << 14) as hub:
        constants = {
            "ENDPOINT": hub.address,
            "HUGGINGFACE_CO_URL_TEMPLATE": hub.address + "/{repo_id}/resolve/{revision}/{filename}",
            "HF_HUB_CACHE": str(tmp_path / "cache"),
            "DOWNLOAD_CHUNK_SIZE": 1 << 14,
        }
        for name, value in constants.items():
            monkeypatch.setattr(f"huggingface_hub.constants.{name}", value)
        monkeypatch.setattr(
            "huggingface_hub.file_download.time", SimpleNamespace(sleep=lambda seconds: None)
        )  # between its tries
        monkeypatch.setattr("models.registry._loaded", {})
        monkeypatch.setenv("HEADS_UP_MODELS", "someone/from-the-hub")
        yield hub


def load(progress=lambda done, total: None):
    return models.load("from-the-hub", "cpu", progress)


def test_a_download_tells_how_far_it_is_and_gives_a_model(hub):
    progress = []
    model = load(lambda *both: progress.append(both))
    assert model.trace(Request("from-the-hub", "the dog")).attention["encoder"].n_heads == 4
    *before, last = progress
    assert before == sorted(before)
    assert len(before) > 5
    assert all(done < total for done, total in before)
    assert before[-1][1] == sum(len(hub.files[name]) for name in NEEDED)
    assert last == (len(hub.files["model.safetensors"]),) * 2
    assert hub.fetched == NEEDED  # and no pickle
    hub.paths.clear()
    assert load() is model
    assert not hub.paths


def test_what_is_here_is_not_fetched_again_by_the_next_process(hub, monkeypatch):
    load()
    monkeypatch.setattr("models.registry._loaded", {})
    hub.paths.clear()
    progress = []
    load(lambda *both: progress.append(both))
    assert not hub.fetched
    assert len(progress) == 1


def test_two_who_ask_at_once_get_one_model(hub):
    both = threading.Barrier(2)

    def ask(_):
        both.wait()
        return load()

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(ask, range(2))
    assert first is second
    assert hub.fetched == NEEDED


def test_a_hub_that_dies_is_a_sentence_and_the_next_try_succeeds(hub):
    hub.dies_after = 1 << 14
    with pytest.raises(
        UserError,
        match="from-the-hub is not on this machine yet, and huggingface.co cannot be reached",
    ):
        load()
    hub.dies_after = None
    assert load().name == "from-the-hub"


@pytest.mark.slow
def test_a_page_says_that_the_hub_died_and_the_next_visit_tries_again(hub):
    hub.dies_after = 1 << 14
    test = visit("heads", {"model": "from-the-hub"})
    assert "cannot be reached" in alerts(test)[0]
    assert test.query_params["model"] == "transformer"
    hub.dies_after = None
    hub.paths.clear()
    for _ in range(2):
        test = visit("heads", {"model": "from-the-hub"})
        assert not alerts(test)
        assert pictures(test)
        assert test.query_params["model"] == "from-the-hub"
    assert hub.fetched.count("model.safetensors") == 1


def test_a_script_loads_what_nobody_offers_and_a_visitor_makes_the_server_fetch_nothing(
    hub, monkeypatch
):
    monkeypatch.delenv("HEADS_UP_MODELS")
    name = "someone/from-the-hub"
    for address in (name, f"{name}@main", "from-the-hub", "."):
        test = visit("heads", {"model": address})
        assert "which does not exist" in alerts(test)[0]
        with pytest.raises(UserError, match="There is no model called"):
            models.load(address)
    assert not hub.paths
    model = models.load_from(name, "cpu")
    assert model.trace(Request(model.name, "the dog")).attention["encoder"].n_heads == 4
    assert models.load_from(name, "cpu") is model
    assert hub.fetched == NEEDED
    assert name not in models.available()
    hub.paths.clear()
    visit("heads", {"model": name})
    with pytest.raises(UserError, match="There is no model called"):
        models.load(name, "cpu")
    assert not hub.paths


def test_a_script_loads_our_models_and_folders_and_a_wrong_name_is_a_sentence(
    saved, hub, monkeypatch
):
    assert models.load_from("transformer", "cpu") is models.load("transformer", "cpu")
    model = models.load_from(saved("bert"), "cpu")
    assert models.load_from(str(saved("bert")), "cpu") is model
    assert model.trace(Request(model.name, "the dog")).attention["encoder"].n_heads == 4
    with pytest.raises(UserError, match="There is no model called “transfromer”"):
        models.load_from("transfromer")
    assert not hub.paths
    with pytest.raises(UserError, match="There is no folder or file “none”"):
        models.load_from("./none")
    hub.dies_after = 0
    with pytest.raises(UserError, match="not on this machine yet, and huggingface.co cannot be re"):
        models.load_from("someone/from-the-hub", "cpu")
