"""The options of `python -m models.training.train`, without torch."""

from argparse import ArgumentParser
from pathlib import Path

from ..arguments import add_output, parse_fraction, positive_number, program, whole_number
from .recipes import RECIPES

_DESCRIPTION = """Train a network to translate English into French, or on English text.

Run `python -m models.training.train transformer --data DIR`.
"""


def build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=program("python -m models.training.train"), description=_DESCRIPTION
    )
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument(
        "--data",
        type=Path,
        help="folder with the tab-separated files; without it they are downloaded",
    )
    parser.add_argument("--run", type=Path, help="folder of the run (default: runs/NAME)")
    parser.add_argument(
        "--resume", action="store_true", help="continue the run exactly where it was saved"
    )
    parser.add_argument(
        "--init",
        type=Path,
        metavar="FOLDER",
        help="start a new run from the weights and tokenizer of this checkpoint",
    )
    parser.add_argument(
        "--updates",
        type=whole_number(0),
        help="stop after so many updates, counted from the very first; --resume --updates 0 "
        "only writes the checkpoint",
    )
    parser.add_argument(
        "--cooldown",
        type=whole_number(0),
        help="let the learning rate fall to 0 over the last so many updates (default: two "
        "fifths of all)",
    )
    parser.add_argument(
        "--every",
        type=whole_number(1),
        default=500,
        help="save, validate and keep weights every so many updates",
    )
    parser.add_argument(
        "--rate",
        type=positive_number,
        help="the highest learning rate (default: that of the recipe)",
    )
    parser.add_argument(
        "--warm-up",
        type=whole_number(1),
        metavar="UPDATES",
        help="let the learning rate rise over the first so many updates (default: that of the "
        "recipe)",
    )
    parser.add_argument(
        "--dropout",
        type=parse_fraction,
        metavar="SHARE",
        help="drop out this share while training (default: that of the recipe)",
    )
    parser.add_argument(
        "--batch-tokens",
        type=whole_number(1),
        metavar="TOKENS",
        help="the most predicted tokens of a batch, padding included (default: that of the recipe)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        help="another seed gives other initial weights and another order (default: the recipe's)",
    )
    parser.add_argument(
        "--merge-dropout",
        type=parse_fraction,
        metavar="SHARE",
        help="cut words into other pieces in each epoch: leave out this share of the merges, such "
        "as 0.1 (translation only)",
    )
    parser.add_argument(
        "--exchange",
        type=parse_fraction,
        metavar="SHARE",
        help="exchange names and years that both languages share in this share of the pairs "
        "(translation only)",
    )
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument(
        "--smoke",
        action="store_true",
        help="a tiny network on a hundredth of the data, to see that it runs",
    )
    parser.add_argument(
        "--ship",
        action="store_true",
        help="copy the finished checkpoint to models/checkpoints/NAME, its matrices in 8 bits",
    )
    add_output(parser, "each validation, and at the end the checkpoint's folder, as a line of JSON")
    return parser
