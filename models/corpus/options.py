"""The options of `python -m models.corpus`; imports no torch, so that its help needs none."""

from argparse import ArgumentParser
from pathlib import Path

from ..arguments import (
    add_output,
    existing_folder,
    lasting_file,
    process_count,
    program,
    whole_number,
)

SCORED = 320  # sentences for what a model loses without heads


def build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=program("python -m models.corpus"),
        description="Measure what every head of a model does over many sentences, and write it as "
        "an NPZ file of sums. The file has a pair a line, English, a tab and French, or in a .csv "
        "file two columns; where there is English alone, the model translates it. A language model "
        "reads the English.",
    )
    parser.add_argument("model", nargs="*", help="names; with --shipped, all with attention")
    parser.add_argument("--data", type=lasting_file, help="the shipped sentences by default")
    parser.add_argument(
        "--out", type=Path, help="NAME.npz by default; of .csv or .parquet, a table"
    )
    parser.add_argument("--workers", type=process_count, default=1, help="processes")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="measure on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto for the one that this "
        "machine belongs to, local for one of this machine with --workers processors; needs "
        "pip install 'ray[data]'",
    )
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument(
        "--held-out",
        type=existing_folder,
        metavar="FOLDER",
        help="measure what is lost without heads on text that the models never read while "
        "training: the validation and test files of --data of models.training.train; without it, "
        "on the sentences of the profile, and the page says so",
    )
    parser.add_argument(
        "--shipped",
        action="store_true",
        help="make the profiles that the app shows anew, after a model has got other weights",
    )
    parser.add_argument(
        "--importance",
        type=whole_number(1),
        metavar="SENTENCES",
        help="measure also what the model loses without each head, on so many sentences, and of a "
        "model trained here without every two, and how alike heads attend; --shipped does, on "
        f"{SCORED}",
    )
    add_output(parser, 'a line of JSON for each model: {"model": "gpt", "file": "gpt.npz", ...}')
    return parser
