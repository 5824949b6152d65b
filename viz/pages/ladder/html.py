"""A product of probabilities, and the table of the models, as HTML."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from math import exp

from ...base.language import format_number, t
from ...base.text_titles import text_title
from ...base.theme import model_colour, style_sheet
from .charts import probability, scientific
from .compute import LadderRow
from .factors import Factor, Product

STYLE = style_sheet(__file__, "ladder.css")
# In a tall window, but not in a lecture, whose type is large already.
TALL_STYLE = style_sheet(__file__, "tall.css")
_ROW = 84  # characters of a row beside the chart in a lecture
_BLANK = '<span class="event">&nbsp;</span>'


def lecture_product_html(product: Product, colour: str, name: str) -> str:
    """Write a product in a lecture, where nothing scrolls: what there is room for.

    Counts where both orders then have a row each, the factors of the order that `name` says where
    both have two rows, of the one as typed those of three rows.
    """
    bare = [_factor_width(factor, False) for factor in product.factors]
    counted = [_factor_width(factor, True) for factor in product.factors]
    rows = 0 if name and sum(bare) > 2 * _ROW else 3
    most = sum(width <= rows * _ROW for width in accumulate(bare))
    return product_html(product, colour, name, sum(counted) <= _ROW, most)


def _factor_width(factor: Factor, with_counts: bool) -> int:
    """Return about how many characters wide a factor and the sign before it are."""
    event = len(factor.text) + len(_shorten_context(factor.given)) + 6
    counts = sum(len(f"{fraction.seen:,}/{fraction.of:,} · ") for fraction in factor.fractions)
    return max(event, 14, counts if with_counts else 0) + 4


def product_html(
    product: Product,
    colour: str,
    name: str,
    with_counts: bool = True,
    most: int | None = None,
) -> str:
    """Write the probability of a text as the product of its factors, and its loss as the sum.

    The stronger the colour behind a factor, the larger it is. `name` says which order it is. Of the
    factors the first `most` are written; None: all.
    """
    parts = [_sign_html("=", "−ln P =")]
    for place, factor in enumerate(product.factors[:most]):
        if place:
            parts.append(_sign_html("×", "+"))
        parts.append(_factor_html(factor, colour, product.window != 0, with_counts))
    if len(product.factors) > (most or len(product.factors)):
        parts.append(_sign_html("× …", "+ …"))
    factors = "" if most == 0 else f"<div>{''.join(parts)}</div>"
    result = scientific(product.log_probability)
    loss = format_number(-product.log_probability, ".1f")
    return (
        f'<div class="product"><p>P({escape(product.text)}) <span>= {result}</span> '
        f"<small>−ln P = {loss}</small> <small>{escape(name)}</small></p>"
        f"{factors}</div>"
    )


def _sign_html(sign: str, losses: str) -> str:
    """Write what stands between two factors, and between their losses."""
    return (
        f'<div class="sign">{_BLANK}<span class="value">{sign}</span><small>{losses}</small></div>'
    )


def _factor_html(factor: Factor, colour: str, sees_start: bool, with_counts: bool) -> str:
    """Write a factor: the word and what it is given, its probability, its loss, its counts.

    A model that `sees_start` is given the start of the text where no word stands before.
    """
    strength = round(100 * (0.08 + 0.42 * exp(factor.log_probability / 3)))
    context = _shorten_context(factor.given) or (t("start") if sees_start else "")
    given = f"<i> | {escape(context)}</i>" if context else ""
    counts = " · ".join(
        f"{format_number(fraction.seen, ',')}/{format_number(fraction.of, ',')}"
        for fraction in factor.fractions
    )
    counted = f"<small>{counts}</small>" if counts and with_counts else ""
    return (
        f'<div><span class="event">P(<b>{escape(factor.text)}</b>{given})</span>'
        f'<span class="value" style="background:color-mix(in srgb, {colour} {strength}%, '
        f'transparent)">{probability(factor.log_probability)}</span>'
        f"<small>{format_number(-factor.log_probability, '.1f')}</small>{counted}</div>"
    )


def _shorten_context(given: str) -> str:
    """Return a context of more than four words as its first and its last two."""
    words = given.split()
    return given if len(words) <= 4 else " ".join((words[0], "…", *words[-2:]))


def table_html(rows: Sequence[LadderRow], chosen: str) -> str:
    """Write a table of the models: what each sees, its size, bits per character of each text."""
    texts = list(dict.fromkeys(text for row in rows for text in row.bits))
    titles = (t("Model"), t("It sees before a word"), t("Size"), *map(text_title, texts))
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    lines = []
    for row in rows:
        bits = [format_number(row.bits[text], ".2f") if text in row.bits else "–" for text in texts]
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in (row.sees, row.size, *bits))
        lines.append(
            f'<tr class="{"chosen" if row.name == chosen else ""}"><th scope="row" '
            f'style="border-left: 6px solid {model_colour(row.name)}">{escape(row.title)}</th>'
            f"{cells}</tr>"
        )
    return f'<table class="rungs"><thead><tr>{head}</tr></thead>{"".join(lines)}</table>'
