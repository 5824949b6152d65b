"""What the commands share that print an answer of a model's method or write it to a file."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from models import TextModel, UserError, load_from
from models.arguments import program
from viz.draw.chart import Chart

ANY_MODEL = "ours, a name on huggingface.co, a folder or a .gguf file"


class PrintedAnswer(NamedTuple):
    """An answer in three forms, each made when it is asked for."""

    text: Callable[[], str]
    data: Callable[[], Iterable[Any]]  # what JSON holds, a value for each line
    chart: Callable[[], Chart]  # with its numbers
    caption: str = ""  # below the chart


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


def run(
    parser: ArgumentParser,
    arguments: Sequence[str] | None,
    ask: Callable[[TextModel, Any], PrintedAnswer],
) -> int:
    """Ask the model that the arguments name, then print the answer or write it to a file.

    Returns the exit code: 1, with a sentence, for what cannot be asked or written.
    """
    options = parser.parse_args(arguments)
    try:
        answer = ask(load_from(options.model), options)
        if options.output:
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
    return 0
