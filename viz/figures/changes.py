"""What changed, row by row, in figures large enough to read."""

from html import escape

import numpy as np

from ..language import t
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
.changes {{ border-collapse: collapse; font-size: 1.125rem; line-height: 1.625rem; font-variant-numeric: tabular-nums; }}
.changes th, .changes td {{ padding: 4px 12px; text-align: center; }}
.changes th {{ font-weight: 400; }}
.changes tr > th:first-child {{ text-align: left; padding-left: 0; white-space: nowrap; }}
.changes .marked {{ font-weight: 700; text-decoration: underline 3px {MARK}; text-underline-offset: 5px; }}
.changes .same {{ opacity: 0.6; }}
.changes .other {{ font-weight: 700; box-shadow: inset 0 -3px {MARK}; }}
</style><div class="changes-box" tabindex="0" role="region" aria-label="What changed"><table class="changes"><tr><td></td>{head}</tr>{rows}</table></div>"""


STYLE = f"""<style>
.what-if, .word-by-word {{ border-left: 4px solid {MARK}; padding-left: 12px; font-size: 1rem; line-height: 1.5rem; }}
.what-if p {{ margin: 0; overflow-wrap: anywhere; }}
.what-if mark {{ background: none; color: inherit; font-weight: 700; text-decoration: underline 3px {MARK}; text-underline-offset: 4px; }}
.word-by-word {{ overflow-x: auto; }}
.word-by-word table {{ border-collapse: collapse; font-size: 0.875rem; line-height: 1.25rem; font-variant-numeric: tabular-nums; }}
.word-by-word th, .word-by-word td {{ padding: 0 8px 0 0; font-weight: 400; text-align: left; white-space: nowrap; }}
.word-by-word .other {{ font-weight: 700; box-shadow: inset 0 -2px {MARK}; }}
</style>"""


def before_after_html(said: str, before: str, after: str) -> str:
    """The French as trained and with a what-if, which is `said` above them; what stands only in one of them is bold."""
    marked = [" ".join(f"<mark>{escape(word)}</mark>" if mark else escape(word) for word, mark in zip(own, marks))
              for own, marks in zip((before.split(), after.split()), differing([before.split(), after.split()]))]
    changed = t("What if: {french} (the same)" if before == after else "What if: {french}", french=marked[1])
    if not before and not after:  # a model that writes nothing
        return f'{STYLE}<div class="what-if"><p><strong>{escape(said)}</strong></p></div>'
    return f"""{STYLE}<div class="what-if"><p><strong>{escape(said)}</strong></p>
<p>{t("As trained: {french}", french=marked[0])}</p><p>{changed}</p></div>"""


def probabilities_html(words: tuple[str, ...], trained: list[float], changed: list[float], trained_mean: float, changed_mean: float) -> str:
    """A table: how probable each word of the French as trained is, as trained and changed, with the geometric means."""
    cells = lambda values: "".join(f"<td>{value:.2f}</td>" for value in values)
    drops = "".join(f'<td{" class=other" if abs(new - old) >= 0.1 else ""}>{new:.2f}</td>' for old, new in zip(trained, changed))
    return f"""{STYLE}<div class="word-by-word" tabindex="0" role="region" aria-label="The probability of each word"><table>
<tr><th>{t("probability of")}</th>{"".join(f'<th scope="col">{escape(word)}</th>' for word in words)}<th>{t("mean")}</th></tr>
<tr><th scope="row">{t("as trained")}</th>{cells([*trained, trained_mean])}</tr>
<tr><th scope="row">{t("what if")}</th>{drops}{cells([changed_mean])}</tr></table></div>"""
