"""Print which state of another sentence changes what a model writes (activation patching).

`python -m viz.patch transformer "He is tired." "She is tired."` puts each state of the second
sentence into the run of the first, one at a time, and prints how far it moves the choice between
the first words in which the two translations differ: 0% not at all, 100% to that of the second
sentence. Columns are the tokens, rows the layers, the last on top. Then the same with the sentences
exchanged: the two directions may tell different things, and one pair of sentences is one example.
Both sentences need equally many tokens. With `--heads output`, weights or values, each head takes
its output, its weights alone or its values alone from the other run, at all tokens: rows are
layers, columns heads. With --from FILE it prints the means over the pairs of the file: of states
the largest share of the tokens that differ, and of the others.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from models import Request, TextModel
from models.request import PATCH_KINDS
from models.results import HeadPatching, Patching
from viz.cli.answers import (
    PrintedAnswer,
    add_sentences,
    answer_batch,
    build_parser,
    read_sentences,
    run,
)
from viz.draw.patching import chart_of, heads_summary, patching_summary


def _as_text(patching: Patching) -> str:
    """Write the shares as a table, a line for each layer, the last layer first."""
    names = [
        here if here == there else f"{here}←{there}"
        for here, there in zip(patching.tokens, patching.other_tokens, strict=True)
    ]
    shares = patching.shares.round(2) + 0.0  # no "-0%"
    rows = [["", *names]] + [
        [str(layer), *(f"{share:.0%}" for share in shares[layer])]
        for layer in reversed(range(len(shares)))
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.rjust, row, widths)) for row in rows]
    return "\n".join([f"“{patching.request.sentence}”", *lines, patching_summary(patching)])


def _heads_as_text(patching: HeadPatching) -> str:
    """Write the shares as a table, a line for each layer of each stack."""
    lines: dict[tuple[str, int], list[str]] = {}
    for (stack, layer, _), share in zip(
        patching.heads, patching.shares.round(2) + 0.0, strict=True
    ):
        lines.setdefault((stack, layer), []).append(f"{share:5.0%}")
    rows = [f"{stack:>7} {layer + 1:2} {' '.join(row)}" for (stack, layer), row in lines.items()]
    return "\n".join([f"“{patching.request.sentence}”", *rows, heads_summary(patching)])


def _as_data(patching: Patching | HeadPatching) -> dict[str, Any]:
    of_heads = isinstance(patching, HeadPatching)
    names = ("kind", "heads") if of_heads else ("tokens", "other_tokens")
    fields = "other", *names, "words", "differences", "shares"
    return {
        "sentence": patching.request.sentence,
        **{name: getattr(patching, name) for name in fields},
    }


def _ask(model: TextModel, options: Namespace) -> PrintedAnswer:
    if options.source:
        texts = read_sentences(options.source)
        requests = [(Request(model.name, sentence), other or "") for sentence, other in texts]
        return answer_batch(
            options,
            lambda progress: model.patch_many(requests, options.heads or "", progress=progress),
            lambda both: [*map(_as_data, both)],
        )
    pairs = (options.sentence, options.other), (options.other, options.sentence)
    maps: list[Patching | HeadPatching] = [
        model.patch_heads(Request(model.name, text), other, options.heads)
        if options.heads
        else model.patch(Request(model.name, text), other)
        for text, other in pairs
    ]
    return PrintedAnswer(
        lambda: "\n\n".join(
            _heads_as_text(one) if isinstance(one, HeadPatching) else _as_text(one) for one in maps
        ),
        lambda: [[*map(_as_data, maps)]],
        lambda: chart_of(maps[0]),
        options.sentence,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the map or write it to a file. The exit code is 1 for two that cannot be compared."""
    parser = build_parser(
        "patch",
        __doc__,
        "a transformer, ours or a pretrained one",
        "a file for the first direction: .csv numbers, .svg, .pdf, .png",
        'JSON, an entry for each direction: [{"words": [...], "shares": [[...]]}, ...]',
    )
    parser.add_argument("sentence", nargs="?", help="the one whose run is changed")
    parser.add_argument("other", nargs="?", help="the one whose states are put in")
    add_sentences(parser, "two sentences on each line, with a tab between them", "pairs")
    parser.add_argument(
        "--heads",
        choices=[kind for kind, is_of_head in PATCH_KINDS.items() if is_of_head],
        help="each head instead of each state: what it takes",
    )
    return run(parser, arguments, _ask, ["sentence", "other"])


if __name__ == "__main__":
    sys.exit(main())
