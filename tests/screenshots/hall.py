"""What a hall sees of the front page in a lecture: the picture is the largest thing.

`python -m tests.screenshots.hall` opens sentences of 4 to 20 words with each experiment, with the
panel open and closed, in two windows, and prints a table: how high the picture is, with its words
and without, how many words are written and how large. The exit status is 1 where a rule is broken.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby, product

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.serving import running_app
from tests.views import WHAT_IFS

from .browsing import open_case, window
from .cases import FRONT, HALL, LAPTOP, Case
from .findings import Finding, findings

SENTENCES = {  # by their number of words; none is an example of the app
    4: "Penguins understand mathematical jokes.",
    8: "My grandmother carefully photographs extraordinary butterflies every summer.",
    12: "The international astronauts successfully repaired their damaged spaceship before the "
    "next morning.",
    17: "When the children came home from school, they played football in the park with their "
    "neighbours yesterday.",
    20: "The experienced photographer patiently explained to the enthusiastic students how the "
    "complicated camera works before they visited the old observatory.",
}
NOTHING: Mapping[str, str] = {}
CHANGES = [NOTHING, *(change for change in WHAT_IFS if "sentence" not in change)]
SHARE = 0.5  # of the window's height, for the picture with its words
ALL_WORDS = 12  # of a sentence: up to so many all words are written, and weights as numbers
MOST_ROWS = 2 * ALL_WORDS  # of the translation of so many, which a blurred head may exceed
LEAST_LABEL = {HALL: 16, LAPTOP: 11}  # pixels
# Heights in pixels of the window; of the words beside and above the cells all that are written.
PROBE = """() => {
  const root = [...document.querySelectorAll("*")].map((element) =>
    element.shadowRoot?.querySelector(".explorer")).find(Boolean);
  const { matrix } = root.view, { rows, columns } = matrix.range;
  const map = root.querySelector(".map"), box = map.getBoundingClientRect();
  const zoom = box.height / map.offsetHeight;
  const left = box.left + zoom * matrix.left, top = box.top + zoom * matrix.top;
  const bottom = top + zoom * rows * matrix.cell;
  const lines = root.querySelector(".lines").getBoundingClientRect();
  const labels = { row: [], column: [], number: [] };
  for (const { text, size, corners } of screenshots.textsOf(map)) {
    const xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
    if (Math.max(...ys) <= top + 2) labels.column.push(size);
    else if (Math.min(...xs) >= left - 2) labels.number.push(size);
    else if (!text.includes("▸")) labels.row.push(size);
  }
  const percents = [...root.querySelectorAll(".probability")];
  return {
    picture: bottom - box.top, cells: bottom - top, width: box.width,
    lines: [lines.width, lines.height], rows, columns,
    rowLabels: labels.row.length, columnLabels: labels.column.length,
    size: Math.min(...labels.row, ...labels.column),
    numbers: labels.number.length ? Math.min(...labels.number) : 0,
    off: root.view.isOff,
    percents: percents.length > 0 && percents.every((one) =>
      one.clientHeight > 0 || one.closest(".pieces")),
  };
}"""


def hall_cases() -> Iterator[tuple[int, Case]]:
    """Yield each number of words and its case, window by window."""
    panels = NOTHING, {"panel": "open"}
    for size, count, change, panel in product((HALL, LAPTOP), SENTENCES, CHANGES, panels):
        look = {"sentence": SENTENCES[count], **change, **panel}
        yield count, Case(FRONT, tuple(look.items()), size, lecture="on")


def find_small_picture(measured: Mapping, words: int, case: Case) -> Iterator[Finding]:
    """Find what a hall cannot read of a sentence of so many words; `measured` is that of PROBE."""
    share = measured["picture"] / case.size.height
    if share < SHARE:
        yield Finding("small picture", f"{share:.0%} of the window")
    is_short = words <= ALL_WORDS and measured["rows"] <= MOST_ROWS
    for axis in ("row", "column"):
        written, count = measured[f"{axis}Labels"], measured[f"{axis}s"]
        # Every second, of a translation that does not stop every third.
        needed = 1 if is_short else 2 if count <= 2 * MOST_ROWS else 3
        if written < count // needed:
            yield Finding("lost labels", f"{written} of {count} {axis}s")
    if measured["size"] < LEAST_LABEL[case.size]:
        yield Finding("small labels", f"{measured['size']:.1f} px")
    if is_short and not (measured["numbers"] or measured["off"]):
        yield Finding("no numbers", "in the cells")
    if not measured["percents"] and measured["rows"] <= 2 * MOST_ROWS:
        yield Finding("no percentages", "under the words")


def check_hall(page: Page, words: int, case: Case) -> tuple[Mapping, list[Finding]]:
    """Measure the picture of a case that is open, and return its faults, with those of the page."""
    measured = page.evaluate(PROBE)
    of_page = findings(page.evaluate("() => screenshots.measure()"), case)
    return measured, [*find_small_picture(measured, words, case), *of_page]


def row(words: int, case: Case, measured: Mapping, wrong: Sequence[Finding]) -> str:
    """Return a row of the table."""
    change = {name: value for name, value in case.look if name not in ("sentence", "panel")}
    share = measured["picture"] / case.size.height
    cells = (
        *(case.size, words, " ".join(map("=".join, change.items())) or "none"),
        "open" if ("panel", "open") in case.look else "closed",
        f"{measured['picture']:.0f} ({share:.0%})",
        f"{measured['width']:.0f}",
        f"{measured['cells']:.0f}",
        f"{measured['rowLabels']} of {measured['rows']}",
        f"{measured['columnLabels']} of {measured['columns']}",
        f"{measured['size']:.1f}",
        f"{measured['numbers']:.1f}" if measured["numbers"] else "none",
        "yes" if measured["percents"] else "no",
        " × ".join(f"{length:.0f}" for length in measured["lines"]),
        "; ".join(f"{kind}: {text}" for kind, text in wrong),
    )
    return f"| {' | '.join(map(str, cells))} |"


HEADER = """| window | words | what-if | panel | picture px | its width | cells px | row labels | \
column labels | label px | number px | percentages | lines px | faults |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"""


def check_all(browser: Browser, address: str) -> bool:
    """Print the table of all cases; return whether any has a fault."""
    print(HEADER, flush=True)
    failed = False
    for _, group in groupby(hall_cases(), key=lambda one: one[1].size):
        together = list(group)
        with window(browser, together[0][1]) as context:
            page = context.new_page()
            for words, case in together:
                open_case(page, address, case)
                measured, wrong = check_hall(page, words, case)
                print(row(words, case, measured, wrong), flush=True)
                failed |= bool(wrong)
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots.hall", description=__doc__)
    parser.add_argument("--address", help="of a running app; default: one is started")
    options = parser.parse_args(arguments)
    app = nullcontext(options.address) if options.address else running_app()
    with app as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        failed = check_all(browser, address)
        browser.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
