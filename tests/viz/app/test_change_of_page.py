"""The address that a server writes after it has sent a browser to another page."""

import pytest

from tests.protocol import Run, connected, run_apart
from tests.serving import running_app


async def there_and_back(address: str) -> tuple[Run, Run]:
    """Open a page, open it again after a request for another one, and once more."""
    async with connected(address) as visitor:
        await visitor.open(page="mask")
        written = visitor.query
        visitor.page = ""
        await visitor.open(page="heads")
        visitor.page = ""
        again = await visitor.open(written, "mask")
        assert visitor.query == written
        return again, await visitor.open(written)


@pytest.fixture(scope="module")
def address():
    with running_app() as address:
        yield address


@pytest.mark.slow
def test_an_address_that_the_browser_may_have_emptied_since_is_written_again(address):
    """The browser says its address with a request for a page, and empties it on arrival."""
    again, same = run_apart(there_and_back(address))
    assert again.addresses
    assert not same.addresses


async def open_pages(address: str, *pages: str) -> list[Run]:
    """Open each page in a new tab."""

    async def open_page(page: str) -> Run:
        async with connected(address) as visitor:
            return await visitor.open("sentence=I+am+tired.", page)

    return [await open_page(page) for page in pages]


@pytest.mark.slow
def test_no_page_address_opens_a_dialog_and_an_unknown_one_opens_the_front_page(address):
    runs = run_apart(open_pages(address, "heads", "Heads", "heads/", "MASK", "attention"))
    assert [run.errors for run in runs] == [[]] * 5
    pictures = ["explorer", "explorer", "explorer", "matrices", "explorer"]
    assert all(picture in run.pictures for picture, run in zip(pictures, runs, strict=True))
    assert [len(run.alerts) for run in runs] == [0, 0, 0, 0, 1]
    assert "There is no page “attention”. Showing the front page." in runs[-1].alerts[0]
