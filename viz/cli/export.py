"""Write pictures of attention: `python -m viz.export "The big red dog" --figure cross --layer 4
--head 2 -o dog.svg`

The file ending chooses the format: .svg, .pdf and .png are pictures, .tikz or .tex is a picture as
code for LaTeX, .pptx is a slide of shapes and words, .html is an interactive page of all heads, of
the mask, of one head or of words as points, .gif is an animation of the French being written, .csv
has the numbers of the picture, .xlsx the steps of the head as formulas of a spreadsheet, .npz and
.json have all arrays of the run. `--link` draws the main
picture of an address of the app. Layers and heads count from 1.

`--from FILE --to FOLDER` writes many files. FILE is one of:
- a CSV (by comma, semicolon or tab) whose columns are named like the options without their dashes:
  "sentence", "file" for the file name, "what-if" for name=value pairs separated by semicolons; or
  "link" for an address; a column whose name begins with # is left out;
- YAML: a list of mappings with these names, or a mapping of `defaults:` and the list `pictures:`;
- a text file with one address of the app or one sentence on each line, or CoNLL-U.
Values that a row leaves out are those of the command line.

The exit code is 0, or 1 after a sentence, a row or a file that failed, or 2 for a call that cannot
be meant; such a mistake is found before a model is loaded, but for a layer or head that it lacks.
"""

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from models import UserError, available, register
from models.arguments import add_output, is_readable, program
from models.files import write_whole
from viz.analysis.what_if_text import NAMES
from viz.cli.drawing import WrongCall, check_job, make
from viz.cli.job import ENDINGS, FIGURES, Job, check_look, check_option, name_file, read_ending
from viz.cli.links import from_link
from viz.cli.rows import from_row, read_rows, read_standard_input, split_pair
from viz.draw.files.presets import NARROWEST, SLIDE_SIZES, WIDEST

_STANDARD = Path("-")  # the standard input or output
_DEVICES = "auto", "cuda", "mps", "cpu"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.export"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "sentence",
        nargs="?",
        default="",
        help="an English sentence, in quotation marks; - reads it from the standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=f"the file to write, ending in {', '.join('.' + name for name in ENDINGS)}; - writes "
        "the --format to the standard output",
    )
    parser.add_argument("--model", default=Job.model, help=", ".join(available()))
    parser.add_argument("--figure", default=Job.figure, help=", ".join(FIGURES))
    parser.add_argument(
        "--layer", default="", help="from 1; default: the last, for an alignment the best"
    )
    parser.add_argument(
        "--head", default="", help='from 1; default: the first; "mean" for an alignment'
    )
    parser.add_argument(
        "--preset",
        default=Job.preset,
        help="slide (16:9, large type), paper (one column, serif) or grey (for a copier); default: "
        "slide, or paper with --width",
    )
    parser.add_argument(
        "--width",
        default="",
        help=f"of the printed picture, {NARROWEST} to {WIDEST}, with its unit: 219pt, 80mm, 8cm, "
        "3.5in; the type keeps its size",
    )
    parser.add_argument(
        "--target", default="", metavar="FRENCH", help="French to follow instead of the model's own"
    )
    parser.add_argument("--merge", action="store_true", help="show words instead of sub-words")
    parser.add_argument(
        "--no-caption", dest="caption", action="store_false", help="the picture alone"
    )
    parser.add_argument("--transparent", action="store_true", help="without a background")
    parser.add_argument("--shape", default=Job.shape, help=f"of a slide: {', '.join(SLIDE_SIZES)}")
    parser.add_argument("--dark", action="store_true", help="a slide for a dark room")
    parser.add_argument(
        "--what-if",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"as in an address of the app: {', '.join(NAMES.values())}",
    )
    parser.add_argument(
        "--link",
        default="",
        metavar="ADDRESS",
        help="an address of the app, in quotation marks, instead of a sentence",
    )
    parser.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FILE",
        help="a CSV or YAML file, or a text file of links or sentences; - reads these from the "
        "standard input",
    )
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="the folder for many files")
    parser.add_argument(
        "--format",
        default="svg",
        help="of -o - and of the files of --from that have no name: " + ", ".join(ENDINGS),
    )
    add_output(
        parser,
        'a line of JSON for each file: {"row": 1, "file": "pictures/001-cross.svg"}, or with '
        '"error" in place of "file"',
    )
    parser.add_argument("--device", default="auto", help=", ".join(_DEVICES))
    return parser


