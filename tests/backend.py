"""A replica of models that answers over HTTP in this process, without Ray."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import uvicorn
from starlette.requests import Request

from models.serving import replica as served
from tests.serving import free_port


def one_by_one(**options):
    """Replace Ray Serve's batching by batches of one request."""

    def decorate(run_batch):
        async def run(request):
            (answer,) = await run_batch([request])
            return answer

        return run

    return decorate


@contextmanager
def running_replica(replica, port: int = 0) -> Iterator[str]:
    """Run a replica for the duration of the block; yields its address."""

    async def app(scope, receive, send):
        response = await replica(Request(scope, receive))
        await response(scope, receive, send)

    port = port or free_port()
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            port=port,
            access_log=False,
            log_config=None,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"ray://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


def make_replica(monkeypatch, *names: str, **options) -> served.Replica:
    """Make a replica that holds these models."""
    monkeypatch.setattr(
        served, "LIBRARIES", SimpleNamespace(ray_serve=SimpleNamespace(batch=one_by_one))
    )
    return served.Replica(names, **options)


def numbers_of(value: object) -> dict[str, np.ndarray]:
    """Return all arrays inside a value, by their path in it."""
    if isinstance(value, np.ndarray):
        return {"": value}
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, (list, tuple)):
        parts = enumerate(value)
    elif hasattr(value, "__dict__"):
        parts = vars(value).items()
    else:
        return {}
    return {f"{name} {place}": x for name, one in parts for place, x in numbers_of(one).items()}


def assert_equal(one: object, other: object) -> None:
    """Assert that all arrays agree to 1e-6, that there is one, and that all else is equal."""
    left, right = numbers_of(one), numbers_of(other)
    assert left.keys() == right.keys()
    assert left
    for place, values in left.items():
        np.testing.assert_allclose(values, right[place], atol=1e-6, rtol=1e-6, err_msg=place)
