"""Time from Enter, or from a head's switch, until everything is painted in a real Chromium.

Run `python -m tests.benchmarks.page`.

For each sentence, the time from the key press to the first frame in which the translation, all
thumbnails and the large head of that sentence are painted. Then, for eight heads, the time from the
click that switches one off to the first frame with the model's output without it. Then the same
sentences on the other pages whose picture the engine computes. All of it by turns in two tabs: in
one the server answers alone, as for a reader with data saver; in the other the engine paints before
the server answers. Prints median and maximum, and the ratio of the medians. Sentences are new each
time, so that no cache answers. `--address` measures a running server.
"""

import argparse
import shutil
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from tests.serving import running_app
from viz.analysis.views import STACK_TITLES

SENTENCES = [
    "The small black cat is sleeping under the old wooden table.",
    "My brother wants to buy a new car next week.",
    "Two young men are playing football in the green park.",
    "I do not know what you are talking about, my friend.",
    "A woman in a red coat is waiting for the bus.",
    "The children were running along the beach with their dog.",
    "She has never been to Paris, but she speaks good French.",
    "An old man with a hat reads a newspaper on a bench.",
    "We should have told him the truth a long time ago.",
    "The little girl gave her mother a flower from the garden.",
]
TWELVE_WORDS = "Our old neighbour is reading a long letter to his three daughters."
HEADS = [
    ("encoder", 1, 2),
    ("encoder", 4, 3),
    ("decoder", 1, 1),
    ("decoder", 3, 4),
    ("cross", 1, 2),
    ("cross", 2, 3),
    ("cross", 4, 1),
    ("cross", 4, 4),
]
PICTURES = {"mask": "matrices", "inside": "inside"}  # of other pages
ROOT = """const root = [...document.querySelectorAll('*')]
    .map(e => e.shadowRoot?.querySelector(`.${name}`)).find(Boolean);"""
# Another picture, with its last word but one if that is given.
WAIT = f"""([name, words]) => new Promise(done => {{
  {ROOT}
  const seen = () => JSON.stringify([root.dataset.painted, root.view.data.mark]);
  const before = seen();
  let start;
  const press = event => {{ if (event.key === 'Enter') start = performance.now() }};
  addEventListener('keydown', press, {{ once: true, capture: true }});
  const isThere = () => !words || root.view.data.blocks[0].rows.includes(words);
  const look = () => isThere() && seen() !== before
    ? requestAnimationFrame(() => done(performance.now() - start)) : setTimeout(look, 1);
  look();
}})"""
# Wait for the model's numbers, not only for the cross on the thumbnail.
WAIT_FOR_HEAD = """off => new Promise(done => {
  const explorer = [...document.querySelectorAll('*')]
    .map(e => e.shadowRoot?.querySelector('.explorer')).find(Boolean);
  let start;
  const press = () => { start = performance.now() };
  explorer.addEventListener('click', press, { once: true, capture: true });
  const look = () => start && explorer.view.data.off === off
    ? requestAnimationFrame(() => done(performance.now() - start)) : setTimeout(look, 1);
  look();
})"""


DATA_SAVER = "Object.defineProperty(navigator.connection, 'saveData', { value: true })"
ENGINE_READY = f"name => {{ {ROOT} return root?.view.live.isReady }}"


@contextmanager
def open_pages(*addresses: str, name: str = "explorer") -> Iterator[list[Page]]:
    """Open pages with a picture of this name: one without the engine, the others with it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        pages = []
        for address in addresses:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            if not pages:
                page.add_init_script(DATA_SAVER)
            page.goto(address)
            page.locator(f".{name}[data-painted]").first.wait_for(timeout=60_000)
            assert name != "explorer" or page.locator(".thumb").count() == 48
            if pages:
                page.wait_for_function(ENGINE_READY, arg=name, timeout=60_000)
            page.wait_for_timeout(1500)
            pages.append(page)
        yield pages
        browser.close()


def timed(page: Page, wait: str, argument: object, act: Callable[[], object]) -> float:
    """Measure milliseconds from `act()` until the script `wait` is true."""
    mark = page.evaluate_handle(f"argument => ({{ done: ({wait})(argument) }})", argument)
    page.wait_for_timeout(300)
    act()
    return mark.evaluate("async mark => await mark.done")


def measure(address: str, sentences: list[str], name: str = "explorer") -> list[list[float]]:
    """Measure milliseconds from Enter until painted for each sentence, by tab."""
    times: list[list[float]] = [[], []]
    with open_pages(address, address, name=name) as pages:
        for sentence in sentences:
            # Longer by two tokens with the engine: the server has not cached that one.
            for page, text, tab in zip(pages, (sentence, f"Today, {sentence}"), times):
                field = page.get_by_role("textbox", name="An English sentence")
                field.fill(text)
                asked = [name, text.split()[-2] if name == "explorer" else None]
                tab.append(timed(page, WAIT, asked, lambda: field.press("Enter")))
                page.wait_for_timeout(1000)
    return times


def measure_heads(address: str, sentence: str) -> list[list[float]]:
    """Measure milliseconds from a click on a head's switch to the picture without it, by tab.

    One head after the other.
    """
    times: list[list[float]] = [[], []]
    texts = sentence, f"Today, {sentence}"
    addresses = [f"{address}?{urlencode({'sentence': text})}" for text in texts]
    with open_pages(*addresses) as pages:
        for stack, layer, head in HEADS:
            name = f"{STACK_TITLES[stack]}, layer {layer}, head {head}"
            for page, tab in zip(pages, times):
                page.get_by_role("button", name=name).click()
                switch = page.get_by_role("button", name="Turn head off")
                tab.append(timed(page, WAIT_FOR_HEAD, f"{stack}-{layer}-{head}", switch.click))
                page.wait_for_timeout(1000)
                all_on = page.get_by_role("button", name="All heads on")
                timed(page, WAIT_FOR_HEAD, "", all_on.click)
                page.wait_for_timeout(1000)
    return times


def say(what: str, rows: list[str], times: list[list[float]]) -> None:
    for row, alone, engine in zip(rows, *times):
        print(f"{alone:7.0f} ms {engine:7.0f} ms  {row}")
    alone, engine = map(statistics.median, times)
    for name, tab in zip(("the server alone", "the engine first"), times):
        median, most = statistics.median(tab), max(tab)
        print(f"{what}, {name}: median {median:.0f} ms, maximum {most:.0f} ms")
    print(f"{what}: {engine / alone:.2f} of the server alone (target 0.40)")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page", description=__doc__)
    parser.add_argument("--address")
    options = parser.parse_args()
    with nullcontext(options.address) if options.address else running_app() as address:
        times, head_times = measure(address, SENTENCES), measure_heads(address, TWELVE_WORDS)
        others = {
            path: measure(f"{address}/{path}", SENTENCES, name) for path, name in PICTURES.items()
        }
    say("Enter to 48 thumbnails and the large head painted", SENTENCES, times)
    names = [
        f"{STACK_TITLES[stack]}, layer {layer}, head {head} off" for stack, layer, head in HEADS
    ]
    say("A head's switch to the repainted picture, 12 words", names, head_times)
    for path, of_page in others.items():
        say(f"Enter to the picture of /{path} painted", SENTENCES, of_page)


if __name__ == "__main__":
    main()
