"""Normalisation of typed text to the characters that our models were trained on.

Phones, word processors and PDF files write other characters for the same text: "can’t" for "can't",
"ﬁre" for "fire", no-break spaces, letters with a separate accent. Our training text has almost none
of them, so a model that reads them raw translates something else. Nor has it emoji, whose bytes
change the translation of the words beside them. Pretrained models leave normalisation to their
tokenizers.
"""

import functools
import re
import unicodedata
from typing import NamedTuple

from .lengths import check_characters

# Control characters, and Unicode's default ignorable ones: soft hyphens, zero-width spaces,
# joiners, direction marks, variation selectors, byte-order marks.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_DASHES = "—―︱﹘"  # between two clauses
# Emoji, flags and dingbats, without notes ("♫") and numbers in circles.
_EMOJI = (
    "[\u231a\u231b\u23cf\u23e9-\u23fa\u25b6\u25c0\u25fb-\u25fe\u2600-\u2669\u266c-\u2775\u2794-\u27bf"
    "\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f170-\U0001f1ff"
    "\U0001f201-\U0001f251\U0001f300-\U0001faff]"
)
_WHITE = rf"(?:\s|{_EMOJI})"
_PART = re.compile(rf"{_WHITE}*(?P<dash>[{_DASHES}]){_WHITE}*|(?P<white>{_WHITE}+)|.", re.DOTALL)
_ENDING = (".", ",", "!", "?", ";", ":")  # signs without a space before them
_BACKTICK = re.compile("(?<=(.))`(?=(.))")
# Guillemets are not replaced: our French text has them.
_SIGNS = {
    **dict.fromkeys("‘’‚‛ʼ′´ʹ‹›", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–−", "-"),
}
# Compatibility forms that differ in meaning from their plain form: "x²" is not "x2".
_MEANINGFUL = ("<super>", "<sub>", "<fraction>", "<circle>")
BREAK, INDENT = "↵→"  # how code on one line writes a line break, and four spaces before a line
_Span = tuple[int, int]


class NormalisedText(NamedTuple):
    """A text as typed, and the normalised text that our models read.

    Spans of the tokenizer count characters of `plain`; those of a trace count characters of
    `typed`.
    """

    typed: str
    plain: str
    # For each character of `plain` its span in `typed`; None: they stand at the same places.
    spans: tuple[_Span, ...] | None = None

    def locate(self, start: int, end: int) -> _Span:
        """Return the span in `typed` of the characters from `start` to `end` in `plain`."""
        if self.spans is None:
            return start, end
        first = self.spans[start][0] if start < len(self.plain) else len(self.typed)
        return first, self.spans[end - 1][1] if end > start else first

    def followed_by(self, other: "NormalisedText") -> "NormalisedText":
        """Return the concatenation of both texts."""
        typed, plain = self.typed + other.typed, self.plain + other.plain
        if self.spans is None and other.spans is None:
            return NormalisedText(typed, plain)
        spans = [self.locate(place, place + 1) for place in range(len(self.plain))]
        for place in range(len(other.plain)):
            start, end = other.locate(place, place + 1)
            spans.append((len(self.typed) + start, len(self.typed) + end))
        return NormalisedText(typed, plain, tuple(spans))


def normalise(text: str) -> str:
    """Return the text as our models read it. Of printable ASCII only backticks may change.

    A backtick between letters is an apostrophe: "can`t". Typographic signs become those of a
    keyboard, and accents are composed with their letters. White space with a tab, a line break or a
    no-break space in it becomes one space, or nothing at either end of the text; so do emoji, and
    nothing before a sign such as ".". A dash between clauses becomes " - ". Invisible characters
    are dropped. The function is idempotent. Raises UserError for a lone surrogate.
    """
    return read_text(text).plain


def read_text(typed: str, before: str = "") -> NormalisedText:
    """Normalise a text and keep its characters' places; see `normalise`.

    If the text continues `before`, white space at its beginning is kept.
    """
    if typed.isascii() and typed.isprintable():
        return NormalisedText(typed, _with_apostrophes(typed))
    check_characters(typed)
    places = [place for place, character in enumerate(typed) if not _INVISIBLE.match(character)]
    visible = "".join(typed[place] for place in places)
    parts: list[tuple[str, _Span]] = []
    for match in _PART.finditer(visible):
        part, (start, end) = match[0], match.span("dash" if match["dash"] else 0)
        span = places[start], places[end - 1] + 1
        if match["dash"] or (match["white"] and part.strip(" ")):
            part = " - " if match["dash"] else " "
            part = part if before or match.start() > 0 else part.lstrip()
            part = part if match.end() < len(visible) else part.rstrip()
            if re.search(_EMOJI, match[0]) and visible.startswith(_ENDING, match.end()):
                part = ""
        elif match["white"]:
            parts += [(" ", (place, place + 1)) for place in places[start:end]]
            continue
        elif parts and _goes_on(part):
            letter, (first, _) = parts.pop()
            part, span = letter + part, (first, span[1])
        parts.append((part, span))
    written = [(_plain_letter(part), span) for part, span in parts]
    spans = tuple(span for part, span in written for _ in part)
    return NormalisedText(typed, _with_apostrophes("".join(part for part, _ in written)), spans)


def _with_apostrophes(text: str) -> str:
    """Return a text with an apostrophe for each backtick between two letters."""
    return _BACKTICK.sub(lambda sign: "'" if (sign[1] + sign[2]).isalpha() else "`", text)


def emoji_in(typed: str) -> tuple[str, ...]:
    """Return the emoji of a text, which our models do not read, each once and in order."""
    return tuple(dict.fromkeys(re.findall(_EMOJI, typed)))


def _goes_on(character: str) -> bool:
    """Whether a character may combine with the one before it."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def _plain_letter(part: str) -> str:
    """Return a letter with its combining marks as a keyboard writes it."""
    if part.isascii():
        return part
    letters = "".join(map(_plain, unicodedata.normalize("NFC", part)))
    return unicodedata.normalize("NFC", letters)


@functools.lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """Return a character as a keyboard writes it; unchanged where that would lose its meaning.

    A spacing accent such as "¨" is unchanged too: its compatibility form is a space with an accent.
    """
    if character in _SIGNS:
        return _SIGNS[character]
    kind, *codes = unicodedata.decomposition(character).split() or [""]
    if not kind.startswith("<") or kind in _MEANINGFUL or codes[0] == "0020":
        return character
    return "".join(map(_plain, unicodedata.normalize("NFKC", character)))


def with_signs(code: str) -> str:
    """Write code on one line, as the model of code reads it.

    A line break is "↵" and four spaces before a line are "→"; other white space is one space, and
    of several empty lines one is left.
    """
    lines = []
    for line in code.expandtabs(4).splitlines():
        words = line.split()
        indent = len(line) - len(line.lstrip())
        lines.append(INDENT * (indent // 4) * bool(words) + " ".join(words))
    return re.sub(f"{BREAK}{{3,}}", BREAK * 2, BREAK.join(lines)).strip(BREAK)
