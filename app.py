"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`. The app is imported in functions: the server answers before.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route


def prepare() -> None:
    from viz.app import shell

    shell.prepare()


def first_page(app: Any) -> Any:
    from viz.app.first_page import FirstPage
    from viz.pages.registry import PAGES

    return FirstPage(app, PAGES)


async def send_model_file(request: Any) -> Any:
    from viz.app.model_files import send_file

    return await send_file(request)


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
            self.loaded = await asyncio.to_thread(first_page, self.app)
        await self.loaded(scope, receive, send)


@asynccontextmanager
async def start(_: st.App) -> AsyncIterator[None]:
    """Load the app as soon as the server answers: it begins to listen after this."""
    asyncio.get_running_loop().call_later(0.2, Thread(target=prepare, daemon=True).start)
    yield


if __name__ == "__main__":  # a run for a visitor
    from viz.app import shell
    from viz.pages.registry import PAGES

    shell.run(PAGES, sys.argv, Path(".streamlit/models.toml"))
else:  # the server, which imports this file when it starts
    # Below wherever the app is served.
    routes = [Route("/{below:path}model/{version}/{name}", send_model_file)]
    app = st.App(__file__, lifespan=start, routes=routes, middleware=[Middleware(WhenLoaded)])
