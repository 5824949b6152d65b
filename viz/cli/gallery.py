"""Write pictures of the gallery, all or by name: `python -m viz.gallery --to FOLDER [NAME ...]`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from models import UserError
from models.files import write_whole
from viz.pages.gallery.pictures import picture
from viz.pages.gallery.views import ENTRIES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after printing an error to standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m viz.gallery",
        description="Write the pictures of the gallery as PNG files: those named, or all of them.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=", ".join(entry.name for entry in ENTRIES)
    )
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER", help="where the pictures go"
    )
    options = parser.parse_args(arguments)
    try:
        entries = {entry.name: entry for entry in ENTRIES}
        if strangers := set(options.names) - {*entries}:
            raise UserError(
                f"There is no picture “{min(strangers)}”. Choose among: {', '.join(entries)}."
            )
        options.to.mkdir(parents=True, exist_ok=True)
        for name in tqdm(options.names or entries, desc="pictures", unit="file"):
            write_whole({options.to / f"{name}.png": picture(entries[name])})
    except (UserError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
