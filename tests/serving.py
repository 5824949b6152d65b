"""Servers on free ports of this machine: the app as the README starts it, or another page."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.programs import find_program

ROOT = Path(__file__).parents[1]
CADDYFILE = ROOT / ".github" / "deploy" / "Caddyfile"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(process: subprocess.Popen, address: str, log: BinaryIO) -> None:
    """Wait until a server answers; fail with its output if it ends or takes a minute."""
    for _ in range(240):
        try:
            urllib.request.urlopen(address + "/_stcore/health", timeout=5).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.25)
    log.seek(0)
    pytest.fail(f"{address} does not answer: {log.read().decode()}")


def server_processes(address: str) -> list[Path]:
    """Return the folders in `/proc` of a local server and its workers."""
    flag = f"--server.port={address.rpartition(':')[2]}".encode()
    parents, servers = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[folder] = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if flag in (folder / "cmdline").read_bytes().split(b"\0"):
                servers.append(folder)
        except OSError:  # it has just ended
            continue
    if not servers:
        raise LookupError(f"no server at {address}")
    for server in servers:  # the list grows in the loop
        servers += [child for child, parent in parents.items() if parent == server.name]
    return servers


@contextmanager
def running(
    command: list[str],
    address: str,
    environment: Mapping[str, str],
    root: Path = ROOT,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    """Run a command once its address answers; the signal `stop` ends it."""
    with (
        # A full pipe that nobody reads would stop the server.
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=log
        ) as process,
    ):
        try:
            wait_for(process, address, log)
            yield
        finally:
            process.send_signal(stop)
            process.wait(timeout=20)


@contextmanager
def running_processes(count: int = 2) -> Iterator[str]:
    """Run a server of so many processes behind one port; yields its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "viz.cli.commands", "app", f"--processes={count}"]
    flags = ["--server.headless=true", f"--server.port={port}"]
    with (
        tempfile.TemporaryDirectory() as cache,
        running([*command, *flags], address, os.environ | {"HEADS_UP_CACHE": cache}),
    ):
        yield address


@contextmanager
def running_app(
    script: str = "app.py",
    *flags: str,
    port: int = 0,
    root: Path = ROOT,
    stop: signal.Signals = signal.SIGTERM,
    environment: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Run a server of this script; yields its address once it answers.

    `port` 0 means a free one. The signal `stop` ends it. `flags` are Streamlit's, and `root` is the
    checkout. Without an `environment` the server gets this process's, and a cache folder of its
    own.
    """
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        script,
        "--server.headless=true",
        f"--server.port={port}",
        *flags,
    ]
    with tempfile.TemporaryDirectory() as cache:  # not the cache of this machine's user
        # So that a script in a folder can import from the root.
        mine = os.environ | {"PYTHONPATH": str(root), "HEADS_UP_CACHE": cache}
        with running(command, address, environment or mine, root, stop):
            yield address


def find_caddy() -> str:
    """Return the path of Caddy. Skips the test where there is none, except in CI."""
    return find_program("caddy", package="caddy")


@contextmanager
def running_proxy(servers: list[str], home: Path) -> Iterator[str]:
    """Run Caddy with the shipped configuration in front of these servers; yields its address.

    It keeps its files in the folder `home`. Skips the test where there is no Caddy, except in CI.
    """
    caddy = find_caddy()
    address = f"http://127.0.0.1:{free_port()}"
    names = " ".join(server.removeprefix("http://") for server in servers)
    environment = os.environ | {"SITE": address, "SERVERS": names, "HOME": str(home)}
    command = [caddy, "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    with running(command, address, environment):
        yield address
