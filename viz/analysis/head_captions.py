"""Captions of heads: what each head does in one sentence, in words."""

import re
from collections.abc import Sequence
from functools import lru_cache

from models import Trace
from models.words.lexicon import lexicon

from ..base.language import t, translatable
from .head_finding import ROWS, Crossing, HeadFinding, find_patterns
from .views import Heads, describe_layers, source_axis, written_axis

_SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]+\]|<\|[a-z]+\|>")  # special tokens
_KNOWN = 0.6  # share of the words whose translation must be known, else no head is judged
_MOST_QUOTED = 3  # words without a translation
_SHORTEST = 3  # letters of each word of a crossing that is quoted: no articles and the like
# For each French word the column of its English word; None: not known.
Links = Sequence[int | None]

MOST_ROWS = translatable(
    {
        "aligns": "This head aligns: {count} of {total} French words attend most to their English "
        "word.",
        "aligns-read": "One step behind: {count} of {total} rows attend most to the English of the "
        "word just read.",
        "aligns-partly": "Aligns in part: {count} of {total} French words attend most to their "
        "English word.",
        "aligns-read-partly": "In part one step behind: {count} of {total} rows attend most to the "
        "English of the word just read.",
        "order": "Word order: {diagonal} of {total} French words attend along one diagonal, "
        "{count} to their English word. Here position alone would explain it.",
        "order-read": "Word order, one step behind: {diagonal} of {total} rows attend along one "
        "diagonal, {count} to the English of the word just read. Here position alone would explain "
        "it.",
        "itself": "The word itself: {count} of {total} words attend most to themselves.",
        "previous": "Previous word: {count} of {total} words attend most to the word before.",
        "next": "Next word: {count} of {total} words attend most to the word after.",
        "sink": "Attention sink: {count} of {total} words attend most to {column}.",
        "word": "One word for all: {count} of {total} words attend most to {column}.",
    }
)
EVERY = translatable(
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
TEXTS = translatable(
    {
        "spread": "Spread out: a word divides its attention among about {count:.0f} words.",
        "short": "The sentence is too short for a pattern.",
        "none": "No clear pattern in this sentence.",
        "strongest": "No clear pattern in this sentence. Strongest: “{row}” attends to “{column}”, "
        "{percent}%.",
        "crossing": "Here the lines cross: “{rows}” / “{columns}”.",
        "unlinked": "The lexicon links no word of this sentence to {words}.",
        "unknown": "Not judged: the translation of too many of these words is unknown or unsure.",
        "norms": "{column}: {weight}% of the weight, {share}% of the norm (mean of the rows).",
        "by weight": "By weight: {caption}",
    }
)


@lru_cache(maxsize=1024)  # a run asks ten times for each of its words
def is_word(label: str) -> bool:
    """Return whether a label is a word, neither punctuation nor a special token like "</s>"."""
    return not _SPECIAL.fullmatch(label) and any(letter.isalnum() for letter in label)


def word_links(trace: Trace) -> Links:
    """Return the English word of each French word that is written, by the lexicon.

    None for a word whose translation the lexicon cannot tell, and for punctuation.
    """
    written = written_axis(trace).labels(True)
    links = lexicon().links(source_axis(trace).labels(True), written)
    return [link if is_word(word) else None for word, link in zip(written, links, strict=True)]


def _unlinked_words(heads: Heads, links: Links) -> list[str]:
    """Return the written words without a link."""
    rows = zip(heads.rows, links, strict=True)
    return [word for word, link in rows if link is None and is_word(word)]


def _can_judge(heads: Heads, unlinked: Sequence[str]) -> bool:
    """Return whether the translations of enough words are known to say that a head aligns."""
    words = sum(map(is_word, heads.rows))
    return words - len(unlinked) >= _KNOWN * words > 0


def find_heads(heads: Heads, links: Links | None) -> list[list[HeadFinding]]:
    """Return the finding of every head of a mechanism, `[layer][head]`.

    Rows and columns of cross-attention are merged into words; `links` belong to it alone.
    """
    sinks = [not is_word(label) for label in heads.columns]
    words = [is_word(label) for label in heads.rows]
    if heads.stack != "cross":
        links = None
    elif links is None or not _can_judge(heads, _unlinked_words(heads, links)):
        links = [None] * len(heads.rows)
    if heads.allowed_by_layer is not None:
        each = zip(heads.weights, heads.allowed_by_layer, strict=True)
        return [find_patterns(weights, mask, sinks, links, words) for weights, mask in each]
    layers, count, *cells = heads.weights.shape
    findings = find_patterns(heads.weights.reshape(-1, *cells), heads.allowed, sinks, links, words)
    return [findings[layer * count : (layer + 1) * count] for layer in range(layers)]


def caption_heads(heads: Heads, links: Links | None) -> list[list[str]]:
    """Describe in words what every head of a mechanism does, `[layer][head]`.

    Of a hybrid they say which layers have attention.
    """
    layers = describe_layers(heads)
    unlinked, unknown = [], ""
    if heads.stack == "cross" and links is not None:
        unlinked = _unlinked_words(heads, links)
        if not _can_judge(heads, unlinked):
            unknown = t(TEXTS["unknown"])
    return [
        [
            unknown
            if unknown and finding.pattern == "mixed" and finding.words
            else f"{_describe_finding(finding, heads, unlinked)} {layers}".rstrip()
            for finding in layer
        ]
        for layer in find_heads(heads, links)
    ]


def caption_norms(heads: Heads, captions: Sequence[Sequence[str]]) -> list[list[str]]:
    """Say how much of the weights and of the norms of each head one word has, `[layer][head]`.

    It is the word with most weight. What the `captions` say of the weights stands behind it; a
    head without a caption has none here.
    """
    assert heads.shares is not None
    return [
        [
            caption and _describe_norms(heads, layer, head, caption)
            for head, caption in enumerate(of_layer)
        ]
        for layer, of_layer in enumerate(captions)
    ]


def _describe_norms(heads: Heads, layer: int, head: int, caption: str) -> str:
    by_weight = t(TEXTS["by weight"], caption=caption)
    assert heads.shares is not None
    weights, shares = (values[layer, head].mean(0) for values in (heads.weights, heads.shares))
    if not shares.any():  # it is off
        return by_weight
    column = int(weights.argmax())
    text = t(
        TEXTS["norms"],
        column=t("“{word}”", word=heads.columns[column]),
        weight=round(100 * weights[column]),
        share=round(100 * shares[column]),
    )
    return f"{text} {by_weight}"


def _describe_finding(finding: HeadFinding, heads: Heads, unlinked: Sequence[str]) -> str:
    """Write a finding as a sentence or two; `unlinked` words matter where a head aligns."""
    if finding.pattern == "mixed":
        return _describe_strongest(finding, heads)
    if finding.pattern == "spread":
        return t(TEXTS["spread"], count=finding.words)
    aligns = finding.pattern in ("aligns", "aligns-read")
    unlinked = unlinked if aligns else []
    is_every = finding.pattern in EVERY and finding.agreeing == finding.total and not unlinked
    is_partly = aligns and finding.agreeing <= ROWS * finding.total
    column = "" if finding.column is None else t("“{word}”", word=heads.columns[finding.column])
    text = t(
        (EVERY if is_every else MOST_ROWS)[finding.pattern + "-partly" * is_partly],
        count=finding.agreeing,
        total=finding.total,
        diagonal=finding.diagonal,
        column=column,
    )
    if unlinked:
        quoted = [t("“{word}”", word=word) for word in unlinked[:_MOST_QUOTED]]
        words = ", ".join(quoted) + "…" * (len(unlinked) > _MOST_QUOTED)
        text += " " + t(TEXTS["unlinked"], words=words)
    if finding.crossing is None or not _is_quotable(finding.crossing, heads):
        return text
    return f"{text} {_describe_crossing(finding.crossing, heads)}"


def _is_quotable(crossing: Crossing, heads: Heads) -> bool:
    """Return whether all words of a crossing are long enough to be more than an article."""
    words = [heads.rows[row] for row in crossing.rows]
    words += [heads.columns[column] for column in crossing.columns]
    return all(len(word) >= _SHORTEST for word in words)


def _describe_strongest(finding: HeadFinding, heads: Heads) -> str:
    """Say that there is no pattern, and the largest weight that is worth seeing."""
    if not finding.words:
        return t(TEXTS["short"])
    if finding.strongest is None:
        return t(TEXTS["none"])
    row, column, weight = finding.strongest
    return t(
        TEXTS["strongest"],
        row=heads.rows[row],
        column=heads.columns[column],
        percent=round(100 * weight),
    )


def _describe_crossing(crossing: Crossing, heads: Heads) -> str:
    """Quote the crossing words in both languages."""
    (first, last), (left, right) = crossing.rows, crossing.columns
    return t(
        TEXTS["crossing"],
        rows=" ".join(heads.rows[first : last + 1]).replace("' ", "'"),
        columns=" ".join(heads.columns[left : right + 1]),
    )
