"""The command that measures a model on a file, and its output file."""

import gzip
import json
import subprocess
import sys
from itertools import cycle, islice
from types import SimpleNamespace

import numpy as np
import pytest

from models import UserError
from models.corpus import __main__ as command
from models.corpus import on_ray, profile, sentences
from models.corpus.encoded import CHUNK
from models.serving import cluster
from models.store.libraries import Libraries


def annotated_lines() -> list[str]:
    return gzip.decompress(sentences.CORPUS.read_bytes()).decode().splitlines(keepends=True)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Forty annotated pairs."""
    file = tmp_path_factory.mktemp("data") / "pairs.tsv"
    file.write_text("".join(islice(annotated_lines(), 40)), encoding="utf-8")
    return file


@pytest.mark.slow
def test_the_command_writes_a_profile_that_is_read_as_it_was_made(data, tmp_path, capsys):
    out = tmp_path / "profile.npz"
    command.main(["bilstm-dot", "--data", str(data), "--out", str(out), "--json"])
    made = json.loads(capsys.readouterr().out)
    assert made["model"] == "bilstm-dot"
    assert made["sentences"] == 40
    again, made = profile.read_profile(out), command._make_profile("bilstm-dot", data)
    assert again.sentences == 40
    assert again.weights == made.weights
    assert again.texts == made.texts
    for name, stack in made.stacks.items():
        np.testing.assert_allclose(again.stacks[name].shares, stack.shares, atol=1e-6)
        one, other = again.stacks[name].word_pairs[0][0], stack.word_pairs[0][0]
        assert one[:2] == other[:2]
        np.testing.assert_allclose(one[2:], other[2:], atol=1e-4)
        assert one.chance > 0
        assert one.untrained > 0


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_a_terminal_and_not_for_quiet(quiet, tmp_path, capsys, monkeypatch):
    def measured(name, *given, **more):
        clock = command._Clock(2, name)
        clock.show(2)
        clock.end()
        raise UserError("Measured.")

    monkeypatch.setattr(command, "_make_profile", measured)
    monkeypatch.setattr(command._Clock, "quiet", False)  # and again after the test
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(SystemExit):
        command.main(["bilstm-dot", *["--quiet"] * quiet])
    assert ("bilstm-dot: 2 of 2" in capsys.readouterr().err) != quiet


@pytest.mark.slow
def test_english_alone_is_translated(data, tmp_path):
    file = tmp_path / "english.txt"
    file.write_text("I am tired.\nThe dog is sleeping.\n", encoding="utf-8")
    made = command._make_profile("bilstm-dot", file)
    assert made.sentences == 2


def test_a_model_without_attention_is_refused(data):
    with pytest.raises(UserError, match="no attention"):
        command._make_profile("seq2seq", data)


def test_a_file_that_is_no_profile_is_refused(tmp_path):
    file = tmp_path / "broken.npz"
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(UserError, match="cannot be read"):
        profile.read_profile(file)


def test_a_file_of_another_version_is_refused(tmp_path):
    file = tmp_path / "profile.npz"
    with np.load(profile.shipped_path("bilstm-dot")) as whole:
        arrays = dict(whole)
    about = json.loads(arrays["about"].tobytes()) | {"version": profile.PROFILE_VERSION + 1}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(file, **arrays)
    with pytest.raises(UserError, match="cannot be read"):
        profile.read_profile(file)


SAME_SUMS = """
import sys
from pathlib import Path
import numpy as np
from models.corpus import __main__ as command
data = Path(sys.argv[1])
alone = command._make_profile("bilstm-dot", data)
shared = command._make_profile("bilstm-dot", data, workers=2)
for name, stack in alone.stacks.items():
    np.testing.assert_allclose(shared.stacks[name].shares, stack.shares, atol=1e-6)
"""


@pytest.mark.slow
def test_workers_give_the_same_sums(data):
    # In a child process, so that the state of this one does not reach the workers.
    subprocess.run([sys.executable, "-c", SAME_SUMS, data], check=True)


SAME_SUMS_ON_RAY = """
import sys
from pathlib import Path
import numpy as np
from models.corpus import __main__ as command
data = Path(sys.argv[1])
alone = command._make_profile("bilstm-dot", data)
cluster = command._make_profile("bilstm-dot", data, workers=2, ray="local")
assert cluster.texts == alone.texts
for name, stack in alone.stacks.items():
    for field in ("shares", "hits", "entropy", "distance", "tags", "best"):
        theirs = getattr(cluster.stacks[name].trained, field)
        np.testing.assert_allclose(theirs, getattr(stack.trained, field), atol=1e-6, rtol=1e-6)
    assert cluster.stacks[name].word_pairs == stack.word_pairs
"""


@pytest.mark.weekly
def test_a_cluster_of_two_workers_gives_the_same_sums(tmp_path):
    data = tmp_path / "pairs.tsv"  # three parts, so that both workers have work
    lines = islice(cycle(annotated_lines()), 2 * CHUNK + 100)
    data.write_text("".join(lines), encoding="utf-8")
    subprocess.run([sys.executable, "-c", SAME_SUMS_ON_RAY, data], check=True)


def test_without_ray_a_sentence_says_what_to_install(data, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(cluster, "LIBRARIES", Libraries(ray="ray"))  # nothing is loaded yet
    with pytest.raises(UserError, match=r"pip install 'ray\[data\]'"):
        on_ray.analyse_on_ray("bilstm-dot", data, "local", 1, print)


def test_a_cluster_that_does_not_answer_is_named(data, monkeypatch):
    monkeypatch.setattr(cluster, "LIBRARIES", SimpleNamespace(ray=None, ray_data=None))
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1"):
        with pytest.raises(UserError, match=f"No Ray cluster answers at “{address}”"):
            on_ray.analyse_on_ray("bilstm-dot", data, address, 1, print)
