"""The only offers are those of a test."""

import pytest

from models.huggingface import _VARIABLE, from_file


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch):
    monkeypatch.delenv(_VARIABLE, raising=False)
    monkeypatch.setattr("models.huggingface._more", [])
    monkeypatch.setattr("models.huggingface._named", {})
    from_file.cache_clear()
    yield
    from_file.cache_clear()


@pytest.fixture
def file(monkeypatch, tmp_path):
    """The file in which the app looks for offers; a test writes it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".streamlit").mkdir()
    return tmp_path / ".streamlit" / "models.toml"
