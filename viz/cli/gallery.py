"""Write pictures of the gallery, all or by name: `python -m viz.gallery --to FOLDER [NAME ...]`.

`python -m viz.gallery --ship` draws those of the page's cards, after a change of weights or views.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm

from models import UserError
from models.arguments import add_output, program
from models.files import write_whole
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.pictures import picture
from viz.pages.gallery.shipped import ship
from viz.view.runner import plain_runner


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after an error; a wrong call exits with 2."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.gallery"),
        description="Write the pictures of the gallery as PNG files: those named, or all of them.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=", ".join(entry.name for entry in ENTRIES)
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--to", type=Path, metavar="FOLDER", help="where the pictures go")
    where.add_argument(
        "--ship",
        action="store_true",
        help="draw the cards of the page, in every language and theme",
    )
    add_output(parser, 'a line of JSON for each picture of --to: {"file": "pictures/heads.png"}')
    options = parser.parse_args(arguments)
    if options.ship and options.json:
        parser.error("--json names the pictures of --to: leave --json or --ship away")
    # None: only on a terminal.
    progress_options = {"desc": "pictures", "unit": "file", "disable": options.quiet or None}
    entries = {entry.name: entry for entry in ENTRIES}
    if strangers := set(options.names) - {*entries}:
        parser.error(f"there is no picture “{min(strangers)}”, only {', '.join(entries)}")
    try:
        if options.ship:
            with tqdm(**progress_options) as bar:
                ship(plain_runner("cpu"), partial(_show_progress, bar))
            return 0
        options.to.mkdir(parents=True, exist_ok=True)
        for name in tqdm(options.names or entries, **progress_options):
            file = options.to / f"{name}.png"
            write_whole({file: picture(entries[name])})
            if options.json:
                tqdm.write(json.dumps({"file": str(file)}, ensure_ascii=False))
    except (UserError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _show_progress(bar: tqdm, done: int, total: int) -> None:
    """Draw how many pictures are done."""
    bar.total = total
    bar.update(done - bar.n)


if __name__ == "__main__":
    sys.exit(main())
