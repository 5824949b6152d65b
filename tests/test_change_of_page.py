"""What a server writes into the address of a browser that it has just sent to another page."""

import pytest

from tests.protocol import Run, connected, run_apart
from tests.serving import running_app


async def there_and_back(address: str) -> tuple[Run, Run]:
    """A page, again when another was asked for in between, and once more."""
    async with connected(address) as visitor:
        await visitor.open(page="mask")
        written = visitor.query
        visitor.page = ""
        await visitor.open(page="heads")
        visitor.page = ""
        again = await visitor.open(written, "mask")
        assert visitor.query == written
        return again, await visitor.open(written)


@pytest.mark.slow
def test_an_address_that_the_browser_may_have_emptied_since_is_written_again():
    """It says what the address is when it asks for a page, and empties it when it is sent there."""
    with running_app() as address:
        again, same = run_apart(there_and_back(address))
    assert again.addresses and not same.addresses
