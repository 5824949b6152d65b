"""Changes of a run as HTML: a table of numbers, and the translation before and after."""

from collections.abc import Mapping
from html import escape

import numpy as np

from ..analysis.differing import differing
from ..base.language import format_number, t
from ..base.theme import style_sheet
from .translations import marked_words

_CHANGES_STYLE = style_sheet(__file__, "changes.css")
_STYLE = style_sheet(__file__, "what_if.css")


def changes_html(
    words: tuple[str, ...], changes: Mapping[str, np.ndarray], changed_word: int
) -> str:
    """Build a table with a row for each run and a column for each word: its largest change.

    `changes` maps a run's name to `[word]`. Exact zeros are written as 0; `changed_word` is marked.
    """
    marks = [" class=marked" if place == changed_word else "" for place in range(len(words))]
    head = "".join(
        f'<th scope="col"{mark}>{escape(word)}</th>'
        for word, mark in zip(words, marks, strict=True)
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{_change_cells(values)}</tr>'
        for name, values in changes.items()
    )
    return f"""{_CHANGES_STYLE}<div class="changes-box" tabindex="0" role="region" \
aria-label="What changed"><table class="changes"><tr><td></td>{head}</tr>{rows}</table></div>"""


def _change_cells(values: np.ndarray) -> str:
    return "".join(
        f'<td class="{"same" if value == 0 else "other"}">{_write_change(value)}</td>'
        for value in values
    )


def _write_change(value: float) -> str:
    if value == 0:
        return "0"
    return format_number(value, ".2f") if value >= 0.005 else format_number(value, ".0e")


def before_after_html(
    change: str, before: str, after: str, remark: str = "", kept: str = ""
) -> str:
    """Show the sentence `change`, then the French as trained and now, and a remark.

    Words in only one of the two are bold and underlined. What it writes now stands below, word by
    word, except on a phone, where it is further down. Of two that are the same neither is written;
    `kept` says why they are, where that is not the model's choice.
    The box to tick is for a phone, which unfolds the rest with it.
    """
    title = f"<p><strong>{escape(change)}</strong></p>"
    if not before and not after:  # a model that writes nothing
        return f'{_STYLE}<div class="what-if" role="status">{title}</div>'
    sentences = [before.split(), after.split()]
    trained, changed = (
        marked_words(words, marks)
        for words, marks in zip(sentences, differing(sentences), strict=True)
    )
    if before == after:
        sentences_on_show = f"<p>{escape(kept or t('The model writes the same.'))}</p>"
    else:
        sentences_on_show = f"""<div class="both"><p>{t("As trained: {french}", french=trained)}</p>
<p class="now">{t("Now: {french}", french=changed)}</p>\
<p class="legend">{escape(t("Underlined: what changed."))}</p></div>"""
    remark = remark and f'<p class="remark">{escape(remark)}</p>'
    fold = f'<input type="checkbox" aria-label="{escape(t("Unfold what changed"))}">'
    return (
        f'{_STYLE}<div class="what-if" role="status">{title}{sentences_on_show}{remark}{fold}</div>'
    )
