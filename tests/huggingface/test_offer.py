"""What the person who runs the server offers, and that nothing else is read, fetched or run."""

import io
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import models
from models import UserError
from models.huggingface import VARIABLE, Offer, from_arguments, from_file, offer, offers, parse
from tests.pages import alerts, pictures
from viz.export.__main__ import main

ROOT = Path(models.__file__).parents[1]


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("models.huggingface._more", [])
    monkeypatch.setattr("models.huggingface._named", {})
    from_file.cache_clear()
    yield
    from_file.cache_clear()


@pytest.fixture
def loading():
    pytest.importorskip("transformers")
    from models.huggingface import loading

    return loading


# --- names -------------------------------------------------------------------------------------------


def test_without_an_offer_there_are_our_models():
    assert models.available() == models.shipped() and "transformer" in models.shipped()


def test_an_offer_is_named_by_the_last_part_of_its_name(monkeypatch, tmp_path):
    (tmp_path / "my-model").mkdir()
    monkeypatch.setenv(VARIABLE, f" google-bert/bert-base-uncased@v1 ,{tmp_path / 'my-model'}, gpt2,, owner/files/tiny.Q4.gguf,gpt2")
    assert models.available() == (*models.shipped(), "bert-base-uncased", "my-model", "gpt2", "tiny.Q4")
    assert offers()["bert-base-uncased"] == Offer("google-bert/bert-base-uncased", "v1") and not offers()["gpt2"].local
    assert offers()["my-model"].local and offers()["my-model"].revision is None


def test_names_that_are_taken_get_a_number(monkeypatch):
    monkeypatch.setenv(VARIABLE, "someone/transformer,a/bert,b/bert,c/bert")
    assert models.available()[-4:] == ("transformer-2", "bert", "bert-2", "bert-3")
    assert offers(models.shipped())["bert-2"].source == "b/bert"


def test_a_folder_is_named_as_it_is_given(monkeypatch, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "MiniLM").symlink_to(tmp_path / "model")
    monkeypatch.chdir(tmp_path / "model")
    monkeypatch.setenv(VARIABLE, f"{tmp_path / 'MiniLM'},.,../")
    assert [*offers()] == ["MiniLM", "model", tmp_path.name]


def test_the_command_line_offers_too(monkeypatch):
    monkeypatch.setenv(VARIABLE, "gpt2")
    for _ in range(2):  # an app runs its script again and again
        offer(from_arguments(["app.py", "--model", "a/bert", "--port", "1", "--model=b/t5@x", "--model"]))
    assert [*offers()] == ["gpt2", "bert", "t5"]
    assert from_arguments(["--models", "x", "--model", ""]) == ()


