"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route


def load(module: str) -> Any:
    """Import a module of the app: the server answers before the app is loaded."""
    return import_module(f"viz.{module}")


class WhenLoaded:
    """Middleware (ASGI) that answers at once whether the server is alive, and the rest when the app
    is loaded.
    """

    def __init__(self, app: Any):
        self.app = app
        self.loaded: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; see the ASGI specification."""
        if scope["type"] == "lifespan" or scope["path"].endswith("/_stcore/health"):
            await self.app(scope, receive, send)
            return
        if not self.loaded:
            pages = (await asyncio.to_thread(load, "pages.registry")).PAGES
            self.loaded = load("app.first_page").FirstPage(self.app, pages)
        await self.loaded(scope, receive, send)


@asynccontextmanager
async def start(_: st.App) -> AsyncIterator[None]:
    """Load the app as soon as the server answers: it begins to listen after this."""
    loading = Thread(target=lambda: load("app.shell").prepare(), daemon=True)
    asyncio.get_running_loop().call_later(0.2, loading.start)
    yield


async def send_model_file(request: Any) -> Any:
    return await load("app.model_files").send_file(request)


if __name__ == "__main__":  # a run for a visitor
    pages = load("pages.registry").PAGES
    load("app.shell").run(pages, sys.argv, Path(".streamlit/models.toml"))
else:  # the server, which imports this file when it starts
    # Below wherever the app is served.
    routes = [Route("/{below:path}model/{version}/{name}", send_model_file)]
    app = st.App(__file__, lifespan=start, routes=routes, middleware=[Middleware(WhenLoaded)])
