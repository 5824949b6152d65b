"""Text as our models were trained to read it: the characters of a keyboard.

Phones, word processors and PDF files write others for the same text: "can’t" for "can't", "ﬁre" for
"fire", no-break spaces, letters with a separate accent. Our training text has almost none of them,
so a model that reads them raw translates something else. A pretrained model reads its text as its
own tokenizer does.
"""

import functools
import re
import unicodedata

from .lengths import check_characters

# Control characters, and what Unicode calls default ignorable: soft hyphens, zero-width spaces,
# joiners, marks of direction, variation selectors, byte-order marks.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
# White space with a character other than the space in it: tabs, line breaks, no-break spaces.
ODD_SPACE = re.compile(r"\s*[^\S ]\s*")
DASH = re.compile(r"\s*[\u2014\u2015]\s*")  # between two clauses
# Guillemets stay: our French has them.
SIGNS = {
    **dict.fromkeys("‘’‚‛ʼ′´ʹ‹›", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–−", "-"),
}
# Compatibility forms that say something which the plain form does not: "x²" is not "x2".
MEANINGFUL = ("<super>", "<sub>", "<fraction>", "<circle>")
NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def normalise(text: str) -> str:
    """Return the text as our models read it. Printable ASCII comes back as it is.

    Each run of white space with a tab, a line break or a no-break space in it becomes one space,
    or nothing at either end of the text. A dash between clauses becomes " - ". Accents are composed
    with their letters. What is normalised stays the same when it is normalised again. Raises
    UserError for half a character.
    """
    if text.isascii() and text.isprintable():
        return text
    check_characters(text)
    text = unicodedata.normalize("NFC", INVISIBLE.sub("", text))
    text = ODD_SPACE.sub(functools.partial(within, " "), text)
    text = NOT_ASCII.sub(lambda match: plain(match[0]), text)
    text = DASH.sub(functools.partial(within, " - "), text)
    return unicodedata.normalize("NFC", text)


def within(replacement: str, match: re.Match[str]) -> str:
    """The replacement of a match, without its spaces at either end of the text."""
    if match.start() == 0:
        replacement = replacement.lstrip()
    return replacement if match.end() < len(match.string) else replacement.rstrip()


@functools.cache
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
