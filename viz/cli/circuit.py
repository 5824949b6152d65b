"""Print what a head writes for the words that it reads, off its weights alone (its OV matrix).

`python -m viz.circuit transformer cross 4 1 "The big red dog is sleeping."` prints for each word
the best words that cross-attention head 1 of layer 4 writes, beside those of a head of random
numbers, and how often over the whole vocabulary they are a translation by the lexicon. Of
self-attention, "encoder" or "decoder", what is counted is the word itself: does the head copy?
Layers and heads count from 1. --encoded reads each word alone with the encoder, in place of its
embedding. Attention, layer norms and all other layers are left out.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import fields

from models import TextModel
from models.arguments import whole_number
from models.results import Circuit
from viz.cli.answers import PrintedAnswer, build_parser, run
from viz.draw.circuit import circuit_summary, dictionary_chart, shares_chart


def _as_text(circuit: Circuit) -> str:
    """Write a line for each token: the head's words, then the random head's."""
    lines = []
    for token, words, random, expected in zip(
        circuit.tokens, circuit.words, circuit.random_words, circuit.expected, strict=True
    ):
        marked = [f"{word} ✓" if word in expected else word for word in words]
        lines.append(f"{token:>16}  {', '.join(marked):40}  random: {', '.join(random)}")
    return "\n".join([*lines, circuit_summary(circuit)])


def _ask(model: TextModel, options: Namespace) -> PrintedAnswer:
    circuit = model.circuit(
        options.stack, options.layer - 1, options.head - 1, options.sentence, options.encoded
    )
    return PrintedAnswer(
        lambda: _as_text(circuit),
        lambda: [{field.name: getattr(circuit, field.name) for field in fields(circuit)}],
        lambda: dictionary_chart(circuit) if circuit.tokens else shares_chart(circuit),
        options.sentence,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the words or write them to a file. The exit code is 1 for a head that is not there."""
    parser = build_parser(
        "circuit",
        __doc__,
        "one of our transformers",
        "a file: .csv, .svg, .pdf or .png; without SENTENCE of all heads",
        'JSON: {"words": [[...]], "first": [[...]], "random_first": ..., ...}',
    )
    parser.add_argument("stack", choices=("cross", "encoder", "decoder"))
    parser.add_argument("layer", type=whole_number(1))
    parser.add_argument("head", type=whole_number(1))
    parser.add_argument("sentence", nargs="?", default="", help="whose words it reads")
    parser.add_argument("--encoded", action="store_true", help="each word through the encoder")
    return run(parser, arguments, _ask)


if __name__ == "__main__":
    sys.exit(main())
