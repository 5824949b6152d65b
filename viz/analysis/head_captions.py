"""Captions of heads: what each head does in one sentence, in words."""

import re
from collections.abc import Iterable

from models import Trace

from ..base.language import mark, t
from .aligners import Aligner, align
from .head_finding import Crossing, HeadFinding, find_patterns
from .views import Heads, heads_of

SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]+\]|<\|[a-z]+\|>")  # special tokens
RELIABLE = 30.0  # alignment error rate, per cent, up to which an aligner links words
KNOWN = 0.6  # share of the words whose translation must be known, else no head is judged
SHORTEST = 3  # letters of each word of a crossing that is quoted: no articles and the like

MOST = mark(
    {
        "aligns": "This head aligns: {count} of {total} French words attend most to their English "
        "word.",
        "aligns-read": "One step behind: {count} of {total} rows attend most to the English of the "
        "word just read.",
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


def word_links(trace: Trace, aligners: Iterable[Aligner], merged: bool) -> list[int | None] | None:
    """Return for each row of cross-attention its translation's column, where that is known.

    It is known where two heads agree, the best that reads a word and the best that writes it: a
    head alone cannot be its own judge. None for a model without a head that was measured to align
    well.
    """
    reliable = {
        aligner: aligner.error
        for aligner in aligners
        if aligner.head is not None and aligner.error is not None and aligner.error <= RELIABLE
    }
    if not reliable:
        return None
    rows = len(heads_of(trace, "cross", merged).rows)
    links = []
    for reads in (True, False):
        judges = [aligner for aligner in reliable if aligner.reads is reads]
        if not judges:
            return [None] * rows
        links.append(links_by(trace, min(judges, key=reliable.__getitem__), merged, rows))
    return [one if one == other else None for one, other in zip(*links, strict=True)]


def links_by(trace: Trace, aligner: Aligner, merged: bool, rows: int) -> list[int | None]:
    """Return for each row the column that one aligner links it to; None for one that is no word."""
    alignment = align(trace, aligner, merged)
    links = [
        int(column) if is_word(alignment.columns[column]) else None
        for column in alignment.weights.argmax(1)
    ]
    return [*links, *[None] * (rows - len(links))]


def can_judge(heads: Heads, links: list[int | None] | None) -> bool:
    """Return whether the translations of enough words are known to say that a head aligns."""
    words = [link for link, row in zip(links or (), heads.rows, strict=False) if is_word(row)]
    known = sum(link is not None for link in words)
    return bool(words) and known >= KNOWN * len(words)


def find_heads(heads: Heads, links: list[int | None] | None) -> list[list[HeadFinding]]:
    """Return the finding of every head of a mechanism, `[layer][head]`."""
    sinks = [not is_word(label) for label in heads.columns]
    words = [is_word(label) for label in heads.rows]
    if heads.stack != "cross":
        links = None
    elif links is None or not can_judge(heads, links):
        links = [None] * len(heads.rows)
    layers, count, *cells = heads.weights.shape
    findings = find_patterns(heads.weights.reshape(-1, *cells), heads.allowed, sinks, links, words)
    return [findings[layer * count : (layer + 1) * count] for layer in range(layers)]


def caption_heads(heads: Heads, links: list[int | None] | None) -> list[list[str]]:
    """Describe in words what every head of a mechanism does, `[layer][head]`."""
    if heads.stack == "cross" and links is not None and not can_judge(heads, links):
        unknown = t("Not judged: it is not known here which words translate each other.")
    else:
        unknown = ""
    return [
        [
            unknown if unknown and finding.pattern == "mixed" else describe_finding(finding, heads)
            for finding in layer
        ]
        for layer in find_heads(heads, links)
    ]


def describe_finding(finding: HeadFinding, heads: Heads) -> str:
    """Write a finding as a sentence or two."""
    if finding.pattern == "mixed":
        return describe_strongest(finding, heads)
    if finding.pattern == "spread":
        return t(
            "Spread out: a word divides its attention among about {count:.0f} words.",
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
    if finding.crossing is None or not is_quotable(finding.crossing, heads):
        return text
    return f"{text} {describe_crossing(finding.crossing, heads)}"


def is_quotable(crossing: Crossing, heads: Heads) -> bool:
    """Return whether all words of a crossing are long enough to be more than an article."""
    words = [heads.rows[row] for row in crossing.rows]
    words += [heads.columns[column] for column in crossing.columns]
    return all(len(word) >= SHORTEST for word in words)


def describe_strongest(finding: HeadFinding, heads: Heads) -> str:
    """Say that there is no pattern, and the largest weight that is worth seeing."""
    if not finding.words:
        return t("The sentence is too short for a pattern.")
    if finding.strongest is None:
        return t("No clear pattern in this sentence.")
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
