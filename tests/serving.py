"""The app as the README starts it, or another page, on a free port of this machine."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def running_app(script: str = "app.py", port: int = 0) -> Iterator[str]:
    """The address of a server of this script that answers, on this port if it is not 0; it is stopped afterwards."""
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.headless=true", f"--server.port={port}"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}  # a script in a folder imports from the top
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            for _ in range(240):
                try:
                    urllib.request.urlopen(address + "/_stcore/health", timeout=5).close()
                    break
                except OSError:
                    assert process.poll() is None, process.stderr.read().decode()
                    time.sleep(0.25)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)
