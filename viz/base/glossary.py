"""The technical terms that pages use, each explained in a sentence or two.

Text in, HTML out; no Streamlit.
"""

import re
from functools import lru_cache
from html import escape

from .language import current_locale, t, translatable

TERMS = translatable(
    (
        (
            "head",
            "A head is one of several attention mechanisms that work side by side in "
            "a layer. Each decides how much every word attends to every other word.",
        ),
        (
            "layer",
            "A layer is one stage of the network. It takes a vector for each word "
            "and passes a new one to the next layer.",
        ),
        (
            "query",
            "The query is a vector that says what a word is looking for. It is "
            "compared with the key of every word.",
        ),
        (
            "key",
            "The key is a vector that says what a word can be found by. The better "
            "it matches a query, the more attention the word gets.",
        ),
        (
            "value",
            "The value is the vector that a word passes on. A head adds up the "
            "values, each multiplied by its attention weight.",
        ),
        (
            "attention weight",
            "An attention weight is the share of its attention that one word gives "
            "to another, from 0 to 1. A word's weights add up to 1.",
        ),
        (
            "attention",
            "With attention, a network decides for every word how much to take from "
            "each other word.",
        ),
        (
            "softmax",
            "The softmax turns scores into shares that are positive and add up to 1. The largest "
            "score gets the largest share.",
        ),
        (
            "causal mask",
            "The causal mask hides the words that are not written yet, so no word "
            "attends to a later one.",
        ),
        (
            "encoder",
            "The encoder is the half of the model that reads the sentence and "
            "produces a vector for each word.",
        ),
        (
            "decoder",
            "The decoder is the half of the model that writes the translation, one word at a time.",
        ),
        (
            "sub-word",
            "A sub-word is a piece of a word. Rare words are read and written in pieces, so that "
            "a small vocabulary is enough.",
        ),
        ("vector", "A vector is a list of numbers; here it stands for a word or a state."),
        (
            "gradient",
            "The gradient says how much a result would change if a number before it changed.",
        ),
        ("<s>", "<s> is the start token: the decoder reads it before it writes its first word."),
        ("</s>", "</s> is the end token. The model stops when it writes it."),
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
    meanings = {escape(t(term)): t(meaning) for term, meaning in TERMS}
    forms = {form(term): term for term in meanings}
    longest_first = sorted(forms, key=len, reverse=True)
    explained = set()

    def explain(match: re.Match[str]) -> str:
        terms = (forms[one] for one in longest_first if re.fullmatch(one, match[0], re.IGNORECASE))
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


def form(term: str) -> str:
    """Return a regular expression for a term in the singular and the plural."""
    words = [re.sub("y$", "(?:y|ie)", re.escape(word)) for word in term.split(" ")]
    return " ".join(f"{word}s?" for word in words)
