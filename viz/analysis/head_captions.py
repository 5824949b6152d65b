"""Captions of heads: what each head does in one sentence, in words."""

import re

from models import Trace

from ..base.language import mark, t
from .aligners import Aligner, align
from .head_finding import Crossing, HeadFinding, find_patterns
from .views import Heads, heads_of

SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]+\]|<\|[a-z]+\|>")  # special tokens
RELIABLE = 30.0  # alignment error rate, per cent, up to which an aligner links words

MOST = mark(
    {
        "aligns": "This head aligns: {count} of {total} French words attend most to their English "
        "word.",
        "aligns-read": "One step behind: in {count} of {total} rows it attends most to the English "
        "of the word just read.",
        "itself": "The word itself: {count} of {total} words attend most to themselves.",
        "previous": "Previous word: {count} of {total} words attend most to the word before.",
        "next": "Next word: {count} of {total} words attend most to the word after.",
        "sink": "Attention sink: {count} of {total} words attend most to {column}.",
        "word": "One word for all: {count} of {total} words attend most to {column}.",
    }
)
EVERY = mark(
    {
        "aligns": "This head aligns: each French word attends to its English word.",
        "aligns-read": "One step behind: each row attends to the English of the word just read.",
        "itself": "The word itself: each word attends most to itself.",
        "previous": "Previous word: each word attends most to the word before.",
        "next": "Next word: each word attends most to the word after.",
        "sink": "Attention sink: every word attends most to {column}.",
        "word": "One word for all: every word attends most to {column}.",
    }
)


def is_word(label: str) -> bool:
    """Return whether a label is a word, neither punctuation nor a special token like "</s>"."""
    return not SPECIAL.fullmatch(label) and any(letter.isalnum() for letter in label)


def word_links(trace: Trace, aligner: Aligner | None, merged: bool) -> list[int | None] | None:
    """Return for each row of cross-attention its translation's column, by the best aligner.

    None for a model without a head that was measured to align well.
    """
    if aligner is None or aligner.error is None or aligner.error > RELIABLE:
        return None
    alignment = align(trace, aligner, merged)
    end = len(alignment.columns) - 1
    links = [int(column) if column < end else None for column in alignment.weights.argmax(1)]
    missing = len(heads_of(trace, "cross", merged).rows) - len(links)
    return [*links, *[None] * missing]


def find_heads(heads: Heads, links: list[int | None] | None) -> list[list[HeadFinding]]:
    """Return the finding of every head of a mechanism, `[layer][head]`."""
    sinks = [not is_word(label) for label in heads.columns]
    if heads.stack != "cross":
        links = None
    elif links is None:
        links = [None] * len(heads.rows)
    layers, count, *cells = heads.weights.shape
    findings = find_patterns(heads.weights.reshape(-1, *cells), heads.allowed, sinks, links)
    return [findings[layer * count : (layer + 1) * count] for layer in range(layers)]


def caption_heads(heads: Heads, links: list[int | None] | None) -> list[list[str]]:
    """Describe in words what every head of a mechanism does, `[layer][head]`."""
    return [
        [describe_finding(finding, heads) for finding in layer]
        for layer in find_heads(heads, links)
    ]


def describe_finding(finding: HeadFinding, heads: Heads) -> str:
    """Write a finding as a sentence or two."""
    if finding.pattern == "mixed":
        return describe_strongest(finding, heads)
    if finding.pattern == "spread":
        return t(
            "Spread out: on average a word attends to about {count:.0f} words alike.",
            count=finding.words,
        )
    every = finding.agreeing == finding.total
    column = "" if finding.column is None else t("“{word}”", word=heads.columns[finding.column])
    text = t(
        (EVERY if every else MOST)[finding.pattern],
        count=finding.agreeing,
        total=finding.total,
        column=column,
    )
    if finding.crossing is None:
        return text
    return f"{text} {describe_crossing(finding.crossing, heads)}"


def describe_strongest(finding: HeadFinding, heads: Heads) -> str:
    """Say that there is no pattern, and the largest weight."""
    if finding.strongest is None:
        return t("The sentence is too short for a pattern.")
    row, column, weight = finding.strongest
    return t(
        "No clear pattern in this sentence. Strongest: “{row}” attends to “{column}”, {percent}%.",
        row=heads.rows[row],
        column=heads.columns[column],
        percent=round(100 * weight),
    )


def describe_crossing(crossing: Crossing, heads: Heads) -> str:
    """Quote the crossing words in both languages."""
    (first, last), (left, right) = crossing.rows, crossing.columns
    return t(
        "Here the lines cross: “{rows}” / “{columns}”.",
        rows=" ".join(heads.rows[first : last + 1]).replace("' ", "'"),
        columns=" ".join(heads.columns[left : right + 1]),
    )
