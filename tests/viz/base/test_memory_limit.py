"""Detection of a small server."""

import math

import pytest

from viz.base import memory_limit
from viz.base.memory_limit import _memory_here, _read_limit, has_little_memory


@pytest.fixture
def limit(tmp_path, monkeypatch):
    """The file with the memory limit of a container."""
    file = tmp_path / "memory.max"
    monkeypatch.setattr(memory_limit, "_LIMITS", (tmp_path / "nowhere", file))
    monkeypatch.setattr(memory_limit, "_machine_memory", lambda: 8e9)
    _memory_here.cache_clear()
    yield file
    _memory_here.cache_clear()


@pytest.mark.parametrize(
    ("text", "little"), [("1073741824\n", True), ("2147483648\n", False), ("max\n", False)]
)
def test_a_container_of_a_gigabyte_is_small(limit, text, little):
    limit.write_text(text)
    assert has_little_memory() is little


def test_so_is_a_machine_of_a_gigabyte_and_what_is_told_so(limit, monkeypatch):
    assert not has_little_memory()
    with monkeypatch.context() as started:
        started.setattr("sys.argv", ["app.py", "--low-memory"])
        assert has_little_memory()
    monkeypatch.setattr(memory_limit, "_machine_memory", lambda: 1e9)
    _memory_here.cache_clear()
    assert has_little_memory()


def test_where_nothing_is_said_there_is_no_limit(tmp_path):
    (tmp_path / "damaged").write_bytes(b"\xff\xfe")
    assert _read_limit(tmp_path / "nowhere") == _read_limit(tmp_path / "damaged") == math.inf
    assert memory_limit._machine_memory() > 1e8
