"""Print what each layer of a model would have written: a logit lens.

`python -m viz.lens transformer "The big red dog is sleeping on the bed."` prints the best word of
each layer and place, the last layer on top, each with its probability; layer 0 is the input. Put
the model's mask into a sentence for an encoder like BERT. A lens is a reading, not a belief: the
output layer was trained on the last layer's states alone. --random reads the same states through
random numbers, as a control. With --from FILE the answer is how often the final word leads for the
first time after each layer, over the sentences of the file.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from models import Lens, Request, TextModel
from viz.cli.answers import (
    ANY_MODEL,
    PrintedAnswer,
    add_sentences,
    answer_batch,
    build_parser,
    read_sentences,
    run,
)
from viz.draw.lens import lens_chart


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
        "probabilities": lens.probabilities,
    }


def _ask(model: TextModel, options: Namespace) -> PrintedAnswer:
    if options.source:
        requests = [Request(model.name, *texts) for texts in read_sentences(options.source)]
        return answer_batch(
            options,
            lambda progress: model.lens_many(requests, random=options.random, progress=progress),
            lambda lens: {"sentence": lens.request.sentence, **_as_data(lens)},
        )
    request = Request(model.name, options.sentence, options.target)
    lens = model.lens(request, random=options.random)
    return PrintedAnswer(
        lambda: _as_text(lens), lambda: [_as_data(lens)], lambda: lens_chart(lens), options.sentence
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the lens or write it to a file. The exit code is 1 for a model that has none."""
    parser = build_parser(
        "lens",
        __doc__,
        ANY_MODEL,
        "a file: .csv has the five best words, .svg, .pdf, .png a picture",
        'JSON: {"final": [...], "first_layers": [...], "words": [[[...]]], ...}',
    )
    parser.add_argument("sentence", nargs="?")
    add_sentences(parser, "a sentence on each line, and its target after a tab", "sentences")
    parser.add_argument("--target", help="the translation or continuation to read, not the model's")
    parser.add_argument("--random", action="store_true", help="the control: random numbers")
    return run(parser, arguments, _ask, ["sentence"])


if __name__ == "__main__":
    sys.exit(main())
