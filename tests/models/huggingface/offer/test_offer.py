"""Offers of pretrained models: names, the command line and a file."""

import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

import models
from models import UserError
from models.huggingface import (
    _VARIABLE,
    Offer,
    from_arguments,
    parse,
    register,
    registered,
    short_name,
)
from tests.models.huggingface.offer.offers import ROOT
from tests.pages import alerts, pictures
from viz.cli.export import main


def test_without_an_offer_there_are_our_models():
    assert models.available() == models.shipped()
    assert "transformer" in models.shipped()


def test_an_offer_is_named_by_the_last_part_of_its_name(monkeypatch, tmp_path):
    (tmp_path / "my-model").mkdir()
    monkeypatch.setenv(
        _VARIABLE,
        (
            f" google-bert/bert-base-uncased@v1 ,{tmp_path / 'my-model'}, gpt2,, "
            f"owner/files/tiny.Q4.gguf,gpt2"
        ),
    )
    assert models.available() == (
        *models.shipped(),
        "bert-base-uncased",
        "my-model",
        "gpt2",
        "tiny.Q4",
    )
    assert registered()["bert-base-uncased"] == Offer("google-bert/bert-base-uncased", "v1")
    assert not registered()["gpt2"].local
    assert registered()["my-model"].local
    assert registered()["my-model"].revision is None


def test_models_of_one_name_are_told_apart_by_what_is_above_them(monkeypatch, tmp_path):
    folders = [tmp_path / run / "bert" for run in ("first", "second")]
    for folder in folders:
        folder.mkdir(parents=True)
    sources = "someone/transformer", *map(str, folders), "b/bert@v1", "b/bert@v2", "b/bert"
    monkeypatch.setenv(_VARIABLE, ",".join(sources))
    names = "transformer (someone)", "bert", "bert (second)", "bert (b)", "bert (b)-2", "bert (b)-3"
    assert models.available()[-6:] == names
    assert registered(models.shipped())["bert (second)"].source == str(folders[1])
    monkeypatch.setenv(_VARIABLE, "b/bert@v1,b/bert@v2,b/bert")
    assert [*registered()] == ["bert", "bert (v2)", "bert-2"]


@pytest.mark.parametrize(
    "source, name",
    [
        ("~/.cache/huggingface/hub/models--BAAI--bge-small/snapshots/0bcc90e", "bge-small"),
        ("/cache/hub/models--gpt2/snapshots/607a30d783dfa663caf39e06633721c8d4cfcd7e/", "gpt2"),
        ("runs/my-bert/checkpoint-500", "my-bert-checkpoint-500"),
        ("./runs/my-bert/epoch_3/", "my-bert-epoch_3"),
        ("me/models--x", "models--x"),
        ("/", "model"),
    ],
)
def test_a_folder_that_says_nothing_by_itself_has_the_name_above_it(source, name):
    assert short_name(source) == name


def test_a_folder_is_named_as_it_is_given(monkeypatch, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "MiniLM").symlink_to(tmp_path / "model")
    monkeypatch.chdir(tmp_path / "model")
    monkeypatch.setenv(_VARIABLE, f"{tmp_path / 'MiniLM'},.,../")
    assert [*registered()] == ["MiniLM", "model", tmp_path.name]


def test_the_command_line_offers_too(monkeypatch):
    monkeypatch.setenv(_VARIABLE, "gpt2")
    for _ in range(2):  # an app runs its script again and again
        register(
            from_arguments(
                ["app.py", "--model", "a/bert", "--port", "1", "--model=b/t5@x", "--model"]
            )
        )
    assert [*registered()] == ["gpt2", "bert", "t5"]
    assert from_arguments(["--models", "x", "--model", ""]) == ()


def test_a_file_offers_by_names_of_its_own_which_come_first(monkeypatch, file):
    file.write_text(
        '[models]\n"BERT base" = "google-bert/bert-base-uncased@main"\nbert = '
        '"a/b"\ntransformer = "./my-model"\n',
        encoding="utf-8-sig",
    )
    monkeypatch.setenv(_VARIABLE, "a/bert, google-bert/bert-base-uncased@main")
    for _ in range(2):
        models.register(["--model", "b/bert"], file)
    assert models.available() == (
        *models.shipped(),
        "BERT base",
        "bert",
        "transformer-2",
        "bert (a)",
        "bert (b)",
    )
    assert registered()["BERT base"] == Offer("google-bert/bert-base-uncased", "main")
    assert registered()["bert"].source == "a/b"
    file.write_text("")  # it is read once
    models.register([], file)
    assert "BERT base" in models.available()


