"""The start of the server."""

import asyncio
import socket
import sys
from pathlib import Path
from subprocess import run
from threading import Event
from time import sleep

import pytest
import streamlit as st
from streamlit.web.server.app_discovery import discover_asgi_app

import app
from models import UserError
from models.answers.limits import identifier
from tests.marks import slow_after
from tests.protocol import run_apart
from viz.app import internals, shell

APP = Path(__file__).parents[3] / "app.py"


@pytest.mark.parametrize("fails", slow_after(1, [False, True]))
def test_what_the_front_page_needs_is_loaded_before_anyone_comes(monkeypatch, fails):
    calls = []

    def load(name: str) -> None:
        calls.append(name)
        if fails:
            raise UserError("It is damaged.")

    monkeypatch.setattr(shell.cache, "model", load)
    identifier.cache_clear()
    monkeypatch.setattr(internals, "open_browser", lambda: calls.append("browser"))
    shell.prepare()
    assert calls == ["browser", "transformer"]
    assert identifier.cache_info().currsize == 1


def test_only_a_page_waits_for_what_answers_for_pages(monkeypatch):
    served, waiting = [], Event()

    def first_page(app):
        waiting.wait(10)
        return app

    async def streamlit(scope, receive, send) -> None:
        served.append(scope["path"])

    async def visit() -> None:
        answers = app.FirstPageWhenAsked(streamlit)
        page = asyncio.create_task(answers({"type": "http", "path": "/base/mask"}, None, None))
        await asyncio.sleep(0.05)
        others = "/base/_stcore/health", "/base/static/js/index.js"
        for path in others:
            await answers({"type": "http", "path": path}, None, None)
        await answers({"type": "websocket", "path": "/base/_stcore/stream"}, None, None)
        assert served == [*others, "/base/_stcore/stream"]
        waiting.set()
        await page

    monkeypatch.setattr(app, "first_page", first_page)
    run_apart(visit())
    assert served[-1] == "/base/mask"


@pytest.mark.slow
def test_the_cover_of_a_page_needs_none_of_the_pages():
    code = "import sys, viz.app.first_page; print(*sys.modules)"
    loaded = run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"viz.pages", "viz.app.shell", "streamlit", "torch"} & {*loaded.split()}


def test_a_browser_opens_when_the_server_answers_and_not_before(monkeypatch):
    opened, tried = Event(), Event()
    monkeypatch.setattr(internals.cli_util, "open_browser", lambda url: opened.set())
    monkeypatch.setattr(internals, "sleep", lambda seconds: tried.set() or sleep(0.01))
    with socket.socket() as server:
        server.bind(("localhost", 0))
        options = {"server.headless": False, "server.port": server.getsockname()[1]}
        monkeypatch.setattr(st, "get_option", options.get)
        monkeypatch.setattr(internals.server_util, "get_url", lambda host: f"http://{host}")
        internals.open_browser()
        assert tried.wait(10)
        assert not opened.is_set()
        server.listen()
        assert opened.wait(10)


def test_no_browser_opens_where_the_server_is_to_run_without(monkeypatch):
    started = []
    monkeypatch.setattr(internals, "_open_when_answered", lambda: started.append(True))
    monkeypatch.setattr(st, "get_option", {"server.headless": True}.get)
    internals.open_browser()
    sleep(0.05)
    assert not started


def test_streamlit_run_finds_what_the_server_does_at_its_start():
    assert discover_asgi_app(APP).import_string == "app:app"
