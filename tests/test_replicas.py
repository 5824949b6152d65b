"""Three servers behind Caddy with the shipped configuration; one is killed under load."""

import asyncio
import signal
import urllib.request
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.protocol import Run, Visitor, connected, run_apart
from tests.serving import running_app, running_proxy

NUMBERS = "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"
FIRST = "The cat sleeps."
COOKIE = "heads-up-server"


class Person:
    """A visitor who reconnects when the connection is lost, as a browser does."""

    def __init__(self, address: str, number: int):
        self.address, self.sentence = address, f"I see {NUMBERS[number]} dogs."
        self.cookie, self.query = "", ""
        self.lost = 0  # runs without an answer

    def read_cookie(self) -> None:
        """Open the page, and store the cookie that names the server."""
        with urllib.request.urlopen(self.address, timeout=60) as response:
            self.cookie = response.headers["Set-Cookie"].partition(";")[0]
        assert self.cookie.startswith(COOKIE + "=")

    async def visit(self, opened: asyncio.Barrier, killed: asyncio.Event) -> Run:
        """Open the page, and type a sentence while one of the servers dies."""
        async with connected(self.address, self.cookie) as visitor:
            await visitor.open(f"sentence={FIRST.replace(' ', '+')}")
            await opened.wait()
            try:
                run = await visitor.type("sentence", self.sentence)
                await killed.wait()
                run = await visitor.type("sentence", self.sentence)
            except ConnectionClosed:
                self.lost += 1
                run = await self.come_back(visitor)
            else:
                self.query = visitor.query
            return run

    async def come_back(self, before: Visitor) -> Run:
        """Reconnect, and send the last typed text, as after a lost connection."""
        for _ in range(40):
            try:
                async with connected(self.address, self.cookie) as visitor:
                    visitor.query, visitor.page = before.query, before.page
                    visitor.widgets = before.widgets
                    run = await visitor.type("sentence", self.sentence)
                    self.query = visitor.query
                    return run
            except (ConnectionClosed, InvalidStatus, OSError):
                await asyncio.sleep(0.5)
        raise AssertionError("no server answers")


async def give_a_lesson(people: list[Person], kill) -> list[Run]:
    """Let everyone open the page, and kill a server while they type."""
    opened, killed = asyncio.Barrier(len(people) + 1), asyncio.Event()
    visits = [asyncio.create_task(person.visit(opened, killed)) for person in people]
    await opened.wait()
    await asyncio.sleep(0.1)  # sentences are on their way
    await asyncio.to_thread(kill)
    killed.set()
    return await asyncio.gather(*visits)


@pytest.mark.weekly
def test_nobody_loses_more_than_one_run_when_a_server_is_killed(tmp_path):
    with ExitStack() as stack:
        doomed = stack.enter_context(ExitStack())
        servers = [doomed.enter_context(running_app(stop=signal.SIGKILL))]
        servers += [stack.enter_context(running_app()) for _ in range(2)]
        address = stack.enter_context(running_proxy(servers, tmp_path))
        people = [Person(address, number) for number in range(len(NUMBERS))]
        for person in people:
            person.read_cookie()
        assert len({person.cookie for person in people}) > 1  # they are distributed
        runs = run_apart(give_a_lesson(people, doomed.close))
    for person, run in zip(people, runs, strict=True):
        assert not run.errors
        assert not run.alerts
        assert "explorer" in run.pictures
        assert f"sentence={person.sentence.replace(' ', '+')}" in person.query
        assert person.lost <= 1
    assert sum(person.lost for person in people) > 0  # the killed server had visitors
