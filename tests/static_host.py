"""A host of static files, which states the policy of the edition without a server."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple


class Host(NamedTuple):
    address: str
    heard: list[tuple[str, str]]  # path and referrer of each request
    sent: list[str]  # paths of the files whose bytes were sent: not of those that are unchanged
    server: ThreadingHTTPServer

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def serving(folder: Path, edition: str) -> Iterator[Host]:
    """Serve a folder, with the policy of the `edition` in it, on a free port."""
    heard: list[tuple[str, str]] = []
    sent: list[str] = []
    stated = (folder / edition / "_headers").read_text(encoding="utf-8")
    policy = stated.split("Content-Security-Policy: ")[1].strip()

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", policy)
            super().end_headers()

        def do_GET(self) -> None:
            heard.append((self.path, self.headers["Referer"] or ""))
            super().do_GET()

        def copyfile(self, source, outputfile) -> None:
            sent.append(self.path)
            super().copyfile(source, outputfile)

        def log_message(self, *_: object) -> None:
            """Do not write to the terminal."""

    handler = functools.partial(Handler, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    host = Host(f"http://127.0.0.1:{server.server_port}", heard, sent, server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        host.stop()
