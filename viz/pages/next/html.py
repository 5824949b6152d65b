"""Language models as HTML: bars beside words, and words with their probabilities."""

from collections.abc import Mapping, Sequence
from html import escape

from ...base.language import format_number, model_title, t
from ...base.theme import model_colour
from .charts import Drawn, Rows, share

STYLE = """<style>
.nexts { display: grid; gap: 16px 24px;
  grid-template-columns: repeat(auto-fit, minmax(var(--lecture-column, 13.5rem), 1fr)); }
.nexts table { width: 100%; border-collapse: collapse; font-size: 1rem; line-height: 1.5rem;
  font-variant-numeric: tabular-nums; }
.nexts caption { text-align: left; font-weight: 700; padding-bottom: 4px; caption-side: top;
  color: inherit; }
.nexts th { text-align: left; font-weight: 400; padding: 1px 8px 1px 0; max-width: 8rem;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.nexts td { padding: 1px 0; width: 60%; white-space: nowrap; }
.nexts i { display: inline-block; height: 0.6em; margin-right: 6px; vertical-align: -1px;
  border-radius: 2px; }
.nexts .others i {
  background: repeating-linear-gradient(135deg, #7f8896 0 3px, transparent 3px 6px);
  outline: 1px solid #7f8896; outline-offset: -1px; }
.nexts .cut { text-decoration: line-through; text-decoration-thickness: 1px; }
.nexts .cut i { opacity: 0.3; }
.nexts p { margin: 4px 0 0; font-size: 0.9375rem; line-height: 1.35rem; }
.goes-on { border-collapse: separate; border-spacing: 0 10px; width: 100%; }
.goes-on th { text-align: left; font-weight: 400; font-size: 0.9375rem; white-space: nowrap;
  padding: 0 24px 0 10px; vertical-align: top; line-height: 2.25rem; width: 1%; }
.goes-on td { font-size: 1.25rem; line-height: 1.5rem; }
.goes-on td > * { display: inline-block; vertical-align: top; padding: 4px 5px; margin-right: 3px;
  text-align: center; }
.goes-on .given { opacity: 0.65; }
.goes-on b { font-weight: 400; border-radius: 3px; }
.goes-on small { display: block; font-size: 0.8125rem; line-height: 1rem;
  font-variant-numeric: tabular-nums; }
.scores { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 1rem; }
.scores th, .scores td { text-align: right; padding: 2px 0 2px 32px; font-weight: 400; }
.scores thead th { border-bottom: 1px solid #7f8896; }
.scores.of-words tr > :last-child { text-align: left; }
.scores tr > :first-child { text-align: left; padding-left: 10px; }
@media (min-width: 1100px) {
  .nexts table { font-size: max(1rem, 1.75vh); line-height: max(1.5rem, 3.2vh); }
}
@media (min-width: 1100px) and (min-height: 900px) {
  .nexts { line-height: calc(3.2vh + 2vh * var(--lecture-none, 1)); }
  .nexts table { font-size: max(1.125rem, 2vh); line-height: inherit; }
  .nexts caption {
    line-height: calc(1.5rem + 1.5rem * var(--lecture-none, 1)); font-size: 1.25rem;
  }
  .nexts i { height: 1.2em; vertical-align: middle; }
}
@media (max-width: 640px) {
  .goes-on th, .goes-on td { display: block; }
  .scores th, .scores td { padding-left: 12px; }
}
</style>"""
WIDEST = 62  # width of a bar of 1, in per cent of its cell; the number follows


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
        f"{distribution_rows(name, rows, most)}"
        f"</table><p>{escape(notes[name])}</p></section>"
        for name, rows in panels.items()
    ]
    return f'{STYLE}<div class="nexts">{"".join(tables)}</div>'


def distribution_rows(name: str, rows: Rows, most: float) -> str:
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
        f'<i style="{style}width:{WIDEST * value / most:.1f}%"></i>{share(value)}</td></tr>'
        for text, value, kind, style in lines
    )


def continuations_html(beginning: str, words: Mapping[str, Sequence[Drawn]]) -> str:
    """Write a row for each model: the words drawn, each with its probability.

    The stronger the colour behind a word, the higher its probability.
    """
    rows = [
        f'<tr><th scope="row" style="border-left: 6px solid {model_colour(name)}">'
        f'{escape(model_title(name))}</th><td><span class="given">{escape(beginning)}</span>'
        f"{''.join(drawn_word(one, model_colour(name)) for one in drawn)}</td></tr>"
        for name, drawn in words.items()
    ]
    return f'{STYLE}<table class="goes-on">{"".join(rows)}</table>'


def drawn_word(one: Drawn, colour: str) -> str:
    """Write a word with its probability below."""
    strength = round(100 * (0.08 + 0.42 * one.probability))
    return (
        f'<b style="background:color-mix(in srgb, {colour} {strength}%, transparent)">'
        f"{escape(one.text)}<small>{share(one.probability)}</small></b>"
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
