"""Time from Enter until a page is at rest, page by page, in a real Chromium.

Run `python -m tests.benchmarks.typed next fill "profiles?model=gpt"`.

For each page and sentence, the time from the key press to the first frame after the last rerun,
with no stale element. Sentences are new each time, so that no cache answers. `--address` measures a
running server.
"""

import argparse
import shutil
import statistics
from contextlib import nullcontext

from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.page import SENTENCES, timed
from tests.browser.conftest import at_rest
from tests.serving import running_app

QUIET = 120  # milliseconds without a rerun after which a page is at rest
WAIT = """quiet => new Promise(done => {
  const app = document.querySelector('[data-testid=stApp]');
  const rests = () => app.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-stale=true], [data-testid=stSkeleton]');
  let start, ended = null, begun = false;
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter') start = performance.now();
  }, { once: true, capture: true });
  new MutationObserver(() => { if (start) [begun, ended] = [true, null]; })
    .observe(app, { attributeFilter: ['data-test-script-state'] });
  const look = () => {
    if (start && !rests()) [begun, ended] = [true, null];
    else if (begun && ended === null)
      requestAnimationFrame(() => { ended = performance.now(); });
    if (ended !== null && performance.now() - ended > quiet) done(ended - start);
    else setTimeout(look, 2);
  };
  look();
})"""


def measure(browser: Browser, address: str, path: str) -> list[float]:
    """Measure milliseconds from Enter to rest for each sentence."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{address}/{path}")
    at_rest(page)
    field, times = page.get_by_role("textbox").first, []
    for sentence in SENTENCES:
        page.wait_for_timeout(1000)
        field.fill(sentence)
        times.append(timed(page, WAIT, QUIET, lambda: field.press("Enter")))
    page.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.typed", description=__doc__)
    parser.add_argument("pages", nargs="+", help="their paths, with parameters")
    parser.add_argument("--address")
    options = parser.parse_args()
    running = nullcontext(options.address) if options.address else running_app()
    with running as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for path in options.pages:
            times = measure(browser, address, path)
            print(
                f"{path}: median {statistics.median(times):.0f} ms, maximum {max(times):.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
