"""The memory of the edition without a server: `python -m tests.benchmarks.memory`.

Opens a page of a phone's size in Chromium and goes from model to model in it, as a reader does.
Prints at each, a moment later, the proportional set size (PSS) of the process that has the page and
its worker, of that the part that is its own, and the seconds until the picture. Chromium is driven
by the few commands below: Playwright would have it keep a copy of each file that it loads.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.benchmarks.crowd import serving
from tests.serving import free_port
from viz.edition.export import main as write_edition

VIEWS = {  # what is opened, one after the other
    "no model": "order/?look=waves",
    "one model": "",
    "two models": "?model=bilstm-additive",
    "the first again": "",
    "two models in one picture": "align/",
    "four models in one picture": "align/?compare=scores",
    "five models": "next/",
    "all six models": "fill/",
    "the first once more": "",
}
PATIENCE = 30.0  # seconds for an answer
OPEN = """(async (address) => {
  const start = performance.now(), { body } = document;
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  // Of a link that a small file shows, the model follows.
  const isOpen = () => !body.hasAttribute("aria-busy") && !body.hasAttribute("data-first");
  while (!isOpen()) {
    if (body.hasAttribute("data-first")) document.getElementById("form").dispatchEvent(
      new Event("focusin"));
    await new Promise((done) => setTimeout(done, 5));
  }
  return performance.now() - start;
})"""
READY = """(async () => {
  while (!document.getElementById("picture")?.children.length || document.body.ariaBusy)
    await new Promise((done) => setTimeout(done, 20));
})()"""
REST = 3.0  # seconds, in which a file is handed to the service worker


class Chromium:
    """A Chromium to which `connection` leads, without a network log."""

    def __init__(self, connection: ClientConnection):
        self.connection = connection
        self.numbers = itertools.count()

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        self.connection.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while (answer := json.loads(self.connection.recv(PATIENCE))).get("id") != number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open_phone(self, address: str) -> str:
        """Open a page of a phone's size; returns the session that leads to it."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        self.ask("Emulation.setDeviceMetricsOverride", session, **size)
        self.ask("Page.navigate", session, url=address)
        return session

    def evaluate(self, session: str, script: str) -> Any:
        options = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self.ask("Runtime.evaluate", session, **options)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def renderers(self) -> list[int]:
        """Return the numbers of the processes that have pages."""
        processes = self.ask("SystemInfo.getProcessInfo")["processInfo"]
        return [process["id"] for process in processes if process["type"] == "renderer"]


@contextmanager
def running_chromium() -> Iterator[Chromium]:
    """Start a Chromium without a window, with a new profile."""
    port, program = free_port(), shutil.which("chromium") or "chromium"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = [
            "--headless",
            "--no-sandbox",
            "--no-startup-window",
            f"--user-data-dir={profile}",
        ]
        process = subprocess.Popen(
            [program, *options, f"--remote-debugging-port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    version = urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version")
                    break
                except OSError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.1)
            with (
                version,
                connect(json.load(version)["webSocketDebuggerUrl"], max_size=None) as line,
            ):
                yield Chromium(line)
        finally:
            process.terminate()
            process.wait(30)


def megabytes(process: int) -> tuple[float, float]:
    """Return the PSS of a process, and the part of it that is in no file."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
    return sizes["Pss"] * 1024 / 1e6, sizes["Pss_Anon"] * 1024 / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.memory",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--of", type=Path, metavar="FOLDER", help="an edition that is written")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        if not options.of:
            write_edition(["--to", name])
        with serving(options.of or Path(name)) as address, running_chromium() as chromium:
            session = chromium.open_phone(f"{address}/{VIEWS['no model']}")
            chromium.evaluate(session, READY)
            for view, path in VIEWS.items():
                wait = chromium.evaluate(session, f"{OPEN}({json.dumps(f'{address}/{path}')})")
                time.sleep(REST)
                pss, own = max(map(megabytes, chromium.renderers()))
                print(f"{view}: {pss:.0f} MB, {own:.0f} of its own, after {wait / 1e3:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
