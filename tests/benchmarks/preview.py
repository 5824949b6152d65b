"""The picture of the app follows the temperature: `python -m tests.benchmarks.preview`.

Drags the slider of the front page to and fro for `--seconds`, once the browser has computed what
its values give. Prints how many frames a second are painted, how long those take that have another
picture, and how much of the processor a picture takes the page, however busy the machine is.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from tests.serving import running_app

LINK = "/?panel=open&sentence=The+young+man+in+the+red+shirt+is+reading+an+old+book."
SLIDER = ".st-key-setting-temperature"
VALUES = 23  # beside that on show
WATCH = """() => {
  const seen = [], look = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.view?.live) seen.push(one.view.live);
      if (one.shadowRoot) look(one.shadowRoot);
    }
  };
  look(document);
  [window.live] = seen;
  window.frames_ = [];
  window.drawn = [];
  const { follow } = live, count = (at) => {
    frames_.push(at);
    requestAnimationFrame(count);
  };
  live.follow = (data) => {
    const start = performance.now();
    follow(data);
    drawn.push(performance.now() - start);
  };
  requestAnimationFrame(count);
}"""
REPEAT = """async (times) => {
  const keys = [...live.made.keys()];
  for (let at = 0; at < times; at++) {
    live.drawMade(keys[at % keys.length]);
    await new Promise(requestAnimationFrame);
  }
}"""


def drag(page: Page, seconds: float) -> tuple[float, list[float]]:
    """Drag the slider to and fro; returns frames a second and the milliseconds of each drawing."""
    track = page.locator(f"{SLIDER} [data-testid=stSlider]").bounding_box()
    thumb = page.locator(f"{SLIDER} [data-testid=stSliderThumbValue]").bounding_box()
    x, y = thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] + 6
    page.mouse.move(x, y)
    page.wait_for_function(f"live.made.size >= {VALUES}")
    page.mouse.down()
    page.evaluate("frames_.length = drawn.length = 0")
    start = time.perf_counter()
    while (gone := time.perf_counter() - start) < seconds:
        page.mouse.move(track["x"] + 10 + (track["width"] - 20) * abs(gone % 2 - 1), y)
    times, drawn = page.evaluate("[frames_, drawn]")
    page.mouse.up()
    return 1000 * (len(times) - 1) / (times[-1] - times[0]), drawn


def processor_time(page: Page, times: int) -> float:
    """Return the milliseconds of processor that the page's thread needs for another picture."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")

    before = spent()
    page.evaluate(REPEAT, times)
    return 1000 * (spent() - before) / times


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.preview", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4, help="of dragging")
    options = parser.parse_args(arguments)
    with running_app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page(viewport={"width": 1280, "height": 1200})
        page.goto(address + LINK)
        page.locator(f"{SLIDER} [data-testid=stSliderThumbValue]").wait_for(timeout=60_000)
        page.locator(".explorer[data-painted]").wait_for()
        page.wait_for_timeout(2_000)  # until the slider stands
        page.evaluate(WATCH)
        frames, drawn = drag(page, options.seconds)
        page.wait_for_timeout(2_000)
        print(f"{frames:.0f} frames a second; another picture {statistics.median(drawn):.1f} ms")
        print(f"processor for a picture and its frame: {processor_time(page, 100):.1f} ms")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
