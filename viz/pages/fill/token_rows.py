"""Rows of tokens as a model reads them, with hidden and exchanged tokens marked, as HTML."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ...base.theme import style_sheet, translucent
from ...draw.probabilities import KIND_COLOURS

STYLE = style_sheet(__file__, "token_rows.css")


class TokenRow(NamedTuple):
    """One row of tokens."""

    tokens: Sequence[str]
    kinds: Sequence[str]  # for each token "", "mark", "mask", "random" or "same"
    below: Sequence[str] = ()  # text under each token; (): none
    name: str = ""  # before the first token


def _colours_of(kind: str) -> str:
    """Return the colours of a kind as a style; "" for unmarked kinds."""
    if kind not in KIND_COLOURS:
        return ""
    colour = KIND_COLOURS[kind]
    return f' style="--edge: {colour}; --fill: {translucent(colour)}"'


def _box(text: str, kind: str, below: str = "") -> str:
    """Write one token as escaped HTML."""
    under = f"<small>{escape(below)}</small>" if below else ""
    name = f' class="{kind}"' if kind else ""
    return f"<span{name}{_colours_of(kind)}>{escape(text)}{under}</span>"


def token_rows_html(rows: Sequence[TokenRow], key: Sequence[tuple[str, str]] = ()) -> str:
    """Write the rows, and below them a `key` of the kinds."""
    lines = []
    for row in rows:
        below = row.below or [""] * len(row.tokens)
        boxes = "".join(map(_box, row.tokens, row.kinds, below))
        name = f"<b>{escape(row.name)}</b>" if row.name else ""
        lines.append(f"<p>{name}{boxes}</p>")
    if key:
        lines.append(f'<p class="key">{"".join(_box(text, kind) for kind, text in key)}</p>')
    return f'{STYLE}<div class="token-rows">{"".join(lines)}</div>'
