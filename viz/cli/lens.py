"""Print what each layer of a model would have written: a logit lens.

`python -m viz.lens transformer "The big red dog is sleeping on the bed."` prints the best word of
each layer and place, the last layer on top, each with its probability; layer 0 is the input. Put
the model's mask into a sentence for an encoder like BERT. A lens is a reading, not a belief: the
output layer was trained on the last layer's states alone. --random reads the same states through
random numbers, as a control.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from models import Lens, Request, UserError, load_from
from models.arguments import program
from viz.draw.lens import lens_chart, lens_table


def _as_text(lens: Lens) -> str:
    """Write the best words as a table, a line for each layer, the last layer first."""
    rows = [
        [
            f"{words[0]} {share:.0%}"
            for words, share in zip(lens.words[layer], lens.probabilities[layer, :, 0], strict=True)
        ]
        for layer in reversed(range(len(lens.words)))
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        f"{layer:>2}  " + "  ".join(map(str.ljust, row, widths)).rstrip()
        for layer, row in zip(reversed(range(len(rows))), rows, strict=True)
    ]
    return "\n".join(lines)


def _as_data(lens: Lens) -> dict[str, Any]:
    """Return the words of each layer and place, with their probabilities."""
    return {
        "read": lens.read,
        "final": lens.final,
        "first_layers": lens.first_layers,
        "words": lens.words,
        "probabilities": lens.probabilities.tolist(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the lens or write it to a file. The exit code is 1 for a model that has none."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.lens"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", help="ours, a name on huggingface.co, a folder or a .gguf file")
    parser.add_argument("sentence")
    parser.add_argument("--target", help="the translation or continuation to read, not the model's")
    parser.add_argument("--random", action="store_true", help="the control: random numbers")
    parser.add_argument(
        "-o", "--output", help="a file: .csv has the five best words, .svg, .pdf, .png a picture"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print JSON: {"final": [...], "first_layers": [...], "words": [[[...]]], ...}',
    )
    options = parser.parse_args(arguments)
    try:
        model = load_from(options.model)
        request = Request(model.name, options.sentence, options.target)
        lens = model.lens(request, random=options.random)
        if options.output:
            lens_chart(lens).with_caption(options.sentence, lens_table(lens)).save(options.output)
        if options.json:
            print(json.dumps(_as_data(lens), ensure_ascii=False))
        elif not options.output:
            print(_as_text(lens))
    except (UserError, ValueError) as error:  # ValueError: a file whose ending is no format
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
