"""A real server and a real Chromium. A missing browser is a failure in CI, elsewhere a skip."""

import os
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from playwright.sync_api import Error, Page, sync_playwright

from tests.screenshots.browsing import PROBE, wait_for_rest
from tests.serving import running_app

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)

# The text of a page, and each canvas with its size, in lines.
_DESCRIBE = """() => {
  const everything = root => [...root.querySelectorAll("*")].flatMap(
    element => [element, ...(element.shadowRoot ? everything(element.shadowRoot) : [])]);
  const pictures = everything(document).filter(
    element => element.matches("canvas, .js-plotly-plot, [data-painted]"));
  return [
    "state: " + document.querySelector("[data-testid=stApp]")?.dataset.testScriptState,
    ...pictures.map(element => {
      const {width, height} = element.getBoundingClientRect();
      const {visibility} = getComputedStyle(element);
      return `${element.tagName} ${element.className} ${width} x ${height} ${visibility}`;
    }),
    document.body.innerText.slice(0, 2000),
  ];
}"""


def pytest_collection_modifyitems(items):
    for item in items:
        is_here = Path(item.path).is_relative_to(Path(__file__).parent)
        if is_here and not item.get_closest_marker("weekly"):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Add to a failure what the open tabs show: on another machine it may not come again."""
    report = yield
    if report.when == "call" and report.failed and "browser" in item.fixturenames:
        pages = [page for context in item.funcargs["browser"].contexts for page in context.pages]
        report.sections += [(f"tab {page.url}", _describe(page)) for page in pages]
    return report


def _describe(page: Page) -> str:
    """Return the state, text, pictures, messages and unanswered requests of a tab."""
    try:
        counts = Counter(page.evaluate(_DESCRIBE))
        lines = [line if count == 1 else f"{count} × {line}" for line, count in counts.items()]
        lines += [f"{message.type}: {message.text}" for message in page.console_messages()]
        lines += map(str, page.page_errors())
        for request in page.requests():
            response = request.existing_response
            if response is None or response.status >= 400:
                status = request.failure if response is None else response.status
                lines.append(f"{status}: {request.url[:200]}")
    except Error as error:  # a tab may have crashed, and this must not hide the test's own failure
        return str(error)
    return "\n".join(lines)


@pytest.fixture(scope="session")
def server():
    """Return the address of the app: of a running server, or of one started as in the README."""
    if "HEADS_UP_ADDRESS" in os.environ:
        yield os.environ["HEADS_UP_ADDRESS"]
        return
    with running_app() as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(
                "There is no Chromium here. Install Debian's package: apt-get install chromium"
            )
        pytest.skip("There is no Chromium here (apt-get install chromium)")
    playwright = sync_playwright().start()
    # All tabs of a window run in one process, which has Streamlit's scripts compiled; see Windows.
    flags = ["--no-sandbox", "--process-per-site"]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()
    playwright.stop()


class Windows:
    """One browser window per server, in which tests open tabs one after the other.

    In a new window a page takes 1.5 s longer: Chromium starts a process and compiles Streamlit's
    scripts again.
    """

    def __init__(self, browser):
        self.browser = browser
        # By address; each stays open, and so keeps the window.
        self.first_tabs: dict[str, Page] = {}

    def open_tab(self, address: str, size: Mapping[str, int]) -> Page:
        """Open a tab without state of earlier ones."""
        if address not in self.first_tabs:
            first = self.browser.new_context().new_page()
            first.goto(f"{address}/_stcore/health")
            first.on("crash", lambda _: self.first_tabs.pop(address))  # the next test opens another
            self.first_tabs[address] = first
        page = self.first_tabs[address].context.new_page()
        page.set_viewport_size(dict(size))
        return page

    def close_tabs(self, address: str) -> None:
        """Close the tabs of a test, and clear their storage."""
        first = self.first_tabs[address]
        for page in first.context.pages:
            if page is not first:
                page.close()
        first.context.clear_cookies()
        first.context.clear_permissions()
        first.evaluate("localStorage.clear()")


@pytest.fixture(scope="session")
def windows(browser):
    return Windows(browser)


def at_rest(page, footer: bool = True) -> None:
    """Wait until the whole page is there: its last element is the line on the model or a link.

    A page without our frame has no such `footer`.
    """
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    last = "[data-testid=stCaptionContainer], [role=alert], .st-key-step-on"
    if footer:
        page.locator(last).last.wait_for(state="attached", timeout=60_000)
    page.wait_for_function(
        "() => !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')"
    )


def wait_until_still(locator) -> None:
    """Wait until an element stays where it is for half a second."""
    last = None
    while (box := locator.bounding_box()) != last:
        last = box
        locator.page.wait_for_timeout(500)


class Visitor:
    """A visitor with one tab; records all errors in it."""

    def __init__(self, page, address: str):
        self.page, self.address, self.problems, self.elsewhere = page, address, [], []
        page.on(
            "console",
            lambda message: self.problems.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on(
            "request",
            lambda request: (
                self.elsewhere.append(request.url)
                if not request.url.startswith(
                    (address, address.replace("http", "ws"), "data:", "blob:")
                )
                else None
            ),
        )

    def open(self, path: str = "/", picture: str = "explorer") -> None:
        """Open a path; wait for a picture, by the class of its root, and for the whole page."""
        self.page.goto(self.address + path)
        self.page.locator(f".{picture}[data-painted]").first.wait_for(timeout=60_000)
        at_rest(self.page, footer=False)

    @property
    def sentence(self):
        return self.page.get_by_role("textbox", name="An English sentence")

    @property
    def title(self) -> str:
        return self.page.locator(".explorer .title").inner_text()

    @property
    def french(self) -> str:
        return " ".join(self.page.locator(".explorer .word .text").all_inner_texts())

    def type(self, text: str) -> None:
        """Type a sentence, press Enter and wait for the result."""
        self.sentence.fill(text)
        self.sentence.press("Enter")

    def painted(self, condition: str, picture: str = "explorer") -> None:
        """Wait until a condition on a picture's root element holds; its class is its name there.

        A picture that is ahead of the server does not count.
        """
        self.page.wait_for_function(
            "([name, condition]) => [...document.querySelectorAll('*')].some(element => {"
            " const seen = `.${name}[data-painted]:not([data-ahead])`;"
            " const root = element.shadowRoot?.querySelector(seen);"
            " return root && new Function(name, 'return ' + condition)(root) })",
            arg=[picture, condition],
            timeout=30_000,
        )

    def value(self, expression: str, picture: str):
        """Evaluate an expression of a picture's root element."""
        return self.page.evaluate(
            "([name, expression]) => { const root = "
            "[...document.querySelectorAll('*')].map(element =>"
            " element.shadowRoot?.querySelector(`.${name}`)).find(Boolean); return new "
            "Function(name, 'return ' + expression)(root) }",
            [picture, expression],
        )


@pytest.fixture
def visitor(windows, server, request):
    size = getattr(request, "param", {"width": 1280, "height": 720})
    visitor = Visitor(windows.open_tab(server, size), server)
    yield visitor
    windows.close_tabs(server)
    assert not visitor.problems
    assert not visitor.elsewhere, "a request left the machine"


TALL = MappingProxyType({"width": 1280, "height": 2400})


@pytest.fixture
def open_page(windows, server):
    """Return a function that opens an address in a new tab and waits until it is at rest."""

    def opened(path: str, size: Mapping[str, int] = TALL, **media: str):
        page = windows.open_tab(server, size)
        page.emulate_media(**media)
        page.add_init_script(PROBE)
        page.goto(server + path)
        at_rest(page)
        wait_for_rest(page)
        return page

    yield opened
    windows.close_tabs(server)


@pytest.fixture
def open_case(open_page):
    """Return a function that opens the view of a case in its window."""
    return lambda case: open_page(case.address, case.size._asdict(), color_scheme=case.theme)
