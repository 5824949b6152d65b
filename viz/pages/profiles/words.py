"""Names of measures, parts of speech and kinds of heads, and descriptions of heads."""

import math

from models.corpus.controls import control_of
from models.corpus.labels import SPREADS, Label
from models.corpus.sentences import TAGS

from ...analysis.views import HeadChoice
from ...base.language import format_number, t, translatable
from ...base.markdown import escape_markdown
from ...base.theme import HEADS

# Measures as the continuation of "attends to …".
MEASURE_TITLES = translatable(
    {
        "previous": "the previous word",
        "next": "the next word",
        "same": "the word itself",
        "first": "the first word",
        "last": "the last word",
        "begin": "the start token <s>",
        "end": "the end token",
        "punctuation": "punctuation",
        "repeated": "the same word elsewhere",
        "induction": "what followed the same word before",
        "place": "the word at the same place",
        "reads": "the translation of the word it has just read",
        "writes": "the translation of the word it writes",
        SPREADS: "all words equally",
        "adjective → its noun": "adjective → its noun",
        "noun → its adjective": "noun → its adjective",
        "determiner → its noun": "determiner → its noun",
        "noun → its determiner": "noun → its determiner",
        "verb → its subject": "verb → its subject",
        "subject → its verb": "subject → its verb",
        "verb → its object": "verb → its object",
        "object → its verb": "object → its verb",
        "auxiliary → its verb": "auxiliary → its verb",
        "verb → its auxiliary": "verb → its auxiliary",
        "preposition → its noun": "preposition → its noun",
        "noun → its preposition": "noun → its preposition",
        "pronoun → an earlier subject": "pronoun → an earlier subject",
        "piece → next piece": "piece of a word → its next piece",
        "piece → previous piece": "piece of a word → its previous piece",
    }
)
# The same for a mark on the map.
SHORT = translatable(
    {
        "previous": "previous",
        "next": "next",
        "same": "itself",
        "first": "first",
        "last": "last",
        "begin": "<s>",
        "end": "end token",
        "punctuation": "marks",
        "repeated": "same word",
        "induction": "after repeat",
        "place": "same place",
        "reads": "aligns: read",
        "writes": "aligns: written",
        SPREADS: "spreads",
        "adjective → its noun": "adj. → noun",
        "noun → its adjective": "noun → adj.",
        "determiner → its noun": "det. → noun",
        "noun → its determiner": "noun → det.",
        "verb → its subject": "verb → subj.",
        "subject → its verb": "subj. → verb",
        "verb → its object": "verb → obj.",
        "object → its verb": "obj. → verb",
        "auxiliary → its verb": "aux. → verb",
        "verb → its auxiliary": "verb → aux.",
        "preposition → its noun": "prep. → noun",
        "noun → its preposition": "noun → prep.",
        "pronoun → an earlier subject": "pron. → subj.",
        "piece → next piece": "next piece",
        "piece → previous piece": "prev. piece",
    }
)
# The same in a few letters, for a thumbnail.
SIGNS = translatable(
    {
        "previous": "prev.",
        "next": "next",
        "same": "itself",
        "first": "first",
        "last": "last",
        "begin": "<s>",
        "end": "the end",
        "punctuation": "marks",
        "repeated": "same",
        "induction": "rep. + 1",
        "place": "diag.",
        "reads": "aligns",
        "writes": "aligns",
        SPREADS: "spread",
        "adjective → its noun": "adj→n",
        "noun → its adjective": "n→adj",
        "determiner → its noun": "det→n",
        "noun → its determiner": "n→det",
        "verb → its subject": "v→subj",
        "subject → its verb": "subj→v",
        "verb → its object": "v→obj",
        "object → its verb": "obj→v",
        "auxiliary → its verb": "aux→v",
        "verb → its auxiliary": "v→aux",
        "preposition → its noun": "prep→n",
        "noun → its preposition": "n→prep",
        "pronoun → an earlier subject": "it→subj",
        "piece → next piece": "piece→",
        "piece → previous piece": "←piece",
    }
)
_CONTROLS = translatable(
    {
        "shuffled": "words in random order",
        "crossing": "words whose order differs in the translation",
        "repeats": "random words, said twice",
        "foil": "the nearest other word of that part of speech",
        "between words": "from one word to the next",
    }
)
LABEL_KINDS = translatable(
    {
        "translation": "aligns the two languages",
        "grammar": "follows grammar",
        "position": "attends to a position",
        "separator": "attends to punctuation or special tokens",
        "repetition": "finds repeated words",
        "pieces": "joins pieces of words",
        "spreads": "spreads",
        "none": "no clear pattern",
        "unmeasured": "not measured",
    }
)
# What one head of a kind does, and the number of several.
SINGLE = {
    **LABEL_KINDS,
    "none": translatable("shows no clear pattern"),
    "unmeasured": translatable("is not measured"),
}
COUNTS = translatable(
    {
        "translation": "{count} align the two languages",
        "grammar": "{count} follow grammar",
        "position": "{count} attend to a position",
        "separator": "{count} attend to punctuation or special tokens",
        "repetition": "{count} find repeated words",
        "pieces": "{count} join pieces of words",
        "spreads": "{count} spread",
        "none": "{count} show no clear pattern",
        "unmeasured": "{count} are not measured",
    }
)
STACKS = translatable({"encoder": "encoder", "decoder": "decoder", "cross": "cross"})
KIND_COLOURS = {
    "translation": HEADS[2],
    "grammar": HEADS[1],
    "position": HEADS[0],
    "separator": HEADS[5],
    "repetition": HEADS[6],
    "pieces": HEADS[4],
    "spreads": HEADS[3],
    "none": "#7f8896",
    "unmeasured": "#b9bfca",
}
# The look of a mark that says nothing: stripes of a colour.
STRIPES = "repeating-linear-gradient(45deg, {colour} 0 2px, transparent 2px 4px)"
FIGURES = translatable(
    {
        "entropy": "entropy, in nats",
        "relative entropy": "entropy, 1 = uniform",
        "confidence": "largest weight on a word",
        "distance": "mean distance, in words",
    }
)
TAG_TITLES = translatable(
    {
        "ADJ": "adjective",
        "ADP": "preposition",
        "ADV": "adverb",
        "AUX": "auxiliary",
        "CCONJ": "and, or, but",
        "DET": "determiner",
        "INTJ": "interjection",
        "NOUN": "noun",
        "NUM": "number",
        "PART": "particle",
        "PRON": "pronoun",
        "PROPN": "name",
        "PUNCT": "punctuation mark",
        "SCONJ": "conjunction",
        "SYM": "symbol",
        "VERB": "verb",
        "X": "other",
    }
)


