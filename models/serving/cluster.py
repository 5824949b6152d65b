"""Connect to a Ray cluster.

Ray is no requirement of the app: pip install "ray[data,serve]".
"""

import logging
import os
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from ..errors import UserError, last_line
from ..store.libraries import LIBRARIES

HERE = "local"  # a cluster on this machine, for this run
_PATIENCE = 10  # seconds for a cluster to answer
_STORE = 256 * 2**20  # bytes of shared memory of a local cluster


def connect(address: str, workers: int, part: str) -> Any:
    """Return the module ray, connected to the cluster at HERE, "auto", "HOST:PORT" or "ray://…".

    `workers` is the number of processors of a local cluster, `part` the library of Ray to import:
    "data" or "serve". Raises UserError if it is not installed or nothing answers.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # no request leaves the machine
    # By default workers run at a lower priority than everything else.
    os.environ.setdefault("RAY_worker_niceness", "0")
    try:
        ray, _ = LIBRARIES.ray, getattr(LIBRARIES, f"ray_{part}")
    except ImportError as error:
        raise UserError(
            "This needs the package ray, which is not installed here: pip install 'ray[{part}]'",
            part=part,
        ) from error
    here: dict[str, Any] = {"num_cpus": workers, "object_store_memory": _STORE}
    try:
        _ask(address)
        ray.init(
            address,
            include_dashboard=False if address == HERE else None,
            log_to_driver=False,
            logging_level="error",
            **(here if address == HERE else {}),
        )
    except Exception as error:  # ray raises many kinds of errors
        with suppress(Exception):
            ray.shutdown()  # stop what has started
        if address == HERE:
            raise UserError(
                "Ray does not start on this machine: {reason} Try again when it is less busy.",
                reason=last_line(error),
            ) from error
        raise UserError(
            "No Ray cluster answers at “{address}”. Start one there with “ray start --head”, or "
            "give --ray local for one of this machine.",
            address=address,
        ) from error
    # Ray logs its plan; we show the progress.
    logging.getLogger(f"ray.{part}").setLevel("ERROR")
    return ray


def _ask(address: str) -> None:
    """Raise OSError unless something listens at HOST:PORT; ray would wait for minutes."""
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), _PATIENCE).close()
