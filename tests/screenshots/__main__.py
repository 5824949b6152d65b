"""Screenshots of every page, and their faults: `python -m tests.screenshots`.

Opens each page in every window, light and dark, in both languages, with and without lecture mode.
FOLDER gets a PNG of each, and index.html, which shows them all. `--check` looks on each page for
elements that are cut off, overlap, scroll, are too small, inaccessible or shift, and prints them as
a table; the exit status is then 1 if there is any. It also measures what a hall sees of the front
page: see hall.py.

All of it takes most of an hour: `--pages mask --sizes 1280x720 --themes light` limits it.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Error, sync_playwright
from tqdm import tqdm

from tests.browser.conftest import CHROMIUM
from tests.serving import running_app
from viz.base.language import languages
from viz.pages.registry import PAGES

from .browsing import check_page, check_shifts, open_case, window
from .cases import FRONT, LANGUAGES, SIZES, THEMES, Case, cases, views
from .findings import Finding
from .hall import check_all
from .sheet import contact_sheet


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    chosen = list(views(options.pages, options.looks, options.steps))
    todo = cases(chosen, options.sizes, options.themes, options.languages, options.lecture)
    options.out.mkdir(parents=True, exist_ok=True)
    app = nullcontext(options.address) if options.address else running_app()
    with app as address, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        shots = take_all(browser, address, todo, options)
        has_hall = options.check and FRONT in (options.pages or PAGES) and "on" in options.lecture
        is_small = has_hall and check_all(browser, address)
        browser.close()
    sheet = options.out / "index.html"
    sheet.write_text(contact_sheet(shots), encoding="utf-8")
    print(f"{len(shots)} pictures: {sheet}")
    if options.check:
        print(table(shots))
    return int(is_small or any(shots.values()))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.screenshots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--pages", nargs="+", choices=list(PAGES), default=[], help="only these; default: all")
    add("--sizes", nargs="+", default=list(SIZES), metavar="WIDTHxHEIGHT")
    add("--themes", nargs="+", choices=THEMES, default=list(THEMES))
    add("--languages", nargs="+", choices=languages(), default=list(LANGUAGES))
    add("--lecture", nargs="+", choices=("off", "on"), default=["off", "on"])
    add("--looks", action="store_true", help="each look of a page too")
    add("--steps", action="store_true", help="each step of the lessons and classics too")
    add("--out", type=Path, default=Path("screenshots"), metavar="FOLDER")
    add("--check", action="store_true", help="look for faults")
    add("--address", help="of a running app; default: one is started")
    return parser.parse_args(arguments)


def take_all(browser, address, todo, options) -> dict[Case, list[Finding]]:
    """Take a screenshot of each case; with `--check` return its faults."""
    shots: dict[Case, list[Finding]] = {}
    progress = tqdm(total=len(todo), unit="picture", disable=None)

    def same_window(case: Case) -> tuple:
        return case.size, case.theme, case.language

    for _, group in groupby(sorted(todo, key=same_window), key=same_window):
        together = list(group)
        with window(browser, together[0]) as context:
            for case in together:
                progress.set_description(case.name)
                shots[case] = take(context, address, case, options)
                progress.update()
    progress.close()
    return shots


def take(context, address, case, options) -> list[Finding]:
    """Take one screenshot; a page that does not come to rest is a fault."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        open_case(page, address, case)
        page.screenshot(path=options.out / f"{case.name}.png")
        if not options.check:
            return []
        wrong = check_page(page, case)
        if (case.theme, case.language) == (options.themes[0], options.languages[0]):
            wrong += check_shifts(page)
    except Error as error:
        page.screenshot(path=options.out / f"{case.name}.png")
        wrong = [Finding("not at rest", str(error).splitlines()[0])]
    finally:
        page.close()
    return wrong + [Finding("script error", error) for error in errors]


def table(shots: dict[Case, list[Finding]]) -> str:
    """Return a table of all faults, one per line, and their numbers by kind."""
    lines = [
        f"{case.name:60} {kind:16} {text}" for case, wrong in shots.items() for kind, text in wrong
    ]
    kinds = [finding.kind for wrong in shots.values() for finding in wrong]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))
    clean = sum(not wrong for wrong in shots.values())
    return "\n".join([*lines, f"{clean} of {len(shots)} pages without a finding. {counts}"])


if __name__ == "__main__":
    sys.exit(main())
