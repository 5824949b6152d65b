"""A small huggingface.co on this machine.

It answers the requests of `huggingface_hub` with the files of a folder, as slowly as it is told.
"""

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

COMMIT = "c" * 40


class Hub(ThreadingHTTPServer):
    """Has one repository under any name; records the requested paths."""

    daemon_threads = True

    def __init__(self, folder: Path, step: int = 1 << 16, pause: float = 0):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.step = step  # bytes sent at a time
        self.pause = pause  # seconds after each
        self.paths: list[str] = []
        # Bytes of a file after which its connection and all later ones are closed.
        self.dies_after: int | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def fetched(self) -> list[str]:
        """The requested files in alphabetical order."""
        return sorted(path.rpartition("/")[2] for path in self.paths if "/resolve/" in path)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        hub = self.server
        path = self.path.partition("?")[0]
        if hub.dies_after == 0:
            return
        if self.command == "GET":
            hub.paths.append(path)
        if "/revision/" in path:
            files = [{"rfilename": name} for name in hub.files]
            return self.answer(
                json.dumps(
                    {"_id": "1", "id": "someone/tiny", "sha": COMMIT, "siblings": files}
                ).encode()
            )
        if "/tree/" in path:
            return self.answer(
                json.dumps(
                    [
                        {
                            "type": "file",
                            "path": name,
                            "size": len(content),
                            "oid": hashlib.sha1(content).hexdigest(),
                        }
                        for name, content in hub.files.items()
                    ]
                ).encode()
            )
        if (name := path.rpartition("/")[2]) not in hub.files:
            return self.send_error(404)
        self.answer(hub.files[name])

    do_HEAD = do_GET

    def answer(self, content: bytes) -> None:
        hub = self.server
        self.send_response(200)
        for name, value in {
            "Content-Length": len(content),
            "ETag": f'"{hashlib.sha1(content).hexdigest()}"',
            "X-Repo-Commit": COMMIT,
        }.items():
            self.send_header(name, str(value))
        self.end_headers()
        for start in range(0, len(content) if self.command == "GET" else 0, hub.step):
            if hub.dies_after is not None and start >= hub.dies_after:
                hub.dies_after = 0
                return
            self.wfile.write(content[start : start + hub.step])
            time.sleep(hub.pause)

    def log_message(self, *arguments) -> None:
        pass


@contextmanager
def running_hub(folder: Path, step: int = 1 << 16, pause: float = 0) -> Iterator[Hub]:
    """Run a hub for the duration of the block."""
    with Hub(folder, step, pause) as hub:
        thread = threading.Thread(target=hub.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield hub
        finally:
            hub.shutdown()
            thread.join()
