"""Serve classes: phones that answer, and the lecturer who sees their answers."""

import argparse
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

from models.arguments import program
from viz.base.libraries import LIBRARIES

_PORT = 8600


def _network_host() -> str:
    """Return the address of this machine in its network; "localhost" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve classes until Ctrl+C. Returns 0, or 2 where the port cannot be used."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.classes"),
        description=__doc__,
    )
    parser.add_argument("--port", type=int, default=_PORT, help=f"{_PORT} unless it is given")
    parser.add_argument(
        "--address",
        default="",
        help="of this machine, to listen at that alone; 127.0.0.1 behind a proxy",
    )
    options = parser.parse_args(arguments)
    try:
        listener = LIBRARIES.class_server.listen(options.address, options.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        print(
            f"Port {options.port} cannot be used ({reason}). Choose another one.", file=sys.stderr
        )
        return 2
    with listener:
        host = options.address or _network_host()
        local = f"http://[{host}]" if ":" in host else f"http://{host}"
        print(
            f"Classes are at {local}:{listener.getsockname()[1]}/. Press Ctrl+C to stop.",
            flush=True,
        )
        with suppress(KeyboardInterrupt):  # which uvicorn raises again once it has ended
            LIBRARIES.class_server.serve(listener)
    return 0


if __name__ == "__main__":
    sys.exit(main())
