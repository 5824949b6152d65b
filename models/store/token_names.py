"""The notation for tokens on the screen, the same for every tokenizer.

A printable character shows as itself, a space as "␣", and each byte of an incomplete or invisible
character as "<0xC3>".
"""

SPACE = "␣"
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))


def name_bytes(content: bytes) -> str:
    """Return the notation for a token of these bytes of UTF-8."""
    return "".join(map(name_character, content.decode(errors="surrogateescape")))


def name_character(character: str) -> str:
    """Return the notation for a character, or for a byte decoded with `surrogateescape`."""
    if character == " ":
        return SPACE
    if character.isprintable():
        return character
    return "".join(BYTES[byte] for byte in character.encode(errors="surrogateescape"))
