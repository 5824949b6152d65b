"""The warnings under the sentence bar: what a sentence asks beyond what the model can do.

A value in, texts and HTML out.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from html import escape

from models.answers.limits import Limits, Unsure
from models.answers.source_words import Misread

from ..base.language import t, translatable

_MOST_CHARACTERS, _MOST_WORDS = 8, 4  # that are named
_LANGUAGES = translatable(
    {
        "fr": "French",
        "de": "German",
        "es": "Spanish",
        "it": "Italian",
        "pt": "Portuguese",
        "nl": "Dutch",
        "sv": "Swedish",
        "da": "Danish",
        "no": "Norwegian",
        "fi": "Finnish",
        "pl": "Polish",
        "cs": "Czech",
        "hu": "Hungarian",
        "ro": "Romanian",
        "tr": "Turkish",
        "el": "Greek",
        "ru": "Russian",
        "uk": "Ukrainian",
        "ar": "Arabic",
        "he": "Hebrew",
        "hi": "Hindi",
        "zh": "Chinese",
        "ja": "Japanese",
        "ko": "Korean",
    }
)
_LONGEST_LABEL = 70  # characters of a sentence on a button


def sentences(limits: Limits, brief: bool = False) -> list[str]:
    """Return the warnings, a sentence each; `brief` names words and no figures."""
    texts = []
    if limits.has_tags:
        texts.append(t("This looks like HTML: the model reads plain English."))
    if not limits.has_letters:
        texts.append(t("There is no word here. Type an English sentence."))
    if limits.language != "en":
        texts.append(
            t(
                "This looks like {language}: the model reads English.",
                language=t(_LANGUAGES[limits.language]),
            )
        )
    if limits.emoji:
        emoji = _some(limits.emoji, _MOST_CHARACTERS, " ")
        texts.append(t("Emoji are left out: {characters}.", characters=emoji))
    if limits.unreadable:
        texts.append(_describe_unreadable(limits.unreadable))
    if limits.capitals:
        names = [t("“{word}”", word=word) for word in limits.capitals]
        texts.append(
            t("Hardly ever read in capitals: {words}.", words=_some(names, _MOST_WORDS, ", "))
        )
    if limits.words:
        texts.append(
            t("This sentence has {count} words, too many to show well.", count=limits.words)
        )
    if limits.tokens:
        texts.append(
            t("Its {count} tokens are more than in any training sentence.", count=limits.tokens)
        )
    if limits.repeated:
        texts.append(
            t("The French repeats itself: “{words}”. The rest is cut.", words=limits.repeated)
        )
    if limits.lost:
        texts.append(_describe_numbers(limits))
    if limits.unsure:
        texts.append(_describe_unsure(limits.unsure, brief))
    if misread := [word for word in limits.misread if word.text not in limits.capitals]:
        texts.append(_describe_misread(misread, brief))
    return texts


def _describe_unreadable(characters: Sequence[str]) -> str:
    """Name the characters that the model cannot read."""
    count = len(characters)
    return t(
        "1 character cannot be read: {characters}."
        if count == 1
        else "{count} characters cannot be read: {characters}.",
        count=count,
        characters=_some([_visible(character) for character in characters], _MOST_CHARACTERS, " "),
    )


def _describe_unsure(unsure: Unsure, brief: bool) -> str:
    """Say which words of the translation are unsure, and how many unless `brief`."""
    names = [t("“{word}”", word=word) for word in unsure.words]
    if brief:
        return t("Unsure: {words}.", words=_some(names, _MOST_WORDS, ", "))
    return t(
        "Unsure: 1 of {total} words is below {threshold:.0f}%: {words}."
        if unsure.count == 1
        else "Unsure: {count} of {total} words are below {threshold:.0f}%: {words}.",
        count=unsure.count,
        total=unsure.total,
        threshold=100 * unsure.threshold,
        words=_some(names, _MOST_WORDS, ", "),
    )


def _describe_numbers(limits: Limits) -> str:
    """Name the numbers that the French does not have, and those that it has instead."""
    text = (
        translatable("The French does not have the number {lost}: it has {new}.")
        if limits.new
        else translatable("The French does not have the number {lost}.")
    )
    lost, new = (_some(names, _MOST_WORDS, ", ") for names in (limits.lost, limits.new))
    return t(text, lost=lost, new=new)


def _some(names: Sequence[str], most: int, between: str) -> str:
    return between.join(names[:most]) + (" …" if len(names) > most else "")


def _visible(character: str) -> str:
    """Return a character, or its code if it is invisible."""
    return (
        f"U+{ord(character[0]):04X}"
        if unicodedata.category(character[0])[0] in "CZM"
        else character
    )


# Texts on a word that was in no training sentence, in one, or in more.
_RARE = translatable(
    (
        "Perhaps misread: “{word}” was in no training sentence.",
        "Perhaps misread: “{word}” was in 1 training sentence.",
        "Perhaps misread: “{word}” was in {seen:,} training sentences.",
    )
)
_IN_PIECES = translatable(
    (
        "Perhaps misread: “{word}” is read as {count} pieces, {first} and {last}; it was in no "
        "training sentence.",
        "Perhaps misread: “{word}” is read as {count} pieces, {first} and {last}; it was in 1 "
        "training sentence.",
        "Perhaps misread: “{word}” is read as {count} pieces, {first} and {last}; it was in "
        "{seen:,} training sentences.",
    )
)


def _describe_misread(words: Sequence[Misread], brief: bool) -> str:
    """Name the rarest of these English words; unless `brief` say why it is perhaps misread."""
    word = min(words, key=lambda word: word.seen)
    if brief:
        return t("Perhaps misread: “{word}”.", word=word.text)
    pieces = [t("“{word}”", word=piece) for piece in word.pieces]
    texts = _RARE if len(pieces) == 1 else _IN_PIECES
    text = texts[min(word.seen, 2)]
    return t(
        text,
        word=word.text,
        count=len(pieces),
        first=", ".join(pieces[:-1]),
        last=pieces[-1],
        seen=word.seen,
    )


def reliability(limits: Limits, card: Mapping[str, Mapping[str, float]]) -> str:
    """Say how often the warnings about words are right, by the model's card."""
    texts = []
    if limits.unsure:
        texts.append(
            t(
                "app#how often unsure words are wrong",
                wrong=100 * card["unsure"]["flagged_wrong"],
                others=100 * card["unsure"]["others_wrong"],
            )
        )
    if limits.misread:
        misread = card["misread"]
        texts.append(
            t(
                "app#when a word is perhaps misread",
                right=misread["right_sentences"],
                right_share=100 * misread["right_warned"],
                bad=misread["bad_sentences"],
                bad_share=100 * misread["bad_warned"],
            )
        )
    return " ".join(texts)


def line_html(texts: Sequence[str], hint: str = "") -> str:
    """Return the texts in one line that a screen reader announces, with a `hint` on hover."""
    title = f' title="{escape(hint)}"' if hint else ""
    return f'<p role="status"{title}>{escape(" ".join(texts))}</p>'


def shortened(sentence: str, longest: int = _LONGEST_LABEL) -> str:
    """Shorten a sentence for a button."""
    return sentence if len(sentence) <= longest else sentence[: longest - 1].rstrip() + "…"
