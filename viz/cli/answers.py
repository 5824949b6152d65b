"""What the commands share that print an answer of a model's method or write it to a file."""

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from models import Batch, TextModel, UserError, load_from, save_batch
from models.arguments import program, readable_file
from models.files import write_whole
from viz.cli.rows import read_rows
from viz.draw.batches import batch_charts, batch_text
from viz.draw.chart import Chart
from viz.draw.tables import written

ANY_MODEL = "ours, a name on huggingface.co, a folder or a .gguf file"


class PrintedAnswer(NamedTuple):
    """An answer in three forms, each made when it is asked for."""

    text: Callable[[], str]
    data: Callable[[], Iterable[Any]]  # what JSON holds, a value for each line
    chart: Callable[[], Chart]  # with its numbers
    caption: str = ""  # below the chart
    batch: Batch | None = None  # of many sentences


def build_parser(
    command: str, description: str | None, model: str, output: str, json_lines: str
) -> ArgumentParser:
    """Return the parser of a command with what all have; the strings are helps of its options."""
    parser = ArgumentParser(
        prog=program(f"python -m viz.{command}"),
        description=description,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", help=model)
    parser.add_argument("-o", "--output", help=output)
    parser.add_argument("--json", action="store_true", help=f"print {json_lines}")
    return parser


def add_sentences(parser: ArgumentParser, lines: str, count: str) -> None:
    """Add what a command has that answers many sentences; `lines` says what a line holds."""
    parser.add_argument(
        "--from",
        dest="source",
        type=readable_file,
        metavar="FILE",
        help=f"many at once: a text file with {lines}, or a CSV with such columns; - reads the "
        f"standard input; prints means with 95 %% intervals over the {count}; -o FILE.npz keeps "
        "everything for read_batch, .csv a row for each number, .svg, .pdf, .png the means",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def read_sentences(source: Path) -> list[tuple[str, str | None]]:
    """Return the first and the second text of each row; see `read_rows`.

    The second one is the column “target”, or “other” of pairs; None where it is empty. Raises
    UserError for a file that has no sentence or cannot be read.
    """
    rows = read_rows(source)
    pairs = [
        ((row.get("sentence") or "").strip(), (row.get("other") or row.get("target") or "").strip())
        for row in rows
    ]
    if not any(sentence for sentence, _ in pairs):
        raise UserError(f"There is no sentence in {source}. Write one on each line.")
    return [(sentence, other or None) for sentence, other in pairs]


def answer_batch(
    options: Namespace,
    ask: Callable[[Callable[[int, int], object]], Batch],
    as_data: Callable[[Any], Any],
) -> PrintedAnswer:
    """Return the means of a batch as text, and all answers as data.

    `ask` receives a progress, `as_data` an answer, of patches the pair of both directions.
    """
    # None: only on a terminal.
    with tqdm(desc="sentences", unit="sentence", disable=options.quiet or None) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        batch = ask(progress)
    answers = zip(batch, batch.back, strict=True) if batch.back else batch
    return PrintedAnswer(
        lambda: batch_text(batch),
        lambda: [
            *map(as_data, answers),
            *({"sentence": sentence, "error": reason} for sentence, reason in batch.refused),
        ],
        lambda: batch_charts(batch)[0],
        batch=batch,
    )


def run(
    parser: ArgumentParser,
    arguments: Sequence[str] | None,
    ask: Callable[[TextModel, Any], PrintedAnswer],
    texts: Sequence[str] = (),
) -> int:
    """Ask the model that the arguments name, then print the answer or write it to a file.

    `texts` are the arguments that --from replaces.

    Returns the exit code: 1, with a sentence, for what cannot be asked or written.
    """
    options = parser.parse_args(arguments)
    if texts:
        given = [getattr(options, name) not in (None, []) for name in texts]
        if any(given) if options.source else not all(given):
            parser.error(f"give {' and '.join(texts)}, or a file with --from")
    try:
        answer = ask(load_from(options.model), options)
        refused = answer.batch.refused if answer.batch else ()
        for sentence, reason in refused:
            print(f"“{sentence}”: {reason}", file=sys.stderr)
        if answer.batch and not answer.batch.answers:
            return 1
        if options.output and answer.batch:
            _write_batch(answer, options.output)
        elif options.output:
            chart = answer.chart()
            chart.with_caption(answer.caption, chart.numbers).save(options.output)
        if options.json:
            for value in answer.data():
                print(json.dumps(value, ensure_ascii=False, default=np.ndarray.tolist))
        elif not options.output:
            print(answer.text())
    except (UserError, ValueError) as error:  # ValueError: a file whose ending is no format
        print(error, file=sys.stderr)
        return 1
    return int(bool(refused))


def _write_batch(answer: PrintedAnswer, output: str) -> None:
    """Write all answers, a row for each of their numbers, or the picture of the means."""
    assert answer.batch is not None
    path = Path(output)
    if path.suffix.lower() == ".npz":
        save_batch(answer.batch, path)
    elif path.suffix.lower() == ".csv":
        write_whole({path: written(*answer.batch.rows(first=1)).encode()})
    else:
        answer.chart().save(path)
