"""The app, and its interactive page, in a frame on another site that forbids all storage."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.contents import content_at
from viz.pages.computations import COMPUTATIONS
from viz.pages.interactive import interactive_page

STORAGE = """() => Object.fromEntries(["sessionStorage", "localStorage"].map((name) => {
  try { return [name, typeof window[name]]; } catch (error) { return [name, error.name]; }
}))"""
REST = "[data-testid=stApp][data-test-script-state=notRunning]"


def page_with_frame(address: str):
    """Serve a page on another site, "localhost", with the app in a frame."""
    frame = f'<iframe src="{escape(address)}" style="width: 98vw; height: 96vh"></iframe>'
    return served(f"<!doctype html><title>A deck of slides</title>{frame}".encode(), "localhost")


@contextmanager
def served(body: bytes, host: str) -> Iterator[str]:
    """Serve a page on a host of this machine; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Do not write to the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://{host}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def embed(browser, server):
    """Return a function that opens a path of the app in a frame, and returns the frame at rest."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page = context.new_page()
    visitor = Visitor(page, server)

    def open_in_frame(path: str):
        with page_with_frame(server + path) as address:
            page.goto(address)
            frame = page.frames[1]
            frame.locator("[data-painted]").first.wait_for(timeout=60_000)
            frame.locator(REST).wait_for(timeout=60_000)
        assert frame.evaluate(STORAGE) == {
            "sessionStorage": "SecurityError",
            "localStorage": "SecurityError",
        }
        return frame

    yield open_in_frame
    context.close()
    assert not visitor.problems


def test_a_frame_without_storage_shows_pictures_lectures_and_both_themes(embed):
    frame = embed("/?embed=true&sentence=I+am+tired.")
    app = frame.get_by_test_id("stApp")
    expect(frame.locator("[role=alert], [data-testid=stException]")).to_have_count(0)
    frame.locator(".explorer[data-painted]").wait_for()
    frame.get_by_role("button", name="Dark background").click()
    expect(app).to_have_css("color-scheme", "dark", timeout=30_000)
    frame.get_by_role("button", name="Light background").click()
    expect(app).to_have_css("color-scheme", "light", timeout=30_000)
    frame.get_by_role("button", name="Share").click()
    frame.get_by_role("button", name="Copy link").click()
    frame.get_by_text("Copied.").wait_for(timeout=30_000)
    frame.get_by_role("button", name="Share").click()
    frame.get_by_role("button", name="Copy picture").click()
    frame.get_by_text("Save it as PNG instead.").wait_for(timeout=30_000)
    app.press("l")
    frame.get_by_role("toolbar", name="Lecture").wait_for(timeout=30_000)
    app.press("b")
    frame.locator(".lecture .blank").wait_for(state="visible")
    app.press("b")
    app.press("l")
    frame.get_by_role("toolbar", name="Lecture").wait_for(state="hidden", timeout=30_000)
    frame.locator(REST).wait_for(timeout=60_000)
    assert "embed=true" in frame.url
    assert "sentence=I+am+tired." in frame.url
    expect(frame.locator("[role=alert], [data-testid=stException]")).to_have_count(0)


def test_the_interactive_page_opens_from_a_folder_and_in_a_frame_without_storage(browser, tmp_path):
    content = content_at(COMPUTATIONS["heads"], {"sentence": "The big red dog is sleeping."})
    file = tmp_path / "dog.html"
    file.write_bytes(interactive_page(COMPUTATIONS["heads"], content))
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="dark")
    page = context.new_page()
    visitor = Visitor(page, "file:")
    context.set_offline(True)
    page.goto(file.as_uri())
    page.locator(".explorer[data-painted]").wait_for()
    assert visitor.french == "Le gros chien rouge dort . </s>"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Encoder self-attention, layer 2, head 1").click()
    assert visitor.title == "Encoder self-attention · layer 2 · head 1"
    page.keyboard.press("ArrowRight")
    assert visitor.title == "Encoder self-attention · layer 2 · head 2"
    page.get_by_role("button", name="Cross-attention, layer 1, head 1").hover()
    assert visitor.title == "Cross-attention · layer 1 · head 1"
    page.mouse.move(0, 0)
    page.get_by_role("button", name="Norm ‖α v W_O‖").click()
    expect(page.locator(".quantities [aria-pressed=true]")).to_have_text("Norm ‖α v W_O‖")
    assert visitor.title == "Encoder self-attention · layer 2 · head 2 · ‖α v W_O‖"
    page.get_by_role("button", name="Weight α").click()
    expect(page.locator(".quantities [aria-pressed=true]")).to_have_text("Weight α")
    heights = []
    for word in page.locator(".shaded .shade").all() * 2:  # what is said of a word moves nothing
        word.hover()
        page.evaluate("new Promise(requestAnimationFrame)")
        heights.append(page.locator(".explorer").bounding_box()["height"])
    assert len({*heights[len(heights) // 2 :]}) == 1
    page.mouse.move(0, 0)
    page.get_by_role("button", name="As a table").click()
    expect(page.get_by_role("table")).to_contain_text("dog")
    page.get_by_role("button", name="Light background").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    assert not page.get_by_role("button", name="Pin to compare").is_visible()
    page.emulate_media(media="print")  # on paper no picture is cut
    expect(page.locator("canvas.map")).to_have_css("max-width", "100%")
    page.emulate_media(media="screen")
    words = tmp_path / "words.html"
    content = content_at(COMPUTATIONS["vectors"], {"vectors-look": "axes"})
    words.write_bytes(interactive_page(COMPUTATIONS["vectors"], content))
    page.goto(words.as_uri())
    page.locator(".space[data-painted]").wait_for()
    names = page.locator(".space").evaluate("space => space.view.drawn.map(({ text }) => text)")
    assert {"← man", "woman →", "↓ poor", "↑ rich", "nurse"} <= set(names)
    page.get_by_role("searchbox").fill("nurse")
    page.keyboard.press("Enter")
    expect(page.locator(".space .chosen")).to_have_text("nurse")
    page.get_by_role("button", name="As a table").click()
    expect(page.get_by_role("table")).to_contain_text("nurse")
    assert not visitor.elsewhere
    context.set_offline(False)
    with served(file.read_bytes(), "127.0.0.1") as inner, page_with_frame(inner) as address:
        page.goto(address)
        frame = page.frames[1]
        frame.locator(".explorer[data-painted]").wait_for()
        assert set(frame.evaluate(STORAGE).values()) == {"SecurityError"}
    assert not visitor.problems
    context.close()
