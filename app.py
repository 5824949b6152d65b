"""Heads Up, the web app: shows what attention does to a typed sentence.

Start it with `streamlit run app.py`. The app is imported in functions: the server answers before.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route


def prepare() -> None:
    try:
        from viz.app import shell

        shell.prepare()
    finally:
        prepared.set()


def first_page(app: Any) -> Any:
    from viz.app.first_page import FirstPage

    return FirstPage(app, Path(__file__).parent / "viz/pages/gallery/drawn", prepared.is_set)


def with_classes(app: Any) -> Any:
    from viz.app.class_server import WithClasses

    return WithClasses(app)


async def send_model_file(request: Any) -> Any:
    from viz.app.sending import send_file

    return await send_file(request)


class FirstPageWhenAsked:
    """Middleware (ASGI) that imports what answers for pages when the first of them is asked for.

    So it does with what answers for classes: they are here, unless processes share the port.
    """

    def __init__(self, app: Any):
        self.app = app
        self.pages: Any = None
        self.classes: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; see the ASGI specification."""
        if b"class=" in scope.get("query_string", b"") or "/class/" in scope.get("path", ""):
            self.classes = self.classes or await asyncio.to_thread(with_classes, self.answer)
            await self.classes(scope, receive, send)
        else:
            await self.answer(scope, receive, send)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request that is not for a class."""
        is_file = "." in scope.get("path", "").rpartition("/")[2]
        if scope["type"] != "http" or is_file or "/_stcore/" in scope["path"]:
            await self.app(scope, receive, send)
            return
        if not self.pages:
            self.pages = await asyncio.to_thread(first_page, self.app)
        await self.pages(scope, receive, send)


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
    prepared = Event()  # the app is loaded, and its first model
    # Below wherever the app is served.
    routes = [Route("/{below:path}model/{version}/{name}", send_model_file)]
    app = st.App(
        __file__, lifespan=start, routes=routes, middleware=[Middleware(FirstPageWhenAsked)]
    )
