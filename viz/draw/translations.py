"""Translations of one sentence under each other, with unique words marked, as HTML."""

from difflib import SequenceMatcher
from html import escape
from itertools import combinations

from ..base.model_titles import model_title
from ..base.theme import model_colour

STYLE = """<style>
.translations {
  border-collapse: separate; border-spacing: 0 8px; font-size: 1.25rem; line-height: 1.75rem;
}
.translations th {
  text-align: left; font-weight: 400; font-size: 0.9375rem; padding: 0 24px 0 10px;
  white-space: nowrap; vertical-align: baseline;
}
.translations td { overflow-wrap: anywhere; }
.translations mark {
  background: none; color: inherit; font-weight: 700;
  text-decoration: underline 3px; text-underline-offset: 4px;
}
@media (max-width: 640px) {
  .translations th, .translations td { display: block; }
  .translations td { padding-left: 16px; }
}
</style>"""


def differing(sentences: list[list[str]]) -> list[list[bool]]:
    """Return for each word of each sentence whether no other sentence matches it.

    Sentences are compared by their longest matching blocks of words.
    """
    marks = [[True] * len(words) for words in sentences]
    for first, second in combinations(range(len(sentences)), 2):
        for block in SequenceMatcher(
            None, sentences[first], sentences[second], autojunk=False
        ).get_matching_blocks():
            for step in range(block.size):
                marks[first][block.a + step] = marks[second][block.b + step] = False
    return marks


def marked_words(words: list[str], marks: list[bool]) -> str:
    """Return the words as escaped HTML, the marked ones in <mark>."""
    return " ".join(
        f"<mark>{escape(word)}</mark>" if mark else escape(word)
        for word, mark in zip(words, marks, strict=True)
    )


def translations_html(translations: dict[str, str]) -> str:
    """Build a table of models and translations, unique words in bold and underlined."""
    sentences = [text.split() for text in translations.values()]
    rows = [
        f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">'
        f"{escape(model_title(name))}</th><td>{marked_words(words, marks)}</td></tr>"
        for name, words, marks in zip(translations, sentences, differing(sentences), strict=True)
    ]
    return f'{STYLE}<table class="translations">{"".join(rows)}</table>'
