"""Numbers of a sentence that its translation does not have."""

import re

NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})+(?!\d)|\d+")
WORDS = {
    "1": ("un", "une"),
    "2": ("deux",),
    "3": ("trois",),
    "4": ("quatre",),
    "5": ("cinq",),
    "6": ("six",),
    "7": ("sept",),
    "8": ("huit",),
    "9": ("neuf",),
    "10": ("dix",),
    "11": ("onze",),
    "12": ("douze",),
    "13": ("treize",),
    "14": ("quatorze",),
    "15": ("quinze",),
    "16": ("seize",),
    "20": ("vingt",),
    "30": ("trente",),
    "40": ("quarante",),
    "50": ("cinquante",),
    "60": ("soixante",),
    "100": ("cent",),
    "1000": ("mille",),
}  # French numerals of one word


def numbers_of(text: str) -> list[str]:
    """Return the numbers of a text in digits, without signs between thousands."""
    return [re.sub(r"\D", "", number) for number in NUMBER.findall(text)]


def changed_numbers(sentence: str, translation: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the numbers that an English sentence alone has, and those its French alone has.

    Each is named once, in order. A number that French writes as one word is none of the first; the
    second are empty where the first are, as English may write a number in words.
    """
    english, french = numbers_of(sentence), numbers_of(translation)
    words = re.findall(r"\w+", translation.lower())
    lost = [
        number
        for number in dict.fromkeys(english)
        if number not in french and not {*WORDS.get(number, ())} & {*words}
    ]
    new = [number for number in dict.fromkeys(french) if lost and number not in english]
    return tuple(lost), tuple(new)
