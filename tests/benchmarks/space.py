"""Dragging, zooming and stepping through 5,000 points in a real Chromium.

Run `python -m tests.benchmarks.space`.

Serves points_page.py beside this file. Prints, for two and for three dimensions: repaints per
second while the points are dragged and zoomed for two seconds each (median, and the slowest tenth);
milliseconds of the browser's main thread per repaint; and milliseconds from a key on the slider to
the last repaint of that step. Chromium has no graphics card here: the processor paints everything.
"""

import argparse
import itertools
import math
import shutil
import statistics
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from playwright.sync_api import JSHandle, Page, sync_playwright

from tests.serving import running_app

SCRIPT = "tests/browser/points_page.py"
SECONDS = 2.0
LEAST_RATE, MOST_STEP = 30, 300  # the limits: repaints per second, milliseconds
FIND = (
    "() => [...document.querySelectorAll('*')].map(element => "
    "element.shadowRoot?.querySelector('.space')).find(Boolean)"
)
RECORD = """space => {  // when each repaint was done, and how long it took
  const view = space.view, paint = view.paint.bind(view);
  space.repaints = [];
  view.paint = () => {
    const start = performance.now();
    paint();
    space.repaints.push([performance.now(), performance.now() - start]);
  };
}"""
# A wheel event in each frame: Playwright sends one in every second frame.
ZOOM = """async (space, seconds) => {
  space.repaints = [];
  const canvas = space.view.canvas, box = canvas.getBoundingClientRect();
  const clientX = box.left + box.width / 2 + 20, clientY = box.top + box.height / 2 + 20;
  const start = performance.now();
  for (let now = 0; now < seconds; now = (performance.now() - start) / 1000) {
    const deltaY = now < seconds / 2 ? -20 : 20;
    canvas.dispatchEvent(
      new WheelEvent('wheel', { deltaY, cancelable: true, clientX, clientY }));
    await new Promise(requestAnimationFrame);
  }
  return space.repaints;
}"""
STEP = """space => {
  space.repaints = [];
  const slider = space.querySelector('input[type=range]');
  const press = () => { space.pressed = performance.now() };
  slider.addEventListener('keydown', press, { once: true, capture: true });
  slider.focus();
}"""


def dragged(space: JSHandle, act: Callable[[float], object]) -> list[list[float]]:
    """Return the end and the duration of each repaint, while `act(seconds)` runs.

    `act` is called for two seconds with the seconds since the start.
    """
    space.evaluate("space => { space.repaints = [] }")
    start = time.perf_counter()
    while (now := time.perf_counter() - start) < SECONDS:
        act(now)
    return space.evaluate("space => space.repaints")


def say(what: str, done: Sequence[Sequence[float]]) -> None:
    gaps = sorted(after[0] - before[0] for before, after in itertools.pairwise(done))
    busy = sorted(took for _, took in done)
    slow = statistics.mean(gaps[-max(1, len(gaps) // 10) :])
    print(
        f"{what}: {1000 / statistics.median(gaps):.0f} repaints a second, "
        f"{1000 / slow:.0f} in the slowest tenth (bar {LEAST_RATE}); "
        f"one keeps the main thread {statistics.median(busy):.1f} ms, at most {busy[-1]:.1f} ms"
    )


def measure(page: Page, address: str, dimensions: int, points: int) -> None:
    page.goto(f"{address}/?{urlencode({'n': points, 'dimensions': dimensions})}")
    page.locator(".space[data-painted]").wait_for(timeout=60_000)
    page.wait_for_timeout(2000)
    space = page.evaluate_handle(FIND)
    space.evaluate(RECORD)
    box = page.locator(".space .picture canvas").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    say(
        f"{dimensions}-D, {'dragged' if dimensions == 2 else 'turned'}",
        dragged(
            space,
            lambda now: page.mouse.move(
                middle[0] + 120 * math.sin(4 * now), middle[1] + 60 * math.sin(6 * now)
            ),
        ),
    )
    page.mouse.up()
    page.mouse.move(*middle)
    say(f"{dimensions}-D, zoomed", space.evaluate(ZOOM, SECONDS))
    page.get_by_role("button", name="Reset view").click()
    page.wait_for_timeout(1000)
    times = []
    for key in ["ArrowRight"] * 4 + ["ArrowLeft"] * 4:
        space.evaluate(STEP)
        page.keyboard.press(key)
        page.wait_for_timeout(1000)  # let the server, which is told of the step, answer too
        times.append(space.evaluate("space => space.repaints.at(-1)[0] - space.pressed"))
    print(
        f"{dimensions}-D, a step: median {statistics.median(times):.0f} ms, maximum "
        f"{max(times):.0f} ms (bar {MOST_STEP} ms)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.space", description=__doc__)
    parser.add_argument("--points", type=int, default=5000)
    options = parser.parse_args()
    with running_app(SCRIPT) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        for dimensions in (2, 3):
            measure(page, address, dimensions, options.points)
        browser.close()


if __name__ == "__main__":
    main()
