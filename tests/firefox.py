"""Drives Firefox by WebDriver BiDi (w3c.github.io/webdriver-bidi), which Playwright lacks."""

import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.serving import free_port

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60.0  # seconds for an answer


class Tab:
    """A tab of a browser to which `connection` leads; `profile` is its folder."""

    def __init__(self, connection: ClientConnection, profile: Path):
        self.connection = connection
        self.profile = profile
        self.numbers = itertools.count()
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result. Raises RuntimeError if the browser refuses it."""
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.connection.recv(PATIENCE))
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, script: str) -> str:
        """Return the string that a script, or its promise, gives."""
        answer = self.ask(
            "script.evaluate",
            expression=script,
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]


@contextmanager
def running_firefox(preferences: Mapping[str, bool | int] = {}) -> Iterator[Tab]:
    """Yield a tab of a Firefox without a window, with a new profile and these preferences."""
    assert FIREFOX is not None
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f'user_pref("{name}", {json.dumps(it)});\n' for name, it in preferences.items()]
        (Path(profile) / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", str(port)],
            env=os.environ | {"HOME": profile},  # Firefox refuses one that is another user's
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with connect_to(f"ws://127.0.0.1:{port}/session") as connection:
                yield Tab(connection, Path(profile))
        finally:
            process.terminate()
            process.wait(30)


def connect_to(address: str) -> ClientConnection:
    """Connect once the browser listens. Raises OSError if it does not within PATIENCE."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(address, max_size=None)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
