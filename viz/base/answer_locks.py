"""A lock that the right answer of an exercise opens, and from which nobody reads it at once."""

import math
import re
import unicodedata
from collections.abc import Sequence

import numpy as np

_PER_UNIT = 100  # answers count in hundredths; one more or less is right too
_NUMBER = re.compile(r"([-−]?(?:\d+(?:[.,]\d+)?|\.\d+))\s*(%?)")


def make_lock(answer: Sequence[str | float], form: str, salt: str) -> str:
    """Return the lock of an answer: its form, the salt, and hashes of 32 bits of what it accepts.

    `form` is "word", "head" or "number". Who tries all answers finds the one that opens it.
    """
    salted = f"{_hash(salt):08x}"
    parts = []
    for place, key in enumerate(_read_keys(answer, form)):
        near = range(int(key) - 1, int(key) + 2) if form == "number" else [key]
        parts.append(".".join(f"{_hash(f'{salted} {place} {one}'):08x}" for one in near))
    return " ".join([form, salted, *parts])


def check_answer(answer: object, lock: str) -> bool:
    """Return whether an answer opens the lock of an exercise.

    A word counts without case, accents and punctuation. Numbers have a comma or a point, or "%",
    and may be 0.01 off. A head is its layer and its head, counted from 1, as a text or a pair. The
    zeros at the end of a row may be left out.
    """
    form, salt, *parts = lock.split()
    keys = _read_keys(answer, form)
    while len(keys) > len(parts) and keys[-1] == "0":
        keys.pop()
    return len(keys) == len(parts) and all(
        f"{_hash(f'{salt} {place} {key}'):08x}" in part.split(".")
        for place, (key, part) in enumerate(zip(keys, parts, strict=True))
    )


def plain_word(word: str) -> str:
    """Return a word in lower case without accents and marks."""
    letters = unicodedata.normalize("NFKD", word.lower().replace("œ", "oe"))
    letters = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "M")
    return re.sub(r"[\W_]+", " ", letters).strip()


def _read_keys(answer: object, form: str) -> list[str]:
    """Return an answer in one form; [] for none. `check.js` follows it."""
    values = np.ravel(np.array(answer, dtype=object)).tolist()
    if form == "number" and not any(isinstance(value, str) for value in values):
        try:
            numbers = [*map(float, values)]
        except (TypeError, ValueError):
            return []
    else:
        text = " ".join(map(str, values))
        if form == "word":
            return [plain_word(text)]
        if form == "head":
            return ["-".join(str(int(number)) for number in re.findall("[0-9]{1,9}", text))]
        numbers = [
            float(number.replace("−", "-").replace(",", ".")) / (100 if percent else 1)
            for number, percent in _NUMBER.findall(text)
        ]
    if not all(map(math.isfinite, numbers)):
        return []
    return [str(math.floor(number * _PER_UNIT + 0.5)) for number in numbers]


def _hash(text: str) -> int:
    """Return the FNV-1a hash of 32 bits, which a page computes without a secure address too."""
    value = 0x811C9DC5
    for byte in text.encode(errors="replace"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value
