"""The start of the server."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
import streamlit as st
from streamlit.web.server.app_discovery import discover_asgi_app

from models import UserError
from viz.app import internals, shell

APP = Path(__file__).parents[3] / "app.py"


@pytest.mark.parametrize("fails", [False, True])
def test_the_first_model_is_loaded_before_anyone_comes(monkeypatch, fails):
    asked, ended = [], Event()

    def load(name: str) -> None:
        asked.append(name)
        if fails:
            raise UserError("It is damaged.")

    def load_and_tell() -> None:
        load_first_model()
        ended.set()

    async def start() -> None:
        async with shell.prepare(None):
            assert await asyncio.to_thread(ended.wait, 10)

    load_first_model = shell.load_first_model
    monkeypatch.setattr(shell.cache, "model", load)
    monkeypatch.setattr(shell, "load_first_model", load_and_tell)
    monkeypatch.setattr(internals, "open_browser", lambda: None)
    asyncio.run(start())
    assert asked == ["transformer"]


@pytest.mark.parametrize("headless", [False, True])
def test_a_browser_opens_unless_the_server_is_to_run_without(monkeypatch, headless):
    opened = []
    monkeypatch.setattr(internals.cli_util, "open_browser", opened.append)
    monkeypatch.setattr(internals, "START", 0)
    monkeypatch.setattr(st, "get_option", {"server.headless": headless}.get)
    monkeypatch.setattr(internals.server_util, "get_url", lambda host: f"http://{host}:8501")

    async def start() -> None:
        internals.open_browser()
        await asyncio.sleep(0.05)

    asyncio.run(start())
    assert opened == ([] if headless else ["http://localhost:8501"])


def test_streamlit_run_finds_what_the_server_does_at_its_start():
    assert discover_asgi_app(APP).import_string == "app:app"
