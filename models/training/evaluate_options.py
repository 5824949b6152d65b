"""The options of `python -m models.training.evaluate`, without torch."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from ..arguments import add_output, existing_file, program, whole_number

_WIDEST_BEAM = 100
_DESCRIPTION = """\
Score a trained network: `python -m models.training.evaluate transformer --data FILE...`

BLEU by sacrebleu (lowercase, 13a tokens), greedy decoding, all French sides of one English side as
its references. With --write-card the figures and samples go into the checkpoint's card.json and
README.md.
"""


def add_model(parser: ArgumentParser) -> None:
    """Add the model, the files that it is measured on, and the device."""
    parser.add_argument("name", help="name of the model, for example transformer")
    parser.add_argument(
        "--data",
        type=existing_file,
        nargs="+",
        metavar="FILE",
        default=[],
        help="tab-separated English and French, plain or gzip",
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="the checkpoint in this folder, not the shipped one",
    )
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")


def build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=program("python -m models.training.evaluate"),
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_model(parser)
    parser.add_argument(
        "--beam",
        type=whole_number(1, _WIDEST_BEAM),
        metavar="WIDTH",
        help="beam search instead of greedy decoding; not for the card",
    )
    parser.add_argument(
        "--by-length",
        action="store_true",
        help="also BLEU for each length of the source, per file and all together",
    )
    parser.add_argument(
        "--cased",
        action="store_true",
        help="tell capitals from small letters, as published figures do; not for the card",
    )
    parser.add_argument(
        "--write-card",
        action="store_true",
        help="store figures and samples in the checkpoint's card.json and README.md",
    )
    add_output(parser, "the figures as JSON, by file, in place of lines")
    return parser
