"""Print what a head writes for the words that it reads, off its weights alone (its OV matrix).

`python -m viz.circuit transformer cross 4 1 "The big red dog is sleeping."` prints for each word
the best words that cross-attention head 1 of layer 4 writes, beside those of a head of random
numbers, and how often over the whole vocabulary they are a translation by the lexicon. Of
self-attention, "encoder" or "decoder", what is counted is the word itself: does the head copy?
Layers and heads count from 1. --encoded reads each word alone with the encoder, in place of its
embedding. Attention, layer norms and all other layers are left out.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from models import UserError, load_from
from models.arguments import program, whole_number
from models.results import Circuit
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


def _as_data(circuit: Circuit) -> dict[str, Any]:
    values = {field.name: getattr(circuit, field.name) for field in fields(circuit)}
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in values.items()
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the words or write them to a file. The exit code is 1 for a head that is not there."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.circuit"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", help="one of our transformers")
    parser.add_argument("stack", choices=("cross", "encoder", "decoder"))
    parser.add_argument("layer", type=whole_number(1))
    parser.add_argument("head", type=whole_number(1))
    parser.add_argument("sentence", nargs="?", default="", help="whose words it reads")
    parser.add_argument("--encoded", action="store_true", help="each word through the encoder")
    parser.add_argument(
        "-o", "--output", help="a file: .csv, .svg, .pdf or .png; without SENTENCE of all heads"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print JSON: {"words": [[...]], "first": [[...]], "random_first": ..., ...}',
    )
    options = parser.parse_args(arguments)
    try:
        model = load_from(options.model)
        circuit = model.circuit(
            options.stack, options.layer - 1, options.head - 1, options.sentence, options.encoded
        )
        if options.output:
            chart = dictionary_chart(circuit) if circuit.tokens else shares_chart(circuit)
            chart.with_caption(options.sentence, chart.numbers).save(options.output)
        if options.json:
            print(json.dumps(_as_data(circuit), ensure_ascii=False))
        elif not options.output:
            print(_as_text(circuit))
    except (UserError, ValueError) as error:  # ValueError: no such head, or no such format
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
