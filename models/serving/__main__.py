"""Serve models to servers of pages on other machines."""

import argparse
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from .. import arguments as types
from .. import huggingface, registry
from ..errors import UserError, last_line
from ..store.libraries import LIBRARIES
from .client import BACKEND_VARIABLE
from .cluster import HERE, connect
from .queue import MAX_BATCH, MAX_WAITING
from .secret import SECRET_VARIABLE as KEY_VARIABLE
from .secret import read_key

_APPLICATION = "heads-up"
_MAX_REPLICAS = 1000


@contextmanager
def _serving(
    names: Sequence[str],
    replicas: int,
    host: str,
    port: int,
    cluster: str = HERE,
    arguments: Sequence[str] = (),
) -> Iterator[None]:
    """Serve these models on Ray; `arguments` name pretrained ones, as those of the app do.

    Raises UserError before Ray starts for a port in use and a missing key; and if ray is not
    installed, the cluster does not answer, or a model cannot be loaded there.
    """
    key = read_key(host)
    if cluster == HERE:
        _check_port(host, port)
    ray = connect(cluster, replicas, "serve")
    serve = LIBRARIES.ray_serve
    try:
        deployment = serve.deployment(LIBRARIES.replica.Replica).options(
            num_replicas=replicas,
            max_ongoing_requests=MAX_WAITING,
            max_queued_requests=MAX_BATCH,
            graceful_shutdown_timeout_s=2,
        )
        try:
            serve.start(proxy_location="HeadOnly", http_options={"host": host, "port": port})
            serve.run(deployment.bind([*names], [*arguments], key), name=_APPLICATION)
        except Exception as error:  # each part of ray raises its own
            raise UserError(
                "Ray Serve cannot start the models {names}: {reason}",
                names=", ".join(names),
                reason=last_line(error),
            ) from error
        yield
    finally:
        serve.shutdown()
        ray.shutdown()


def _check_port(host: str, port: int) -> None:
    """Raise UserError unless this machine can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except (OSError, UnicodeError) as error:
        raise UserError(
            "The models cannot be served at port {port} of “{host}”: {reason}. Choose another "
            "--port, or for --host an address of this machine.",
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def _read_cluster(text: str) -> str:
    """Parse the address of a Ray cluster."""
    with suppress(ValueError):  # a port that is no number, or too high
        place = urlsplit(text if "://" in text else f"//{text}")
        if text in (HERE, "auto") or (place.scheme in ("", "ray") and place.port):
            return text
    raise argparse.ArgumentTypeError(
        f"“{text[:80]}” is no address of a Ray cluster: give HOST:PORT, ray://HOST:PORT, auto or "
        f"{HERE}"
    )


def _read_source(text: str) -> str:
    """Parse the source of a pretrained model; a folder or file must exist."""
    with suppress(RuntimeError):  # "~nobody" has no home folder
        offer = huggingface.parse(text)
        if not offer.local or Path(offer.source).expanduser().exists():
            return text
    raise argparse.ArgumentTypeError(f"there is no folder or file “{text[:80]}”")


def _wait_for_the_end() -> None:
    """Wait for SIGTERM or SIGINT."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: ended.set())
    ended.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog=types.program("python -m models.serving"),
        description="Hold models for servers of pages on other machines, which are started with "
        f"{BACKEND_VARIABLE}=ray://HOST:PORT and hold none themselves. "
        "Needs pip install 'ray[serve]'. "
        "Whoever reaches the port can ask the models: open it to a network of your own only, and "
        f"set {KEY_VARIABLE} on both sides, which is required for any --host but this machine.",
    )
    parser.add_argument("names", nargs="*", help="of the models; all that there are by default")
    parser.add_argument(
        "--replicas",
        type=types.whole_number(1, _MAX_REPLICAS),
        default=1,
        help="processes, of one core each",
    )
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for other machines")
    parser.add_argument("--port", type=types.port, default=8000)
    parser.add_argument(
        "--model",
        type=_read_source,
        action="append",
        default=[],
        help="a pretrained model, as in the app",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        type=_read_cluster,
        default=HERE,
        help="the Ray cluster that runs the replicas: HOST:PORT, auto for the one that this "
        "machine belongs to; local, one of this machine, by default",
    )
    options = parser.parse_args(arguments)
    offered = [part for source in options.model for part in ("--model", source)]
    try:
        registry.register(offered)
        names = options.names or registry.available() or ["transformer"]  # which is then missing
        for name in names:
            registry.check_name(name)
    except UserError as error:
        parser.error(str(error))
    try:
        with _serving(names, options.replicas, options.host, options.port, options.ray, offered):
            address = f"ray://{options.host}:{options.port}"
            print(f"{BACKEND_VARIABLE}={address} answers for: {', '.join(names)}", flush=True)
            _wait_for_the_end()
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
