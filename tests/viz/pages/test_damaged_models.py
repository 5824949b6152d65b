"""The app with damaged checkpoints: a sentence names the file, and other models work."""

import shutil
from collections.abc import Iterator
from html import unescape

import pytest

import models
from tests.damage import DAMAGES, damage
from tests.marks import slow_after
from tests.pages import alerts, app, pictures, visit
from viz.base.language import model_title
from viz.cli.export import main
from viz.pages.registry import PAGES
from viz.view.runner import PlainRunner

OTHER = {"transformer": "bilstm-dot", "bilstm-dot": "transformer"}


def damages() -> Iterator:
    """Each damage of each model, met in each way: of every third damage one in CI, all once a week.

    tests/models/store/test_checkpoint.py has the sentence of each damage.
    """
    ways = [(model, named) for model in OTHER for named in (True, False)]
    for place, name in enumerate(DAMAGES):
        for turn, (model, named) in enumerate(ways):
            text = f"{name}-{model}-{'in the address' if named else 'chosen in the box'}"
            is_in_ci = place % 3 == 0 and turn == place % len(ways)
            mark = pytest.mark.slow if is_in_ci else pytest.mark.weekly
            yield pytest.param(name, model, named, id=text, marks=mark)


@pytest.mark.parametrize("name, model, named", [*damages()])
def test_a_damaged_model_is_a_sentence_and_another_is_shown(checkpoints, name, model, named):
    file = damage(checkpoints / model, name)
    if named:
        test = app(model=model, sentence="I am tired.")
    else:
        test = app(model=OTHER[model], sentence="I am tired.")
        assert not alerts(test)
        test.selectbox(key="model").set_value(model).run()
    assert not test.exception
    assert len(pictures(test)) == 1
    [alert] = alerts(test)
    assert f"The model {model_title(model)} cannot be read: " in alert
    assert f" {file} " in alert
    assert f"Restore all files of models/checkpoints/{model}, " in alert
    assert test.selectbox(key="model").value == test.query_params["model"] == OTHER[model]
    assert test.text_input[0].value == "I am tired."
    test.text_input[0].set_value("He is tired.").run()
    assert not test.exception
    assert not alerts(test)
    assert len(pictures(test)) == 1


@pytest.mark.slow
def test_an_address_without_a_model_opens_on_the_first_that_can_be_read(checkpoints, monkeypatch):
    damage(checkpoints / "transformer", "weights truncated")
    tried = []
    load = models.load
    monkeypatch.setattr(models, "load", lambda name, **_: tried.append(name) or load(name))
    test = app(sentence="I am tired.")
    assert tried == ["transformer", "bilstm-dot"]  # each once: a visitor waits for no second try
    assert not test.exception
    assert len(alerts(test)) == len(pictures(test)) == 1
    assert test.query_params["model"] == "bilstm-dot"
    test = app(model="gpt-9")
    assert not test.exception
    assert len(alerts(test)) == len(pictures(test)) == 1
    assert test.query_params["model"] == "bilstm-dot"


@pytest.mark.slow
def test_a_model_that_was_put_back_is_shown_again(checkpoints):
    shutil.copytree(checkpoints / "transformer", checkpoints.parent / "kept")
    damage(checkpoints / "transformer", "weights truncated")
    assert alerts(app())
    shutil.copytree(checkpoints.parent / "kept", checkpoints / "transformer", dirs_exist_ok=True)
    test = app()
    assert not test.exception
    assert not alerts(test)
    assert test.query_params["model"] == "transformer"


@pytest.fixture(scope="module")
def without_default(shared_checkpoints):
    damage(shared_checkpoints / "transformer", "weights truncated")


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.weekly if place % 5 else pytest.mark.slow)
        for place, page in enumerate(PAGES)
    ],
)
def test_no_page_crashes_when_the_default_model_is_damaged(without_default, page):
    texts = alerts(visit(page, {"sentence": "I am tired."}))
    assert texts
    assert "The model Transformer cannot be read" in texts[0]


@pytest.mark.parametrize(
    "address",
    slow_after(2, [{}, {"model": "transformer"}, {"language": "fr"}]),
    ids=["plain", "with a model", "in French"],
)
def test_without_a_checkpoint_the_app_says_how_to_get_one(checkpoints, address):
    for folder in checkpoints.iterdir():
        shutil.rmtree(folder)
    test = app(**address)
    assert not test.exception
    assert not pictures(test)
    [alert] = alerts(test)
    assert (
        "Il n'y a ici aucun modèle entraîné"
        if address.get("language")
        else "There is no trained model here"
    ) in unescape(alert)


def test_when_every_model_is_damaged_the_first_is_named(checkpoints):
    for folder in checkpoints.iterdir():
        damage(folder, "tokenizer half")
    test = app()
    assert not test.exception
    assert not pictures(test)
    [alert] = alerts(test)
    assert "The model Transformer cannot be read: the checksum of its tokenizer.json" in alert


@pytest.mark.slow
def test_the_command_that_writes_pictures_says_it_too(checkpoints, tmp_path, capsys, monkeypatch):
    # Without cached models.
    monkeypatch.setattr("viz.cli.drawing.plain_runner", PlainRunner)
    damage(checkpoints / "transformer", "weights empty")
    assert main(["I am tired.", "-o", str(tmp_path / "x.svg")]) == 1
    assert capsys.readouterr().err.startswith(
        "The model transformer cannot be read: the checksum of its weights.safetensors"
    )
    assert main(["I am tired.", "--model", "bilstm-dot", "-o", str(tmp_path / "x.svg")]) == 0
    for folder in checkpoints.iterdir():
        shutil.rmtree(folder)
    assert main(["I am tired.", "-o", str(tmp_path / "x.svg")]) == 2  # before anything is loaded
    assert capsys.readouterr().err.startswith("There is no trained model here")
