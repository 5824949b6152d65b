"""The app behind the shipped proxy, with its security headers."""

import pytest

from tests.browser.conftest import at_rest
from tests.serving import running_proxy

PAGES = "", "order?look=waves&lecture=on", "words"


@pytest.fixture(scope="module")
def proxy(server, tmp_path_factory):
    with running_proxy([server], tmp_path_factory.mktemp("proxy")) as address:
        yield address


@pytest.mark.slow
def test_pages_work_under_the_headers_of_the_proxy(browser, proxy):
    page = browser.new_page()
    errors = []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in PAGES:
        headers = page.goto(f"{proxy}/{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        at_rest(page)
        page.locator(":is(canvas, .js-plotly-plot):visible").first.wait_for()
    page.close()
    assert not [text for text in errors if "Security Policy" in text or "Error" in text]
