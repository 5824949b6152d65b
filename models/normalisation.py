"""Text as our models were trained to read it: the characters of a keyboard.

Phones, word processors and PDF files write others for the same text: "can’t" for "can't", "ﬁre" for
"fire", no-break spaces, letters with a separate accent. Our training text has almost none of them,
so a model that reads them raw translates something else. A pretrained model reads its text as its
own tokenizer does.
"""

import functools
import re
import unicodedata
from typing import NamedTuple

from .lengths import check_characters

# Control characters, and what Unicode calls default ignorable: soft hyphens, zero-width spaces,
# joiners, marks of direction, variation selectors, byte-order marks.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
DASHES = "—―︱﹘"  # between two clauses
PART = re.compile(rf"\s*(?P<dash>[{DASHES}])\s*|(?P<white>\s+)|.", re.DOTALL)
SIGNS = {  # Guillemets stay: our French has them.
    **dict.fromkeys("‘’‚‛ʼ′´ʹ‹›", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–−", "-"),
}
# Compatibility forms that say something which the plain form does not: "x²" is not "x2".
MEANINGFUL = ("<super>", "<sub>", "<fraction>", "<circle>")
Span = tuple[int, int]


class NormalisedText(NamedTuple):
    """A text as it was typed, and as our models read it.

    The tokenizer counts characters of `plain`; a trace shows the text as typed, and its spans count
    characters of `typed`.
    """

    typed: str
    plain: str
    spans: tuple[Span, ...] | None = None  # of each character of `plain` in `typed`; None: the same

    def locate(self, start: int, end: int) -> Span:
        """The characters of `typed` that these characters of `plain` stand for."""
        if self.spans is None:
            return start, end
        first = self.spans[start][0] if start < len(self.plain) else len(self.typed)
        return first, self.spans[end - 1][1] if end > start else first

    def followed_by(self, other: "NormalisedText") -> "NormalisedText":
        """Both as one text."""
        typed, plain = self.typed + other.typed, self.plain + other.plain
        if self.spans is None and other.spans is None:
            return NormalisedText(typed, plain)
        spans = [self.locate(place, place + 1) for place in range(len(self.plain))]
        for place in range(len(other.plain)):
            start, end = other.locate(place, place + 1)
            spans.append((len(self.typed) + start, len(self.typed) + end))
        return NormalisedText(typed, plain, tuple(spans))


def normalise(text: str) -> str:
    """Return the text as our models read it. Printable ASCII comes back as it is.

    Signs become those of a keyboard, and accents are composed with their letters. White space with
    a tab, a line break or a no-break space in it becomes one space, or nothing at either end of the
    text. A dash between clauses becomes " - ". Invisible characters are dropped. What is normalised
    stays as it is when it is normalised again. Raises UserError for half a character.
    """
    return read_text(text).plain


def read_text(typed: str, before: str = "") -> NormalisedText:
    """Return a text with what our models read of it; see `normalise`.

    Where it goes on with a text `before`, its beginning is no end of the text.
    """
    if typed.isascii() and typed.isprintable():
        return NormalisedText(typed, typed)
    check_characters(typed)
    places = [place for place, character in enumerate(typed) if not INVISIBLE.match(character)]
    visible = "".join(typed[place] for place in places)
    parts: list[tuple[str, Span]] = []
    for match in PART.finditer(visible):
        part, (start, end) = match[0], match.span("dash" if match["dash"] else 0)
        span = places[start], places[end - 1] + 1
        if match["dash"] or (match["white"] and part.strip(" ")):
            part = " - " if match["dash"] else " "
            part = part if before or match.start() > 0 else part.lstrip()
            part = part if match.end() < len(visible) else part.rstrip()
        elif match["white"]:
            parts += [(" ", (place, place + 1)) for place in places[start:end]]
            continue
        elif parts and goes_on(part):
            letter, (first, _) = parts.pop()
            part, span = letter + part, (first, span[1])
        parts.append((part, span))
    written = [(plain_letter(part), span) for part, span in parts]
    spans = tuple(span for part, span in written for _ in part)
    return NormalisedText(typed, "".join(part for part, _ in written), spans)


def goes_on(character: str) -> bool:
    """Whether a character may be composed with the one before it."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def plain_letter(part: str) -> str:
    """A letter, with its marks, as a keyboard writes it."""
    if part.isascii():
        return part
    letters = "".join(map(plain, unicodedata.normalize("NFC", part)))
    return unicodedata.normalize("NFC", letters)


@functools.lru_cache(maxsize=4096)
def plain(character: str) -> str:
    """A character as a keyboard writes it; itself where that would lose what it says.

    Accents that stand alone, like "¨", keep their form too: theirs is a space with an accent.
    """
    if character in SIGNS:
        return SIGNS[character]
    kind, *codes = unicodedata.decomposition(character).split() or [""]
    if not kind.startswith("<") or kind in MEANINGFUL or codes[0] == "0020":
        return character
    return "".join(map(plain, unicodedata.normalize("NFKC", character)))
