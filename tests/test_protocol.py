"""What a visitor may send who does not use our page: the server's own limits."""

import asyncio

import pytest

from tests.protocol import Run, connected, run_apart
from tests.serving import running_app

BOOK = "a " * 5_000_000
FIELDS = {  # the key of the field: page, query, and the characters that are kept
    "sentence": ("", "", "10,240"),
    "setting word": ("words", "words-look=meanings&from=mine&lines=dog", "1,000"),
    "setting near": ("vectors", "", None),
    "setting lines": ("words", "words-look=meanings&from=mine&lines=dog", None),
}  # Streamlit cuts these itself


@pytest.fixture(scope="module")
def address():
    with running_app("app.py", "--server.address=127.0.0.1") as address:
        yield address


async def send_book(address: str, key: str) -> Run:
    page, query, _ = FIELDS[key]
    async with connected(address) as visitor:
        await visitor.open(query, page)
        return await visitor.type(key, BOOK)


@pytest.mark.slow
@pytest.mark.parametrize("key", FIELDS)
def test_ten_megabytes_through_the_websocket_are_not_sent_back(address, key):
    run = run_apart(asyncio.wait_for(send_book(address, key), 120))
    longest = FIELDS[key][2]
    assert not run.errors and run.size < 1_000_000
    assert longest is None or any(
        "10,000,000 characters" in alert and f"first {longest} are" in alert for alert in run.alerts
    )
