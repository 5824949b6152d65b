"""How a token is shown: in one notation, whatever tokenizer it comes from.

Whole letters as letters, a space as "␣", a byte that is a part of a letter, or of a character that
cannot be seen, as "<0xC3>".
"""

SPACE = "␣"
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))


def name_bytes(content: bytes) -> str:
    """The name of a token that stands for these bytes of UTF-8."""
    return "".join(map(name_character, content.decode(errors="surrogateescape")))


def name_character(character: str) -> str:
    """How a character is shown, or a stray byte as `surrogateescape` decodes it."""
    if character == " ":
        return SPACE
    if character.isprintable():
        return character
    return "".join(BYTES[byte] for byte in character.encode(errors="surrogateescape"))
