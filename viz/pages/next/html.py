"""Language models as HTML: bars beside words, and words with their probabilities."""

from collections.abc import Mapping, Sequence
from html import escape

from ...base.language import format_number, model_title, t
from ...base.theme import model_colour, style_sheet
from .charts import Drawn, Rows, share

STYLE = style_sheet(__file__, "next.css")
_WIDEST = 62  # width of a bar of 1, in per cent of its cell; the number follows


def distributions_html(panels: Mapping[str, Rows], notes: Mapping[str, str]) -> str:
    """Write a table for each model: the next words with bars, and one row for all others.

    Bars of all tables have one scale. Words that top-k and top-p leave out are struck out.
    """
    values = [
        value
        for rows in panels.values()
        for value in (*(row.probability for row in rows.shown), rows.probability)
    ]
    most = max(values, default=1.0)
    tables = [
        f"<section><table><caption>{escape(model_title(name))}</caption>"
        f"{_distribution_rows(name, rows, most)}"
        f"</table><p>{escape(notes[name])}</p></section>"
        for name, rows in panels.items()
    ]
    return f'{STYLE}<div class="nexts">{"".join(tables)}</div>'


def _distribution_rows(name: str, rows: Rows, most: float) -> str:
    """Write the rows of one table."""
    colour = model_colour(name)
    lines = [
        (row.text, row.probability, "" if row.is_kept else "cut", f"background:{colour};")
        for row in rows.shown
    ]
    others = "others" if rows.kept else "others cut"
    lines.append((rows.others_title, rows.probability, others, ""))
    return "".join(
        f'<tr class="{kind}"><th scope="row">{escape(text)}</th><td>'
        f'<i style="{style}width:{_WIDEST * value / most:.1f}%"></i>{share(value)}</td></tr>'
        for text, value, kind, style in lines
    )


def continuations_html(beginning: str, words: Mapping[str, Sequence[Drawn]]) -> str:
    """Write a row for each model: the words drawn, each with its probability.

    The stronger the colour behind a word, the higher its probability.
    """
    rows = [
        f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">'
        f'{escape(model_title(name))}</th><td><span class="given">{escape(beginning)}</span>'
        f"{''.join(_drawn_word(entry, model_colour(name)) for entry in drawn)}</td></tr>"
        for name, drawn in words.items()
    ]
    return f'{STYLE}<table class="goes-on">{"".join(rows)}</table>'


def _drawn_word(entry: Drawn, colour: str) -> str:
    """Write a word with its probability below."""
    strength = round(100 * (0.08 + 0.42 * entry.probability))
    return (
        f'<b style="background:color-mix(in srgb, {colour} {strength}%, transparent)">'
        f"{escape(entry.text)}<small>{share(entry.probability)}</small></b>"
    )


def scores_html(lines: Sequence[tuple[str, str, str, str]]) -> str:
    """Write a table of each model's probability of the text, perplexity and bits per character."""
    titles = ("", t("probability of the text"), t("perplexity per word"), t("bits per character"))
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = "".join(
        f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">'
        f"{escape(model_title(name))}</th>"
        f"{''.join(f'<td>{escape(value)}</td>' for value in values)}</tr>"
        for name, *values in lines
    )
    return f'{STYLE}<table class="scores"><thead><tr>{head}</tr></thead>{rows}</table>'


def followers_html(endings: Sequence[tuple[str, int | None, Mapping[str, int], int]]) -> str:
    """Write a table of the words seen after each ending of the text, the most frequent first."""
    titles = (
        t("The text ends in"),
        t("seen"),
        t("different words that follow it"),
        t("most often"),
    )
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = []
    for text, seen, followers, kinds in endings:
        times = t("not counted: too long") if seen is None else format_number(seen, ",")
        behind = (
            ", ".join(f"{word} {format_number(count, ',')}" for word, count in followers.items())
            or "–"
        )
        cells = (times, format_number(kinds, ",") if kinds else "–", behind)
        columns = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{escape(text)}</th>{columns}</tr>')
    body = f"<thead><tr>{head}</tr></thead>{''.join(rows)}"
    return f'{STYLE}<table class="scores of-words">{body}</table>'
