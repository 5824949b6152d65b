"""The start of the server."""

import asyncio
import socket
from pathlib import Path
from threading import Event
from time import sleep

import pytest
import streamlit as st
from streamlit.web.server.app_discovery import discover_asgi_app

from models import UserError
from models.answers.limits import identifier
from tests.protocol import run_apart
from viz.app import internals, shell

APP = Path(__file__).parents[3] / "app.py"


@pytest.mark.parametrize("fails", [False, True])
def test_what_the_front_page_needs_is_loaded_before_anyone_comes(monkeypatch, fails):
    asked, ended = [], Event()

    def load(name: str) -> None:
        asked.append(name)
        if fails:
            raise UserError("It is damaged.")

    def load_and_tell() -> None:
        load_first()
        ended.set()

    async def start() -> None:
        async with shell.prepare(None):
            assert await asyncio.to_thread(ended.wait, 10)

    load_first = shell.load_first
    monkeypatch.setattr(shell.cache, "model", load)
    identifier.cache_clear()
    monkeypatch.setattr(shell, "load_first", load_and_tell)
    monkeypatch.setattr(internals, "open_browser", lambda: None)
    run_apart(start())
    assert asked == ["transformer"]
    assert identifier.cache_info().currsize == 1


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
    monkeypatch.setattr(internals, "open_when_answered", lambda: started.append(True))
    monkeypatch.setattr(st, "get_option", {"server.headless": True}.get)
    internals.open_browser()
    sleep(0.05)
    assert not started


def test_streamlit_run_finds_what_the_server_does_at_its_start():
    assert discover_asgi_app(APP).import_string == "app:app"
