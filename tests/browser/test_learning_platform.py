"""A lesson in a learning platform: a player from npm keeps where a reader is, and the score."""

import functools
import io
import os
import shutil
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.axe import violations
from viz.edition.scorm import scorm_package
from viz.view.exercises import make_exercises

PLAYER = Path(__file__).parents[2] / "viz/components/node_modules/scorm-again/dist/scorm12.min.js"
# Around the lesson, whose frame is as high as it says. What was kept is given back.
PAGE = """<!doctype html><title>A course</title><script src="player.js"></script>
<script>
window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
const kept = JSON.parse(sessionStorage.getItem("kept") ?? "null");
if (kept) API.loadFromJSON(kept, "");
addEventListener("message", ({ data }) => {
  if (data.subject === "lti.frameResize") lesson.style.height = `${data.height}px`;
});
</script><body style="margin: 0">
<iframe id="lesson" src="index.html" style="width: 100%; height: 200px; border: 0"></iframe>"""
ASKED = """() => Object.fromEntries(
  ["lesson_status", "lesson_location", "score.raw", "score.min", "score.max"].map(
    name => [name, API.lmsGetValue("cmi.core." + name)]))"""
FRAME = "() => [lesson.clientHeight, lesson.contentDocument.documentElement.scrollHeight]"
EXERCISES = 2


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The address of a page of a platform with the lesson on the mask."""
    if not PLAYER.exists():
        hint = "npm ci --prefix viz/components installs the player"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(hint)
    folder = tmp_path_factory.mktemp("course")
    zipfile.ZipFile(io.BytesIO(scorm_package("mask", count=EXERCISES))).extractall(folder)
    shutil.copy(PLAYER, folder / "player.js")
    (folder / "course.html").write_text(PAGE, encoding="utf-8")
    handler = functools.partial(_Quiet, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Do not write to the terminal."""


def open_course(browser, course, **more):
    context = browser.new_context(locale="en-GB", **more)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.goto(f"{course}/course.html")
    frame = page.frame_locator("#lesson")
    frame.get_by_role("heading", level=2).wait_for()
    return page, frame


def answer(frame, number, text):
    box = frame.get_by_label("Your answer").nth(number)
    box.fill(text)
    box.press("Enter")


def test_a_player_records_completion_and_score_and_opens_at_the_step_left(browser, course):
    page, frame = open_course(browser, course)
    assert page.evaluate(ASKED) == {
        "lesson_status": "incomplete",
        "lesson_location": "1",
        "score.raw": "0",
        "score.min": "0",
        "score.max": "100",
    }
    heading = frame.get_by_role("heading", level=2)
    for place in range(2, 9):
        frame.get_by_role("button", name="Next", exact=True).press("Enter")
        frame.get_by_text(f"Step {place} of 8").wait_for()
        assert heading.evaluate("heading => heading === heading.getRootNode().activeElement")
        assert page.evaluate(ASKED)["lesson_location"] == str(place)
        done = "completed" if place == 8 else "incomplete"
        assert page.evaluate(ASKED)["lesson_status"] == done
    first, second = make_exercises(1, ("mask", "score"), EXERCISES)
    answer(frame, 0, "0.99 0.99 0.99")
    frame.get_by_text("✗ Not yet.").wait_for()
    assert page.evaluate(ASKED)["score.raw"] == "0"
    answer(frame, 0, first.solution)
    frame.get_by_text("1 of 2 right").wait_for()
    assert page.evaluate(ASKED)["score.raw"] == "50"
    frame.get_by_role("button", name="Back", exact=True).click()
    page.evaluate("() => sessionStorage.setItem('kept', JSON.stringify(API.cmi))")
    page.reload()  # the platform shows what it keeps
    frame.get_by_text("Step 7 of 8").wait_for()
    frame.get_by_role("button", name="Next", exact=True).click()
    frame.get_by_text("1 of 2 right").wait_for()
    answer(frame, 1, second.solution)
    frame.get_by_text("All exercises are right.").wait_for()
    asked = page.evaluate(ASKED)
    assert (asked["lesson_status"], asked["score.raw"]) == ("passed", "100")
    page.evaluate("() => lesson.src = 'about:blank'")
    page.wait_for_function("() => API.isTerminated()")
    assert not page.problems
    page.context.close()


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_a_frame_is_as_high_as_the_lesson(browser, course, width):
    page, frame = open_course(browser, course, viewport={"width": width, "height": 700})
    for _ in range(8):
        page.wait_for_timeout(600)
        high, content = page.evaluate(FRAME)
        assert content <= high <= content + 1
        wide = frame.locator("body").evaluate(
            "body => body.ownerDocument.documentElement.scrollWidth"
        )
        assert wide <= width
        following = frame.get_by_role("button", name="Next", exact=True)
        if following.count():
            following.click()
    assert not page.problems
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.weekly)])
def test_without_a_platform_it_is_a_page_in_both_languages(browser, tmp_path, course, scheme):
    file = tmp_path / "index.html"
    package = io.BytesIO(scorm_package("heads", count=1))
    file.write_bytes(zipfile.ZipFile(package).read("index.html"))
    context = browser.new_context(
        locale="fr-CA", color_scheme=scheme, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(file.as_uri())
    page.get_by_text("Étape 1 sur").wait_for()
    page.get_by_role("button", name="English").click()
    page.get_by_text("Step 1 of").wait_for()
    while page.get_by_role("button", name="Next", exact=True).count():
        page.get_by_role("button", name="Next", exact=True).click()
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".explorer[data-painted]").wait_for()
    assert not violations(page)
    (exercise,) = make_exercises(1, ("align", "attend"), 1)
    answer(page, 0, exercise.solution)
    page.get_by_text("1 of 1 right").wait_for()
    assert not problems
    context.close()