def test_without_a_file_nothing_is_said(file):
    models.register([], file)
    assert models.available() == models.shipped()


@pytest.mark.parametrize(
    "text",
    [
        '[models]\nBERT base = "a/b"',
        "[models]\nbert = 3",
        '[models]\nbert.base = "a/b"',
        '[models]\nbert = " "',
        '[models]\n"" = "a/b"',
        'bert = "a/b"',
        'models = "a/b"',
        "[models]\nbert = '\xe9'",
    ],
)
def test_a_file_with_a_mistake_is_a_sentence_and_offers_nothing_until_it_is_mended(file, text):
    file.write_bytes(text.encode("latin-1"))
    for _ in range(2):
        with pytest.raises(
            UserError,
            match=r"models.toml (cannot be read: .+|must list model names.+)\. Write \[models\] "
            r"into it",
        ):
            models.register(["--model", "a/t5"], file)
    assert models.available() == (*models.shipped(), "t5")
    file.write_text('[models]\nbert = "a/b"')
    models.register([], file)
    assert models.available() == (*models.shipped(), "bert", "t5")


@pytest.mark.slow
def test_the_page_says_what_is_wrong_with_the_file_and_with_options_beside_our_own_models(
    file, monkeypatch
):
    file.write_text("[models")
    monkeypatch.setattr("sys.argv", ["app.py", "--phones", "here"])
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not test.exception
    assert len(pictures(test)) == 1
    assert [alert.partition(">")[2] for alert in alerts(test)] == [
        ".streamlit/models.toml cannot be read: Expected &#x27;]&#x27; at the end of a "
        "table declaration (at end of document). Write [models] into it, and "
        "below that a line for each model, for example BERT = "
        "&quot;google-bert/bert-base-uncased&quot;.</p>",
        "--phones “here” is no address that phones can open. It needs that of the edition without "
        "a server, such as https://example.org/course/.</p>",
    ]


def test_the_command_that_writes_pictures_knows_the_file_too(file, capsys):
    file.write_text('[models]\n"My BERT" = "a/b"')
    assert main(["The dog", "--model", "BERT", "-o", "dog.svg"]) == 2
    assert capsys.readouterr().err.endswith(", My BERT.\n")


def test_an_at_sign_in_a_folder_is_no_revision(tmp_path):
    (tmp_path / "a@b").mkdir()
    assert parse(str(tmp_path / "a@b")) == Offer(str(tmp_path / "a@b"))
    assert parse("a@b") == Offer("a", "b")
    assert parse("@b") == Offer("@b")
    assert parse("a@") == Offer("a@")


@pytest.mark.parametrize(
    "name", ["google-bert/bert-base-uncased", "gpt2", "../", "/", "", "my-model"]
)
def test_what_is_not_offered_is_refused_before_transformers_is_imported(name):
    code = (
        f"import sys, models\ntry: models.load({name!r})\nexcept models.UserError as "
        f"error: print(error)\n"
        "print('transformers' in sys.modules or 'huggingface_hub' in sys.modules)"
    )
    done = (
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        if name == "gpt2"
        else None
    )
    assert done is None or (
        done.stdout.startswith("There is no model called “gpt2”")
        and done.stdout.endswith("False\n")
    )
    with pytest.raises(UserError, match="There is no model called"):
        models.load(name)


@pytest.mark.slow
def test_without_transformers_a_sentence_says_what_to_install():
    code = (
        "import sys, os; sys.modules['transformers'] = None; os.environ['HEADS_UP_MODELS'] "
        "= 'gpt2'; import models\n"
        "try: models.load('gpt2')\nexcept models.UserError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        "Pretrained models need the package transformers, which is not installed here: pip "
        "install transformers\n"
    )