@pytest.fixture
def file(monkeypatch, tmp_path):
    """The file in which the app looks for offers; what it says is still to be written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".streamlit").mkdir()
    return tmp_path / ".streamlit" / "models.toml"


def test_a_file_offers_by_names_of_its_own_which_come_first(monkeypatch, file):
    file.write_text('[models]\n"BERT base" = "google-bert/bert-base-uncased@main"\nbert = "a/b"\ntransformer = "./my-model"\n', encoding="utf-8-sig")
    monkeypatch.setenv(VARIABLE, "a/bert, google-bert/bert-base-uncased@main")
    for _ in range(2):
        models.offer(["--model", "b/bert"], file)
    assert models.available() == (*models.shipped(), "BERT base", "bert", "transformer-2", "bert-2", "bert-3")
    assert offers()["BERT base"] == Offer("google-bert/bert-base-uncased", "main") and offers()["bert"].source == "a/b"
    file.write_text("")  # it is read once
    models.offer([], file)
    assert "BERT base" in models.available()


def test_without_a_file_nothing_is_said(file):
    models.offer([], file)
    assert models.available() == models.shipped()


@pytest.mark.parametrize("text", ['[models]\nBERT base = "a/b"', "[models]\nbert = 3", '[models]\nbert.base = "a/b"', '[models]\nbert = " "',
                                  '[models]\n"" = "a/b"', 'bert = "a/b"', 'models = "a/b"', "[models]\nbert = '\xe9'"])
def test_a_file_with_a_mistake_is_a_sentence_and_offers_nothing_until_it_is_mended(file, text):
    file.write_bytes(text.encode("latin-1"))
    for _ in range(2):
        with pytest.raises(UserError, match=r"models.toml (cannot be read: .+|holds something else .+)\. Write \[models\] into it"):
            models.offer(["--model", "a/t5"], file)
    assert models.available() == (*models.shipped(), "t5")
    file.write_text('[models]\nbert = "a/b"')
    models.offer([], file)
    assert models.available() == (*models.shipped(), "bert", "t5")


def test_the_page_says_what_is_wrong_with_the_file_beside_our_own_models(file):
    file.write_text("[models")
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not test.exception and len(pictures(test)) == 1
    assert [alert.partition(">")[2] for alert in alerts(test)] == [
        ".streamlit/models.toml cannot be read: Expected &#x27;]&#x27; at the end of a table declaration (at end of document). Write [models] into it, and "
        "below that a line for each model, for example BERT = &quot;google-bert/bert-base-uncased&quot;.</p>"]


def test_the_command_that_writes_pictures_knows_the_file_too(file, capsys):
    file.write_text('[models]\n"My BERT" = "a/b"')
    assert main(["The dog", "--model", "BERT", "-o", "dog.svg"]) == 1
    assert capsys.readouterr().err.endswith(", My BERT.\n")


def test_an_at_sign_in_a_folder_is_no_revision(tmp_path):
    (tmp_path / "a@b").mkdir()
    assert parse(str(tmp_path / "a@b")) == Offer(str(tmp_path / "a@b")) and parse("a@b") == Offer("a", "b")
    assert parse("@b") == Offer("@b") and parse("a@") == Offer("a@")


@pytest.mark.parametrize("name", ["google-bert/bert-base-uncased", "gpt2", "../", "/", "", "my-model"])
def test_what_is_not_offered_is_refused_before_transformers_is_imported(name):
    code = (f"import sys, models\ntry: models.load({name!r})\nexcept models.UserError as error: print(error)\n"
            "print('transformers' in sys.modules or 'huggingface_hub' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True) if name == "gpt2" else None
    assert done is None or (done.stdout.startswith("There is no model called “gpt2”") and done.stdout.endswith("False\n"))
    with pytest.raises(UserError, match="There is no model called"):
        models.load(name)


def test_without_transformers_a_sentence_says_what_to_install():
    code = ("import sys, os; sys.modules['transformers'] = None; os.environ['HEADS_UP_MODELS'] = 'gpt2'; import models\n"
            "try: models.load('gpt2')\nexcept models.UserError as error: print(error)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "Pretrained models need the package transformers, which is not installed here: pip install transformers\n"


# --- what is read ------------------------------------------------------------------------------------


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
    with pytest.raises(UserError, match="a pickle, which can run any code"):
        loading.load("bert", Offer(str(tmp_path)), "cpu")
    (tmp_path / "model.safetensors").write_bytes((saved("bert") / "model.safetensors").read_bytes())
    assert loading.load("bert", Offer(str(tmp_path)), "cpu").card["weights"] > 0  # beside safetensors it is passed over
    assert not mark.exists()


def test_code_that_comes_with_a_model_is_never_run(loading, saved, tmp_path):
    mark = tmp_path / "was run"
    for path in saved("bert").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text())
    config |= {"model_type": "strange", "auto_map": {"AutoConfig": "strange.Strange", "AutoModel": "strange.Strange"}}
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "strange.py").write_text(f"open({str(mark)!r}, 'w')\nclass Strange: pass\n")
    with pytest.raises(UserError, match="strange cannot be read"):
        loading.load("strange", Offer(str(tmp_path)), "cpu")
    assert not mark.exists()


def test_folders_that_hold_no_model_are_told_apart(loading, tmp_path):
    with pytest.raises(UserError, match="no weights as safetensors or GGUF"):
        loading.load("a", Offer(str(tmp_path)), "cpu")
    with pytest.raises(UserError, match="no folder or file"):
        loading.load("a", Offer(str(tmp_path / "missing")), "cpu")
    (tmp_path / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(UserError, match="a cannot be read"):
        loading.load("a", Offer(str(tmp_path)), "cpu")
    with pytest.raises(UserError, match="give a folder, or a .gguf file"):
        loading.load("a", Offer(str(tmp_path / "model.safetensors")), "cpu")
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / "files").mkdir(exist_ok=True)
        (tmp_path / "files" / name).touch()
    with pytest.raises(UserError, match="holds 2 .gguf files"):
        loading.load("a", Offer(str(tmp_path / "files")), "cpu")
    with pytest.raises(UserError, match="a cannot be read"):
        loading.load("a", Offer(str(tmp_path / "files" / "a.gguf")), "cpu")


@pytest.fixture
def damaged(saved, tmp_path):
    """The folder of a model, of whose file `name` only `content(its bytes)` is left."""
    def make(name, content):
        folder = shutil.copytree(saved("bert"), tmp_path / "damaged")
        (folder / name).write_bytes(content((folder / name).read_bytes()))
        return folder

    return make


HALF, EMPTY, HEADER = (
    lambda content: content[: len(content) // 2],
    lambda content: b"",
    lambda content: b"x" * 100 + content[100:],
)


@pytest.mark.parametrize("content", [HALF, EMPTY, HEADER], ids=["half", "empty", "bad header"])
def test_weights_that_are_damaged_are_named(loading, damaged, content):
    with pytest.raises(
        UserError, match="bert cannot be read: its file model.safetensors is damaged. Whoever runs"
    ):
        loading.load("bert", Offer(str(damaged("model.safetensors", content))), "cpu")


@pytest.mark.parametrize("content", [HALF, EMPTY], ids=["half", "empty"])
@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
def test_whatever_else_is_damaged_is_a_sentence(loading, damaged, name, content):
    with pytest.raises(UserError, match="bert cannot be read: "):
        loading.load("bert", Offer(str(damaged(name, content))), "cpu")


def test_the_page_says_that_an_offered_model_is_damaged_and_shows_ours(
    loading, damaged, monkeypatch
):
    monkeypatch.setenv(VARIABLE, str(damaged("model.safetensors", HALF)))
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    test.query_params["model"] = "damaged"
    test.run()
    assert not test.exception and len(pictures(test)) == 1
    assert test.query_params["model"] == "transformer"
    [said] = alerts(test)
    assert "damaged cannot be read: its file model.safetensors is damaged." in said


def test_weights_that_are_missing_are_refused(loading, saved, tmp_path):
    from safetensors.torch import load_file, save_file

    for path in saved("gpt2").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    weights = load_file(tmp_path / "model.safetensors")
    gone = [name for name in weights if "h.1.attn.c_attn" in name]
    save_file({name: tensor for name, tensor in weights.items() if name not in gone}, tmp_path / "model.safetensors", {"format": "pt"})
    with pytest.raises(UserError, match="lacks 2 of its weights"):
        loading.load("gpt2", Offer(str(tmp_path)), "cpu")


def test_a_kind_of_model_that_reads_no_text_is_refused(loading, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "vit"}))
    with pytest.raises(UserError, match="A model of the kind “vit” is none of those shown here"):
        import transformers

        loading.kind_of(transformers.AutoConfig.from_pretrained(tmp_path))


def test_a_model_that_does_not_fit_into_memory_is_refused_before_it_is_read(loading, saved, monkeypatch):
    monkeypatch.setattr(loading, "free_memory", lambda device: 1000)
    with pytest.raises(UserError, match="GB of weights, and 0.0 GB of memory are free"):
        loading.load("bert", Offer(str(saved("bert"))), "cpu")


# --- what is fetched ---------------------------------------------------------------------------------


def test_offline_a_model_that_is_not_here_is_a_friendly_sentence(loading, monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UserError, match="bert is not on this machine yet, and huggingface.co cannot be reached"):
        loading.load("bert", Offer("someone/bert"), "cpu")
    with pytest.raises(UserError, match="neither a folder here nor a name on huggingface.co"):
        loading.load("bert", Offer("a b//c"), "cpu")


def test_from_the_hub_comes_one_revision_and_no_pickle(loading, saved, monkeypatch):
    asked = []

    def download(repository, **given):
        asked.append((repository, given["revision"], given["allow_patterns"]))
        bar = given["tqdm_class"](total=0, unit="B", file=io.StringIO())
        bar.total = 10
        bar.n = 4
        bar.update(0)
        return str(saved("bert"))

    monkeypatch.setattr(loading.huggingface_hub, "snapshot_download", download)
    told = []
    model = loading.load("bert", Offer("someone/bert", "v2"), "cpu", lambda done, total: told.append((done, total)))
    assert model.card["source"] == "someone/bert" and model.card["revision"] == "v2" and told[0] == (4, 10)
    assert asked == [("someone/bert", "v2", loading.WANTED)] and not any(pattern.endswith(("bin", "pt", "py")) for pattern in loading.WANTED)
    with pytest.raises(UserError, match="no folder or file"):
        loading.load("q", Offer("someone/files/q.gguf"), "cpu")
    assert asked[-1] == ("someone/files", None, ["q.gguf"])


def test_an_offer_is_a_model_behind_the_front_door(loading, saved, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(saved("bert")))
    model = models.load("bert", device="cpu")
    assert models.load("bert", device="cpu") is model and model.name == "bert" and model.device_name == "the CPU"
    assert model.trace(models.Request("bert", "the dog")).attention["encoder"].n_heads == 4
    assert model.card == {"weights": sum(part.numel() for part in model.network.parameters()), "source": None, "revision": None,
                          "family": "bert", "bits": 32}
