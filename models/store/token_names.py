"""The notation for tokens on the screen, the same for every tokenizer.

A character with ink shows as itself, a space as "␣", each byte of an incomplete or invisible
character as "<0xC3>", and a token without characters as "<empty>".
"""

import re

SPACE, _EMPTY = "␣", "<empty>"
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))

# Byte-level BPE writes each byte as a character (Radford et al. 2019): "Ã©" is "é".
_SHOWN = [*range(33, 127), *range(161, 173), *range(174, 256)]
_OTHERS = [byte for byte in range(256) if byte not in _SHOWN]
BYTE_OF_SIGN = {chr(byte): bytes([byte]) for byte in _SHOWN} | {
    chr(256 + place): bytes([byte]) for place, byte in enumerate(_OTHERS)
}


# Printable for Unicode, but without ink: fillers, Braille's blank, selectors at the beginning.
_INKLESS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]"
    "|^[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)


def name_bytes(content: bytes) -> str:
    """Return the notation for a token of these bytes of UTF-8."""
    return name_text(content.decode(errors="surrogateescape"))


def name_text(text: str) -> str:
    """Return the notation for a token of this text, as from bytes with `surrogateescape`."""
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() else _name_hidden(character) for character in text
        )
    named = _INKLESS.sub(lambda match: _name_hidden(match[0]), text.replace(" ", SPACE))
    return named or _EMPTY


def has_ink(text: str) -> bool:
    """Whether anything of a text can be seen."""
    return any(
        character.isprintable() and not character.isspace() and not _INKLESS.match(character)
        for character in text
    )


def _name_hidden(text: str) -> str:
    """Return the bytes of characters without ink, or of one half of a character."""
    is_byte = "\udc80" <= text[0] <= "\udcff"
    content = text.encode(errors="surrogateescape" if is_byte else "surrogatepass")
    return "".join(BYTES[byte] for byte in content)
