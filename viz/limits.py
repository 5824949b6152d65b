"""The line under the sentence bar that says what a sentence asks beyond what the model can do. A value in, texts and HTML out."""

import unicodedata
from collections.abc import Mapping, Sequence
from html import escape

from models.limits import Limits

from .language import mark, t

MOST_CHARACTERS, MOST_WORDS = 8, 4  # that are named
LANGUAGES = mark({
    "fr": "French", "de": "German", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "sv": "Swedish", "da": "Danish",
    "no": "Norwegian", "fi": "Finnish", "pl": "Polish", "cs": "Czech", "hu": "Hungarian", "ro": "Romanian", "tr": "Turkish", "el": "Greek",
    "ru": "Russian", "uk": "Ukrainian", "ar": "Arabic", "he": "Hebrew", "hi": "Hindi", "zh": "Chinese", "ja": "Japanese", "ko": "Korean"})
LONGEST_LABEL = 70  # characters of a sentence on a button
# Between the bar and the page there is room for one line, drawn or not: what is below stays where it is when the line comes.
STYLE = """<style>
.st-key-bar { margin-bottom: 0.75rem; }
[data-testid=stLayoutWrapper]:has(> .st-key-limits) { margin-top: -1rem; }
.st-key-limits.st-key-limits { margin: calc(2px - 0.75rem) 0 calc(-0.75rem - 2px); min-height: 1.5rem; column-gap: 0.75rem; row-gap: 0; }
.st-key-limits p { font-size: 0.875rem; line-height: 1.5rem; margin: 0; overflow-wrap: anywhere; }
.st-key-limits .stButton { display: flex; }
.st-key-limits button { min-height: 1.5rem; padding: 0; border: 0; text-align: left; text-decoration: underline; text-underline-offset: 3px; }
.st-key-limits [data-testid=stSkeleton] { height: 1.5rem; }
</style>"""


def sentences(limits: Limits) -> list[str]:
    """What there is to say, a sentence each."""
    texts = []
    if limits.language != "en":
        texts.append(t("This looks like {language}; the model reads English.", language=t(LANGUAGES[limits.language])))
    if count := len(limits.unreadable):
        texts.append(t("1 character cannot be read: {characters}." if count == 1 else "{count} characters cannot be read: {characters}.", count=count,
                       characters=some([visible(character) for character in limits.unreadable], MOST_CHARACTERS, " ")))
    if limits.words:
        texts.append(t("This sentence has {count} words: too long to be shown well.", count=limits.words))
    if limits.looped:
        texts.append(t("The model ran into a loop; the rest is cut."))
    if limits.unsure:
        names = [t("“{word}”", word=word) for word in limits.unsure]
        texts.append(t("The model is unsure of {words}.", words=some(names, MOST_WORDS, ", ")))
    return texts


def some(names: Sequence[str], most: int, between: str) -> str:
    return between.join(names[:most]) + (" …" if len(names) > most else "")


def visible(character: str) -> str:
    """A character, or its code where there is nothing to see."""
    return f"U+{ord(character[0]):04X}" if unicodedata.category(character[0])[0] in "CZM" else character


def reliability(unsure: Mapping[str, float]) -> str:
    """Say how often a word is wrong that the model is unsure of, by the model's card."""
    return t(
        "Of the words it is unsure of {wrong:.0f} % are in no translation by people, of the others {others:.0f} %.",
        wrong=100 * unsure["flagged_wrong"],
        others=100 * unsure["others_wrong"],
    )


def line_html(texts: Sequence[str], hint: str = "") -> str:
    """The texts in one line, which a screen reader reads when they come, with a `hint` on hover."""
    title = f' title="{escape(hint)}"' if hint else ""
    return f'<p role="status"{title}>{escape(" ".join(texts))}</p>'


def shortened(sentence: str) -> str:
    """A sentence as it fits on a button."""
    return sentence if len(sentence) <= LONGEST_LABEL else sentence[: LONGEST_LABEL - 1].rstrip() + "…"
