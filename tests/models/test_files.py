"""Files are written completely or not at all."""

import gzip
import os
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import models
from models import UserError
from models.corpus import profile, sentences
from models.files import write_whole
from models.networks.ngrams import NGrams
from tests.disk import largest_file, on_a_disk_of


def contents(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_files_are_written_and_replaced(tmp_path):
    (tmp_path / "old").write_bytes(b"before")
    write_whole({tmp_path / "old": b"after", tmp_path / "new": b""})
    assert contents(tmp_path) == {"old": b"after", "new": b""}


def test_when_one_file_does_not_fit_all_stay_as_they_were(tmp_path):
    (tmp_path / "small").write_bytes(b"before")
    with (
        largest_file(1000),
        pytest.raises(UserError, match="large cannot be written: File too large. Make room there"),
    ):
        write_whole({tmp_path / "small": b"after", tmp_path / "large": b"x" * 2000})
    assert contents(tmp_path) == {"small": b"before"}


def test_a_full_disk_leaves_what_was_there(tmp_path):
    code = """import sys
from pathlib import Path
import models
from models import UserError
from models.files import write_whole
folder = Path(sys.argv[1])
(folder / "small").write_bytes(b"before")
try:
    write_whole({folder / "small": b"after", folder / "large": b"x" * 100_000})
except UserError as error:
    print(error)
print([(path.name, path.read_bytes()) for path in folder.iterdir()])
"""
    assert on_a_disk_of("64k", tmp_path, code) == (
        f"{tmp_path}/large cannot be written: No space left on device. Make room there, or name "
        "another place.\n[('small', b'before')]\n"
    )


@pytest.mark.parametrize(
    "name, reason",
    [
        ("nowhere/file", "No such file or directory"),
        ("folder", "Is a directory"),
        ("file/file", "Not a directory"),
        ("a\0b", "embedded null byte"),
        ("x" * 300, "File name too long"),
    ],
    ids=["no folder", "a folder", "below a file", "zero byte", "long name"],
)
def test_what_cannot_be_a_file_is_a_sentence(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"before")
    with pytest.raises(
        UserError,
        match=f"cannot be written: {reason}. Name a folder that exists and a file that may be",
    ):
        write_whole({tmp_path / name: b"after"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_bytes() == b"before"


def test_a_link_stays_a_link_and_a_pipe_is_written_to(tmp_path):
    (tmp_path / "file").write_bytes(b"before")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole({tmp_path / "link": b"after"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"after"
    os.mkfifo(tmp_path / "pipe")
    received = []
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole({tmp_path / "pipe": b"through"})
    reader.join()
    assert received == [b"through"]


def test_what_is_interrupted_leaves_nothing_behind(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"before")

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_whole({tmp_path / "file": b"after"})
    assert contents(tmp_path) == {"file": b"before"}


def test_nothing_else_in_the_code_writes_a_file():
    root = Path(models.__file__).parents[1]
    writing = re.compile(r"\.write_(?:text|bytes)\(|\bsave_file\(|\bopen\((?:[^()]*, )?[\"'][wx]")
    wrote = {
        str(path.relative_to(root))
        for folder in ("models", "viz")
        for path in (root / folder).rglob("*.py")
        if writing.search(path.read_text(encoding="utf-8"))
    }
    # A download also has a temporary name until it is complete.
    assert wrote == {"models/files.py", "models/training/data.py"}


PROFILE = Path(profile.__file__).parent / "profiles" / "bilstm-dot.npz"


def write_counts(path: Path) -> None:
    NGrams.count([[1, 2, 3], [2, 3]], 2, 5, 0).save(path)


def write_profile(path: Path) -> None:
    path.write_bytes(PROFILE.read_bytes())


def write_sentences(path: Path) -> None:
    path.write_bytes(gzip.compress(b"I am tired.\tJe suis fatigue.\n" * 500))


READERS: dict[str, tuple[Callable, Callable]] = {
    "counts.npz": (write_counts, NGrams.load),
    "profile.npz": (write_profile, profile.read_profile),
    "sentences.tsv.gz": (write_sentences, lambda path: [*sentences.read_sentences(path)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_damaged_anywhere_is_a_sentence(name, tmp_path):
    write, read = READERS[name]
    path = tmp_path / name
    write(path)
    read(path)
    whole = path.read_bytes()
    refused = 0
    for part in range(40):
        place = len(whole) * part // 40
        for damaged in (whole[:place], whole[:place] + bytes(4) + whole[place + 4 :]):
            path.write_bytes(damaged)
            try:
                read(path)
            except UserError:
                refused += 1
    assert refused > 40
