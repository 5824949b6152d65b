"""Translations of one sentence under each other, with unique words marked, as HTML."""

from collections.abc import Sequence
from html import escape

from ..analysis.differing import differing
from ..analysis.glosses import gloss_text
from ..base.language import model_title, t
from ..base.theme import model_colour, style_sheet

_STYLE = style_sheet(__file__, "translations.css")


def marked_words(words: list[str], marks: list[bool], english: str = "") -> str:
    """Return the words as escaped HTML, the marked ones in <mark>.

    If they translate an `english` sentence, each has its English under it.
    """
    texts = _glossed_words(words, english) if english else map(escape, words)
    return " ".join(
        f"<mark>{text}</mark>" if mark else text for text, mark in zip(texts, marks, strict=True)
    )


def _glossed_words(words: list[str], english: str) -> list[str]:
    """Return the words of a translation as HTML, with their English as ruby text."""
    texts = [""]
    for piece, gloss in gloss_text(english, " ".join(words)):
        text = escape(piece)
        if text.isspace():
            texts.append("")
        elif gloss:
            texts[-1] += f'<ruby>{text}<rt lang="en">{escape(gloss)}</rt></ruby>'
        elif texts[-1].endswith("</ruby>"):
            # A full stop stands with its word, not over the end of the word's English.
            word, english_of_word = texts[-1].rsplit("<rt", 1)
            texts[-1] = f"{word}{text}<rt{english_of_word}"
        else:
            texts[-1] += text
    return texts if words else []


def translations_html(
    translations: dict[str, str], english: Sequence[str] = (), reference: str = ""
) -> str:
    """Build a table of models and translations, unique words in bold and underlined.

    `english` has the sentence of each translation if English is to stand under its words. With a
    human translation, the `reference`, the words are marked that differ from it.
    """
    sentences = [text.split() for text in translations.values()]
    marks = differing(sentences)
    legend = t("Underlined: a word that no other of these translations has in this place.")
    if reference:
        human = reference.split()
        compared = [differing([words, human]) for words in sentences]
        marks = [words for words, _ in compared]
        unwritten = [all(column) for column in zip(*(flags for _, flags in compared))]
        legend = t("shared#underlined words")
    cells = map(marked_words, sentences, marks, english or [""] * len(sentences))
    nothing = f"<em>{escape(t('It writes no word.'))}</em>"
    rows = [
        f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">'
        f"{escape(model_title(name))}</th><td>{cell or nothing}</td></tr>"
        for name, cell in zip(translations, cells, strict=True)
    ]
    is_same = reference and all(words == reference.split() for words in sentences)
    if is_same:
        legend = t("The human translation is the same.")
    elif reference:
        cell = marked_words(human, unwritten, english[0] if english else "")
        title = escape(t("Human translation"))
        rows.append(f'<tr><th scope="row" class="human">{title}</th><td>{cell}</td></tr>')
    legend = (
        f'<p class="translations-legend">{legend}</p>' if is_same or any(map(any, marks)) else ""
    )
    return f'{_STYLE}<table class="translations">{"".join(rows)}</table>{legend}'
