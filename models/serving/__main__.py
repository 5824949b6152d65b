"""Serve models to servers of pages on other machines."""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .. import registry
from ..cluster import HERE, connect
from ..errors import UserError
from ..libraries import LIBRARIES
from ..service import MAX_BATCH, MAX_WAITING
from .client import VARIABLE
from .replica import Replica

APPLICATION = "heads-up"


@contextmanager
def serving(
    names: Sequence[str],
    replicas: int,
    host: str,
    port: int,
    cluster: str = HERE,
    arguments: Sequence[str] = (),
) -> Iterator[None]:
    """Let Ray Serve answer for these models; `arguments` name pretrained ones, as the app's do.

    Raises UserError where ray is not installed, the cluster does not answer, or a model cannot be
    loaded there.
    """
    ray = connect(cluster, replicas, "serve")
    serve = LIBRARIES.ray_serve
    try:
        serve.start(proxy_location="HeadOnly", http_options={"host": host, "port": port})
        deployment = serve.deployment(Replica).options(
            num_replicas=replicas,
            max_ongoing_requests=MAX_WAITING,
            max_queued_requests=MAX_BATCH,
            graceful_shutdown_timeout_s=2,
        )
        try:
            serve.run(deployment.bind([*names], [*arguments]), name=APPLICATION)
        except RuntimeError as error:
            raise UserError(
                "Ray Serve cannot start the models {names}: {reason}",
                names=", ".join(names),
                reason=str(error).strip().splitlines()[-1],
            ) from error
        yield
    finally:
        serve.shutdown()
        ray.shutdown()


def wait_for_the_end() -> None:
    """Come back when the process is told to end."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: ended.set())
    ended.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.serving",
        description="Hold models for servers of pages on other machines, which are started with "
        f"{VARIABLE}=ray://HOST:PORT and hold none themselves. Needs pip install 'ray[serve]'. "
        "Whoever reaches the port can ask the models: open it to a network of your own only.",
    )
    parser.add_argument("names", nargs="*", help="of the models; all that there are by default")
    parser.add_argument("--replicas", type=int, default=1, help="processes, of one core each")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for other machines")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--model", action="append", default=[], help="a pretrained model, as in the app"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        default=HERE,
        help="the Ray cluster that runs the replicas: HOST:PORT, auto for the one that this "
        "machine belongs to; local, one of this machine, by default",
    )
    options = parser.parse_args(arguments)
    offered = [part for source in options.model for part in ("--model", source)]
    try:
        registry.register(offered)
        names = options.names or registry.available()
        with serving(names, options.replicas, options.host, options.port, options.ray, offered):
            address = f"ray://{options.host}:{options.port}"
            print(f"{VARIABLE}={address} answers for: {', '.join(names)}", flush=True)
            wait_for_the_end()
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
