"""The packages of a server are those of the lock file; what a build and the proxy let through."""

import re
import shlex
import socket
import subprocess
import threading
import time
import tomllib
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from tests.container import is_ignored
from tests.serving import CADDYFILE, find_caddy, running_proxy

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / ".github/deploy"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def pinned_in(file: Path) -> dict[str, str]:
    """Return the version of each package that a file pins, without a build tag."""
    lines = PINNED.findall(file.read_text(encoding="utf-8"))
    return {name.lower().replace("_", "-"): version.partition("+")[0] for name, version in lines}


def test_the_lock_file_has_each_requirement_in_its_version():
    required, locked = pinned_in(ROOT / "requirements.txt"), pinned_in(DEPLOY / "requirements.lock")
    assert len(required) > 10
    assert required.items() <= locked.items()


def test_the_note_says_what_the_edition_without_a_server_has():
    note = (DEPLOY / "README.md").read_text(encoding="utf-8")
    _, _, of_edition = note.partition("**Without a server**")
    sentence, _, _ = of_edition.partition("`_headers`")
    for script, name in (
        ("engine/what_if", "the app's what-ifs"),
        ("edition/lecture_mode", "lecture mode"),
    ):
        assert (ROOT / f"viz/{script}.js").exists() == (name in sentence)


def test_each_package_of_the_lock_file_has_hashes():
    text = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    parts = re.split(r"\n(?=[a-zA-Z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    without = [part.split()[0] for part in parts if "--hash=sha256:" not in part]
    assert len(parts) == len(pinned_in(DEPLOY / "requirements.lock")) > 50
    assert not without


def test_the_container_of_the_models_has_the_version_of_ray_that_is_tested():
    text = (DEPLOY / "compose.ray.yaml").read_text(encoding="utf-8")
    assert f'"ray[serve]=={pinned_in(ROOT / "tests/requirements.txt")["ray"]}"' in text


def test_what_compose_adds_for_the_models_fits_what_there_is():
    base, more = (
        yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))["services"]
        for name in ("compose.yaml", "compose.ray.yaml")
    )
    assert more.keys() - base.keys() == {"models"}
    assert "proxy" not in more
    # The page servers accept the host name that the proxy forwards.
    hosts = {
        service["environment"]["STREAMLIT_SERVER_ALLOWED_HOSTS"]
        for name, service in base.items()
        if name.startswith("app-")
    }
    assert hosts == {"${HOSTS:-${SITE:-localhost}}"}
    _, _, module, *options = shlex.split(more["models"]["command"])
    assert find_spec(module)
    assert options == ["--host", "0.0.0.0", "--replicas", "2"]


def test_both_sides_of_the_models_get_the_same_key():
    more = yaml.safe_load((DEPLOY / "compose.ray.yaml").read_text(encoding="utf-8"))["services"]
    keys = {one["environment"]["HEADS_UP_BACKEND_KEY"] for one in more.values()}
    # Without a key, compose stops with the text after the question mark.
    assert len(more) == 4
    assert len(keys) == 1
    assert keys.pop().startswith("${HEADS_UP_BACKEND_KEY:?")


def test_the_container_installs_the_lock_file_and_nothing_else():
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    installs = [line for line in text.splitlines() if "pip install" in line]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    assert installs[0].endswith("-r requirements.lock")


# --- what a build of the container is sent -------------------------------------------------------


def test_a_build_is_sent_each_file_that_the_container_copies():
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = [shlex.split(line)[1:-1] for line in text.splitlines() if line.startswith("COPY")]
    assert copied == [[".github/deploy/requirements.lock"], ["."]]
    files = [
        file.relative_to(ROOT).as_posix()
        for folder in ("models", "viz")
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and not {"__pycache__", "node_modules"} & {*file.parts}
    ]
    assert len(files) > 500
    named = *copied[0], "app.py", "requirements.txt", "LICENSE", ".streamlit/config.toml"
    assert all((ROOT / name).exists() for name in named)
    assert [path for path in (*files, *named) if is_ignored(path)] == []


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".github/docs/training.md",
        ".github/deploy/compose.yaml",
        ".streamlit/secrets.toml",
        ".venv/bin/python",
        ".mypy_cache/x.json",
        "tests/test_deployment.py",
        "viz/components/node_modules/esbuild/bin/esbuild",
        "models/__pycache__/trace.cpython-311.pyc",
    ],
)
def test_a_build_is_not_sent_history_tests_or_caches(path):
    assert is_ignored(path)


# --- the proxy -----------------------------------------------------------------------------------


def test_caddy_takes_the_configuration():
    command = [find_caddy(), "validate", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_other_sites_may_frame_the_app_only_if_the_operator_names_them(tmp_path, monkeypatch):
    named = "https://slides.example.org https://course.example.org"
    for given, allowed in (None, "'self'"), ("", "'self'"), (named, f"'self' {named}"):
        monkeypatch.delenv("FRAMES", raising=False)
        if given is not None:
            monkeypatch.setenv("FRAMES", given)
        with reader_behind_proxy(tmp_path) as place:
            connection = HTTPConnection(*place, timeout=60)
            connection.request("GET", "/")
            policy = connection.getresponse().headers["Content-Security-Policy"]
            connection.close()
        assert policy.rpartition("; ")[2].strip() == f"frame-ancestors {allowed}"
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["services"]["proxy"]["environment"]["FRAMES"] == "${FRAMES:-}"


class Reader(BaseHTTPRequestHandler):
    """Reads a request, and answers with its number of bytes."""

    def do_GET(self) -> None:
        size = len(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(size).encode())

    do_PUT = do_GET

    def log_message(self, *arguments) -> None:
        pass


@contextmanager
def reader_behind_proxy(home: Path):
    """Run the proxy in front of a server that reads everything; yields its host and port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Reader) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with running_proxy([f"http://127.0.0.1:{server.server_port}"], home) as address:
                host, port = address.removeprefix("http://").split(":")
                yield host, int(port)
        finally:
            server.shutdown()


def put(place: tuple[str, int], size: int, body: bytes) -> int:
    """Send a body said to have this many bytes; return the status of the proxy's answer."""
    connection = HTTPConnection(*place, timeout=60)
    connection.request("PUT", "/", body, {"Content-Length": str(size)})
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.weekly
def test_the_proxy_refuses_a_large_body_and_closes_a_half_sent_header(tmp_path):
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    largest = settings["server"]["maxUploadSize"] * 2**20 + 10_000  # with its multipart frame
    with reader_behind_proxy(tmp_path) as place, socket.create_connection(place) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        start = time.monotonic()
        assert put(place, largest, bytes(largest)) == 200
        assert put(place, 5_000_000, b"a") == 413
        assert put(place, 30_000_000, b"a") == 413
        assert put(place, 3, b"and") == 200  # nobody else is refused for it
        half.settimeout(60)
        assert not half.recv(1000).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - start < 40  # read_header, on a busy machine


def test_no_visitor_waits_for_the_source_watcher():
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["fileWatcherType"] == "none"


def test_text_has_the_same_bytes_on_windows():
    files = ["README.md", "models/checkpoints/transformer/card.json"]
    question = ["git", "check-attr", "eol", "text", "--", *files]
    wording = subprocess.run(question, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "README.md: eol: lf" in wording
    assert "transformer/card.json: text: unset" in wording
