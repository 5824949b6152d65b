"""A user without a home folder, or with one that is not writable, as in containers."""

import os
from pathlib import Path

import pytest

from models import UserError
from models.corpus import own_sentences
from models.huggingface import Offer, parse, short_name
from tests.pages import alerts, opened, visit
from tests.protocol import Run, connected, run_apart
from tests.serving import ROOT, running_app

UID = 54_321  # not in the list of users
OTHER_USER = f"import os; os.getuid = os.geteuid = lambda: {UID}"
CACHES = "HOME", "XDG_CACHE_HOME", "HEADS_UP_CACHE"


@pytest.fixture
def nobody(monkeypatch):
    """This process has no home folder."""
    for name in CACHES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: UID)
    with pytest.raises(RuntimeError):
        Path.home()


def environment_of_nobody(folder: Path) -> dict[str, str]:
    """Return the environment of a process without a home folder, whose Python imports from here."""
    (folder / "sitecustomize.py").write_text(OTHER_USER)
    others = {name: value for name, value in os.environ.items() if name not in CACHES}
    return others | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def test_nothing_is_kept_and_a_sentence_says_so(nobody):
    assert own_sentences.read_kept("0" * 16) is None
    for function in (own_sentences.folder, own_sentences.check_folder):
        with pytest.raises(UserError, match="has no home folder"):
            function()


def test_a_folder_that_cannot_be_written_is_a_sentence(monkeypatch):
    monkeypatch.setenv("HEADS_UP_CACHE", "/proc/profiles")
    with pytest.raises(UserError, match=": profiles cannot be written"):
        own_sentences.check_folder()


def test_an_offer_of_a_model_is_read(nobody):
    assert parse("~/a-model@main") == Offer("~/a-model", "main")
    assert short_name("~/a-model") == "a-model"
    assert Offer("~/a-model").local


class Homeless(type(Path())):
    """A path in a process without a home folder, where Streamlit would not run."""

    @classmethod
    def home(cls) -> Path:
        raise RuntimeError("Could not determine home directory.")


@pytest.mark.slow
def test_the_page_of_profiles_says_that_own_sentences_cannot_be_kept(monkeypatch):
    for name in CACHES[1:]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(own_sentences, "Path", Homeless)
    test = opened(visit("profiles", {}), "own")
    assert not test.exception
    assert ["has no home folder" in alert for alert in alerts(test)] == [True]
    assert "own text" not in [area.key for area in test.text_area]


@pytest.mark.weekly
def test_a_server_starts_and_shows_its_pages_where_its_home_cannot_be_written(tmp_path):
    """Streamlit itself needs a HOME, even if it cannot write there."""

    async def look() -> list[Run]:
        async with connected(address) as visitor:
            runs = [await visitor.open()]
            visitor.page = ""  # do not wait for a picture; its name differs
            runs.append(await visitor.open("", "profiles"))
            return [*runs, await visitor.open_expander("own")]

    environment = environment_of_nobody(tmp_path) | {"HOME": "/proc"}
    with running_app("app.py", "--server.address=127.0.0.1", environment=environment) as address:
        runs = run_apart(look())
    assert not any(run.errors for run in runs)
    assert [len(run.alerts) for run in runs] == [0, 0, 1]
    assert "profiles cannot be written" in runs[2].alerts[0]
