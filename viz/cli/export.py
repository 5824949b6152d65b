"""Write pictures of attention: `python -m viz.export "The big red dog" --figure cross --layer 4
--head 2 -o dog.svg`

The file ending chooses the format: .svg, .pdf and .png are pictures, .html is an interactive page
of all heads or of the mask, .gif is an animation of the French being written, .csv has the numbers
of the picture, .npz and .json have all arrays of the run. `--link` draws the main picture of an
address of the app. Layers and heads count from 1.

`--from FILE --to FOLDER` writes many files. FILE is one of:
- a CSV whose columns are named like the options without their dashes: "sentence", "file" for the
  file name, "what-if" for name=value pairs separated by semicolons; or "link" for an address;
- YAML: a list of mappings with these names, or a mapping of `defaults:` and the list `pictures:`;
- a text file with one address of the app on each line.
Values that a row leaves out are those of the command line.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from models import UserError, available, register
from models.files import write_whole
from viz.analysis.what_if import NAMES
from viz.cli.drawing import make
from viz.cli.job import ENDINGS, FIGURES, Job, name_file, read_ending
from viz.cli.links import from_link
from viz.cli.rows import from_row, read_rows, read_standard_input, split_pair
from viz.draw.files.presets import SHAPES


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m viz.export",
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
        help=f"the file to write, ending in {', '.join('.' + one for one in ENDINGS)}",
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
        help="slide (16:9, large type), paper (one column, serif) or grey (for a copier)",
    )
    parser.add_argument(
        "--target", default="", metavar="FRENCH", help="French to follow instead of the model's own"
    )
    parser.add_argument("--merge", action="store_true", help="show words instead of sub-words")
    parser.add_argument(
        "--no-caption", dest="caption", action="store_false", help="the picture alone"
    )
    parser.add_argument("--transparent", action="store_true", help="without a background")
    parser.add_argument("--shape", default=Job.shape, help=f"of a slide: {', '.join(SHAPES)}")
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
        help="a CSV or YAML file, or a text file of links; - reads links from the standard input",
    )
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="the folder for many files")
    parser.add_argument(
        "--format",
        default="svg",
        help="of the files of --from that have no name: " + ", ".join(ENDINGS),
    )
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    return parser


def read_job(options: argparse.Namespace) -> Job:
    """Return the job that the options describe.

    Raises UserError for a what-if without a value, and for standard input that is not text.
    """
    return Job(
        sentence=read_sentence() if options.sentence == "-" else options.sentence,
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
        what_ifs=tuple(split_pair(text) for text in options.what_if),
    )


def read_sentence() -> str:
    """Return the standard input on one line. Raises UserError unless it is text in UTF-8."""
    return " ".join(" ".join(read_standard_input()).split())


def write_many(file: Path, folder: Path, job: Job, device: str) -> int:
    """Write a file for each row, and print each error to standard error. Returns their number."""
    rows = read_rows(file)
    failed = 0
    if not rows:
        raise UserError(f"The file {file} has no rows. Write one row or link for each picture.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"The folder {folder} cannot be made: {error.strerror}. Name another one with --to."
        ) from None
    interval = 0.5 if sys.stderr.isatty() else 5  # seconds; fewer lines in a log
    with tqdm(rows, desc="pictures", unit="file", mininterval=interval) as bar:
        for number, row in enumerate(bar, start=1):
            try:
                row_job = from_row(row, job)
                if row_job.file:
                    row_job = replace(row_job, format=read_ending(row_job.file))
                write_whole({folder / name_file(row_job, number): make(row_job, device)})
            except UserError as error:
                failed += 1
                bar.write(f"Row {number}: {error}", file=sys.stderr)
    return failed


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 after printing an error to standard error."""
    try:
        register(file=Path(".streamlit/models.toml"))
    except UserError as error:
        # A mistake in the file does not keep our own models from being drawn.
        print(error, file=sys.stderr)
    options = build_parser().parse_args(arguments)
    try:
        job = read_job(options)
        if options.source or options.to:
            if not (options.source and options.to) or options.output:
                raise UserError("Many files need --from FILE and --to FOLDER, and no -o.")
            return int(write_many(options.source, options.to, job, options.device) > 0)
        if options.link:
            job = from_link(options.link, job)
        if options.output is None:
            raise UserError("There is no file to write. Name it with -o, for example -o dog.svg.")
        job = replace(job, format=read_ending(options.output.name))
        write_whole({options.output: make(job, options.device)})
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. Files already written are kept.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
