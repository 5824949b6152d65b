"""Several translations of one sentence under each other, the words that differ marked."""

from difflib import SequenceMatcher
from html import escape

from ..theme import model_colour


def differing(sentences: list[list[str]]) -> list[list[bool]]:
    """For each word of each sentence whether some other sentence lacks it at its place (longest matching blocks of words)."""
    marks = [[False] * len(words) for words in sentences]
    for place, words in enumerate(sentences):
        for other, theirs in enumerate(sentences):
            if other == place:
                continue
            first, second = (words, theirs) if place < other else (theirs, words)  # so that both sides are matched in the same way
            blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
            shared = {at for block in blocks for at in range(block[place > other], block[place > other] + block.size)}
            for at in range(len(words)):
                marks[place][at] |= at not in shared
    return marks


def translations_html(translations: dict[str, str]) -> str:
    """A table: each model with its translation, what differs in bold and underlined. Nothing typed is read as markup."""
    words = [text.split() for text in translations.values()]
    rows = []
    for name, own, marks in zip(translations, words, differing(words), strict=True):
        cells = " ".join(f"<mark>{escape(word)}</mark>" if mark else escape(word) for word, mark in zip(own, marks))
        rows.append(f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">{escape(name)}</th><td>{cells}</td></tr>')
    return f"""<style>
.translations {{ border-collapse: separate; border-spacing: 0 8px; font-size: 20px; line-height: 28px; }}
.translations th {{ text-align: left; font-weight: 400; font-size: 15px; padding: 0 24px 0 10px; white-space: nowrap; vertical-align: baseline; }}
.translations td {{ overflow-wrap: anywhere; }}
.translations mark {{ background: none; color: inherit; font-weight: 700; text-decoration: underline 3px; text-underline-offset: 4px; }}
@media (max-width: 640px) {{ .translations th, .translations td {{ display: block; }} .translations td {{ padding-left: 16px; }} }}
</style><table class="translations">{"".join(rows)}</table>"""