def _read_job(options: argparse.Namespace) -> Job:
    """Return the job that the options describe.

    Raises UserError for a what-if without a value, and for standard input that is not text.
    """
    return Job(
        sentence=_read_sentence() if options.sentence == "-" else options.sentence,
        model=options.model,
        figure=options.figure,
        layer=options.layer,
        head=options.head,
        target=options.target,
        preset=options.preset,
        format=options.format,
        merge=options.merge,
        caption=options.caption,
        transparent=options.transparent,
        shape=options.shape,
        dark=options.dark,
        width=options.width,
        what_ifs=tuple(split_pair(text) for text in options.what_if),
    )


def _read_sentence() -> str:
    """Return the standard input on one line. Raises UserError unless it is text in UTF-8."""
    return " ".join(" ".join(read_standard_input()).split())


def _read_call(options: argparse.Namespace) -> Job:
    """Return the job of a call. Raises UserError for a call that cannot be meant."""
    job = _read_job(options)
    check_option("device", options.device.partition(":")[0], _DEVICES)
    if options.source or options.to:
        if not (options.source and options.to) or options.output:
            raise UserError("Many files need --from FILE and --to FOLDER, and no -o.")
        check_option("file ending", job.format, ENDINGS)
        check_look(job)
        if options.source != _STANDARD and not is_readable(options.source):
            raise UserError(f"There is no file “{options.source}”.")
        return job
    if options.link:
        job = from_link(options.link, job)
    if options.output is None:
        raise UserError("There is no file to write. Name it with -o, for example -o dog.svg.")
    if options.output == _STANDARD:
        if options.json:
            raise UserError("The picture goes to the standard output. Leave --json out.")
    else:
        job = replace(job, format=read_ending(options.output.name))
        if not os.path.isdir(options.output.absolute().parent):
            raise UserError(f"There is no folder “{options.output.parent}” to write into.")
    check_job(job)
    return job


def _write_many(job: Job, options: argparse.Namespace) -> int:
    """Write a file for each row, and print each error to standard error. Returns their number."""
    rows, folder = read_rows(options.source), options.to
    failed = 0
    if not rows:
        raise UserError(
            f"The file {options.source} has no rows. Write one row or link for each picture."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"The folder {folder} cannot be made: {error.strerror}. Name another one with --to."
        ) from None
    # None: only on a terminal.
    with tqdm(rows, desc="pictures", unit="file", disable=options.quiet or None) as bar:
        for number, row in enumerate(bar, start=1):
            try:
                row_job = from_row(row, job)
                if row_job.file:
                    row_job = replace(row_job, format=read_ending(row_job.file))
                path = folder / name_file(row_job, number)
                write_whole({path: make(row_job, options.device)})
                result = {"file": str(path)}
            except UserError as error:
                failed += 1
                bar.write(f"Row {number}: {error}", file=sys.stderr)
                result = {"error": str(error)}
            if options.json:
                bar.write(json.dumps({"row": number, **result}, ensure_ascii=False))
    return failed


def _write_one(job: Job, options: argparse.Namespace) -> None:
    """Write the file of a job, or its content to the standard output."""
    content = make(job, options.device)
    if options.output == _STANDARD:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    write_whole({options.output: content})
    if options.json:
        print(json.dumps({"file": str(options.output)}, ensure_ascii=False))


def _report(error: UserError, options: argparse.Namespace) -> None:
    """Print an error to standard error, and with --json as a line on the standard output."""
    print(error, file=sys.stderr)
    if options.json:
        print(json.dumps({"error": str(error)}, ensure_ascii=False))


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit code, after printing an error to standard error."""
    try:
        register(file=Path(".streamlit/models.toml"))
    except UserError as error:
        # A mistake in the file does not keep our own models from being drawn.
        print(error, file=sys.stderr)
    options = build_parser().parse_args(arguments)
    try:
        job = _read_call(options)
    except UserError as error:
        _report(error, options)
        return 2
    try:
        if options.source:
            return int(_write_many(job, options) > 0)
        _write_one(job, options)
    except BrokenPipeError:  # the reader of the standard output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except UserError as error:
        _report(error, options)
        return 2 if isinstance(error, WrongCall) else 1
    except KeyboardInterrupt:
        print("Stopped. Files already written are kept.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
