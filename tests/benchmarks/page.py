"""From Enter to everything painted, in a real Chromium: `python -m tests.benchmarks.page`.

For each sentence the time from the key press to the first frame after the translation, all thumbnails
and the large head of that sentence are on their canvases. Prints median and maximum; the sentences are
new each time, so that nothing comes out of a cache. `--address` measures a server that is already running.
"""

import argparse
import shutil
import statistics
from contextlib import nullcontext

from playwright.sync_api import sync_playwright

from tests.serving import running_app

SENTENCES = [
    "The small black cat is sleeping under the old wooden table.", "My brother wants to buy a new car next week.",
    "Two young men are playing football in the green park.", "I do not know what you are talking about, my friend.",
    "A woman in a red coat is waiting for the bus.", "The children were running along the beach with their dog.",
    "She has never been to Paris, but she speaks good French.", "An old man with a hat reads a newspaper on a bench.",
    "We should have told him the truth a long time ago.", "The little girl gave her mother a flower from the garden."]
WAIT = """words => new Promise(done => {
  const explorer = [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('.explorer')).find(Boolean);
  const before = explorer.dataset.painted;
  const input = document.querySelector('input[aria-label="An English sentence"]');
  let start;
  input.addEventListener('keydown', event => { if (event.key === 'Enter') start = performance.now() }, { once: true, capture: true });
  const look = () => explorer.view.data.blocks[0].rows.includes(words) && explorer.dataset.painted !== before
    ? requestAnimationFrame(() => done(performance.now() - start)) : setTimeout(look, 1);
  look();
})"""


def measure(address: str, sentences: list[str]) -> list[float]:
    """Milliseconds from Enter to painted for each sentence."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(address)
        page.locator(".explorer[data-painted]").wait_for(timeout=60_000)
        assert page.locator(".thumb").count() == 48
        page.wait_for_timeout(1500)
        field, times = page.get_by_role("textbox", name="An English sentence"), []
        for sentence in sentences:
            field.fill(sentence)
            mark = page.evaluate_handle(f"words => ({{ done: ({WAIT})(words) }})", sentence.split()[-2])
            page.wait_for_timeout(300)
            field.press("Enter")
            times.append(mark.evaluate("async mark => await mark.done"))
        browser.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page", description=__doc__)
    parser.add_argument("--address")
    options = parser.parse_args()
    with nullcontext(options.address) if options.address else running_app() as address:
        times = measure(address, SENTENCES)
    for sentence, milliseconds in zip(SENTENCES, times):
        print(f"{milliseconds:7.0f} ms  {sentence}")
    print(f"Enter to 48 thumbnails and the large head painted: median {statistics.median(times):.0f} ms, maximum {max(times):.0f} ms (target 350 ms)")


if __name__ == "__main__":
    main()
