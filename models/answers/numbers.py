"""Numbers of a sentence that its translation does not have."""

import re

# With signs between thousands, or with decimals; of “1,2,3” each is a number.
_NUMBER = re.compile(
    r"(?<!\d)\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?!\d)|(?<!\d[.,])\d+[.,]\d+(?![.,]?\d)|\d+"
)
# English that French writes in another way: 4th, 1980s, 5 p.m., 5 o'clock, the :00 of 14:00.
_OTHERWISE = re.compile(
    r"\d+(?:st|nd|rd|th|s)\b|\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b|o['’]clock)|:00\b", re.IGNORECASE
)
_HOUR = re.compile(r"\d+\s?h\b")  # in French
# French that is a numeral and nothing else, as “un” is not.
_NUMERAL = re.compile(
    r"\b(?:zéro|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|"
    r"vingts?|trente|quarante|cinquante|soixante|cents?|mille)\b",
    re.IGNORECASE,
)


def _numbers_of(text: str) -> list[str]:
    """Return the numbers of a text in digits, without signs between thousands: 1000, 1.5."""
    numbers = []
    for number in _NUMBER.findall(text):
        whole, *more = re.split(r"\D", number)
        if more and any(len(part) != 3 for part in more):
            numbers.append(f"{whole}.{more[0].rstrip('0')}".rstrip("."))
        else:
            numbers.append("".join((whole, *more)))
    return numbers


def changed_numbers(sentence: str, translation: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the numbers that an English sentence alone has, and those its French alone has.

    Each is named once, in order. Where the French has a numeral in words, nothing is said, as it
    may be the number. The second are empty where the first are, as English may write one in words.
    """
    english = _numbers_of(_OTHERWISE.sub("", sentence))
    french = _numbers_of(translation)
    if _NUMERAL.search(translation):
        return (), ()
    lost = [number for number in dict.fromkeys(english) if number not in french]
    if re.search(r"\bune?\b", translation, re.IGNORECASE):
        lost = [number for number in lost if number != "1"]
    if not lost:
        return (), ()
    known = {*_numbers_of(sentence)}
    new = [number for number in _numbers_of(_HOUR.sub("", translation)) if number not in known]
    return tuple(lost), tuple(dict.fromkeys(new))
