"""Shared fixtures. Torch is imported where it is used, so that tests of figures never load it."""

import gc
import logging
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

import models
from tests.shipping import save_small_bert, shipped_from

# As in .ci/run: workers and many tests start Python anew, which then compiles no library again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Single sentences are no slower on one thread, and many times faster on a busy machine.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples in every run, whatever the clock and the load.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

TESTS = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use two workers where pytest-xdist is installed, which take whole files; `-n 0` uses none."""
    options = config.option
    if not config.pluginmanager.hasplugin("xdist") or hasattr(config, "workerinput"):
        return
    if options.numprocesses is None and not (options.usepdb or options.tx):
        options.numprocesses = 2
    if options.numprocesses and options.dist == "no":
        options.dist = "loadfile"
    options.loadscopereorder = False


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looking for garbage, a seventh of the time: what is imported stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionfinish() -> None:
    """Remove AppTest's folder before the end of the process, which would warn about it."""
    if "streamlit.testing.v1.app_test" in sys.modules:
        sys.modules["streamlit.testing.v1.app_test"].TMP_DIR.cleanup()


@pytest.fixture(scope="session")
def network():
    """A small transformer with random weights, in evaluation mode."""
    import torch

    from models.networks.transformer import Transformer, TransformerConfig

    torch.manual_seed(0)
    return Transformer(
        TransformerConfig(
            50, d_model=32, d_ff=64, n_heads=4, n_layers=3, dropout=0.3, max_length=40
        )
    ).eval()


@pytest.fixture(scope="session")
def model():
    """The shipped transformer."""
    return models.load("transformer", device="cpu")


@pytest.fixture(scope="session", autouse=True)
def streamlits_configuration():
    """Read our configuration: Streamlit does it once, in the folder of the test that runs first."""
    from streamlit import config

    with chdir(TESTS.parent):
        config.get_config_options()


@pytest.fixture(scope="session", autouse=True)
def without_packaged_components():
    """Keep AppTest from searching all installed packages for components.

    It does that before each run, for longer than a page takes; ours are in no package.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("streamlit.components.v2.manifest_scanner.scan_component_manifests", list)
        yield


@pytest.fixture(autouse=True)
def one_server_at_a_time():
    """Switch oneDNN on again: a server switches it off for its whole process."""
    yield
    if torch := sys.modules.get("torch"):
        torch.backends.mkldnn.set_flags(True)


@pytest.fixture(scope="module")
def let_go():
    """After a file of tests, collect models that the app has frozen and nothing holds."""
    yield
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture
def checkpoints(tmp_path, let_go):
    """A folder in place of the shipped models, with copies of two that a test may change."""
    folder = tmp_path / "checkpoints"
    with shipped_from(folder):
        yield folder


@pytest.fixture(scope="module")
def shared_checkpoints(tmp_path_factory, let_go):
    """The same for all tests of a file, which must not change it: each model loads once."""
    folder = tmp_path_factory.mktemp("shared") / "checkpoints"
    with shipped_from(folder):
        yield folder


@pytest.fixture
def small_bert(checkpoints):
    """The name of a small encoder with random weights, shipped beside two of our translators."""
    return save_small_bert(checkpoints)


@pytest.fixture(autouse=True)
def every_page_is_drawn(caplog):
    """Fail a test if a page logged an exception, unless the test clears the log.

    The page itself shows a sentence instead of the exception.
    """
    yield
    failed = [
        record
        for record in caplog.get_records("call")
        if record.name == "viz.app.alerts" and record.levelno >= logging.ERROR
    ]
    assert not failed, failed[0].exc_text


@pytest.fixture(scope="session")
def drawn_once(tmp_path_factory, request) -> Iterator[None]:
    """Let whatever writes the edition take its drawn pages from one worker, which draws them once.

    They take minutes of both processors.
    """
    from viz.edition import drawn

    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        folder = folder.parent  # of all workers
    file = folder / "drawn.pickle"
    with FileLock(folder / "drawn.lock"):
        if not file.exists():
            file.write_bytes(pickle.dumps(drawn.drawn_files()))
        files = pickle.loads(file.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "drawn_files", lambda: files)
        yield