def short_label(label: Label | None, kind: str) -> str:
    """Describe a head of a kind on its mark of the map."""
    if label is None:
        return "?" if kind == "unmeasured" else "–"
    return f"{t(SHORT[label.measure])} {format_number(label.share, '.0%')}"


def tag_titles(special: str) -> list[str]:
    """Return the parts of speech by index, the special token last."""
    return [*(t(TAG_TITLES[tag]) for tag in TAGS), special]


def short_title(head: HeadChoice) -> str:
    """Name a head beside a bar."""
    return t(
        "{mechanism}, layer {layer}, head {head}",
        mechanism=t(STACKS[head.stack]),
        layer=head.layer + 1,
        head=head.head + 1,
    )


def describe_label(label: Label) -> str:
    """Describe a head, how sure that is, and the control of it, in Markdown."""
    control = t(
        "Control ({control}): {share:.0%}.",
        control=t(_CONTROLS[control_of(label.measure)]),
        share=label.control,
    )
    return f"{_describe_share(label)} {control}"


def describe_refuted(label: Label) -> str:
    """Describe what a head seems to do, and the control that refutes it, in Markdown."""
    values = {
        "title": escape_markdown(t(MEASURE_TITLES[label.measure])),
        "share": label.share,
        "control": t(_CONTROLS[control_of(label.measure)]),
    }
    if math.isnan(label.control) and label.measure == "place":
        return t("profiles#not shown, as a head that aligns", **values)
    if math.isnan(label.control):
        return t("profiles#not shown, for lack of words", **values)
    return t(
        "Refuted: **{title}**, {share:.0%}. Under the control ({control}) it is {value:.0%}.",
        value=label.control,
        **values,
    )


def _describe_share(label: Label) -> str:
    """Describe a head, and its share by chance or without training, in Markdown."""
    if label.measure == SPREADS:
        return t(
            "It **spreads**: its entropy is {share:.0%} of the maximum.",
            share=label.share,
        )
    title = escape_markdown(t(MEASURE_TITLES[label.measure]))
    values = {"share": label.share, "floor": label.floor, "title": title}
    if "→" in label.measure:
        return t("profiles#share of the attention", **values)
    return t("profiles#attends to", **values)
