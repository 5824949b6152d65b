"""Print what each part of a decoder wrote for a word: its logit as a sum (direct attribution).

`python -m viz.attribute gpt "The students opened their"` takes the first word that the model writes
itself and prints, for the input, each head and each feed-forward layer, how much it adds to the
logit of that word, and to its lead over another one: --other, or the likeliest. The spread of the
last norm is frozen. The model is a decoder whose layers only add: our GPT, or a pretrained one like
Llama. Give several sentences for a sum of each, or a file with --from for the mean share of input,
heads, feed-forward layers and biases.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from models import Request, TextModel
from models.results import Attribution
from viz.cli.answers import (
    ANY_MODEL,
    PrintedAnswer,
    add_sentences,
    answer_batch,
    build_parser,
    read_sentences,
    run,
)
from viz.draw.attribution import (
    attribution_title,
    named_parts,
    parts_chart,
    ranked_parts,
    values_of,
)


def _as_text(attribution: Attribution) -> str:
    """Write the lead of the word as a sum, the largest part first."""
    total = float(values_of(attribution.logits, False))
    lines = [f"{value:+8.3f}  {name}" for name, value in ranked_parts(attribution, alone=False)]
    title = f"“{attribution.request.sentence}”: {attribution_title(attribution, alone=False)}"
    return "\n".join([title, *lines, f"{total:+8.3f}  =  {attribution.words[0]}"])


def _as_data(attribution: Attribution) -> dict[str, Any]:
    return {
        "sentence": attribution.request.sentence,
        "words": attribution.words,
        "logits": attribution.logits,
        "parts": dict(named_parts(attribution)),
    }


def _ask(model: TextModel, options: Namespace) -> PrintedAnswer:
    if options.source:
        requests = [Request(model.name, *texts) for texts in read_sentences(options.source)]
        return answer_batch(
            options,
            lambda progress: model.attribute_many(requests, options.other, progress=progress),
            _as_data,
        )
    requests = [Request(model.name, text, options.target) for text in options.sentences]
    sums = [model.attribute(request, other=options.other) for request in requests]
    return PrintedAnswer(
        lambda: "\n\n".join(map(_as_text, sums)),
        lambda: map(_as_data, sums),
        lambda: parts_chart(sums[0]),
        options.sentences[0],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the sums or write the first one to a file. The exit code is 1 for a model without."""
    parser = build_parser(
        "attribute",
        __doc__,
        ANY_MODEL,
        "a file: .csv numbers, .svg, .pdf, .png a picture",
        'JSON, a line for each sentence: {"words": [...], "parts": {...}, ...}',
    )
    parser.add_argument("sentences", nargs="*", help="each a beginning that the model continues")
    add_sentences(parser, "a beginning on each line, and its target after a tab", "beginnings")
    parser.add_argument("--target", help="the continuation to read, not the model's")
    parser.add_argument("--other", default="", help="the word to compare with")
    return run(parser, arguments, _ask, ["sentences"])


if __name__ == "__main__":
    sys.exit(main())
