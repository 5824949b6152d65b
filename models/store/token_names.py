"""The notation for tokens on the screen, the same for every tokenizer.

A printable character shows as itself, a space as "␣", and each byte of an incomplete or invisible
character as "<0xC3>".
"""

SPACE = "␣"
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))

# Byte-level BPE writes each byte as a character (Radford et al. 2019): "Ã©" is "é".
_SHOWN = [*range(33, 127), *range(161, 173), *range(174, 256)]
_OTHERS = [byte for byte in range(256) if byte not in _SHOWN]
BYTE_OF_SIGN = {chr(byte): bytes([byte]) for byte in _SHOWN} | {
    chr(256 + place): bytes([byte]) for place, byte in enumerate(_OTHERS)
}


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
