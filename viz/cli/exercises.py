"""Write exercises that check themselves: `headsup exercises --seed 7 -o sheet.html`.

The seed draws a sentence for each exercise, so that each student may have sheets of another. The
answers are computed on the transformer, and are one and clear. The file ending chooses the form:
.html a sheet to print, with --check a page that checks what is typed, .md the same sheet as text,
.ipynb a notebook that nbgrader grades (with --solutions its source, without them what a student
gets). Kinds: align (which head aligns a word), attend (where a word looks), score (q·k / √d), mask
(a row after the mask), switch (which head, switched off, changes a word).
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from models import UserError
from models.arguments import add_output, program, whole_number
from models.files import write_whole
from viz.base.language import languages, writing_in
from viz.components.exercises import write_markdown, write_notebook, write_page, write_sheet
from viz.view.exercises import KINDS, make_exercises

_ENDINGS = ".html", ".md", ".ipynb"


def _write(options: argparse.Namespace) -> None:
    """Make the exercises and write or print them. Raises UserError where that is not possible."""
    kinds = options.kind or [*KINDS]
    with (
        writing_in(options.language),
        tqdm(total=options.count, unit="exercise", disable=options.quiet or None) as bar,
    ):
        exercises = make_exercises(
            options.seed, kinds, options.count, lambda done, *_: bar.update(done - bar.n)
        )
        ending, app = options.output.suffix.lower() if options.output else ".md", options.app
        if ending == ".ipynb":
            text = write_notebook(exercises, options.solutions, app)
        elif ending == ".md":
            text = write_markdown(exercises, options.solutions, app)
        elif options.check:
            text = write_page(exercises, app)
        else:
            text = write_sheet(exercises, options.solutions, app)
        lines = [
            json.dumps(
                {
                    **{name: getattr(exercise, name) for name in ("kind", "sentence", "question")},
                    **{name: getattr(exercise, name) for name in ("solution", "lock")},
                    "address": app + exercise.address,
                },
                ensure_ascii=False,
            )
            for exercise in exercises
        ]
    if options.output:
        write_whole({options.output: text.encode()})
    if options.json:
        print("\n".join(lines))
    elif not options.output:
        print(text, end="")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after an error; a wrong call exits with 2."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.exercises"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seed", type=whole_number(0), default=1, help="a whole number; default: 1"
    )
    parser.add_argument(
        "--kind", action="append", choices=[*KINDS], help="may be given several times; default: all"
    )
    parser.add_argument("--count", type=whole_number(1, 50), default=5, help="default: 5")
    parser.add_argument("--language", choices=[*languages()], default="en")
    parser.add_argument("--solutions", action="store_true", help="with the solutions")
    parser.add_argument("--check", action="store_true", help="a page that checks the answers")
    parser.add_argument(
        "--app", default="http://localhost:8501/", metavar="ADDRESS", help="of the app, in links"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=f"ends in {', '.join(_ENDINGS)}"
    )
    add_output(parser, 'a line of JSON for each: {"kind": "align", "question": "...", ...}')
    options = parser.parse_args(arguments)
    options.app = options.app.rstrip("/") + "/"
    if options.output and options.output.suffix.lower() not in _ENDINGS:
        parser.error(f"the file ends in {', '.join(_ENDINGS)}, not “{options.output.suffix}”")
    if options.check and (not options.output or options.output.suffix.lower() != ".html"):
        parser.error("--check writes a page: name it with -o, ending in .html")
    if options.check and options.solutions:
        parser.error("a page that checks has no solutions; leave --check or --solutions out")
    try:
        _write(options)
    except UserError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
