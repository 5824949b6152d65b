"""What changed, row by row, in figures large enough to read."""

from html import escape

import numpy as np

from .translations import differing

MARK = "#d55e00"


def changes_html(words: tuple[str, ...], changes: dict[str, np.ndarray], changed_word: int) -> str:
    """A table: a row for each kind of run, a column for each word, its largest change; exact zeros say so.

    `changes` maps a run's name to `[word]`; the word that was changed is marked.
    """
    head = "".join(f'<th scope="col"{" class=marked" if place == changed_word else ""}>{escape(word)}</th>' for place, word in enumerate(words))
    number = lambda value: "0" if value == 0 else f"{value:.2f}" if value >= 0.005 else f"{value:.0e}"
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>' + "".join(f'<td class="{"same" if value == 0 else "other"}">{number(value)}</td>' for value in values)
        + "</tr>" for name, values in changes.items())
    return f"""<style>
.changes-box {{ overflow-x: auto; }}
.changes {{ border-collapse: collapse; font-size: 18px; line-height: 26px; font-variant-numeric: tabular-nums; }}
.changes th, .changes td {{ padding: 4px 12px; text-align: center; }}
.changes th {{ font-weight: 400; }}
.changes tr > th:first-child {{ text-align: left; padding-left: 0; white-space: nowrap; }}
.changes .marked {{ font-weight: 700; text-decoration: underline 3px {MARK}; text-underline-offset: 5px; }}
.changes .same {{ opacity: 0.6; }}
.changes .other {{ font-weight: 700; box-shadow: inset 0 -3px {MARK}; }}
</style><div class="changes-box"><table class="changes"><tr><th></th>{head}</tr>{rows}</table></div>"""


def before_after_html(said: str, before: str, after: str, words: tuple[str, ...], trained: list[float], changed: list[float],
                      trained_mean: float, changed_mean: float) -> str:
    """What a what-if changed: the translations, what no longer stands in both in bold, and the probability of each word of the first.

    `words` are those of the translation as trained, `trained` and `changed` their probabilities, with their geometric means.
    """
    marked = [" ".join(f"<mark>{escape(word)}</mark>" if mark else escape(word) for word, mark in zip(own, marks))
              for own, marks in zip((before.split(), after.split()), differing([before.split(), after.split()]))]
    cells = lambda values: "".join(f"<td>{value:.2f}</td>" for value in values)
    drops = "".join(f'<td{" class=other" if abs(new - old) >= 0.1 else ""}>{new:.2f}</td>' for old, new in zip(trained, changed))
    same = " (the same)" if before == after else ""
    return f"""<style>
.what-if {{ border-left: 4px solid {MARK}; padding-left: 12px; font-size: 16px; line-height: 24px; }}
.what-if p {{ margin: 0; overflow-wrap: anywhere; }}
.what-if mark {{ background: none; color: inherit; font-weight: 700; text-decoration: underline 3px {MARK}; text-underline-offset: 4px; }}
.what-if .box {{ overflow-x: auto; }}
.what-if table {{ border-collapse: collapse; font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums; }}
.what-if th, .what-if td {{ padding: 0 8px 0 0; font-weight: 400; text-align: left; white-space: nowrap; }}
.what-if .other {{ font-weight: 700; box-shadow: inset 0 -2px {MARK}; }}
</style><div class="what-if"><p><strong>{escape(said)}</strong></p>
<p>As trained: {marked[0]}</p><p>What if: {marked[1]}{same}</p>
<div class="box"><table><tr><th>probability of</th>{"".join(f'<th scope="col">{escape(word)}</th>' for word in words)}<th>mean</th></tr>
<tr><th scope="row">as trained</th>{cells([*trained, trained_mean])}</tr><tr><th scope="row">what if</th>{drops}{cells([changed_mean])}</tr></table></div></div>"""
