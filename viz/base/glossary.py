"""The technical terms that pages use, each explained in a sentence or two of `glossary.md`.

Text in, HTML out; no Streamlit.
"""

import re
from functools import lru_cache
from html import escape

from .language import current_locale, t, translatable

TERMS = translatable(
    (
        "head",
        "layer",
        "query",
        "key",
        "value",
        "attention weight",
        "attention",
        "norm-weighted attention",
        "softmax",
        "causal mask",
        "encoder",
        "decoder",
        "sub-word",
        "vector",
        "gradient",
        "lens",
        "<s>",
        "</s>",
    )
)


def explain_terms(text: str) -> str:
    """Return the text as HTML with a tooltip on the first occurrence of each term.

    The tooltip opens on hover, tap and keyboard focus; screen readers read it too.
    """
    return _explain_terms(text, current_locale())


# Every rerun of a page explains the same texts.
@lru_cache(maxsize=256)
def _explain_terms(text: str, locale: str) -> str:
    meanings = {escape(t(term)): t(f"glossary#{term}") for term in TERMS}
    forms = {_form(term): term for term in meanings}
    longest_first = sorted(forms, key=len, reverse=True)
    explained = set()

    def explain(match: re.Match[str]) -> str:
        terms = (
            forms[form] for form in longest_first if re.fullmatch(form, match[0], re.IGNORECASE)
        )
        term = next(terms, None)
        if term is None or term in explained:
            return match[0]
        explained.add(term)
        meaning = escape(meanings[term])
        return (
            f'<span class="term" tabindex="0" aria-description="{meaning}">{match[0]}'
            f'<span role="tooltip" aria-hidden="true">{meaning}</span></span>'
        )

    pattern = rf"(?<![\w&-])(?:{'|'.join(longest_first)})(?![\w-])"
    return re.sub(pattern, explain, escape(text), flags=re.IGNORECASE)


def _form(term: str) -> str:
    """Return a regular expression for a term in the singular and the plural."""
    words = [re.sub("y$", "(?:y|ie)", re.escape(word)) for word in term.split(" ")]
    return " ".join(f"{word}s?" for word in words)
