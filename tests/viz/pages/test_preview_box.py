"""What a browser needs to compute the picture of the front page itself."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app import routes
from tests.contents import content_at
from viz.app import model_files
from viz.app.model_files import _FILES, LEXICON, describe_picture, root_of
from viz.base.language import _texts_of
from viz.components import canvas
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.preview import describe_preview
from viz.pages.mask.settings import MaskSettings
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

ADDRESS = {"sentence": "I am tired.", "temperature": "2.5", "swap": "3:d%27or", "swap-word": "3"}


@pytest.fixture(scope="module")
def runner():
    return PlainRunner("cpu")


def preview_at(runner, **address: str):
    return describe_preview(content_at(COMPUTATION, ADDRESS | address, runner))


def test_it_has_the_what_ifs_as_an_address_has_them(runner):
    preview = preview_at(runner, **{"french-is": "kept"})
    assert preview["texts"] == {name: ADDRESS[name] for name in ("temperature", "swap")}
    assert (preview["place"], preview["keeps"], preview["merged"]) == ("3", True, True)
    assert {"0.1", "1", "10"} < {*preview["temperatures"]}
    assert preview["captions"]["every"]["itself"]
    assert preview["experiments"] == {"temperature": "4", "positions": "off", "mask": "none"}
    assert preview["choices"]["positions"] == ["as trained", "off", "shuffled"]


def test_on_a_graphics_card_the_server_comes_first(monkeypatch):
    runner = PlainRunner("cpu")
    assert preview_at(runner)["isServerFirst"] is False
    named = property(lambda model: "the GPU (pretended)")
    monkeypatch.setattr(type(runner.model("transformer")), "device_name", named)
    assert preview_at(runner)["isServerFirst"] is True


@pytest.mark.parametrize(
    "address",
    [
        {"model": "bilstm-additive"},
        {"pin": "model=transformer&sentence=I+am.&attention=cross&layer=1&head=2"},
        {"importance": "on"},
        {"swap": "9:dog"},  # is refused: there is no such word
    ],
    ids=lambda address: next(iter(address)),
)
def test_there_is_none_of_another_model_or_a_picture_with_more_than_the_run(runner, address):
    assert preview_at(runner, **address) is None


def test_a_page_leaves_out_what_follows_from_the_sentence_and_other_models_have_no_preview(runner):
    def describe(**address):
        reading = read_settings(MaskSettings, address, runner)
        model = runner.model(reading.settings.model)
        return describe_picture("mask", model, reading, ("sees", "french"), {}, {})

    own = describe(sentence="The big red dog", sees="none")
    assert (own["texts"], own["sentence"]) == ({"sees": "none"}, "The big red dog")
    assert own["ofSentence"] == ["exchange", "french"]
    typed = describe(sentence="The big red dog", french="Le chien")
    assert typed["texts"] == {"sees": "causal", "french": "Le chien"}
    assert describe(model="bilstm-additive") is None


def test_there_is_none_where_the_files_are_not_those_of_the_model(runner, monkeypatch):
    monkeypatch.setattr(model_files, "_seals", dict)
    assert preview_at(runner) is None


@pytest.fixture
def client():
    return TestClient(Starlette(routes=routes))


@pytest.mark.parametrize("below", ["/", "/courses/attention/"])
@pytest.mark.parametrize("name", _FILES)
def test_a_browser_gets_each_file_as_it_is_and_keeps_it(runner, client, name, below):
    root = root_of(runner.model("transformer").card)
    answer = client.get(below + root + name, headers={"accept-encoding": "gzip"})
    assert answer.content == _FILES[name].read_bytes()
    assert "immutable" in answer.headers["cache-control"]


def test_a_file_that_a_browser_has_is_not_sent_again(runner, client):
    path = f"/{root_of(runner.model('transformer').card)}weights.safetensors"
    first = client.get(path)
    for header, value, status in (
        ("If-None-Match", first.headers["etag"], 304),
        ("If-None-Match", f'"another", W/{first.headers["etag"]}', 304),
        ("If-None-Match", '"another"', 200),
        ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT", 304),
        ("If-Modified-Since", "Mon, 01 Jan 2001 00:00:00 GMT", 200),
    ):
        answer = client.get(path, headers={header: value})
        assert answer.status_code == status
        assert bool(answer.content) == (status == 200)
        assert "immutable" in answer.headers["cache-control"]


def test_another_table_has_another_address(monkeypatch, tmp_path):
    before = model_files._version()
    other = tmp_path / "lexicon.tsv"
    other.write_text("dog\tchat\n", "utf-8")
    monkeypatch.setitem(_FILES, LEXICON.name, other)
    assert model_files._version.__wrapped__() != before


@pytest.mark.parametrize(("locale", "weights"), [("en", None), ("fr", "Poids")])
def test_the_engine_gets_the_texts_that_its_script_names(runner, client, locale, weights):
    root = root_of(runner.model("transformer").card)
    texts = client.get(f"/{root}texts-{locale}.json").json()
    script = (Path(canvas.__file__).parent / "bundles/preview.js").read_text("utf-8")
    assert texts["mask#scores"] == _texts_of(locale)["mask#scores"]
    assert {name for name in _texts_of(locale) if f'"{name}"' in script} <= {*texts}
    assert texts.get("Weights") == weights
    assert len(texts) < 0.3 * len(_texts_of(locale))


@pytest.mark.parametrize("path", ["card.json", "..%2Fcard.json", "README.md"])
def test_no_other_file_of_the_folder_is_sent(runner, client, path):
    root = root_of(runner.model("transformer").card)
    assert client.get(f"/{root}{path}").status_code == 404


def test_of_other_weights_nothing_is_sent(runner, client, monkeypatch):
    root = root_of(runner.model("transformer").card)
    assert client.get("/model/other/config.json").status_code == 404
    monkeypatch.setattr(model_files, "_seals", dict)
    assert client.get(f"/{root}config.json").status_code == 404
